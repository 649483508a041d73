/// Bytes read as big-endian numbers, as all OpenType tables are written (OpenType 1.9.1, "Data
/// types"). Whatever lies outside the bytes reads as nil.
struct BigEndianBytes: Sendable {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var count: Int { bytes.count }

  /// The same bytes on their own, so that those around them need not be kept.
  var alone: BigEndianBytes { BigEndianBytes(Array(bytes)[...]) }

  func uint8(at offset: Int) -> UInt8? {
    guard offset >= 0, offset < count else { return nil }
    return bytes[bytes.startIndex + offset]
  }

  func uint16(at offset: Int) -> UInt16? {
    guard offset >= 0, count >= 2, offset <= count - 2 else { return nil }
    let start = bytes.startIndex + offset
    return UInt16(bytes[start]) << 8 | UInt16(bytes[start + 1])
  }

  func int16(at offset: Int) -> Int16? {
    uint16(at: offset).map { Int16(bitPattern: $0) }
  }

  func uint32(at offset: Int) -> UInt32? {
    guard let high = uint16(at: offset), let low = uint16(at: offset + 2) else { return nil }
    return UInt32(high) << 16 | UInt32(low)
  }

  /// A part, cut off at the end of the bytes; nil when it starts after them.
  func part(from offset: Int, count wanted: Int = .max) -> BigEndianBytes? {
    guard offset >= 0, offset <= count, wanted >= 0 else { return nil }
    let start = bytes.startIndex + offset
    return BigEndianBytes(bytes[start..<start + min(wanted, count - offset)])
  }
}
