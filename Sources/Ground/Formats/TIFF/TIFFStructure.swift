/// A block laid out as TIFF: an EXIF block or a whole TIFF file (TIFF 6.0, section 2), also with the
/// offsets of 64 bits of BigTIFF.
///
/// Read by hand, not through libtiff, because fields are carried byte for byte. All offsets count
/// from the block's first byte. No link is followed unasked: the caller asks for each directory, and
/// so decides how many are read.
package struct TIFFStructure: Sendable {
  static let headerSize = 8
  static let magic: UInt16 = 42
  static let bigMagic: UInt16 = 43
  /// Of an EXIF block, which is never a BigTIFF.
  static let entrySize = 12
  /// The most entries of a directory that are read: as many as the format allows that is not BigTIFF.
  private static let maximumEntries = 65_535

  private let reader: ByteReader
  package let widths: TIFFWidths
  /// As the header says; checked only when the directory is asked for.
  package let firstDirectoryOffset: Int

  /// Reads the header, "II*\0" or "MM\0*" (for BigTIFF 43 instead of the asterisk's 42) and the first
  /// directory's offset.
  ///
  /// - Parameter bytes: The block, from the header to as far as its values may reach.
  /// - Throws: ``TIFFError`` when the eight bytes of the header are not there or not a header.
  package init(_ bytes: ArraySlice<UInt8>) throws(TIFFError) {
    guard bytes.count >= Self.headerSize else {
      throw .truncatedHeader(observed: bytes.count, expected: Self.headerSize)
    }
    let mark = Array(bytes.prefix(2))
    let byteOrder: ByteOrder
    switch mark {
    case Array("II".utf8): byteOrder = .littleEndian
    case Array("MM".utf8): byteOrder = .bigEndian
    default: throw .unknownByteOrder(observed: mark)
    }
    let reader = ByteReader(bytes, byteOrder)
    guard let magic = reader.uint16(at: 2) else {
      throw .truncatedHeader(observed: bytes.count, expected: Self.headerSize)
    }
    switch magic {
    case Self.magic: widths = .usual
    // The size of an offset, 8, and zero follow.
    case Self.bigMagic where reader.uint32(at: 4) == reader.bigOffsetSize: widths = .big
    default: throw .wrongMagic(observed: magic, expected: Self.magic)
    }
    guard bytes.count >= widths.header,
      let first = reader.value(at: widths.header - widths.offset, size: widths.offset)
    else { throw .truncatedHeader(observed: bytes.count, expected: widths.header) }
    self.reader = reader
    firstDirectoryOffset = first
  }

  package var bytes: ArraySlice<UInt8> { reader.bytes }
  package var byteOrder: ByteOrder { reader.byteOrder }

  /// The directory that the header points to.
  package func firstDirectory() throws(TIFFError) -> TIFFDirectory {
    try directory(at: firstDirectoryOffset)
  }

  /// The directory at `offset`.
  ///
  /// Entries cut off by the block's end are left out. The format allows 65,535 entries at most.
  ///
  /// - Throws: ``TIFFError/directoryOutOfBounds(offset:length:)`` when there is no count at `offset`.
  package func directory(at offset: Int) throws(TIFFError) -> TIFFDirectory {
    guard offset >= widths.header, let declared = reader.value(at: offset, size: widths.count)
    else { throw .directoryOutOfBounds(offset: offset, length: bytes.count) }
    let first = offset + widths.count
    let present = min(declared, (bytes.count - first) / widths.entry, Self.maximumEntries)
    var entries: [TIFFEntry] = []
    var unreadable: [TIFFDirectory.UnreadableEntry] = []
    for place in stride(from: first, to: first + present * widths.entry, by: widths.entry) {
      guard let tag = reader.uint16(at: place).map(TIFFTag.init(rawValue:)),
        let type = reader.uint16(at: place + 2)
      else { continue }
      if let entry = entry(tag, type, at: place) {
        entries.append(entry)
      } else {
        unreadable.append(TIFFDirectory.UnreadableEntry(tag: tag, type: type, offset: place))
      }
    }
    var nextOffset: Int?
    let link = first + present * widths.entry
    let isWhole = present == declared && link + widths.offset <= bytes.count
    if isWhole, let next = reader.value(at: link, size: widths.offset), next != 0 {
      nextOffset = next
    }
    return TIFFDirectory(
      offset: offset, entries: entries, unreadable: unreadable, nextOffset: nextOffset,
      table: isWhole ? first..<link : nil)
  }

  /// Reads the bytes at `offset`: tag, type, count, and the value or its offset.
  private func entry(_ tag: TIFFTag, _ type: UInt16, at offset: Int) -> TIFFEntry? {
    guard let type = TIFFType(rawValue: type), widths == .big || !type.isOfBigTIFF,
      let count = reader.value(at: offset + 4, size: widths.offset)
    else { return nil }
    let (size, overflow) = count.multipliedReportingOverflow(by: type.size)
    guard !overflow else { return nil }
    var valueOffset = offset + 4 + widths.offset
    if size > widths.offset {
      guard let far = reader.value(at: valueOffset, size: widths.offset) else { return nil }
      valueOffset = far
    }
    guard size <= bytes.count, valueOffset <= bytes.count - size else { return nil }
    let start = bytes.startIndex + valueOffset
    return TIFFEntry(
      tag: tag, type: type, count: count, entryOffset: offset,
      valueOffset: valueOffset, bytes: bytes[start..<start + size], byteOrder: byteOrder)
  }
}

