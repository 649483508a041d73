import CCodecs.JPEG
import Formats

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

  /// One that was decoded before.
  package init(image: Image, fullWidth: Int, fullHeight: Int) {
    (self.image, self.fullWidth, self.fullHeight) = (image, fullWidth, fullHeight)
  }

  /// Room for what libjpeg takes besides a picture's coefficients.
  private static let usualMemory = 64 << 20
  /// Coefficients take two bytes a sample; four samples are the most that a pixel has.
  private static let memoryOfPixel = 8

  /// Decodes a JPEG at an eighth, a quarter, half or all of its size: the smallest at which both sides
  /// are as long as wanted, all of it where the picture is smaller. libjpeg has vector instructions for these
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
    let loss = decompressor.warnings.first { warning in
      JPEGWarning(message: warning).meansLoss { try? JPEGStructure(Array(bytes)) }
    }
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

/// Owns a decoder of libjpeg.
///
/// Decodes one picture, once: its size, then the picture's shape, then its rows.
final class JPEGDecompressor {
  /// As many scans as a JPEG may have that is read at all; encoders write some ten.
  private static let maximumScans: Int32 = 100

  /// Nil only where memory is short; lives exactly as long as this object.
  private let decoder: OpaquePointer
  /// As the header says, once it is read.
  private var whole = cjpeg_size()

  /// - Parameters:
  ///   - bytes: the file, which must stay valid as long as this object.
  ///   - maximumMemory: the most bytes that a picture's coefficients may take, which a JPEG of several
  ///     scans keeps while it is decoded.
  /// - Throws: `RasterError.cannotDecode` where memory is short.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, maximumMemory: Int
  ) throws(RasterError) {
    guard
      let decoder = cjpeg_create(
        bytes.baseAddress, bytes.count, maximumMemory, Self.maximumScans)
    else { throw .cannotDecode(.jpeg, detail: "libjpeg has no memory") }
    self.decoder = decoder
  }

  deinit { cjpeg_destroy(decoder) }

  /// The picture's size as coded, in pixels.
  ///
  /// - Throws: `RasterError.cannotDecode`, also for forms of JPEG that are not decoded here.
  func size() throws(RasterError) -> (width: Int, height: Int) {
    try check(cjpeg_read_header(decoder, &whole))
    return (Int(whole.width), Int(whole.height))
  }

  /// The size that libjpeg reads of a file of any form, before it takes memory for pixels; nil where
  /// it reads none.
  static func size(of bytes: UnsafeBufferPointer<UInt8>) -> PixelSize? {
    guard let decompressor = try? JPEGDecompressor(bytes, maximumMemory: 1 << 20) else {
      return nil
    }
    var size = cjpeg_size()
    _ = cjpeg_read_header(decompressor.decoder, &size)
    return size.width > 0 ? PixelSize(width: Int(size.width), height: Int(size.height)) : nil
  }

  /// How a picture's rows come.
  struct Shape {
    let width: Int
    let height: Int
    let colour: Colour

    enum Colour {
      /// True colour whose alpha means nothing.
      case rgb
      /// Four bytes in this order; inverted where 255 is no ink.
      case cmyk(isInverted: Bool)
    }
  }

  /// Begins to decode at so many eighths of the size, 1 to 8; each side is rounded up.
  ///
  /// - Throws: `RasterError.cannotDecode`.
  func start(eighths: Int) throws(RasterError) -> Shape {
    var picture = cjpeg_picture()
    try check(cjpeg_start(decoder, UInt32(eighths), &picture))
    return Shape(
      width: Int(picture.size.width), height: Int(picture.size.height),
      colour: picture.is_cmyk != 0 ? .cmyk(isInverted: picture.is_inverted != 0) : .rgb)
  }

  /// Decodes the next row; to be called at most once for each.
  ///
  /// - Parameter row: with room for the pixels of a row.
  /// - Throws: `RasterError.cannotDecode`.
  func readRow(into row: UnsafeMutablePointer<Int32>) throws(RasterError) {
    try check(cjpeg_read_row(decoder, row))
  }

  /// What libjpeg said of damage that it went on after, in its order.
  var warnings: [String] {
    String(cString: cjpeg_warnings(decoder)).split(separator: "\n").map(String.init)
  }

  private func check(_ result: cjpeg_result) throws(RasterError) {
    if result == CJPEG_NO_MEMORY {
      throw .cannotAllocate(width: Int(whole.width), height: Int(whole.height))
    }
    if let detail = detail(of: result) { throw .cannotDecode(.jpeg, detail: detail) }
  }

  /// Why a call failed; nil where it did not. The one place that knows libjpeg's codes.
  private func detail(of result: cjpeg_result) -> String? {
    switch result {
    case CJPEG_DONE: return nil
    case CJPEG_PRECISION: return "not 8 bits a channel"
    case CJPEG_ARITHMETIC: return "arithmetic coding"
    case CJPEG_PROCESS: return "lossless or hierarchical coding"
    case CJPEG_COLOUR: return "unknown components"
    default:
      let message = String(cString: cjpeg_message(decoder))
      return message.isEmpty ? "truncated, corrupt or of an unknown kind" : message
    }
  }
}
