import Formats

/// A Huffman table as a DHT segment gives it (T.81, B.2.4.2).
struct HuffmanTable: Sendable, Hashable {
  enum Kind: UInt8, Sendable { case dc = 0, ac = 1 }

  /// The longest code, in bits.
  static let maximumLength = 16

  /// How many codes have each length from 1 to 16 bits.
  private(set) var counts: [UInt8]
  /// In the order of their codes; at most 256.
  private(set) var symbols: [UInt8]

  /// - Precondition: `counts` has 16 numbers, whose sum is the count of `symbols`.
  init(counts: [UInt8], symbols: [UInt8]) {
    precondition(
      counts.count == Self.maximumLength && counts.reduce(0) { $0 + Int($1) } == symbols.count)
    self.counts = counts
    self.symbols = symbols
  }

  /// A code and the symbol it stands for.
  struct Code {
    let symbol: UInt8
    /// In the lowest `length` bits.
    let bits: UInt16
    let length: Int
  }

  /// All codes, by T.81's figure C.2: counted up within a length, doubled from one to the next.
  ///
  /// None where the table has more codes than its lengths can tell apart, or a code of ones only.
  var codes: [Code]? {
    var codes: [Code] = []
    codes.reserveCapacity(symbols.count)
    var next = 0
    for (index, count) in counts.enumerated() {
      let length = index + 1
      for _ in 0..<count {
        guard next + 1 < 1 << length else { return nil }
        codes.append(
          Code(symbol: symbols[codes.count], bits: UInt16(truncatingIfNeeded: next), length: length)
        )
        next += 1
      }
      next <<= 1
    }
    return codes
  }

  /// This table with codes of sixteen bits for further symbols, behind all codes that it has and
  /// which stay as they are; nil where there is no room for so many.
  func adding(_ further: some Collection<UInt8>) -> HuffmanTable? {
    let count = Int(counts[Self.maximumLength - 1]) + further.count
    guard let longest = UInt8(exactly: count) else { return nil }
    var table = self
    table.counts[Self.maximumLength - 1] = longest
    table.symbols += further.sorted()
    return table.codes == nil ? nil : table
  }

  /// Whether this table has all codes of another, for the same symbols, and at most longer ones.
  func extends(_ other: HuffmanTable) -> Bool {
    counts.dropLast() == other.counts.dropLast() && symbols.starts(with: other.symbols)
  }
}

/// Number and kind of a table, as a DHT segment and a scan header name it.
struct HuffmanSlot: Hashable, Comparable, Sendable {
  let kind: HuffmanTable.Kind
  /// 0 to 3.
  let number: Int

  /// The number of this slot among all, those of first coefficients first.
  var index: Int { Int(kind.rawValue) << 2 | number }
  static let count = 8

  static func < (a: HuffmanSlot, b: HuffmanSlot) -> Bool {
    (a.kind.rawValue, a.number) < (b.kind.rawValue, b.number)
  }
}

extension HuffmanTable {
  /// The DHT segment that defines tables.
  static func segment(_ tables: [HuffmanSlot: HuffmanTable]) -> [UInt8] {
    var payload: [UInt8] = []
    for (slot, table) in tables.sorted(by: { $0.key < $1.key }) {
      payload.append(slot.kind.rawValue << 4 | UInt8(slot.number))
      payload += table.counts + table.symbols
    }
    let length = payload.count + 2
    return [0xFF, JPEGMarker.huffmanTables.rawValue, UInt8(length >> 8), UInt8(length & 0xFF)]
      + payload
  }
}
