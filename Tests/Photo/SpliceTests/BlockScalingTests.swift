import TestSupport
import Testing

@testable import JPEGSplice

@Suite("Samples of blocks and back")
struct BlockScalingTests {
  /// From the finest table to coarser ones, and one with a step of its own at every place.
  private static let tables: [[UInt16]] =
    [1, 2, 3, 7, 16, 99, 255].map { [UInt16](repeating: $0, count: 64) }
    + [(0..<64).map { UInt16(1 + 4 * $0) }]

  @Test("Coefficients come back from the samples they make", arguments: tables)
  func roundTrip(table: [UInt16]) {
    var random = SplitMix64(seed: 5)
    for _ in 0..<500 {
      let last = Int.random(in: 1...64, using: &random)
      let largest = Int16(max(1, min(1023, 2048 / Int(table[0]))))
      let block = (0..<64).map {
        $0 < last ? Int16.random(in: -largest...largest, using: &random) : 0
      }
      var result = [Int16](repeating: 1, count: 64)
      BlockScaling(table).withTables { tables in
        block.withUnsafeBufferPointer { block in
          result.withUnsafeMutableBufferPointer { result in
            guard let block = block.baseAddress, let result = result.baseAddress else { return }
            tables.quantize(tables.samples(block), into: result)
          }
        }
      }
      #expect(result == block)
    }
  }

  @Test("The transform is the one of the standard")
  func transform() {
    // One horizontal step in the second row of frequencies: cosines of (2x+1)·π/16 and (2y+1)·2π/16.
    let horizontal: [Float] = [0.980_785, 0.831_470, 0.555_570, 0.195_090]
    let vertical: [Float] = [0.923_880, 0.382_683, -0.382_683, -0.923_880]
    var block = [Int16](repeating: 0, count: 64)
    // Zigzag place 8 is row 2, column 1.
    block[8] = 100
    BlockScaling([UInt16](repeating: 2, count: 64)).withTables { tables in
      block.withUnsafeBufferPointer { block in
        guard let block = block.baseAddress else { return }
        let samples = tables.samples(block)
        for y in 0..<8 {
          for x in 0..<8 {
            let across = x < 4 ? horizontal[x] : -horizontal[7 - x]
            let down = y < 4 ? vertical[y] : vertical[7 - y]
            #expect(abs(samples[y][x] - 50 * across * down) < 0.001)
          }
        }
      }
    }
  }
}
