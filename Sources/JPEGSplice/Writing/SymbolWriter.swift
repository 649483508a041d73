/// Writes codes of symbols, and remembers those that the tables have no code for.
struct SymbolWriter {
  var bits: BitWriter
  private let tables: [HuffmanSlot: EncodingTable]
  /// What could not be written; where there is any, the data are of no use.
  private(set) var missing: [HuffmanSlot: Set<UInt8>] = [:]
  /// How often each symbol of a table is written, where that is to be counted.
  private(set) var counts: [HuffmanSlot: [Int]]?

  init(_ bits: BitWriter, tables: [HuffmanSlot: EncodingTable]) {
    self.bits = bits
    self.tables = tables
  }

  /// One that writes nothing but counts symbols.
  init(counting slots: some Sequence<HuffmanSlot>) {
    self.init(BitWriter(), tables: [:])
    counts = Dictionary(uniqueKeysWithValues: slots.map { ($0, .init(repeating: 0, count: 256)) })
  }

  /// Writes the code of a symbol and bits behind it.
  mutating func write(
    _ symbol: UInt8, _ slot: HuffmanSlot, _ extra: UInt32 = 0, _ extraCount: Int = 0
  ) {
    if counts != nil {
      counts?[slot]?[Int(symbol)] += 1
      return
    }
    guard let code = tables[slot]?[symbol] else {
      missing[slot, default: []].insert(symbol)
      return
    }
    bits.write(code.bits, code.length)
    bits.write(extra, extraCount)
  }
}
