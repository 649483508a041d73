import Glibc

/// Bytes that are overwritten before their memory is released.
///
/// The promise covers this one allocation: it does not move, and there is no second one. Swift
/// promises nothing about the registers and the stack of those who read and write the bytes, nor
/// about what they copy elsewhere; nor are the bytes kept out of swap space and core dumps.
///
/// `@unchecked Sendable`: the memory belongs to this value alone, which cannot be copied; it is
/// changed only by code with exclusive access to the value, as any stored property is.
package struct SecretBytes: ~Copyable, @unchecked Sendable {
  private let memory: UnsafeMutableBufferPointer<UInt8>

  package init(copying bytes: Span<UInt8>) {
    self.init(count: bytes.count)
    for index in bytes.indices { memory[index] = bytes[index] }
  }

  /// Makes `count` zeros; 0 is allowed.
  package init(count: Int) {
    precondition(count >= 0, "a negative count of bytes")
    memory = .allocate(capacity: count)
    memory.initialize(repeating: 0)
  }

  deinit { UnsafeMutableRawBufferPointer(memory).wipeAndRelease() }

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

/// A value of plain bits in an allocation of its own, overwritten before that is released; with
/// the limits that ``SecretBytes`` names.
struct Secret<Value: BitwiseCopyable>: ~Copyable {
  private let memory: UnsafeMutablePointer<Value>

  init(_ value: Value) {
    memory = .allocate(capacity: 1)
    memory.initialize(to: value)
  }

  deinit {
    UnsafeMutableRawBufferPointer(start: memory, count: MemoryLayout<Value>.size).wipeAndRelease()
  }

  /// A copy, which is not overwritten.
  var value: Value { memory.pointee }

  /// Changes the value where it is.
  mutating func change<R>(_ work: (inout Value) -> R) -> R { work(&memory.pointee) }
}

extension UnsafeMutableRawBufferPointer {
  /// Overwrites the memory with zeros, then releases it.
  ///
  /// The optimizer may not drop the zeros although nothing reads them: that is what `explicit_bzero`
  /// is for.
  ///
  /// - Parameter release: releases it; tests inspect the memory there.
  func wipeAndRelease(
    by release: (UnsafeMutableRawBufferPointer) -> Void = { $0.deallocate() }
  ) {
    if let baseAddress { explicit_bzero(baseAddress, count) }
    release(self)
  }
}

/// Comparisons that do not reveal, by their time, where secrets differ.
package enum ConstantTime {
  /// Whether two runs of bytes are the same, in a time that depends on their lengths alone.
  ///
  /// Runs of different lengths differ at once. Otherwise every byte is compared, and the result is
  /// looked at only after the last.
  @inline(never)
  package static func areEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    var difference: UInt8 = 0
    for index in a.indices { difference |= a[index] ^ b[index] }
    return difference == 0
  }
}
