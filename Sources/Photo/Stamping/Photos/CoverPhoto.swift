import Files
package import Formats
package import Raster

/// A photo's picture that fills a frame: upright, on white, what does not fit cut off on both sides alike.
///
/// Its colours are taken for those of sRGB, whatever the photo's profile says.
package struct CoverPhoto {
  /// In true colour, opaque, of the frame's size.
  package let image: Image

  /// Decodes a photo at the size that is needed; one that is smaller than the frame is enlarged.
  ///
  /// - Parameters:
  ///   - photo: the photo.
  ///   - frame: the area to fill.
  ///   - maxPixels: the most pixels that a photo may have; more are refused before any is decoded.
  ///   - decoder: decodes the photo.
  /// - Throws: ``StampError``, also for a photo that ends early or is damaged.
  package init(
    _ photo: OriginalPhoto, filling frame: PixelSize, maxPixels: Int, decoder: any PictureDecoder
  ) throws(StampError) {
    let file = photo.file
    try file.header.checkSize(maxPixels: maxPixels)
    let shown = file.header.displayedSize
    let scale = max(
      Double(frame.width) / Double(shown.width), Double(frame.height) / Double(shown.height))
    guard scale < 1 else {
      try PhotoMemory(of: .covering(shown), on: file).check()
      image = try Self.enlarged(file, scale, to: frame, by: decoder)
      return
    }
    func scaled(_ side: Int, atLeast least: Int) -> Int {
      min(side, max(least, Int((Double(side) * scale).rounded())))
    }
    let size = PixelSize(
      width: scaled(shown.width, atLeast: frame.width),
      height: scaled(shown.height, atLeast: frame.height))
    try PhotoMemory(of: .covering(size), on: file).check()
    let canvas = try Canvas(decoding: file, at: size, maxPixels: maxPixels, by: decoder)
    image = try canvas.part(
      x: (size.width - frame.width) / 2, y: (size.height - frame.height) / 2, of: frame)
  }

  private static func enlarged(
    _ photo: PhotoFile, _ scale: Double, to frame: PixelSize, by decoder: any PictureDecoder
  ) throws(StampError) -> Image {
    let shown = photo.header.displayedSize
    let upright = try Canvas(decoding: photo, by: decoder).shrunk(to: shown).upright().image
    let width = min(shown.width, max(1, Int((Double(frame.width) / scale).rounded())))
    let height = min(shown.height, max(1, Int((Double(frame.height) / scale).rounded())))
    let part = PixelRectangle(
      x: (shown.width - width) / 2, y: (shown.height - height) / 2, width: width, height: height)
    return try rethrowing(
      upright.enlarged(part, width: frame.width, height: frame.height), as: StampError.raster)
  }
}

extension Canvas {
  /// A part of the picture, upright.
  ///
  /// - Parameters:
  ///   - x: its left edge on the picture as it is displayed, in pixels.
  ///   - y: its top edge.
  ///   - size: its size; all of it inside the picture.
  /// - Returns: an image of that size.
  /// - Throws: ``StampError/raster(_:)`` where there is not enough memory.
  fileprivate func part(x: Int, y: Int, of size: PixelSize) throws(StampError) -> Image {
    let placement = Placement(
      x: x, y: y, orientation: orientation, codedWidth: width, codedHeight: height)
    let image = try image
    return try rethrowing(
      image.turned(width: size.width, height: size.height, through: placement),
      as: StampError.raster)
  }
}
