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

  /// Where the logo stands on a photo, on whole pixels.
  ///
  /// One that is larger than the frame less its margins is shrunk until it fits.
  ///
  /// - Throws: ``LabelError/marginTooLarge(margin:frameWidth:frameHeight:)``.
  func place(on frame: Frame) throws(LabelError) -> LabelGeometry.Box {
    let room = try frame.room(within: margin)
    let edge = frame.pixels(margin)
    let shape = Double(picture.width) / Double(picture.height)
    let fit = min(frame.pixels(height), room.height, room.width / shape)
    let width = max(1, (fit * shape).rounded())
    let height = max(1, fit.rounded())
    let x = position.horizontal.start(of: width, in: Double(frame.pixelWidth), margin: edge)
    let y = position.vertical.start(of: height, in: Double(frame.pixelHeight), margin: edge)
    return LabelGeometry.Box(x: x.rounded(), y: y.rounded(), width: width, height: height)
  }

  /// The logo scaled for a photo and put in its place.
  ///
  /// - Parameters:
  ///   - frame: the photo's.
  ///   - place: its box; nil for the one that it has if it is alone.
  /// - Returns: its pixels.
  /// - Throws: as ``place(on:)``.
  func drawing(
    on frame: Frame, in place: LabelGeometry.Box?
  ) throws(LabelError) -> LabelDrawing {
    let box = if let place { place } else { try self.place(on: frame) }
    return LabelDrawing(
      overlay: picture.scaled(width: Int(box.width), height: Int(box.height)), x: Int(box.x),
      y: Int(box.y))
  }
}
