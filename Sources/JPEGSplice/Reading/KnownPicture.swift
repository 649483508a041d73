/// A picture whose scans were read before, by which another is read that begins alike.
///
/// Decoding the same bits with the same codes leads to the same place, so those need not be decoded
/// twice.
struct KnownPicture {
  let picture: JPEGPicture
  let traces: [ScanTrace]

  /// Where a block begins in the other picture.
  struct Start {
    let unit: Int
    let position: BitPosition
    /// By component of the scan, the first coefficients of the blocks before.
    let predictors: Predictors
  }

  /// Where the first of the wanted blocks begins in an interval of the other picture.
  ///
  /// - Parameters:
  ///   - interval: of the other picture, with blocks wanted.
  ///   - number: how many of those the scan has before it.
  ///   - index: the scan's number.
  ///   - other: the other picture.
  /// - Returns: nil where the two do not begin alike.
  func start(
    of interval: RestartIntervals.Interval, number: Int, scan index: Int, in other: JPEGPicture
  ) -> Start? {
    guard traces.indices.contains(index), traces[index].intervals.indices.contains(number),
      let span = traces[index].intervals[number].spans.first,
      interval.units.contains(span.units.lowerBound), hasSameCodes(index, in: other)
    else { return nil }
    let known = traces[index].intervals[number].data.lowerBound..<span.start.byte
    let same = interval.data.lowerBound..<interval.data.lowerBound + known.count
    // The bits of the byte in which the block begins, too.
    let bit = span.start.bit
    guard same.upperBound < interval.data.upperBound,
      (picture.bytes[span.start.byte] ^ other.bytes[same.upperBound]) & ~(0xFF >> UInt8(bit)) == 0,
      Self.areEqual(picture.bytes, known, other.bytes, same.lowerBound)
    else { return nil }
    return Start(
      unit: span.units.lowerBound, position: BitPosition(byte: same.upperBound, bit: bit),
      predictors: span.predictors)
  }

  /// Whether all codes of a scan are codes of the other picture's, for the same symbols.
  private func hasSameCodes(_ index: Int, in other: JPEGPicture) -> Bool {
    picture.scans[index].tables.allSatisfy { slot, table in
      other.scans[index].tables[slot]?.extends(table) ?? false
    }
  }

  /// Whether a range of bytes, which must lie inside, is the same from a place in others on.
  private static func areEqual(
    _ bytes: [UInt8], _ range: Range<Int>, _ others: [UInt8], _ start: Int
  ) -> Bool {
    guard range.count <= others.count - start else { return false }
    return bytes.withUnsafeBytes { bytes in
      others.withUnsafeBytes { others in
        var offset = 0
        while offset + 8 <= range.count {
          let word = bytes.loadUnaligned(
            fromByteOffset: range.lowerBound + offset, as: UInt64.self)
          if word != others.loadUnaligned(fromByteOffset: start + offset, as: UInt64.self) {
            return false
          }
          offset += 8
        }
        return (offset..<range.count).allSatisfy {
          bytes[range.lowerBound + $0] == others[start + $0]
        }
      }
    }
  }
}
