/// One field of a directory, its value's bytes found and known to lie inside the structure.
package struct TIFFEntry: Sendable {
  /// Values that `unsignedValues` gives at most, however many the entry claims.
  package static let unsignedValuesLimit = 65_536

  package let tag: TIFFTag
  package let type: TIFFType
  /// Values, not bytes; as the file says, and that many are in `bytes`.
  package let count: Int
  /// Where the entry's own 12 bytes begin, from the structure's first byte.
  package let entryOffset: Int
  /// Where the value begins, from the structure's first byte; inside the entry when it fits there.
  package let valueOffset: Int
  /// The value, `count` times the type's size.
  package let bytes: ArraySlice<UInt8>
  package let byteOrder: ByteOrder

  /// The bytes up to the first NUL, of an entry that is text or is untyped.
  ///
  /// Cameras also store text as UNDEFINED or BYTE; bytes that are not UTF-8 become U+FFFD.
  package var text: String? {
    switch type {
    case .ascii, .undefined, .byte: String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    default: nil
    }
  }

  /// Value number `index` of a BYTE, SHORT, LONG or IFD entry; nil for other types and past the end.
  package func unsigned(at index: Int) -> UInt32? {
    guard index >= 0, index < count else { return nil }
    switch type {
    case .byte: return UInt32(bytes[bytes.startIndex + index])
    case .short: return byteOrder.uint16(bytes, at: index * 2).map(UInt32.init)
    case .long, .ifd: return byteOrder.uint32(bytes, at: index * 4)
    default: return nil
    }
  }

  /// All values that `unsigned(at:)` can give, at most `unsignedValuesLimit`.
  package var unsignedValues: [UInt32] {
    (0..<min(count, Self.unsignedValuesLimit)).compactMap(unsigned(at:))
  }

  /// Value number `index` of a RATIONAL entry; the denominator may be zero.
  package func rational(at index: Int) -> (numerator: UInt32, denominator: UInt32)? {
    guard type == .rational, index >= 0, index < count,
      let numerator = byteOrder.uint32(bytes, at: index * 8),
      let denominator = byteOrder.uint32(bytes, at: index * 8 + 4)
    else { return nil }
    return (numerator, denominator)
  }
}
