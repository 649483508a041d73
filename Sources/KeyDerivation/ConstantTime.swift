/// Comparisons that do not tell by their time where secrets differ.
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
