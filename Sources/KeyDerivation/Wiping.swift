import Glibc

extension UnsafeMutableRawBufferPointer {
  /// Overwrites the memory with zeros and then gives it back.
  ///
  /// The optimizer may not leave the first out although nothing reads the zeros: that is what
  /// `explicit_bzero` is for.
  ///
  /// - Parameter release: what gives it back; tests look into the memory there.
  func wipeAndGiveBack(
    by release: (UnsafeMutableRawBufferPointer) -> Void = { $0.deallocate() }
  ) {
    if let baseAddress { explicit_bzero(baseAddress, count) }
    release(self)
  }
}
