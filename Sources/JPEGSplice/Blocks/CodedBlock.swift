/// What one scan says of a block.
///
/// Coefficients stand in zigzag order. In a first scan of a progressive picture they are without the
/// bits that later scans bring; in a refinement of coefficients after the first they are -1, 0 or 1:
/// those that it brings anew.
struct CodedBlock {
  var coefficients = InlineArray<64, Int16>(repeating: 0)
  /// In a refinement: the coefficients that earlier scans brought, as a bit each.
  var history: UInt64 = 0
  /// In a refinement: the next bit of each of them.
  var corrections: UInt64 = 0

  /// The coefficients that are not zero, as a bit each.
  var nonzero: UInt64 {
    var mask: UInt64 = 0
    for index in 0..<64 where coefficients[index] != 0 { mask |= 1 << UInt64(index) }
    return mask
  }
}
