import Testing

@testable import KeyDerivation

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

  @Test("All of the memory is overwritten before it is given back", arguments: [0, 1, 40, 5_000])
  func wiping(count: Int) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count + 1, alignment: 1)
    for index in memory.indices { memory[index] = 0xA5 }
    var found: [UInt8]?
    // The byte behind belongs to others.
    UnsafeMutableRawBufferPointer(rebasing: memory[..<count]).wipeAndGiveBack { _ in
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
