import TestSupport
import Testing

@testable import JPEGSplice

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
