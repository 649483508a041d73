/// The header of a Windows or OS/2 bitmap (Windows GDI, "Bitmap Storage").
package struct BMPStructure: Sendable {
  /// BITMAPCOREHEADER, OS/2 2.x short and full, BITMAPINFOHEADER and its versions 2 to 5.
  private static let headerSizes: Set<Int> = [12, 16, 40, 52, 56, 64, 108, 124]

  private let width: Int
  private let height: Int
  private let bitsPerPixel: Int
  private let hasAlphaMask: Bool
  private let isComplete: Bool

  /// - Throws: `PhotoFileError` when the header is cut, a side is 0, or the depth does not exist.
  init(_ bytes: [UInt8]) throws(PhotoFileError) {
    let reader = ByteReader(bytes, .littleEndian)
    let size = try reader.field("header size", at: 14, size: 4, in: .bmp)
    let sideSize = size == 12 ? 2 : 4
    let width = try reader.field("width", at: 18, size: sideSize, in: .bmp)
    let height = try reader.field("height", at: 18 + sideSize, size: sideSize, in: .bmp)
    bitsPerPixel = try reader.field("bits per pixel", at: 20 + 2 * sideSize, size: 2, in: .bmp)
    self.width = sideSize == 2 ? width : abs(Self.signed(width))
    // A negative height says that the first row is the top one.
    self.height = sideSize == 2 ? height : abs(Self.signed(height))
    for (name, side, offset) in [
      ("width", self.width, 18), ("height", self.height, 18 + sideSize),
    ] where side == 0 {
      throw .invalid(.bmp, field: name, at: offset, observed: 0, expected: "1 or more")
    }
    guard [1, 2, 4, 8, 16, 24, 32].contains(bitsPerPixel) else {
      throw .invalid(
        .bmp, field: "bits per pixel", at: 20 + 2 * sideSize, observed: bitsPerPixel,
        expected: "1, 2, 4, 8, 16, 24 or 32")
    }
    let compression = sideSize == 2 ? 0 : reader.value(at: 30, size: 4) ?? 0
    // Masks mean something only with BI_BITFIELDS and BI_ALPHABITFIELDS.
    let usesMasks = size >= 56 && (compression == 3 || compression == 6)
    hasAlphaMask = usesMasks && (reader.value(at: 66, size: 4) ?? 0) != 0
    isComplete = Self.isComplete(
      reader, rowBits: self.width.multipliedReportingOverflow(by: bitsPerPixel),
      height: self.height, isCompressed: compression == 1 || compression == 2)
  }

  /// Whether a file begins so. "BM" alone is too little to go by, so the header's size has to be one
  /// that exists.
  static func begins(_ reader: ByteReader) -> Bool {
    guard reader.matches("BM", at: 0), let size = reader.value(at: 14, size: 4) else {
      return false
    }
    return headerSizes.contains(size)
  }

  /// Rows are padded to four bytes; of compressed pixels only the start is checked.
  private static func isComplete(
    _ reader: ByteReader, rowBits: (partialValue: Int, overflow: Bool), height: Int,
    isCompressed: Bool
  ) -> Bool {
    guard let start = reader.value(at: 10, size: 4), start < reader.count, !rowBits.overflow else {
      return false
    }
    if isCompressed { return true }
    let rowBytes = (rowBits.partialValue + 31) / 32 * 4
    let (total, overflow) = rowBytes.multipliedReportingOverflow(by: height)
    return !overflow && total <= reader.count - start
  }

  private static func signed(_ value: Int) -> Int {
    Int(Int32(truncatingIfNeeded: value))
  }

  func contents() -> PhotoContents {
    var header = PhotoHeader(
      format: .bmp, width: width, height: height, colour: bitsPerPixel <= 8 ? .palette : .rgb)
    header.bitsPerChannel = 8
    header.hasAlpha = hasAlphaMask
    header.isLossless = true
    header.isComplete = isComplete
    return PhotoContents(header: header, metadata: EmbeddedMetadata())
  }
}
