/// Where a scan's data hold given blocks.
struct ScanTrace: Sendable {
  /// The restart intervals that hold some of them, or codes that might be split.
  var intervals: [Interval] = []
  /// By table, sixteen bits that begin with a code with all its places known.
  var sought: [HuffmanSlot: Range<Int>] = [:]

  struct Interval: Sendable {
    /// The interval's bytes, up to the marker after it.
    let data: Range<Int>
    let spans: [Span]
    /// After the last block's last bit.
    let end: BitPosition
    /// By component of the scan, the DC coefficients of the last blocks; zero where those are among
    /// the wanted.
    let predictors: DCPredictors
    /// Of codes that might be split, outside the spans or in them, in order.
    var places: [SplitPlace] = []

    /// Whether nothing in it could change.
    var isUnused: Bool { spans.isEmpty && places.isEmpty }

    /// After the byte that holds the last bit.
    func nextByte(in bytes: [UInt8]) -> Int {
      end.nextByte(in: data, isStuffed: end.bit > 0 && bytes[end.byte] == 0xFF)
    }
  }

  /// MCUs that are rewritten, all of them or none.
  struct Span: Sendable {
    let mcus: Range<Int>
    let start: BitPosition
    let end: BitPosition
    /// By component of the scan, the DC coefficients of the blocks before.
    let predictors: DCPredictors
    /// For refinements: the nonzero history of each block.
    let histories: [UInt64]
    /// In the order of coding, what the scan says of the blocks that are not wanted; nil where that was
    /// not kept.
    var others: [CodedBlock]?
    /// By component of the scan, the DC coefficients of the last blocks; where others were kept.
    var endPredictors = DCPredictors.zero
  }
}

extension [ScanTrace] {
  /// By scan and restart interval with wanted blocks, the DC coefficients of the last blocks.
  var endPredictors: [[DCPredictors]] {
    map { trace in
      trace.intervals.filter { !$0.spans.isEmpty || $0.predictors != .zero }.map(\.predictors)
    }
  }
}

/// A picture with scans read before, which helps to read another with the same beginning.
///
/// Decoding the same bits with the same codes leads to the same place, so those need not be decoded
/// twice.
struct TracedPicture {
  let picture: JPEGPicture
  let traces: [ScanTrace]

  /// Where a block begins in the other picture.
  struct Start {
    let mcu: Int
    let position: BitPosition
    /// By component of the scan, the DC coefficients of the blocks before.
    let predictors: DCPredictors
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
      interval.mcus.contains(span.mcus.lowerBound), hasSameCodes(index, in: other)
    else { return nil }
    let prefix = traces[index].intervals[number].data.lowerBound..<span.start.byte
    let same = interval.data.lowerBound..<interval.data.lowerBound + prefix.count
    // The bits of the byte in which the block begins, too.
    let bit = span.start.bit
    guard same.upperBound < interval.data.upperBound,
      (picture.bytes[span.start.byte] ^ other.bytes[same.upperBound]) & ~(0xFF >> UInt8(bit)) == 0,
      Self.areEqual(picture.bytes, prefix, other.bytes, same.lowerBound)
    else { return nil }
    return Start(
      mcu: span.mcus.lowerBound, position: BitPosition(byte: same.upperBound, bit: bit),
      predictors: span.predictors)
  }

  /// Whether all codes of a scan are codes of the other picture's, for the same symbols.
  private func hasSameCodes(_ index: Int, in other: JPEGPicture) -> Bool {
    picture.scans[index].tables.allSatisfy { slot, table in
      other.scans[index].tables[slot]?.extends(table) ?? false
    }
  }

  /// Whether a range of bytes, which must lie inside, is the same from a place in others on.
  static func areEqual(
    _ bytes: [UInt8], _ range: Range<Int>, _ others: [UInt8], _ start: Int
  ) -> Bool {
    guard range.count <= others.count - start else { return false }
    return bytes.withUnsafeBytes { bytes in
      others.withUnsafeBytes { others in
        UnsafeRawBufferPointer(rebasing: bytes[range])
          .isEqual(to: UnsafeRawBufferPointer(rebasing: others[start..<start + range.count]))
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether as many bytes are the same, 64 at a time.
  func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    var offset = 0
    while offset + 64 <= count {
      let own = loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt64>.self)
      let difference = own ^ other.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt64>.self)
      if !(difference.lowHalf | difference.highHalf).isZero { return false }
      offset += 64
    }
    return (offset..<count).allSatisfy { self[$0] == other[$0] }
  }
}

extension SIMD4<UInt64> {
  /// Whether all are zero; `==` compares one after another.
  @inline(__always)
  var isZero: Bool {
    let half = lowHalf | highHalf
    return half[0] | half[1] == 0
  }
}
