/// Where a scan's data hold given blocks.
struct ScanTrace: Sendable {
  /// The restart intervals that hold some of them.
  var intervals: [Interval] = []

  struct Interval: Sendable {
    /// The interval's bytes, up to the marker behind it.
    let data: Range<Int>
    var spans: [Span]
    /// Behind the last block's last bit.
    let end: BitPosition
    /// By component of the scan, the first coefficients of the last blocks; zero where those are among
    /// the wanted.
    let predictors: Predictors

    /// Behind the byte that holds the last bit.
    func nextByte(in bytes: [UInt8]) -> Int {
      if end.bit == 0 { return end.byte }
      let isStuffed = bytes[end.byte] == 0xFF && end.byte + 1 < data.upperBound
      return end.byte + (isStuffed ? 2 : 1)
    }
  }

  /// Units that are written anew, all of them or none.
  struct Span: Sendable {
    let units: Range<Int>
    let start: BitPosition
    let end: BitPosition
    /// By component of the scan, the first coefficients of the blocks before.
    let predictors: Predictors
    /// For refinements: what earlier scans brought of each block.
    let histories: [UInt64]
  }
}

extension [ScanTrace] {
  /// By scan and restart interval with wanted blocks, the first coefficients of the last blocks.
  var endPredictors: [[Predictors]] { map { $0.intervals.map(\.predictors) } }
}
