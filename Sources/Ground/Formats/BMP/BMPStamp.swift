/// The stamp of a bitmap: the end of the file, after all that belongs to the picture, for readers go by the
/// places in the header. The record, its length in four bytes, the lowest first, and the signature.
struct BMPStamp: Sendable {
  fileprivate static let signature: StaticString = "Daystamp"
  private static let footerSize = 4 + signature.utf8CodeUnitCount

  /// Where it begins.
  let offset: Int
  fileprivate let record: ArraySlice<UInt8>?

  /// Nil where the file does not end with a stamp.
  init?(_ reader: ByteReader) {
    let footer = reader.count - Self.footerSize
    guard reader.matches(Self.signature, at: footer + 4),
      let count = reader.value(at: footer, size: 4)
    else { return nil }
    record = reader.slice(at: footer - count, count: count)
    offset = record == nil ? footer : footer - count
  }
}

extension BMPStructure {
  package var stampBlock: StampBlock? {
    stamp.map { StampBlock(offset: $0.offset, record: $0.record) }
  }

  func holding(stamp record: [UInt8]) -> [UInt8]? {
    guard let length = UInt32(exactly: record.count) else { return nil }
    var file = bytes
    file += record
    file += ByteOrder.littleEndian.bytes(of: length)
    BMPStamp.signature.withUTF8Buffer { file += $0 }
    // Where the header knows how long the file is, it goes on to know.
    guard ByteReader(bytes, .littleEndian).value(at: 2, size: 4) == bytes.count else { return file }
    guard let size = UInt32(exactly: file.count) else { return nil }
    file.replaceSubrange(2..<6, with: ByteOrder.littleEndian.bytes(of: size))
    return file
  }
}
