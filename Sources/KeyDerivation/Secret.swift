/// A value of plain bits in an allocation of its own, overwritten before that is given back; with
/// the limits that ``SecretBytes`` names.
struct Secret<Value: BitwiseCopyable>: ~Copyable {
  private let memory: UnsafeMutablePointer<Value>

  init(_ value: Value) {
    memory = .allocate(capacity: 1)
    memory.initialize(to: value)
  }

  deinit {
    UnsafeMutableRawBufferPointer(start: memory, count: MemoryLayout<Value>.size).wipeAndGiveBack()
  }

  /// A copy, which is not overwritten.
  var value: Value { memory.pointee }

  /// Changes the value where it is.
  mutating func change<R>(_ work: (inout Value) -> R) -> R { work(&memory.pointee) }
}
