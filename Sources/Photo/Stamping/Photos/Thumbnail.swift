import Files
package import Formats
package import Raster

/// A small picture of a photo: upright, on white, without the photo's metadata.
///
/// It is made from the same decoded picture as a stamped photo, with the same limit of pixels.
package struct Thumbnail: Sendable {
  /// A JPEG without metadata but for the photo's colour profile, without which its colours would be
  /// wrong. Nothing says where or when the photo was taken.
  package let bytes: [UInt8]

  /// The longest colour profile that is kept, in bytes: those of cameras, phones and usual colour
  /// spaces have 0.5 to 4 kB.
  private static let longestProfile = 16 << 10

  /// Makes a thumbnail of a photo of any format. A photo that is smaller keeps its size.
  ///
  /// - Parameters:
  ///   - photo: the bytes of its file.
  ///   - size: how large the thumbnail is.
  ///   - maxPixels: the most pixels that a photo may have; more are refused before any is decoded.
  ///   - decoder: decodes the photo.
  /// - Throws: ``StampError``, also for a photo that ends early or is damaged.
  package init(
    of photo: [UInt8], _ size: ThumbnailSize, maxPixels: Int, decoder: any PictureDecoder
  ) throws(StampError) {
    let photo = try rethrowing(PhotoFile(photo), as: StampError.photo)
    let header = photo.header
    try header.checkSize(maxPixels: maxPixels)
    try PhotoMemory(of: .shrinking(size), on: photo).check()
    let shown = PixelSize(width: header.displayedWidth, height: header.displayedHeight)
    let upright = try Canvas(
      decoding: photo, at: size.uncut(shown), maxPixels: maxPixels, by: decoder
    ).upright().image
    let target = size.fitting(width: shown.width, height: shown.height)
    let encoded = try rethrowing(
      upright.middle(target).smallJPEG(qualities: size.qualities, upTo: size.wantedBytes),
      as: StampError.raster)
    bytes = try rethrowing(
      MetadataTransfer(profileOf: photo, upTo: Self.longestProfile).embed(in: encoded),
      as: StampError.photo)
  }
}

extension Canvas {
  /// Decodes a photo's picture at a smaller size; a JPEG is decoded at the scale nearest above it.
  ///
  /// - Parameters:
  ///   - photo: the photo.
  ///   - target: the smaller picture's size as displayed, no side longer than the photo's.
  ///   - maxPixels: the most pixels that are decoded.
  ///   - decoder: decodes the photo.
  /// - Throws: ``StampError``.
  init(
    decoding photo: PhotoFile, at target: PixelSize, maxPixels: Int,
    by decoder: any PictureDecoder
  ) throws(StampError) {
    let header = photo.header
    // JPEGs with arithmetic coding go through libgd, which decodes them if its libjpeg can.
    guard let structure = photo.jpegStructure, header.jpeg?.isArithmetic == false else {
      self = try Canvas(decoding: photo, by: decoder).shrunk(to: target)
      return
    }
    let wanted = header.orientation.swapsAxes ? target.turned : target
    let scaled = try rethrowing(
      decoder.scaledJPEG(
        structure.bytesWithHeight(header.height),
        of: PixelSize(width: header.width, height: header.height), width: wanted.width,
        height: wanted.height, maxPixels: maxPixels), as: StampError.raster)
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
  /// - Throws: ``StampError/raster(_:)`` where there is not enough memory.
  func shrunk(to size: PixelSize) throws(StampError) -> Canvas {
    let coded = orientation.swapsAxes ? size.turned : size
    let image = try image
    let small = try rethrowing(
      image.shrunk(width: coded.width, height: coded.height), as: StampError.raster)
    return Canvas(image: small, orientation: orientation)
  }
}

extension Image {
  /// The middle of the image; the image itself where that is all of it.
  ///
  /// - Parameter size: no side longer than the image's.
  /// - Returns: an image of that size.
  /// - Throws: `RasterError.cannotAllocate`.
  fileprivate func middle(_ size: PixelSize) throws(RasterError) -> Image {
    guard size.width < width || size.height < height else { return self }
    return try cut(
      width: size.width, height: size.height,
      through: Placement(originX: (width - size.width) / 2, originY: (height - size.height) / 2))
  }
}

extension PixelSize {
  /// Width and height exchanged.
  fileprivate var turned: PixelSize { PixelSize(width: height, height: width) }
}

/// How large a thumbnail is: the length of its long edge, in pixels, at most.
package enum ThumbnailSize: Int, Sendable, CaseIterable {
  /// For a calendar's cells where bytes are dear.
  case tiny = 96
  /// A square cut from the photo's middle, for a calendar's cells on a phone. A month of them comes within
  /// one answer, so each is as coarse as its bytes make it.
  case square = 160
  /// For lists, at once within the page, until the sharper one is there.
  case cell = 192
  /// For lists.
  case small = 256
  /// A square as well, for a calendar's cells on large and on dense screens.
  case largeSquare = 320
  /// For lists on screens with several pixels where others have one.
  case medium = 512
  /// For a photo that fills a phone's screen.
  case large = 1024

  package var longEdge: Int { rawValue }

  /// Those that come within a page.
  package static let inPages: [ThumbnailSize] = [.tiny, .square, .cell]

  /// Whether it is cut to a square.
  var isSquare: Bool { self == .square || self == .largeSquare }

  /// The size of the thumbnail of a photo, which is never larger than the photo.
  ///
  /// - Parameters:
  ///   - width: the photo's as displayed, in pixels, at least 1.
  ///   - height: likewise.
  /// - Returns: both sides, each at least 1.
  package func fitting(width: Int, height: Int) -> PixelSize {
    if isSquare {
      let edge = max(1, min(longEdge, width, height))
      return PixelSize(width: edge, height: edge)
    }
    let longest = max(width, height)
    let wanted = min(longEdge, longest)
    func scaled(_ side: Int) -> Int { max(1, (side * wanted + longest / 2) / longest) }
    return PixelSize(width: scaled(width), height: scaled(height))
  }

  /// The size at which a photo is decoded: that of the thumbnail, before it is cut.
  ///
  /// - Parameter photo: its size as displayed.
  /// - Returns: both sides, neither shorter than the thumbnail's.
  func uncut(_ photo: PixelSize) -> PixelSize {
    guard isSquare else { return fitting(width: photo.width, height: photo.height) }
    let shortest = min(photo.width, photo.height)
    let wanted = min(longEdge, shortest)
    func scaled(_ side: Int) -> Int { max(wanted, (side * wanted + shortest / 2) / shortest) }
    return PixelSize(width: scaled(photo.width), height: scaled(photo.height))
  }

  /// The JPEG's qualities on libjpeg's scale, of which the best is taken at which it has no more than
  /// ``wantedBytes``. The larger it is shown, the more artefacts are seen; a cell's pixels are smaller
  /// than the eye sees.
  var qualities: [Int] {
    switch self {
    case .tiny: [70, 60, 50, 40, 30]
    case .square, .cell: [70, 60, 50, 45, 40, 35, 30, 25, 20]
    case .small, .largeSquare, .medium: [80]
    case .large: [85]
    }
  }

  /// How many bytes a thumbnail has at most, unless the last of its qualities takes more, or it has a
  /// colour profile.
  var wantedBytes: Int {
    switch self {
    case .tiny: 1_500
    case .square, .cell: 2_800
    case .small, .largeSquare, .medium, .large: .max
    }
  }
}
