import Files

/// The points of Ed25519 of order 1, 2, 4 and 8: a public key that is one of them verifies signatures that
/// anyone can make (RFC 8032, section 8.9, leaves them to whoever takes keys).
enum SmallOrderPoint {
  /// Their ordinates y, the first byte the least, as RFC 8032 section 5.1.2 has them, without the bit of
  /// x.
  private static let ordinates: Set<String> = [
    // Of order 4: 0, also written as the prime 2²⁵⁵ - 19.
    String(repeating: "00", count: 32),
    "ed" + String(repeating: "ff", count: 30) + "7f",
    // Of order 1: 1, also written as the prime and 1.
    "01" + String(repeating: "00", count: 31),
    "ee" + String(repeating: "ff", count: 30) + "7f",
    // Of order 2: -1.
    "ec" + String(repeating: "ff", count: 30) + "7f",
    // Of order 8.
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  ]

  static func has(_ point: [UInt8]) -> Bool {
    guard let last = point.last else { return false }
    return ordinates.contains((point.dropLast() + [last & 0x7f]).hexadecimal)
  }
}
