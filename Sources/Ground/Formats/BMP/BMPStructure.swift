/// A Windows or OS/2 bitmap: its header, and where its parts are (Windows GDI, "Bitmap Storage"; OS/2
/// 2.0, "Bitmap File Format").
package struct BMPStructure: Sendable {
  /// BITMAPCOREHEADER, OS/2 2.x short and full, BITMAPINFOHEADER and its versions 2 to 5.
  private static let headerSizes: Set<Int> = [12, 16, 40, 52, 56, 64, 108, 124]
  /// Of BITMAPFILEHEADER, which stands before the other.
  static let fileHeaderSize = 14

  enum Compression: Int {
    case none = 0
    case runLength8, runLength4, bitFields
    case alphaBitFields = 6
  }

  let bytes: [UInt8]
  /// Of the header after the file's.
  let headerSize: Int
  package let width: Int
  package let height: Int
  /// Whether the first row in the file is the top one.
  let isTopDown: Bool
  let bitsPerPixel: Int
  let compression: Compression
  /// Of pixels that are colours; nil where they are numbers of a palette's entries.
  let masks: BMPMasks?
  /// The colours of a palette in the file: blue, green and red, and, but for the oldest header, a byte
  /// without a meaning. Empty where there is none.
  let palette: Range<Int>
  /// The bytes of a colour in the palette.
  let paletteEntrySize: Int
  /// Where the pixels begin.
  let pixelStart: Int
  /// Where what can be pixels ends: the file without its stamp.
  let end: Int
  let stamp: BMPStamp?

  /// - Throws: `PhotoFileError` when the header is cut, a side is 0, or the depth or the compression
  ///   does not exist.
  init(_ bytes: [UInt8]) throws(PhotoFileError) {
    self.bytes = bytes
    let reader = ByteReader(bytes, .littleEndian)
    headerSize = try reader.field("header size", at: 14, size: 4, in: .bmp)
    let sideSize = headerSize == 12 ? 2 : 4
    let width = try reader.field("width", at: 18, size: sideSize, in: .bmp)
    let height = try reader.field("height", at: 18 + sideSize, size: sideSize, in: .bmp)
    let depthPlace = 20 + 2 * sideSize
    bitsPerPixel = try reader.field("bits per pixel", at: depthPlace, size: 2, in: .bmp)
    self.width = sideSize == 2 ? width : abs(Self.signed(width))
    // A negative height says that the first row is the top one.
    self.height = sideSize == 2 ? height : abs(Self.signed(height))
    isTopDown = sideSize == 4 && Self.signed(height) < 0
    for (name, side, offset) in [
      ("width", self.width, 18), ("height", self.height, 18 + sideSize),
    ] where side == 0 {
      throw .invalid(.bmp, field: name, at: offset, observed: 0, expected: "1 or more")
    }
    guard [1, 2, 4, 8, 16, 24, 32].contains(bitsPerPixel) else {
      throw .invalid(
        .bmp, field: "bits per pixel", at: depthPlace, observed: bitsPerPixel,
        expected: "1, 2, 4, 8, 16, 24 or 32")
    }
    compression = try Self.compression(reader, headerSize, bitsPerPixel)

    let masksInside = headerSize >= 52 && headerSize != 64
    let masksAfter: [Compression: Int] = masksInside ? [:] : [.bitFields: 12, .alphaBitFields: 16]
    let start = Self.fileHeaderSize + headerSize + masksAfter[compression, default: 0]
    masks = Self.masks(reader, compression, headerSize, bitsPerPixel)
    paletteEntrySize = headerSize == 12 ? 3 : 4
    let most = bitsPerPixel <= 8 ? 1 << bitsPerPixel : 0
    let said = headerSize >= 40 ? reader.value(at: 46, size: 4) ?? 0 : 0
    let colours = said == 0 ? most : min(said, most)
    stamp = BMPStamp(reader)
    end = stamp?.offset ?? bytes.count
    // Some files say 0, or where the palette begins.
    let saidStart = reader.value(at: 10, size: 4) ?? 0
    pixelStart =
      saidStart < start || saidStart == start && colours > 0
      ? start + colours * paletteEntrySize : saidStart
    // Some have fewer colours than they say, and pixels where the others should be.
    let present = max(0, min(pixelStart, end) - start) / paletteEntrySize
    palette = start..<start + min(colours, present) * paletteEntrySize
  }

  private static func compression(
    _ reader: ByteReader, _ headerSize: Int, _ bitsPerPixel: Int
  ) throws(PhotoFileError) -> Compression {
    let code = headerSize >= 40 ? try reader.field("compression", at: 30, size: 4, in: .bmp) : 0
    let expected: String
    switch (bitsPerPixel, Compression(rawValue: code)) {
    case (_, Compression.none?): return .none
    case (4, .runLength4?): return .runLength4
    case (8, .runLength8?): return .runLength8
    // 3 is a fax coding there.
    case (16, .bitFields?) where headerSize != 64, (32, .bitFields?) where headerSize != 64:
      return .bitFields
    case (16, .alphaBitFields?), (32, .alphaBitFields?): return .alphaBitFields
    case (4, _): expected = "0 or 2"
    case (8, _): expected = "0 or 1"
    case (16, _), (32, _): expected = "0, 3 or 6"
    default: expected = "0"
    }
    throw .invalid(.bmp, field: "compression", at: 30, observed: code, expected: expected)
  }

  /// Masks stand after a header of 40 bytes where they stand inside the longer ones.
  private static func masks(
    _ reader: ByteReader, _ compression: Compression, _ headerSize: Int, _ bitsPerPixel: Int
  ) -> BMPMasks? {
    func mask(_ index: Int) -> UInt32 { reader.uint32(at: 54 + 4 * index) ?? 0 }
    switch compression {
    case .bitFields, .alphaBitFields:
      let hasAlpha = headerSize >= 56 || compression == .alphaBitFields
      return BMPMasks(
        red: mask(0), green: mask(1), blue: mask(2), alpha: hasAlpha ? mask(3) : 0,
        bitsPerPixel: bitsPerPixel)
    case .none, .runLength8, .runLength4:
      return bitsPerPixel <= 8 ? nil : BMPMasks.usual(bitsPerPixel: bitsPerPixel)
    }
  }

  /// Whether a file begins so. "BM" alone is too little to go by, so the header's size has to be one
  /// that exists.
  static func begins(_ reader: ByteReader) -> Bool {
    guard reader.matches("BM", at: 0), let size = reader.value(at: 14, size: 4) else {
      return false
    }
    return headerSizes.contains(size)
  }

  private static func signed(_ value: Int) -> Int {
    Int(Int32(truncatingIfNeeded: value))
  }
}

