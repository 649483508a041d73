package import Raster

/// A picture of the user's own that is drawn over a photo, such as a firm's sign.
package struct LabelLogo: Sendable {
  private let picture: Overlay
  package var height: Length
  package var margin: Length
  package var position: LabelPosition

  /// The most pixels of a logo; it is scaled for each photo.
  private static let mostPixels = 16_000_000
  package static let usualHeight = Length.points(32)

  /// - Parameters:
  ///   - picture: upright, with alpha.
  ///   - height: its height on photos.
  ///   - margin: its distance from their edges.
  ///   - position: where it stands.
  package init(_ picture: Overlay, height: Length, margin: Length, position: LabelPosition) {
    (self.picture, self.height) = (picture, height)
    (self.margin, self.position) = (margin, position)
  }

  /// The upright picture of a logo's file.
  ///
  /// - Throws: ``StampError``.
  package static func picture(
    of photo: OriginalPhoto, decoder: any PictureDecoder
  ) throws(StampError) -> Overlay {
    try photo.header.checkSize(maxPixels: mostPixels)
    return Overlay(try Canvas(decoding: photo.file, by: decoder).upright().image)
  }

  /// The logo scaled for a photo and put in its place, on whole pixels.
  ///
  /// One that is larger than the frame less its margins is shrunk until it fits.
  ///
  /// - Throws: ``LabelError/marginTooLarge(margin:frameWidth:frameHeight:)``.
  func drawing(on frame: Frame) throws(LabelError) -> LabelDrawing {
    let room = try frame.room(within: margin)
    let edge = frame.pixels(margin)
    let shape = Double(picture.width) / Double(picture.height)
    let high = min(frame.pixels(height), room.height, room.width / shape)
    let width = max(1, Int((high * shape).rounded()))
    let height = max(1, Int(high.rounded()))
    let x =
      switch position.horizontal {
      case .start: edge
      case .middle: Double(frame.pixelWidth - width) / 2
      case .end: Double(frame.pixelWidth - width) - edge
      }
    let y =
      switch position.vertical {
      case .start: edge
      case .middle: Double(frame.pixelHeight - height) / 2
      case .end: Double(frame.pixelHeight - height) - edge
      }
    return LabelDrawing(
      overlay: picture.scaled(width: width, height: height), x: Int(x.rounded()),
      y: Int(y.rounded()))
  }
}
