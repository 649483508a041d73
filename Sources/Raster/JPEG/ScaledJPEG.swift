/// A JPEG decoded at a fraction of its size, for much less time and memory than all of it takes.
///
/// libjpeg leaves out the finer part of each block's frequencies, so that the picture is as if it had
/// been averaged.
package struct ScaledJPEG {
  /// In true colour, opaque, as it is coded, before any orientation tag.
  package let image: Image
  /// The width of the whole picture, in pixels.
  package let fullWidth: Int
  /// The height of the whole picture, in pixels.
  package let fullHeight: Int

  /// Room for what libjpeg takes besides a picture's coefficients.
  private static let usualMemory = 64 << 20
  /// Coefficients take two bytes a sample; four samples are the most that a pixel has.
  private static let memoryOfPixel = 8

  /// Decodes a JPEG at an eighth, a quarter, half or all of its size: the least at which both sides are
  /// as long as wanted, all of it where they are shorter. libjpeg has vector instructions for these
  /// four; three eighths take longer than a half.
  ///
  /// Gray, YCbCr, RGB, CMYK and YCCK become RGB; the last two without a colour profile, as libgd
  /// does it. Eight bits a channel, Huffman coding, sequential or progressive.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - width: the least that is wanted, in pixels, as coded.
  ///   - height: likewise.
  ///   - isExact: whether that is the size that is wanted: what is decoded is shrunk to it row by row.
  ///   - maxPixels: of the whole picture; more are refused before any is decoded.
  /// - Throws: `cannotAllocate` for more pixels, `cannotDecode`, and `damaged` where pixels had to be
  ///   made up.
  package init(
    decoding bytes: [UInt8], width: Int, height: Int, isExact: Bool = false, maxPixels: Int
  ) throws(RasterError) {
    self = try bytes.withUnsafeBufferPointer { bytes throws(RasterError) in
      try ScaledJPEG(bytes, width, height, isExact, maxPixels)
    }
  }

  private init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int, _ isExact: Bool,
    _ maxPixels: Int
  ) throws(RasterError) {
    // No JPEG has more pixels than this anyway.
    let maxPixels = min(maxPixels, 65_535 * 65_535)
    let decompressor = try JPEGDecompressor(
      bytes, maximumMemory: maxPixels * Self.memoryOfPixel + Self.usualMemory)
    (fullWidth, fullHeight) = try decompressor.size()
    guard fullWidth * fullHeight <= maxPixels else {
      throw .cannotAllocate(width: fullWidth, height: fullHeight)
    }
    let shape = try decompressor.start(
      eighths: max(
        Self.eighths(of: fullWidth, for: width), Self.eighths(of: fullHeight, for: height)))
    var shrinking = try RowShrinking(
      width: shape.width, height: shape.height,
      to: isExact ? min(width, shape.width) : shape.width,
      isExact ? min(height, shape.height) : shape.height)
    try Self.readRows(of: shape, from: decompressor) { shrinking.add($0) }
    image = shrinking.image
    let loss = decompressor.warnings.first { JPEGWarning(message: $0).meansLoss(in: bytes) }
    if let loss { throw .damaged(.jpeg, detail: loss) }
  }

  /// The least number of eighths at which a side is as long as wanted: 1, 2, 4 or 8.
  static func eighths(of side: Int, for wanted: Int) -> Int {
    [1, 2, 4].first { (side * $0 + 7) / 8 >= wanted } ?? 8
  }

  private static func readRows(
    of shape: JPEGDecompressor.Shape, from decompressor: JPEGDecompressor,
    _ take: (UnsafePointer<Int32>) -> Void
  ) throws(RasterError) {
    let row = UnsafeMutablePointer<Int32>.allocate(capacity: shape.width)
    defer { row.deallocate() }
    for _ in 0..<shape.height {
      try decompressor.readRow(into: row)
      if case .cmyk(let isInverted) = shape.colour {
        convertCMYK(row, isInverted, count: shape.width)
      }
      take(row)
    }
  }

  /// Makes true colour of `count` pixels of four bytes, in their place.
  private static func convertCMYK(
    _ row: UnsafeMutablePointer<Int32>, _ isInverted: Bool, count: Int
  ) {
    let flip = SIMD4<UInt8>(repeating: isInverted ? 0 : 255)
    for x in 0..<count {
      let inks = unsafeBitCast(row[x], to: SIMD4<UInt8>.self) ^ flip
      let paper = Int32(inks[3])
      func light(_ channel: Int) -> Int32 { Int32(inks[channel]) * paper / 255 }
      row[x] = light(0) << 16 | light(1) << 8 | light(2)
    }
  }
}
