/// A place between two bits of entropy-coded data.
struct BitPosition: Hashable, Sendable {
  /// Where the byte of the next bit is; never a zero that was stuffed after 0xFF.
  var byte: Int
  /// How many of that byte's bits come before, the highest first; 0 to 7.
  var bit: Int
}

extension BitPosition: Comparable {
  static func < (a: BitPosition, b: BitPosition) -> Bool { (a.byte, a.bit) < (b.byte, b.bit) }
}
