/// Passes over coefficients several codes at a lookup.
///
/// One entry for each value of the next ``width`` bits. Only codes must lie within those bits, not the
/// bits of the coefficients' values behind the last of them, which nobody looks at.
struct SkippingTable: Sendable {
  /// The bits looked up at once: the table fits a processor's first cache with those of two
  /// components, and most entries are of two or three codes.
  static let width = 12
  /// The most bits that one entry takes: codes, and the longest value behind the last.
  static let maximumTaken = 31

  /// From the lowest bit: 5 bits of how many bits are taken, 7 of how many coefficients are passed, 1
  /// of whether the block ends. 0 where the first code is longer than ``width``, or is none.
  let entries: [UInt16]

  /// A table for the coefficients after the first of sequential blocks.
  init(_ table: DecodingTable) {
    entries = (0..<1 << Self.width).map { Self.entry(UInt64($0), table) }
  }

  static func taken(_ entry: UInt16) -> Int { Int(entry & 0x1F) }
  static func passed(_ entry: UInt16) -> Int { Int(entry >> 5 & 0x7F) }
  static func ends(_ entry: UInt16) -> Bool { entry >> 12 != 0 }

  private static func entry(_ value: UInt64, _ table: DecodingTable) -> UInt16 {
    let bits = value << UInt64(HuffmanTable.maximumLength - width)
    var (taken, passed) = (0, 0)
    while taken < width {
      let code = table.entries[Int(bits << UInt64(taken) & 0xFFFF)]
      let length = Int(code & 0xFF)
      if length == 0 || taken + length > width { break }
      let (run, size) = (Int(code >> 12), Int(code >> 8 & 0x0F))
      if size == 0, run < 15 {
        return UInt16(taken + length | passed << 5 | 1 << 12)
      }
      if taken + length + size > maximumTaken || passed + run + 1 > 63 { break }
      taken += length + size
      passed += run + 1
    }
    return UInt16(taken | passed << 5)
  }
}

/// Differences of first coefficients, code and value at one lookup.
struct DifferenceTable: Sendable {
  static let width = 11

  /// The bits taken in the low 16 bits, the difference in the high ones; 0 where both together are
  /// longer than ``width``, or there is no such code.
  let entries: [Int32]

  init(_ table: DecodingTable) {
    entries = (0..<1 << Self.width).map { value in
      let bits = value << (HuffmanTable.maximumLength - Self.width)
      let code = table.entries[bits]
      let (size, length) = (Int(code >> 8), Int(code & 0xFF))
      guard length > 0, length + size <= Self.width else { return 0 }
      let unsigned = (value >> (Self.width - length - size)) & ((1 << size) - 1)
      let isNegative = size > 0 && unsigned >> (size - 1) == 0
      let difference = isNegative ? unsigned - (1 << size) + 1 : unsigned
      return Int32(difference << 16 | (length + size))
    }
  }
}
