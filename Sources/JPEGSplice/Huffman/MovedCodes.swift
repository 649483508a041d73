/// The codes of a table that gave way to further symbols: the last ones, each of which became one of
/// sixteen bits.
///
/// What a table's first codes stand for does not depend on those after them (T.81, figure C.2), so that
/// all others stay. A table has no room where its codes are as many as sixteen bits allow, as in tables
/// that are best for one photo; those at its end are rare there.
struct MovedCodes: Sendable, Hashable {
  /// A code as it was.
  struct Original: Sendable, Hashable {
    /// In the lowest `length` bits.
    let bits: UInt16
    let length: Int
  }

  /// The first of the codes that they became; the others follow without a gap.
  let first: UInt16
  /// In the order of their codes, which both have.
  let originals: [Original]

  /// The number of the code that sixteen bits of the original begin with; nil where it stayed.
  @inline(__always)
  func number(_ bits: Int) -> Int? {
    if bits < first { return nil }
    // The last one that begins at or before the bits.
    var (start, end) = (0, originals.count)
    while end - start > 1 {
      let middle = (start + end) / 2
      if originals[middle].start <= bits { start = middle } else { end = middle }
    }
    return start < end ? start : nil
  }

  func code(_ number: Int) -> UInt16 { first + UInt16(truncatingIfNeeded: number) }
}

extension MovedCodes.Original {
  /// The code and zeros after it, of sixteen bits.
  @inline(__always)
  fileprivate var start: Int { Int(bits) << (HuffmanTable.maximumLength - length) }
}

extension HuffmanTable {
  /// This table with codes for further symbols, for which as few of the last codes as possible become
  /// ones of sixteen bits.
  ///
  /// - Parameter further: symbols without a code.
  /// - Returns: that table, and the codes that are others in it; nil where there are too many.
  func movingCodes(for further: some Collection<UInt8>) -> (table: HuffmanTable, moved: MovedCodes)?
  {
    guard let codes, symbols.count + further.count <= Int(UInt8.max) else { return nil }
    let originals = codes.map { MovedCodes.Original(bits: $0.bits, length: $0.length) }
    // One code is left, that of ones only.
    let end = 1 << Self.maximumLength - 1
    let kept = originals.indices.last {
      end - originals[$0].start >= symbols.count - $0 + further.count
    }
    guard let kept else { return nil }
    var counts = [UInt8](repeating: 0, count: Self.maximumLength)
    for code in originals[..<kept] { counts[code.length - 1] += 1 }
    counts[Self.maximumLength - 1] += UInt8(symbols.count - kept + further.count)
    let table = HuffmanTable(counts: counts, symbols: symbols + further.sorted())
    let moved = MovedCodes(
      first: UInt16(truncatingIfNeeded: originals[kept].start), originals: Array(originals[kept...])
    )
    return table.codes == nil ? nil : (table, moved)
  }
}
