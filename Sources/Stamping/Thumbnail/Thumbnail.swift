import Formats
import Raster

/// A small picture of a photo: upright, on white, without anything that the photo says of itself.
///
/// It is made here, of what a stamp is put on too: of the same decoded pictures, with the same limit.
package struct Thumbnail: Sendable {
  /// A JPEG without metadata but for the photo's colour profile, without which its colours would be
  /// others. Nothing says where or when the photo was taken.
  package let bytes: [UInt8]

  /// The longest colour profile that is kept: those of cameras, phones and usual colour spaces are of
  /// 0.5 to 4 kB.
  private static let longestProfile = 16 << 10

  /// Makes a thumbnail of a photo of any format. A photo that is smaller keeps its size.
  ///
  /// - Parameters:
  ///   - photo: the bytes of its file.
  ///   - size: how large the thumbnail is.
  ///   - maxPixels: the most pixels that a photo may have; more are refused before any is decoded.
  /// - Throws: ``StampError``, also for a photo that ends early or is damaged.
  package init(of photo: [UInt8], _ size: ThumbnailSize, maxPixels: Int) throws(StampError) {
    let photo = try StampError.wrapping { () throws(PhotoFileError) in try PhotoFile(photo) }
    let header = photo.header
    try header.checkSize(maxPixels: maxPixels)
    let target = size.fitting(width: header.displayedWidth, height: header.displayedHeight)
    let upright = try Canvas(decoding: photo, at: target, maxPixels: maxPixels).upright()
    let encoded = try StampError.wrapping { () throws(RasterError) in
      try upright.image.encoded(as: .jpeg(quality: size.quality, progressive: false))
    }
    bytes = try StampError.wrapping { () throws(PhotoFileError) in
      try MetadataTransfer(profileOf: photo, upTo: Self.longestProfile).embed(in: encoded)
    }
  }
}

extension Canvas {
  /// Decodes a photo's picture at a smaller size, of a JPEG only as much as that needs.
  ///
  /// - Parameters:
  ///   - photo: the photo.
  ///   - target: the smaller picture's size as displayed, no side longer than the photo's.
  ///   - maxPixels: the most pixels that are decoded.
  /// - Throws: ``StampError``.
  fileprivate init(
    decoding photo: PhotoFile, at target: PixelSize, maxPixels: Int
  ) throws(StampError) {
    let header = photo.header
    if header.isAnimated, header.format.animation == .notDecoded {
      throw .undecodableAnimation(header.format)
    }
    // Of arithmetic coding libgd decodes what its libjpeg does.
    guard let structure = photo.jpegStructure, header.jpeg?.isArithmetic == false else {
      self = try Canvas(decoding: photo).shrunk(to: target)
      return
    }
    let wanted = header.orientation.swapsAxes ? target.turned : target
    let scaled = try StampError.wrapping { () throws(RasterError) in
      try ScaledJPEG(
        decoding: structure.bytesWithHeight(header.height), width: wanted.width,
        height: wanted.height, isExact: true, maxPixels: maxPixels)
    }
    guard (scaled.fullWidth, scaled.fullHeight) == (header.width, header.height) else {
      throw .sizeMismatch(
        width: scaled.fullWidth, height: scaled.fullHeight, expectedWidth: header.width,
        expectedHeight: header.height)
    }
    self.init(image: scaled.image, orientation: Self.orientation(of: photo))
  }

  /// The picture at a smaller size, on white.
  ///
  /// - Parameter size: in pixels as displayed, no side longer than the picture's.
  /// - Returns: the picture, turned as it was.
  /// - Throws: ``StampError/raster(_:)`` where memory is short.
  fileprivate func shrunk(to size: PixelSize) throws(StampError) -> Canvas {
    let coded = orientation.swapsAxes ? size.turned : size
    let small = try StampError.wrapping { () throws(RasterError) in
      try image.shrunk(width: coded.width, height: coded.height)
    }
    return Canvas(image: small, orientation: orientation)
  }
}

extension PixelSize {
  /// Width and height exchanged.
  fileprivate var turned: PixelSize { PixelSize(width: height, height: width) }
}
