/// A block laid out as TIFF: an EXIF block or a whole TIFF file (TIFF 6.0, section 2).
///
/// All offsets count from the block's first byte. Nothing is followed on its own: the caller asks
/// for each directory, and so decides how many it reads.
package struct TIFFStructure: Sendable {
  static let headerSize = 8
  static let magic: UInt16 = 42
  static let entrySize = 12

  package let bytes: ArraySlice<UInt8>
  package let byteOrder: ByteOrder
  /// As the header says; checked only when the directory is asked for.
  package let firstDirectoryOffset: Int

  /// Reads the header, "II*\0" or "MM\0*" and the first directory's offset.
  ///
  /// - Parameter bytes: The block, from the header to as far as its values may reach.
  /// - Throws: ``TIFFError`` when the eight bytes of the header are not there or not a header.
  package init(_ bytes: ArraySlice<UInt8>) throws(TIFFError) {
    guard bytes.count >= Self.headerSize else {
      throw .truncatedHeader(observed: bytes.count, expected: Self.headerSize)
    }
    let mark = Array(bytes.prefix(2))
    switch mark {
    case Array("II".utf8): byteOrder = .littleEndian
    case Array("MM".utf8): byteOrder = .bigEndian
    default: throw .unknownByteOrder(observed: mark)
    }
    guard let magic = byteOrder.uint16(bytes, at: 2), let first = byteOrder.uint32(bytes, at: 4)
    else { throw .truncatedHeader(observed: bytes.count, expected: Self.headerSize) }
    guard magic == Self.magic else { throw .wrongMagic(observed: magic, expected: Self.magic) }
    self.bytes = bytes
    firstDirectoryOffset = Int(first)
  }

  /// The directory to which the header points.
  package func firstDirectory() throws(TIFFError) -> TIFFDirectory {
    try directory(at: firstDirectoryOffset)
  }

  /// The directory at `offset`, without the entries that cannot be read.
  ///
  /// Left out are entries cut off by the block's end, of an unknown type, or whose value does not
  /// lie inside the block. The format allows 65,535 entries at most.
  ///
  /// - Throws: ``TIFFError/directoryOutOfBounds(offset:length:)`` when there is no count at `offset`.
  package func directory(at offset: Int) throws(TIFFError) -> TIFFDirectory {
    guard offset >= Self.headerSize, let declared = byteOrder.uint16(bytes, at: offset) else {
      throw .directoryOutOfBounds(offset: offset, length: bytes.count)
    }
    let first = offset + 2
    let present = min(Int(declared), (bytes.count - first) / Self.entrySize)
    let entries = (0..<present).compactMap { entry(at: first + $0 * Self.entrySize) }
    var nextOffset: Int?
    if present == Int(declared),
      let next = byteOrder.uint32(bytes, at: first + present * Self.entrySize), next != 0
    {
      nextOffset = Int(next)
    }
    return TIFFDirectory(offset: offset, entries: entries, nextOffset: nextOffset)
  }

  /// Reads the 12 bytes at `offset`: tag, type, count, and the value or its offset.
  private func entry(at offset: Int) -> TIFFEntry? {
    guard let tag = byteOrder.uint16(bytes, at: offset),
      let type = byteOrder.uint16(bytes, at: offset + 2).flatMap(TIFFType.init(rawValue:)),
      let count = byteOrder.uint32(bytes, at: offset + 4).map(Int.init)
    else { return nil }
    let (size, overflow) = count.multipliedReportingOverflow(by: type.size)
    guard !overflow else { return nil }
    var valueOffset = offset + 8
    if size > 4 {
      guard let far = byteOrder.uint32(bytes, at: offset + 8) else { return nil }
      valueOffset = Int(far)
    }
    guard size <= bytes.count, valueOffset <= bytes.count - size else { return nil }
    let start = bytes.startIndex + valueOffset
    return TIFFEntry(
      tag: TIFFTag(rawValue: tag), type: type, count: count, entryOffset: offset,
      valueOffset: valueOffset, bytes: bytes[start..<start + size], byteOrder: byteOrder)
  }
}
