/// Passes over coefficients several codes at a lookup.
///
/// One entry for each value of the next bits. Only codes must lie within those, and a DC coefficient's
/// value; not the values of the others, which are not needed.
enum SkippingTable {
  /// The bits looked up at once: most entries are of two or three codes, and the parts often used of
  /// the tables of two components fit a processor's first cache.
  static let width = 12
  /// The same where a DC coefficient comes first.
  static let firstWidth = 12
  /// The most bits that one entry takes: two fit into what a refilled reader has.
  static let maximumTaken = BitReader.refilled / 2

  struct Entry: Sendable {
    /// From the lowest bit: 6 bits of how many bits are taken, 9 of ``passed``.
    private let fields: UInt16

    init(taken: Int, passed: Int) { fields = UInt16(truncatingIfNeeded: passed << 6 | taken) }

    @inline(__always)
    var taken: Int { Int(fields & 0x3F) }
    /// How many coefficients are passed. Where the block ends before its last coefficient, that is one
    /// more and ``SkippingTable/blockEnd``. More than all where the first code is longer than
    /// ``SkippingTable/width``, or no code.
    @inline(__always)
    var passed: Int { Int(fields >> 6) }
  }

  /// An entry with a DC coefficient's difference first; it takes 0 bits if it is too long.
  struct FirstEntry: Sendable {
    let difference: Int16
    let rest: Entry
  }

  /// More than all coefficients of a block.
  static let blockEnd = 256
  private static let none = Entry(taken: 0, passed: 65)

  /// The entries for the AC coefficients of sequential blocks.
  ///
  /// - Parameters:
  ///   - ac: a ``DecodingTable``.
  ///   - sought: sixteen bits that begin with a code that is left out.
  /// - Returns: one for each value of the next bits.
  static func entries(ac: UnsafePointer<UInt16>, without sought: Range<Int>) -> [Entry] {
    (0..<1 << width).map {
      entry($0 << (HuffmanTable.maximumLength - width), width, ac, taken: 0, passed: 0, sought)
    }
  }

  /// A table for the DC coefficient, and for those of the codes after it that fit an entry.
  static func firstEntries(
    dc: UnsafePointer<UInt16>, ac: UnsafePointer<UInt16>, without sought: Range<Int>
  ) -> [FirstEntry] {
    (0..<1 << firstWidth).map { value in
      let bits = value << (HuffmanTable.maximumLength - firstWidth)
      let code = DecodingTable.entry(dc, bits)
      let (size, length) = (Int(code >> 8), Int(code & 0xFF))
      guard length > 0, length + size <= firstWidth else {
        return FirstEntry(difference: 0, rest: none)
      }
      let unsigned = (value >> (firstWidth - length - size)) & ((1 << size) - 1)
      let isNegative = size > 0 && unsigned >> (size - 1) == 0
      let difference = isNegative ? unsigned - (1 << size) + 1 : unsigned
      return FirstEntry(
        difference: Int16(truncatingIfNeeded: difference),
        rest: entry(bits, firstWidth, ac, taken: length + size, passed: 1, sought))
    }
  }

  /// An entry that goes on after some bits with as many codes as fit it.
  private static func entry(
    _ bits: Int, _ width: Int, _ ac: UnsafePointer<UInt16>, taken: Int, passed: Int,
    _ sought: Range<Int>
  ) -> Entry {
    var (taken, passed) = (taken, passed)
    while taken < width {
      let next = bits << taken & 0xFFFF
      if sought.contains(next) { break }
      let code = DecodingTable.entry(ac, next)
      let length = Int(code & 0xFF)
      if length == 0 || taken + length > width { break }
      let (run, size) = (Int(code >> 12), Int(code >> 8 & 0x0F))
      if size == 0, run < 15 {
        return Entry(taken: taken + length, passed: passed + 1 + blockEnd)
      }
      if taken + length + size > maximumTaken || passed + run + 1 > 63 { break }
      taken += length + size
      passed += run + 1
    }
    return taken == 0 ? none : Entry(taken: taken, passed: passed)
  }
}
