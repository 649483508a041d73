/// What one scan says of a block.
///
/// Coefficients stand in zigzag order. In a first scan of a progressive picture they are without the
/// bits that later scans bring; in a refinement of coefficients after the first they are -1, 0 or 1:
/// those that it brings anew.
struct CodedBlock {
  private(set) var coefficients = InlineArray<64, Int16>(repeating: 0)
  /// The coefficients that are not zero, as a bit each.
  private(set) var nonzero: UInt64 = 0
  /// In a refinement: the coefficients that earlier scans brought, as a bit each.
  var history: UInt64 = 0
  /// In a refinement: the next bit of each of them.
  var corrections: UInt64 = 0

  /// Sets a coefficient that is still zero.
  @inline(__always)
  mutating func set(_ index: Int, _ value: Int16) {
    coefficients[index] = value
    nonzero |= (value == 0 ? 0 : 1) &<< UInt64(truncatingIfNeeded: index)
  }

  /// Makes it a block of zeros; quick where few are none.
  @inline(__always)
  mutating func clear() {
    for index in Bits(nonzero) { coefficients[index] = 0 }
    (nonzero, history, corrections) = (0, 0, 0)
  }
}

/// The numbers of the bits that are set, ascending.
struct Bits: Sequence, IteratorProtocol {
  private var rest: UInt64

  @inline(__always)
  init(_ bits: UInt64) { rest = bits }

  @inline(__always)
  mutating func next() -> Int? {
    if rest == 0 { return nil }
    defer { rest &= rest &- 1 }
    return rest.trailingZeroBitCount
  }
}

extension UInt64 {
  /// The bits of a band of coefficients.
  init(_ band: ClosedRange<Int>) {
    self = ~0 << UInt64(band.lowerBound) & ~0 >> UInt64(63 - band.upperBound)
  }
}
