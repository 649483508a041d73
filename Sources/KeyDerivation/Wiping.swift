import Glibc

extension UnsafeMutableRawBufferPointer {
  /// Overwrites the memory with zeros, by a call that the optimizer may not leave out although
  /// nothing reads them (`explicit_bzero`).
  func wipe() {
    if let baseAddress { explicit_bzero(baseAddress, count) }
  }
}
