/// Converts UTF-16 (RFC 2781) to UTF-8, in pieces of any size.
///
/// What is no character becomes a byte that UTF-8 never has, so that its record is refused and the others
/// come in.
struct UTF16Pieces {
  private let isLittleEndian: Bool
  /// The first byte of a unit, and the first unit of a character of two.
  private var half: UInt8?
  private var high: UInt16?

  /// - Parameter start: the first bytes; nil where they have no byte order mark of UTF-16.
  init?(_ start: some Sequence<UInt8>) {
    if start.starts(with: [0xFF, 0xFE]) {
      isLittleEndian = true
    } else if start.starts(with: [0xFE, 0xFF]) {
      isLittleEndian = false
    } else {
      return nil
    }
  }

  static let markSize = 2
  private static let noCharacter: UInt8 = 0xFF

  /// What the next bytes are in UTF-8, without a character that they only begin.
  mutating func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    for byte in bytes {
      guard let first = half else {
        half = byte
        continue
      }
      half = nil
      let (high, low) = isLittleEndian ? (byte, first) : (first, byte)
      append(UInt16(high) << 8 | UInt16(low), to: &plain)
    }
    return plain
  }

  /// What is left of a character that never ended.
  mutating func end() -> [UInt8] {
    defer { (half, high) = (nil, nil) }
    return half == nil && high == nil ? [] : [Self.noCharacter]
  }

  private mutating func append(_ unit: UInt16, to plain: inout [UInt8]) {
    if let first = high {
      high = nil
      if UTF16.isTrailSurrogate(unit) {
        let code = 0x10000 + UInt32(first & 0x3FF) << 10 + UInt32(unit & 0x3FF)
        return Self.append(Unicode.Scalar(code), to: &plain)
      }
      plain.append(Self.noCharacter)
    }
    if UTF16.isLeadSurrogate(unit) {
      high = unit
    } else {
      Self.append(Unicode.Scalar(unit), to: &plain)
    }
  }

  private static func append(_ scalar: Unicode.Scalar?, to plain: inout [UInt8]) {
    if let scalar, let bytes = UTF8.encode(scalar) {
      plain.append(contentsOf: bytes)
    } else {
      plain.append(noCharacter)
    }
  }
}
