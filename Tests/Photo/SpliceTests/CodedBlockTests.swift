import TestSupport
import Testing

@testable import JPEGSplice

@Suite("Blocks of a scan")
struct CodedBlockTests {
  @Test("The coefficients that are not zero are found, whatever their values")
  func nonzero() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<1000 {
      let zeros = Int.random(in: 0...64, using: &random)
      let block = (0..<64).map { _ -> Int16 in
        if Int.random(in: 0..<64, using: &random) < zeros { return 0 }
        let any = Int16.random(in: .min ... .max, using: &random)
        return [1, -1, .max, .min, any].randomElement(using: &random) ?? 0
      }
      let expected = block.indices.reduce(0 as UInt64) {
        $0 | (block[$1] == 0 ? 0 : 1 << UInt64($1))
      }
      #expect(CodedBlock.nonzero(block) == expected)
      let coded = CodedBlock(block, in: .sequential)
      #expect(coded.nonzero == expected)
      var applied = [Int16](repeating: 7, count: 64)
      coded.apply(to: &applied, in: .sequential)
      #expect(applied == block)
    }
  }

  @Test("A block of zeros is left of any other")
  func clearing() {
    var block = CodedBlock((0..<64).map { Int16($0) }, in: .sequential)
    block.clear()
    #expect(block.nonzero == 0 && (0..<64).allSatisfy { block.coefficients[$0] == 0 })
  }
}
