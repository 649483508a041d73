import TestSupport
import Testing

@testable import JPEGSplice

@Suite("Huffman tables")
struct HuffmanTableTests {
  private static func text(_ code: HuffmanTable.Code?) -> String? {
    code.map { code in
      let digits = String(code.bits, radix: 2)
      return String(repeating: "0", count: code.length - digits.count) + digits
    }
  }

  @Test(
    "Codes are those that T.81 prints in tables K.3 to K.6",
    arguments: [
      (HuffmanTable.Kind.dc, 0, [0: "00", 1: "010", 5: "110", 6: "1110", 11: "111111110"]),
      (.dc, 1, [0: "00", 1: "01", 2: "10", 3: "110", 11: "11111111110"]),
      (
        .ac, 0,
        [
          0x00: "1010", 0x01: "00", 0x02: "01", 0x03: "100", 0x11: "1100",
          0x0A: "1111111110000011", 0xF0: "11111111001", 0xFA: "1111111111111110",
        ]
      ),
      (
        .ac, 1,
        [
          0x00: "00", 0x01: "01", 0x02: "100", 0x11: "1011", 0x0A: "111111110100",
          0xF0: "1111111010", 0xFA: "1111111111111110",
        ]
      ),
    ])
  func standard(kind: HuffmanTable.Kind, number: Int, expected: [UInt8: String]) throws {
    let table = try #require(HuffmanTable.standard(HuffmanSlot(kind: kind, number: number)))
    let codes = try #require(table.codes)
    for (symbol, code) in expected {
      #expect(Self.text(codes.first { $0.symbol == symbol }) == code)
    }
  }

  @Test("Only two tables of a kind are standard")
  func noStandard() {
    #expect(HuffmanTable.standard(HuffmanSlot(kind: .ac, number: 2)) == nil)
  }

  private static func counts(_ counts: [Int: UInt8]) -> [UInt8] {
    (1...16).map { counts[$0] ?? 0 }
  }

  @Test(
    "A table with more codes than its lengths can hold, or a code of ones, is refused",
    arguments: [
      ([1: 2], false), ([1: 1], true), ([1: 1, 2: 2], false), ([1: 1, 2: 1], true), ([2: 4], false),
      ([2: 3, 3: 1], true), ([2: 3, 3: 2], false), ([8: 255], true), ([1: 1, 9: 255], true),
      ([1: 3], false), ([:], true),
    ])
  func overfull(lengths: [Int: UInt8], isTable: Bool) {
    let counts = Self.counts(lengths)
    let symbols = [UInt8](repeating: 0, count: counts.reduce(0) { $0 + Int($1) })
    let table = HuffmanTable(counts: counts, symbols: symbols)
    #expect((table.codes != nil) == isTable)
    #expect((DecodingTable(table) != nil) == isTable)
  }

  @Test("Further symbols leave all codes as they are, and have codes of their own")
  func adding() throws {
    let table = try #require(HuffmanTable.standard(HuffmanSlot(kind: .dc, number: 0)))
    let larger = try #require(table.adding([200, 100]))
    let (old, new) = (try #require(table.codes), try #require(larger.codes))
    #expect(new.prefix(old.count).map(Self.text) == old.map(Self.text))
    #expect(new.prefix(old.count).map(\.symbol) == old.map(\.symbol))
    #expect(new.dropFirst(old.count).map(\.symbol) == [100, 200])
    #expect(
      new.dropFirst(old.count).map(Self.text) == ["1111111110000000", "1111111110000001"])
  }

  @Test("Where no code is left none is added")
  func full() throws {
    let table = try #require(HuffmanTable.standard(HuffmanSlot(kind: .ac, number: 0)))
    #expect(table.adding([0x0B]) == nil)
    let almostFull = HuffmanTable(counts: Self.counts([1: 1, 9: 254]), symbols: .init(0...254))
    // 2⁸ - 254 codes of nine bits are free, and one of those is of ones.
    #expect(almostFull.adding(0..<255) != nil)
    #expect(almostFull.adding(Array(0..<255) + [1]) == nil)
  }

