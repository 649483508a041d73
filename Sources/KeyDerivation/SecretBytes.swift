/// Bytes that are overwritten before their memory is given back.
///
/// What is promised is this one allocation: it does not move, and there is no second one. Swift
/// promises nothing about the registers and the stack of those who read and write the bytes, nor
/// about what they copy elsewhere; nor are the bytes kept out of swap space and core dumps.
///
/// `@unchecked Sendable`: the memory belongs to this value alone, which cannot be copied; it is
/// changed only by who has the value exclusively, as any stored property is.
package struct SecretBytes: ~Copyable, @unchecked Sendable {
  private let memory: UnsafeMutableBufferPointer<UInt8>

  package init(copying bytes: Span<UInt8>) {
    self.init(count: bytes.count)
    for index in bytes.indices { memory[index] = bytes[index] }
  }

  /// Makes `count` zeros; none is allowed.
  package init(count: Int) {
    precondition(count >= 0, "a negative count of bytes")
    memory = .allocate(capacity: count)
    memory.initialize(repeating: 0)
  }

  deinit { UnsafeMutableRawBufferPointer(memory).wipeAndGiveBack() }

  package var count: Int { memory.count }

  package borrowing func withSpan<R: ~Copyable, E: Error>(
    _ work: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    try work(memory.span)
  }

  package mutating func withMutableSpan<R: ~Copyable, E: Error>(
    _ work: (inout MutableSpan<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    var span = memory.mutableSpan
    return try work(&span)
  }
}