extension BMPStructure {
  package var isCompressed: Bool { compression == .runLength8 || compression == .runLength4 }

  /// A row's bytes in the file, where it is not compressed: padded to four.
  var rowSize: Int { (width * bitsPerPixel + 31) / 32 * 4 }

  /// Where a row begins in the file, where it is not compressed and the file is complete.
  func rowStart(_ y: Int) -> Int { pixelStart + fileRow(y) * rowSize }

  /// A row's number in the order of the file.
  func fileRow(_ y: Int) -> Int { isTopDown ? y : height - 1 - y }

  /// Whether all pixels are there; of compressed ones only the start is known.
  var isComplete: Bool {
    guard pixelStart < end else { return false }
    if isCompressed { return true }
    // The last row's padding is not missed.
    let (others, overflows) = rowSize.multipliedReportingOverflow(by: height - 1)
    return !overflows && others <= end - pixelStart - (width * bitsPerPixel + 7) / 8
  }

  /// The bytes of pixels of a row in the file, where it is not compressed.
  func place(row y: Int, columns: Range<Int>) -> Range<Int> {
    let start = rowStart(y)
    return start + columns.lowerBound * bitsPerPixel / 8..<start
      + (columns.upperBound * bitsPerPixel + 7) / 8
  }

  /// As printed or scanned; nil where the header does not say.
  package var dotsPerInch: (across: UInt32, down: UInt32)? {
    let reader = ByteReader(bytes, .littleEndian)
    guard headerSize >= 40, let across = reader.uint32(at: 38), let down = reader.uint32(at: 42),
      across > 0, down > 0
    else { return nil }
    func perInch(_ perMetre: UInt32) -> UInt32 { UInt32((Double(perMetre) * 0.0254).rounded()) }
    return (perInch(across), perInch(down))
  }

  /// The place of the offset and of the length of a colour profile in the header of version 5.
  static let profileField = (offset: fileHeaderSize + 112, length: fileHeaderSize + 116)

  /// The colour profile in the file: `PROFILE_EMBEDDED` in the header of version 5, which counts from
  /// the header's start.
  var profile: Range<Int>? {
    let reader = ByteReader(bytes, .littleEndian)
    guard headerSize >= 124, reader.uint32(at: Self.fileHeaderSize + 56) == 0x4D42_4544,
      let offset = reader.value(at: Self.profileField.offset, size: 4),
      let count = reader.value(at: Self.profileField.length, size: 4), offset >= headerSize
    else { return nil }
    return Self.fileHeaderSize + offset..<Self.fileHeaderSize + offset + count
  }

  func contents() -> PhotoContents {
    var header = PhotoHeader(
      format: .bmp, width: width, height: height, colour: masks == nil ? .palette : .rgb)
    header.bitsPerChannel = masks?.bitsPerChannel ?? 8
    header.hasAlpha = masks?.hasAlpha ?? false
    header.isLossless = true
    header.isComplete = isComplete
    var metadata = EmbeddedMetadata()
    if let profile {
      metadata.icc = ByteReader(bytes[..<end], .littleEndian)
        .slice(at: profile.lowerBound, count: profile.count)
      if metadata.icc == nil {
        metadata.problems.append(
          MetadataProblem(
            kind: .icc, offset: profile.lowerBound,
            reason: .truncated(
              needed: profile.count, available: max(0, end - profile.lowerBound))))
      }
    }
    return PhotoContents(header: header, metadata: metadata)
  }
}
