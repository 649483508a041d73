import KeyDerivation
import Testing

@Suite("Comparison in constant time")
struct ConstantTimeTests {
  @Test(
    "Runs are equal where their lengths and all their bytes are",
    arguments: [
      ([], [], true), ([0], [], false), ([], [0], false), ([7], [7], true), ([7], [8], false),
      ([1, 2, 3], [1, 2, 3], true), ([1, 2, 3], [1, 2], false), ([1, 2], [1, 2, 3], false),
      ([9, 2, 3], [1, 2, 3], false), ([1, 2, 9], [1, 2, 3], false), ([1, 2], [2, 1], false),
      ([0x0F, 0xF0], [0xF0, 0x0F], false),
    ] as [([UInt8], [UInt8], Bool)])
  func equality(left: [UInt8], right: [UInt8], expected: Bool) {
    let observed = ConstantTime.areEqual(left.span, right.span)
    #expect(observed == expected)
  }

  @Test("Any one bit that differs is seen", arguments: [1, 31, 32, 33, 67])
  func bits(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    for bit in 0..<8 * count {
      var other = bytes
      other[bit / 8] ^= 1 << (bit % 8)
      let observed = ConstantTime.areEqual(bytes.span, other.span)
      try #require(!observed, "bit \(bit)")
    }
  }
}
