import TestSupport
import Testing

@testable import JPEGSplice

@Suite("Room in full Huffman tables")
struct TableRoomTests {
  /// The table that is best for frequencies that fall steeply, as those of a photo's symbols do.
  private func table(seed: UInt64, symbols: Int) -> HuffmanTable {
    var random = SplitMix64(seed: seed)
    var counts = [Int](repeating: 0, count: 256)
    for index in 0..<symbols {
      counts[(index * 37 + Int(seed)) % 256] =
        1 + 1 << Int.random(in: 0...max(1, 24 - index / 5), using: &random)
    }
    return HuffmanTable(optimalFor: counts)
  }

  @Test("is made by codes that become longer, and no other code changes", arguments: 0..<200)
  func room(seed: Int) throws {
    let table = table(seed: UInt64(seed), symbols: 30 + seed)
    let unused = (UInt8.min...UInt8.max).filter { !table.symbols.contains($0) }
    for count in [1, 2, 5, 13, 26] where unused.count >= count {
      let further = Array(unused.reversed().prefix(count))
      guard let (roomier, moved) = table.makingRoom(for: further) else { continue }
      let codes = try #require(roomier.codes)
      let bySymbol = Dictionary(uniqueKeysWithValues: codes.map { ($0.symbol, $0) })
      for symbol in further { #expect(bySymbol[symbol]?.length == 16) }
      for code in try #require(table.codes) {
        let new = try #require(bySymbol[code.symbol])
        if let length = moved[code.symbol] {
          #expect(length == code.length && new.length == 16)
        } else {
          #expect(new.bits == code.bits && new.length == code.length)
        }
      }
    }
  }

  @Test("is made in most tables that are full")
  func most() {
    let tables = (0..<200).map { table(seed: $0, symbols: 120) }
    let full = tables.filter { $0.room < 5 }
    #expect(full.count > 20)
    let roomy = full.count { table in
      let unused = (UInt8.min...UInt8.max).filter { !table.symbols.contains($0) }
      return table.makingRoom(for: Array(unused.prefix(8))) != nil
    }
    #expect(roomy > full.count * 9 / 10)
  }

  @Test("is not made where a symbol has two codes, whose places are not known apart")
  func twice() {
    // A code of each length, the longest of ones but for its last bit.
    let counts = [UInt8](repeating: 1, count: 16)
    let symbols = Array(UInt8(0)..<16)
    #expect(HuffmanTable(counts: counts, symbols: symbols).makingRoom(for: [99]) != nil)
    #expect(
      HuffmanTable(counts: counts, symbols: symbols.dropLast() + [14]).makingRoom(for: [99]) == nil)
  }
}
