/// The code of each symbol.
struct EncodingTable: Sendable {
  /// By symbol: the code in the high 16 bits, its length in the low ones; 0 for symbols without one.
  private let entries: [UInt32]

  /// - Parameter table: one whose codes fit their lengths.
  init(_ table: HuffmanTable) {
    var entries = [UInt32](repeating: 0, count: 256)
    for code in table.codes ?? [] {
      entries[Int(code.symbol)] = UInt32(code.bits) << 16 | UInt32(code.length)
    }
    self.entries = entries
  }

  /// The code of a symbol; nil where the table has none.
  subscript(symbol: UInt8) -> (bits: UInt32, length: Int)? {
    let entry = entries[Int(symbol)]
    return entry == 0 ? nil : (entry >> 16, Int(entry & 0xFFFF))
  }
}
