/// Passes over coefficients several codes at a lookup.
///
/// One entry for each value of the next ``width`` bits. Only codes must lie within those bits, and a
/// first coefficient's value; not the values of the others, which nobody looks at.
struct SkippingTable: Sendable {
  /// The bits looked up at once: most entries are of two or three codes, and the parts often used of
  /// the tables of two components fit a processor's first cache.
  static let width = 12
  /// The most bits that one entry takes: two fit into what a refilled reader has.
  static let maximumTaken = BitReader.refilled / 2

  struct Entry: Sendable {
    /// From the lowest bit: 6 bits of how many bits are taken, 9 of ``passed``, one not used, 16 of a
    /// first coefficient's difference.
    private let fields: UInt32

    /// None: the first code is longer than ``SkippingTable/width``, or no code.
    static let none = Entry(taken: 0, passed: 65)

    init(taken: Int, passed: Int, difference: Int = 0) {
      fields = UInt32(truncatingIfNeeded: difference << 16 | passed << 6 | taken)
    }

    @inline(__always)
    var taken: Int { Int(fields & 0x3F) }
    @inline(__always)
    var difference: Int32 { Int32(bitPattern: fields) >> 16 }
    /// How many coefficients are passed. Where the block ends before its last coefficient, that is one
    /// more and ``SkippingTable/blockEnd``.
    @inline(__always)
    var passed: Int { Int(fields >> 6 & 0x1FF) }
  }

  /// More than all coefficients of a block.
  static let blockEnd = 256

  let entries: [Entry]

  /// A table for the coefficients after the first of sequential blocks.
  init(ac: UnsafePointer<UInt16>) {
    entries = (0..<1 << Self.width).map {
      Self.entry($0 << (HuffmanTable.maximumLength - Self.width), ac, taken: 0, passed: 0)
    }
  }

  /// A table for the first coefficient, and what lies in sight of those behind it.
  init(dc: UnsafePointer<UInt16>, ac: UnsafePointer<UInt16>) {
    entries = (0..<1 << Self.width).map { value in
      let bits = value << (HuffmanTable.maximumLength - Self.width)
      let code = DecodingTable.entry(dc, bits)
      let (size, length) = (Int(code >> 8), Int(code & 0xFF))
      guard length > 0, length + size <= Self.width else { return .none }
      let unsigned = (value >> (Self.width - length - size)) & ((1 << size) - 1)
      let isNegative = size > 0 && unsigned >> (size - 1) == 0
      let difference = isNegative ? unsigned - (1 << size) + 1 : unsigned
      return Self.entry(bits, ac, taken: length + size, passed: 1, difference: difference)
    }
  }

  /// An entry that goes on behind some bits with as many codes as are in sight.
  private static func entry(
    _ bits: Int, _ ac: UnsafePointer<UInt16>, taken: Int, passed: Int, difference: Int = 0
  ) -> Entry {
    var (taken, passed) = (taken, passed)
    while taken < width {
      let code = DecodingTable.entry(ac, bits << taken & 0xFFFF)
      let length = Int(code & 0xFF)
      if length == 0 || taken + length > width { break }
      let (run, size) = (Int(code >> 12), Int(code >> 8 & 0x0F))
      if size == 0, run < 15 {
        return Entry(
          taken: taken + length, passed: passed + 1 + blockEnd, difference: difference)
      }
      if taken + length + size > maximumTaken || passed + run + 1 > 63 { break }
      taken += length + size
      passed += run + 1
    }
    return taken == 0 ? .none : Entry(taken: taken, passed: passed, difference: difference)
  }
}
