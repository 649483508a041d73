import Formats

/// Reads given blocks of a picture through all of its scans, and where the scans hold them.
struct PictureReader {
  private let picture: JPEGPicture
  private(set) var store: CoefficientStore
  /// By scan.
  private(set) var traces: [ScanTrace] = []
  /// What the scans so far brought.
  private var histories: Histories
  /// Whether all units of a scan are traced and no block is kept.
  private let tracesAll: Bool
  private let known: KnownPicture?

  /// Reads all scans.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - areas: by component, the blocks whose coefficients are wanted.
  ///   - known: a picture of which the same blocks were read before; what is the same in both up to
  ///     the first of them is not read again.
  /// - Throws: ``JPEGError`` where the entropy-coded data are damaged.
  init(
    _ picture: JPEGPicture, areas: [BlockArea], known: KnownPicture? = nil
  ) throws(JPEGError) {
    self.picture = picture
    self.known = known
    tracesAll = false
    store = CoefficientStore(areas)
    histories = try Histories(of: picture)
    for (index, scan) in picture.scans.enumerated() { traces.append(try read(scan, index)) }
  }

  /// Traces all units of some scans, and reads of the others what these refine.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - indices: the numbers of those scans; the traces of the others stay empty.
  /// - Throws: ``JPEGError`` where the entropy-coded data are damaged.
  init(_ picture: JPEGPicture, tracing indices: Set<Int>) throws(JPEGError) {
    self.picture = picture
    known = nil
    tracesAll = true
    let nothing = BlockArea(columns: 0..<0, rows: 0..<0)
    store = CoefficientStore(picture.frame.components.map { _ in nothing })
    histories = try Histories(of: picture)
    let scans = picture.scans
    let refined = indices.filter { scans.indices.contains($0) && scans[$0].coding.isRefinement }
    for (index, scan) in scans.enumerated() {
      let isRefined = refined.contains {
        $0 > index && scan.coding.hasBlockRuns
          && scans[$0].components[0].index == scan.components[0].index
      }
      let trace = isRefined || indices.contains(index) ? try read(scan, index) : ScanTrace()
      traces.append(indices.contains(index) ? trace : ScanTrace())
    }
  }

  private mutating func read(_ scan: Scan, _ index: Int) throws(JPEGError) -> ScanTrace {
    let units = ScanUnits(of: scan, in: picture.frame)
    var touched = TouchedUnits(store.areas, in: units)
    var intervals = RestartIntervals(of: scan, unitCount: units.count, in: picture.structure)
    var trace = ScanTrace()
    let picture = picture
    try ScanTables(scan).withCodes { (codes) throws(JPEGError) in
      let skip =
        scan.coding == .sequential ? SequentialSkip(of: scan, units: units, codes: codes) : nil
      while let interval = try intervals.next() {
        let part = ScanPart(scan: scan, units: units, codes: codes, interval: interval)
        if scan.coding.hasBlockRuns {
          let traced = try picture.withBytes { (base) throws(JPEGError) in
            try readWithRuns(part, base, &touched)
          }
          if !traced.spans.isEmpty { trace.intervals.append(traced) }
          continue
        }
        let wanted =
          tracesAll
          ? (spans: [interval.units], reachEnd: true)
          : touched.spans(in: interval.units, trailing: scan.coding.hasPrediction ? 1 : 0)
        // What restart markers set apart needs no look.
        if wanted.spans.isEmpty, scan.restartInterval > 0 { continue }
        let start = known?.start(
          of: interval, number: trace.intervals.count, scan: index, in: picture)
        trace.intervals.append(
          try picture.withBytes { (base) throws(JPEGError) in
            try readUnits(part, base, wanted, skip, from: start)
          })
      }
    }
    return trace
  }
}

/// A restart interval with what is needed to read it.
private struct ScanPart {
  let scan: Scan
  let units: ScanUnits
  let codes: ScanCodes
  let interval: RestartIntervals.Interval

  /// A reader at the interval's first block, or at one whose place is known.
  func reader(_ base: UnsafePointer<UInt8>, from known: KnownPicture.Start? = nil) -> BlockReader {
    guard let known else {
      return BlockReader(BitReader(base, interval.data), scan.coding, codes: codes)
    }
    return BlockReader(
      BitReader(base, from: known.position, to: interval.data.upperBound), scan.coding,
      codes: codes, predictors: known.predictors)
  }
}