/// How many bytes the numbers of a structure take (TIFF 6.0, section 2; "The BigTIFF File Format").
package struct TIFFWidths: Sendable, Hashable {
  /// Of the header, up to and with the first directory's offset.
  package let header: Int
  /// Of the number of a directory's entries.
  package let count: Int
  package let entry: Int
  /// Of an offset, of the number of an entry's values, and of a value that stands in its entry.
  package let offset: Int

  package static let usual = TIFFWidths(header: 8, count: 2, entry: 12, offset: 4)
  package static let big = TIFFWidths(header: 16, count: 8, entry: 20, offset: 8)
}

extension ByteReader {
  /// What the header of a BigTIFF says after its number: eight bytes an offset, and zero.
  fileprivate var bigOffsetSize: UInt32 { byteOrder == .littleEndian ? 8 : 8 << 16 }
}

/// One image file directory (IFD): its entries in file order.
package struct TIFFDirectory: Sendable {
  /// Where the directory begins, from the structure's first byte.
  package let offset: Int
  package let entries: [TIFFEntry]
  /// Entries of an unknown type, or with a value outside the structure.
  let unreadable: [UnreadableEntry]
  /// The directory that follows, nil at the chain's end; it may point anywhere, even back here.
  package let nextOffset: Int?
  /// Where all of its entries are, up to the next directory's offset; nil where some are missing.
  package let table: Range<Int>?

  struct UnreadableEntry: Sendable {
    let tag: TIFFTag
    /// As in the file.
    let type: UInt16
    /// Of the entry's own bytes.
    let offset: Int
  }

  /// The first entry with `tag`, as readers agree for a tag that is there twice.
  package subscript(tag: TIFFTag) -> TIFFEntry? {
    entries.first { $0.tag == tag }
  }
}

/// One field of a directory, its value's bytes found and known to lie inside the structure.
package struct TIFFEntry: Sendable {
  /// The most values that `unsignedValues` gives, however many the entry claims.
  package static let unsignedValuesLimit = 65_536

  package let tag: TIFFTag
  package let type: TIFFType
  /// Values, not bytes; as the file says, and that many are in `bytes`.
  package let count: Int
  /// Where the entry's own bytes begin, from the structure's first byte.
  package let entryOffset: Int
  /// Where the value begins, from the structure's first byte; inside the entry when it fits there.
  package let valueOffset: Int
  /// The value, `count` times the type's size.
  package let bytes: ArraySlice<UInt8>
  package let byteOrder: ByteOrder

  private var values: ByteReader { ByteReader(bytes, byteOrder) }

  /// The bytes up to the first NUL, of an entry that is text or is untyped.
  ///
  /// Cameras also store text as UNDEFINED or BYTE; bytes that are not UTF-8 become U+FFFD.
  package var text: String? {
    switch type {
    case .ascii, .utf8, .undefined, .byte:
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    default: nil
    }
  }

  /// Value number `index` of a BYTE, SHORT, LONG or IFD entry; nil for other types and past the end.
  package func unsigned(at index: Int) -> UInt32? {
    guard index >= 0, index < count else { return nil }
    switch type {
    case .byte: return UInt32(bytes[bytes.startIndex + index])
    case .short: return values.uint16(at: index * 2).map(UInt32.init)
    case .long, .ifd: return values.uint32(at: index * 4)
    case .long8, .ifd8: return values.value(at: index * 8, size: 8).flatMap(UInt32.init(exactly:))
    default: return nil
    }
  }

  /// Value number `index` of an entry of unsigned numbers, also of 64 bits; nil for other types, past the
  /// end, and for what no offset can be.
  package func offset(at index: Int) -> Int? {
    switch type {
    case .long8, .ifd8: index >= 0 && index < count ? values.value(at: index * 8, size: 8) : nil
    default: unsigned(at: index).map(Int.init)
    }
  }

  /// All values that `unsigned(at:)` can give, at most `unsignedValuesLimit`.
  package var unsignedValues: [UInt32] {
    (0..<min(count, Self.unsignedValuesLimit)).compactMap(unsigned(at:))
  }

  /// Value number `index` of a RATIONAL entry; the denominator may be zero.
  package func rational(at index: Int) -> (numerator: UInt32, denominator: UInt32)? {
    guard type == .rational, index >= 0, index < count,
      let numerator = values.uint32(at: index * 8),
      let denominator = values.uint32(at: index * 8 + 4)
    else { return nil }
    return (numerator, denominator)
  }

  /// Value number `index` of an entry of whole or rational numbers; nil where a denominator is zero,
  /// which is how EXIF writes that a number is unknown or endless.
  package func number(at index: Int) -> Double? {
    if let value = unsigned(at: index) { return Double(value) }
    guard type == .rational || type == .signedRational, index >= 0, index < count,
      let numerator = values.uint32(at: index * 8),
      let denominator = values.uint32(at: index * 8 + 4), denominator != 0
    else { return nil }
    return type == .rational
      ? Double(numerator) / Double(denominator)
      : Double(Int32(bitPattern: numerator)) / Double(Int32(bitPattern: denominator))
  }
}

/// Why bytes that should be a TIFF structure (an EXIF block, a TIFF file) cannot be read as one.
package enum TIFFError: Error, Sendable, Hashable {
  /// Fewer than the header's eight bytes.
  case truncatedHeader(observed: Int, expected: Int)
  /// The first two bytes are neither "II" nor "MM".
  case unknownByteOrder(observed: [UInt8])
  /// The number after the byte order is neither 42 nor, of a BigTIFF, 43.
  case wrongMagic(observed: UInt16, expected: UInt16)
  /// A directory begins where its count of entries cannot be read.
  case directoryOutOfBounds(offset: Int, length: Int)
}
