/// Writes codes of symbols, and counts those that the tables have no code for.
struct SymbolWriter {
  var bits: BitWriter
  /// By slot and symbol: the code in the high 16 bits, its length in the low ones; 0 for symbols
  /// without one.
  private var codes = [UInt32](repeating: 0, count: HuffmanSlot.count << 8)
  /// By slot and symbol, how often a symbol came that has no code.
  private var uncoded = [Int](repeating: 0, count: HuffmanSlot.count << 8)

  /// - Parameters:
  ///   - bits: what the codes are written behind.
  ///   - tables: ones whose codes fit their lengths. Without any, nothing is written and all symbols
  ///     are counted.
  init(_ bits: BitWriter, tables: [HuffmanSlot: HuffmanTable]) {
    self.bits = bits
    for (slot, table) in tables {
      for code in table.codes ?? [] {
        codes[slot.index << 8 | Int(code.symbol)] = UInt32(code.bits) << 16 | UInt32(code.length)
      }
    }
  }

  /// What could not be written; where there is any, the data are of no use.
  var missing: [HuffmanSlot: Set<UInt8>] {
    counts.mapValues { counts in
      Set((0...255).filter { counts[Int($0)] > 0 })
    }
  }

  /// How often each symbol came that has no code, for tables with such symbols.
  var counts: [HuffmanSlot: [Int]] {
    var counts: [HuffmanSlot: [Int]] = [:]
    for kind in [HuffmanTable.Kind.dc, .ac] {
      for slot in (0..<4).map({ HuffmanSlot(kind: kind, number: $0) }) {
        let own = uncoded[slot.index << 8..<(slot.index + 1) << 8]
        if own.contains(where: { $0 > 0 }) { counts[slot] = Array(own) }
      }
    }
    return counts
  }

  /// Writes the code of a symbol and bits behind it.
  ///
  /// - Parameters:
  ///   - symbol: the symbol.
  ///   - slot: the table's.
  ///   - extra: the bits behind the code, in the lowest places, and no others.
  ///   - extraCount: how many, 0 to 32.
  @inline(__always)
  mutating func write(
    _ symbol: UInt8, _ slot: HuffmanSlot, _ extra: UInt32 = 0, _ extraCount: Int = 0
  ) {
    let index = slot.index << 8 | Int(symbol)
    let code = codes[index]
    if code == 0 {
      uncoded[index] += 1
      return
    }
    if extraCount <= 16 {
      let length = UInt32(truncatingIfNeeded: extraCount)
      bits.write((code >> 16) &<< length | extra, Int(code & 0xFFFF) &+ extraCount)
    } else {
      bits.write(code >> 16, Int(code & 0xFFFF))
      bits.write(extra, extraCount)
    }
  }
}