extension PictureReader {
  /// Reads an interval whose units each end where the next begins, from a place that is known or
  /// from its first block.
  private mutating func readUnits(
    _ part: ScanPart, _ base: UnsafePointer<UInt8>, _ wanted: (spans: [Range<Int>], reachEnd: Bool),
    _ skip: SequentialSkip?, from known: KnownPicture.Start?
  ) throws(JPEGError) -> ScanTrace.Interval {
    var reader = part.reader(base, from: known)
    var traced: [ScanTrace.Span] = []
    var block = CodedBlock()
    var unit = known?.unit ?? part.interval.units.lowerBound
    func pass(to end: Int) throws(JPEGError) {
      if let skip {
        var (bits, predictors) = (reader.bits, reader.predictors)
        try skip.skip(end - unit, part.codes, &bits, &predictors)
        (reader.bits, reader.predictors) = (bits, predictors)
      } else {
        for _ in unit..<end {
          for member in part.units.members { try reader.read(slot: member.slot, into: &block) }
        }
      }
      unit = end
    }
    for span in wanted.spans {
      try pass(to: span.lowerBound)
      let (start, predictors) = (reader.bits.position, reader.predictors)
      if tracesAll { try pass(to: span.upperBound) }
      for unit in unit..<span.upperBound {
        for member in part.units.members {
          try reader.read(slot: member.slot, into: &block)
          let place = part.units.block(member, of: unit)
          store.change(member.component, column: place.column, row: place.row) {
            block.apply(to: $0, in: part.scan.coding)
          }
        }
      }
      unit = span.upperBound
      traced.append(
        ScanTrace.Span(
          units: span, start: start, end: reader.bits.position, predictors: predictors,
          histories: []))
    }
    try pass(to: part.interval.units.upperBound)
    return ScanTrace.Interval(
      data: part.interval.data, spans: traced, end: reader.bits.position,
      predictors: wanted.reachEnd ? .zero : reader.predictors)
  }

  /// Reads an interval in which one code may end many blocks; a span begins and ends where none of
  /// those is open.
  private mutating func readWithRuns(
    _ part: ScanPart, _ base: UnsafePointer<UInt8>, _ touched: inout TouchedUnits
  ) throws(JPEGError) -> ScanTrace.Interval {
    let component = part.scan.components[0].index
    let isRefinement = part.scan.coding.isRefinement
    var history = histories.take(component)
    var reader = part.reader(base)
    var traced: [ScanTrace.Span] = []
    var span = OpenSpan()
    var block = CodedBlock()
    for unit in part.interval.units {
      let isWanted = tracesAll || touched.contains(unit)
      if reader.run == 0 {
        if span.isWanted, !isWanted {
          traced.append(span.closed(before: unit, at: reader.bits.position))
        }
        if !span.isWanted { span.begin(unit, reader.bits) }
      }
      if isWanted { span.isWanted = true }
      let before = history.isEmpty ? 0 : history[unit]
      if isRefinement { span.histories.append(before) }

      try reader.read(slot: 0, history: before, into: &block)
      if isWanted, !tracesAll {
        let place = part.units.block(part.units.members[0], of: unit)
        store.change(component, column: place.column, row: place.row) {
          block.apply(to: $0, in: part.scan.coding)
        }
      }
      if !history.isEmpty { history[unit] = before | block.nonzero }
    }
    guard reader.run == 0 else { throw reader.bits.failure(.runPastEnd) }
    histories.putBack(history, component)
    let end = reader.bits.position
    if span.isWanted {
      traced.append(span.closed(before: part.interval.units.upperBound, at: end))
    }
    return ScanTrace.Interval(data: part.interval.data, spans: traced, end: end, predictors: .zero)
  }

  /// Units since the last place where no run was open, which become a span once one is wanted.
  private struct OpenSpan {
    private var first = 0
    private var start: BitReader?
    var isWanted = false
    var histories: [UInt64] = []

    mutating func begin(_ unit: Int, _ reader: BitReader) {
      first = unit
      start = reader
      histories.removeAll(keepingCapacity: true)
    }

    mutating func closed(before unit: Int, at end: BitPosition) -> ScanTrace.Span {
      isWanted = false
      return ScanTrace.Span(
        units: first..<unit, start: start?.position ?? end, end: end, predictors: .zero,
        histories: histories)
    }
  }
}
