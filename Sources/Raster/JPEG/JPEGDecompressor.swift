import CJPEG

/// Owns a decoder of libjpeg.
///
/// Decodes one picture, once: its size, then the picture's shape, then its rows.
final class JPEGDecompressor {
  /// As many scans as a JPEG may have that is read at all; encoders write some ten.
  private static let maximumScans: Int32 = 100

  /// Nil only where memory is short; lives exactly as long as this object.
  private let decoder: OpaquePointer

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
    var size = cjpeg_size()
    try check(cjpeg_read_header(decoder, &size))
    return (Int(size.width), Int(size.height))
  }

  /// How a picture's rows come.
  struct Shape {
    let width: Int
    let height: Int
    let colour: Colour

    enum Colour {
      /// As true colour has it, but that the alpha says nothing.
      case rgb
      /// Four bytes in this order; inverted where each says how much ink there is not.
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
    if let detail = detail(of: result) { throw .cannotDecode(.jpeg, detail: detail) }
  }

  /// Why a call failed; nil where it did not. The one place that knows libjpeg's codes.
  private func detail(of result: cjpeg_result) -> String? {
    switch result {
    case CJPEG_DONE: return nil
    case CJPEG_NO_MEMORY: return "it takes too much memory"
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
