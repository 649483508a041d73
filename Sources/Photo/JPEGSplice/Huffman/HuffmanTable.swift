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

  /// - Precondition: `counts` has 16 numbers; their sum is the count of `symbols`.
  init(counts: [UInt8], symbols: [UInt8]) {
    precondition(
      counts.count == Self.maximumLength && counts.reduce(0) { $0 + Int($1) } == symbols.count)
    self.counts = counts
    self.symbols = symbols
  }

  /// A code and the symbol it stands for.
  struct Code: Hashable {
    let symbol: UInt8
    /// In the lowest `length` bits.
    let bits: UInt16
    let length: Int
  }

  /// All codes, by T.81's figure C.2: counted up within a length, doubled from one to the next.
  ///
  /// Nil where the table has more codes than its lengths have room for, or a code of ones only.
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

  /// This table with codes of sixteen bits for further symbols, after all codes that it has and
  /// which stay as they are; nil where there is no room for all of them.
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

  /// The number of this slot among all, those of DC coefficients first.
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

extension HuffmanTable {
  /// The table with the shortest codes for these frequencies, none longer than sixteen bits
  /// (T.81, K.2).
  ///
  /// - Parameter counts: how often each of the 256 symbols comes; those that never do get no code.
  init(optimalFor counts: [Int]) {
    // One more symbol, which never comes, takes the code of ones that no symbol may have.
    var lengths = Self.codeLengths(counts + [1])
    lengths.removeLast()
    let symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted {
      (lengths[$0], $0) < (lengths[$1], $1)
    }
    var lengthCounts = [UInt8](repeating: 0, count: Self.maximumLength)
    for symbol in symbols { lengthCounts[lengths[symbol] - 1] += 1 }
    self.init(counts: lengthCounts, symbols: symbols.map { UInt8($0) })
  }

  /// The length of each symbol's code, 0 for those that never come; the last symbol's is the longest.
  ///
  /// Where a code would be too long, rare symbols are taken to come more often until none is.
  private static func codeLengths(_ counts: [Int]) -> [Int] {
    var weights = counts
    while true {
      let lengths = huffmanLengths(weights)
      if lengths.max() ?? 0 <= maximumLength { return lengths }
      weights = weights.indices.map { index in
        weights[index] == 0 || index == weights.count - 1 ? weights[index] : weights[index] / 2 + 1
      }
    }
  }

  /// Huffman's algorithm: the two rarest are joined until one is left.
  ///
  /// Symbols stand by weight, and joined ones come by weight, so that the rarest is always the first
  /// of one or the other. What is taken earlier has no shorter code; among symbols of equal weight
  /// the last is taken first, so that the one that never comes is among the longest.
  private static func huffmanLengths(_ weights: [Int]) -> [Int] {
    let symbols = weights.indices.filter { weights[$0] > 0 }.sorted {
      (weights[$0], $1) < (weights[$1], $0)
    }
    // The symbols, then the joined nodes, each with the number of the node it is joined into.
    var nodes = symbols.map { (weight: weights[$0], parent: 0) }
    var (symbol, joined) = (0, symbols.count)
    func takeRarest(into parent: Int) -> Int {
      let isSymbol =
        symbol < symbols.count
        && (joined == nodes.count || nodes[symbol].weight <= nodes[joined].weight)
      let index = isSymbol ? symbol : joined
      if isSymbol { symbol += 1 } else { joined += 1 }
      nodes[index].parent = parent
      return nodes[index].weight
    }
    for parent in symbols.count..<max(symbols.count, 2 * symbols.count - 1) {
      let weight = takeRarest(into: parent) + takeRarest(into: parent)
      nodes.append((weight, 0))
    }
    var depths = [Int](repeating: 0, count: nodes.count)
    for index in nodes.indices.dropLast().reversed() {
      depths[index] = depths[nodes[index].parent] + 1
    }
    var lengths = [Int](repeating: 0, count: weights.count)
    for (index, symbol) in symbols.enumerated() { lengths[symbol] = max(1, depths[index]) }
    return lengths
  }
}

extension HuffmanTable {
  /// The table that a decoder uses where the file defines none, as in frames of Motion JPEG: those of
  /// T.81, K.3, for luminance in slot 0 and for chrominance in slot 1.
  static func standard(_ slot: HuffmanSlot) -> HuffmanTable? {
    switch (slot.kind, slot.number) {
    case (.dc, 0):
      HuffmanTable(
        counts: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], symbols: Array(0...11))
    case (.dc, 1):
      HuffmanTable(
        counts: [0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], symbols: Array(0...11))
    case (.ac, 0):
      HuffmanTable(
        counts: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7D], symbols: luminanceAC)
    case (.ac, 1):
      HuffmanTable(
        counts: [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 0x77], symbols: chrominanceAC)
    default: nil
    }
  }

  private static let luminanceAC: [UInt8] = [
    0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07,
    0x22, 0x71, 0x14, 0x32, 0x81, 0x91, 0xA1, 0x08, 0x23, 0x42, 0xB1, 0xC1, 0x15, 0x52, 0xD1, 0xF0,
    0x24, 0x33, 0x62, 0x72, 0x82, 0x09, 0x0A, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x25, 0x26, 0x27, 0x28,
    0x29, 0x2A, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49,
    0x4A, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69,
    0x6A, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89,
    0x8A, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7,
    0xA8, 0xA9, 0xAA, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xC2, 0xC3, 0xC4, 0xC5,
    0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xE1, 0xE2,
    0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8,
    0xF9, 0xFA,
  ]

  private static let chrominanceAC: [UInt8] = [
    0x00, 0x01, 0x02, 0x03, 0x11, 0x04, 0x05, 0x21, 0x31, 0x06, 0x12, 0x41, 0x51, 0x07, 0x61, 0x71,
    0x13, 0x22, 0x32, 0x81, 0x08, 0x14, 0x42, 0x91, 0xA1, 0xB1, 0xC1, 0x09, 0x23, 0x33, 0x52, 0xF0,
    0x15, 0x62, 0x72, 0xD1, 0x0A, 0x16, 0x24, 0x34, 0xE1, 0x25, 0xF1, 0x17, 0x18, 0x19, 0x1A, 0x26,
    0x27, 0x28, 0x29, 0x2A, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48,
    0x49, 0x4A, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68,
    0x69, 0x6A, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87,
    0x88, 0x89, 0x8A, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0xA2, 0xA3, 0xA4, 0xA5,
    0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xC2, 0xC3,
    0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA,
    0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8,
    0xF9, 0xFA,
  ]
}
