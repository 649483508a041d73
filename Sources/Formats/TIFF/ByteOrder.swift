/// The order in which a file stores the bytes of a number.
///
/// Offsets given to the readers count from the slice's own first byte, so a block cut out of a
/// file is read with the offsets that its specification names.
package enum ByteOrder: Sendable, Hashable {
  /// "II" in TIFF: the least significant byte first.
  case littleEndian
  /// "MM" in TIFF: the most significant byte first.
  case bigEndian

  /// The two bytes at `offset`, or nil where they are not all inside `bytes`.
  package func uint16(_ bytes: ArraySlice<UInt8>, at offset: Int) -> UInt16? {
    guard offset >= 0, bytes.count >= 2, offset <= bytes.count - 2 else { return nil }
    let start = bytes.startIndex + offset
    let value = UInt16(bytes[start]) << 8 | UInt16(bytes[start + 1])
    return self == .bigEndian ? value : value.byteSwapped
  }

  /// The four bytes at `offset`, or nil where they are not all inside `bytes`.
  package func uint32(_ bytes: ArraySlice<UInt8>, at offset: Int) -> UInt32? {
    guard offset >= 0, bytes.count >= 4, offset <= bytes.count - 4 else { return nil }
    let start = bytes.startIndex + offset
    var value: UInt32 = 0
    for index in start..<start + 4 { value = value << 8 | UInt32(bytes[index]) }
    return self == .bigEndian ? value : value.byteSwapped
  }

  /// The bytes of `value` in this order, as they are written back into a file.
  package func bytes(of value: UInt16) -> [UInt8] {
    let bigEndian = [UInt8(value >> 8), UInt8(value & 0xFF)]
    return self == .bigEndian ? bigEndian : bigEndian.reversed()
  }

  /// The bytes of `value` in this order, as they are written back into a file.
  package func bytes(of value: UInt32) -> [UInt8] {
    let bigEndian = bytesBigEndian(UInt16(value >> 16)) + bytesBigEndian(UInt16(value & 0xFFFF))
    return self == .bigEndian ? bigEndian : bigEndian.reversed()
  }

  private func bytesBigEndian(_ value: UInt16) -> [UInt8] { ByteOrder.bigEndian.bytes(of: value) }
}