  @Test("A segment defines tables as an independent decoder reads them")
  func segment() throws {
    let slots = [
      HuffmanSlot(kind: .ac, number: 1), HuffmanSlot(kind: .dc, number: 0),
    ]
    let tables = Dictionary(
      uniqueKeysWithValues: try slots.map { ($0, try #require(HuffmanTable.standard($0))) })
    let segment = HuffmanTable.segment(tables)
    #expect(
      segment[..<5] == [
        0xFF, 0xC4, UInt8((segment.count - 2) >> 8), UInt8((segment.count - 2) & 0xFF), 0x00,
      ])
    #expect(Array(segment[5..<21]) == tables[slots[1]]?.counts)
    #expect(segment[33] == 0x11)
    #expect(segment.count == 4 + 17 + 12 + 17 + 162)
  }
}

@Suite("Optimal Huffman tables")
struct OptimalTableTests {
  /// The bits that symbols take of a table; nil where it lacks one.
  private func cost(_ table: HuffmanTable, _ counts: [Int]) -> Int? {
    var lengths: [UInt8: Int] = [:]
    for code in table.codes ?? [] { lengths[code.symbol] = code.length }
    var sum = 0
    for (symbol, count) in counts.enumerated() where count > 0 {
      guard let length = lengths[UInt8(symbol)] else { return nil }
      sum += count * length
    }
    return sum
  }

  /// The least bits of any prefix code: Huffman's sums of the two least weights.
  private func least(_ counts: [Int]) -> Int {
    var weights = counts.filter { $0 > 0 }
    var sum = 0
    while weights.count > 1 {
      weights.sort(by: >)
      let joined = weights.removeLast() + weights.removeLast()
      sum += joined
      weights.append(joined)
    }
    return sum
  }

  @Test("cost what the best prefix code costs that leaves the code of ones", arguments: 0..<20)
  func best(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var counts = [Int](repeating: 0, count: 256)
    for _ in 0..<Int.random(in: 1...160, using: &random) {
      counts[Int.random(in: 0..<256, using: &random)] = Int.random(in: 1...900, using: &random)
    }
    let table = HuffmanTable(optimalFor: counts)
    let codes = try #require(table.codes)
    let longest = try #require(codes.map(\.length).max())
    #expect(try #require(cost(table, counts)) + longest == least(counts + [1]))
    #expect(Set(codes.map { Int($0.symbol) }) == Set(counts.indices.filter { counts[$0] > 0 }))
  }

  /// Weights that grow like Fibonacci's numbers make Huffman's codes as long as can be.
  @Test(
    "have no code of more than sixteen bits, however uneven the counts", arguments: [20, 40, 60])
  func longest(count: Int) throws {
    var counts = [Int](repeating: 0, count: 256)
    var (a, b) = (1, 1)
    for symbol in 0..<count { (counts[symbol], a, b) = (a, b, a + b) }
    let table = HuffmanTable(optimalFor: counts)
    let codes = try #require(table.codes)
    #expect(codes.map(\.length).max() ?? 0 <= 16)
    #expect(codes.count == count)
    let lengths = Dictionary(uniqueKeysWithValues: codes.map { ($0.symbol, $0.length) })
    #expect(try #require(lengths[0]) >= #require(lengths[UInt8(count - 1)]))
  }

  @Test("are shorter than the standard ones where few symbols come often")
  func shorterThanStandard() throws {
    let standard = try #require(HuffmanTable.standard(HuffmanSlot(kind: .ac, number: 0)))
    var counts = [Int](repeating: 0, count: 256)
    for (index, symbol) in standard.symbols.enumerated() { counts[Int(symbol)] = 1 + index * index }
    let own = try #require(cost(HuffmanTable(optimalFor: counts), counts))
    #expect(own < (try #require(cost(standard, counts))))
  }

  @Test("of one symbol have one code, and of none have none")
  func small() throws {
    var counts = [Int](repeating: 0, count: 256)
    #expect(HuffmanTable(optimalFor: counts).codes?.isEmpty == true)
    counts[7] = 3
    let codes = try #require(HuffmanTable(optimalFor: counts).codes)
    #expect(codes.map(\.symbol) == [7])
    #expect(codes.map(\.length) == [1])
  }

  @Test("of all 256 symbols are tables")
  func all() {
    #expect(HuffmanTable(optimalFor: .init(repeating: 5, count: 256)).codes?.count == 256)
  }
}
