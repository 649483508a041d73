import Testing

@testable import Hashing

@Suite("Secret bytes")
struct SecretBytesTests {
  @Test("Bytes are copied and read again", arguments: [[], [5], Array(0...255)] as [[UInt8]])
  func copies(bytes: [UInt8]) {
    let secret = SecretBytes(copying: bytes.span)
    let read = Self.read(secret)
    #expect(read == bytes)
    let count = secret.count
    #expect(count == bytes.count)
  }

  @Test("Bytes are zeros until they are changed")
  func changes() {
    var secret = SecretBytes(count: 3)
    let before = Self.read(secret)
    #expect(before == [0, 0, 0])
    let count = secret.withMutableSpan { span in
      span[1] = 7
      return span.count
    }
    #expect(count == 3)
    let after = Self.read(secret)
    #expect(after == [0, 7, 0])
  }

  @Test("An error of what reads or changes them is passed on with its type")
  func errors() {
    struct Refusal: Error, Equatable {}
    #expect(throws: Refusal()) {
      try SecretBytes(count: 1).withSpan { _ throws(Refusal) -> Void in throw Refusal() }
    }
    #expect(throws: Refusal()) {
      var secret = SecretBytes(count: 1)
      try secret.withMutableSpan { _ throws(Refusal) -> Void in throw Refusal() }
    }
  }

  @Test("All of the memory is overwritten before it is released", arguments: [0, 1, 40, 5_000])
  func wiping(count: Int) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count + 1, alignment: 1)
    for index in memory.indices { memory[index] = 0xA5 }
    var found: [UInt8]?
    // The byte after it belongs to others.
    UnsafeMutableRawBufferPointer(rebasing: memory[..<count]).wipeAndRelease { _ in
      found = Array(memory)
      memory.deallocate()
    }
    #expect(found == Array(repeating: 0, count: count) + [0xA5])
  }

  @Test("A single value is changed where it is")
  func value() {
    var secret = Secret<UInt64>(5)
    secret.change { $0 += 2 }
    let value = secret.value
    #expect(value == 7)
  }

  private static func read(_ secret: borrowing SecretBytes) -> [UInt8] {
    secret.withSpan { bytes in bytes.indices.map { bytes[$0] } }
  }
}

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
