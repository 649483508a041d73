import Journal
import Testing

@Suite("Heat scale")
struct HeatScaleTests {
  @Test(
    "gives each level about a quarter of the days with posts",
    arguments: [
      ([Int](), [ClosedRange<Int>]()),
      ([0, 0], []),
      ([5], [5...5]),
      ([1, 1, 1], [1...1]),
      ([1, 2], [1...1, 2...2]),
      (Array(1...12), [1...3, 4...6, 7...9, 10...12]),
      ([0, 0, 0] + Array(1...12), [1...3, 4...6, 7...9, 10...12]),
      (Array(repeating: 1, count: 200) + [2, 3, 4, 10], [1...1, 2...2, 3...3, 4...10]),
      ([1, 2, 3, 4, 5, 6, 7, 300], [1...2, 3...4, 5...6, 7...300]),
      ([20, 20, 21, 40], [20...20, 21...39, 40...40]),
    ])
  func levels(counts: [Int], levels: [ClosedRange<Int>]) {
    #expect(HeatScale(counts).levels == levels)
  }

  @Test("puts a count into the level whose range has it")
  func level() {
    let scale = HeatScale([3, 4, 7, 7, 12, 13, 20, 41])
    for (index, range) in scale.levels.enumerated() {
      for count in range { #expect(scale.level(of: count) == index + 1) }
    }
    #expect(scale.level(of: 0) == 0)
    #expect(scale.level(of: 1) == 1)
    #expect(scale.level(of: 1000) == scale.levels.count)
  }
}
