import Formats

extension BitReader {
  /// Reads a code.
  ///
  /// - Parameter table: the entries of a ``DecodingTable``.
  /// - Returns: its symbol.
  /// - Throws: ``JPEGError`` where no code begins so, or the data have ended.
  @inline(__always)
  mutating func symbol(_ table: UnsafePointer<UInt16>) throws(JPEGError) -> Int {
    if count < HuffmanTable.maximumLength { refill() }
    let entry = DecodingTable.entry(table, Int(truncatingIfNeeded: bits >> 48))
    if entry == 0 { throw failure(.unknownCode) }
    consume(Int(entry & 0xFF))
    return Int(entry >> 8)
  }

  /// Reads the bits that come after a code for numbers of `size` bits, 0 to 15 (T.81, F.2.2.1).
  @inline(__always)
  mutating func magnitude(_ size: Int) -> Int {
    if size == 0 { return 0 }
    let value = read(size)
    // All ones where the highest bit is 0, which is as often as not: no branch.
    let isNegative = (value &- (1 &<< (size &- 1))) &>> 63
    return value &+ (isNegative & (1 &- (1 &<< size)))
  }

  /// What is wrong here: what was found, or that the data have ended before it.
  func failure(_ damage: JPEGError.Damage) -> JPEGError {
    let hasEnded = count - padding < HuffmanTable.maximumLength && padding > 0
    return .damaged(hasEnded ? .endsEarly : damage, at: position.byte)
  }
}
