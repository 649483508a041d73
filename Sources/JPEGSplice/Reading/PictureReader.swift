/// Reads given blocks of a picture through all of its scans, and where the scans hold them.
struct PictureReader {
  private let picture: JPEGPicture
  private(set) var store: CoefficientStore
  /// By scan.
  private(set) var traces: [ScanTrace] = []
  /// By component: what the scans so far brought of each block, for refinements that are to come.
  private var histories: [[UInt64]]

  private let tracesAll: Bool

  /// - Parameters:
  ///   - picture: the picture.
  ///   - areas: by component, the blocks whose coefficients are wanted.
  ///   - tracesAll: whether all units are traced, and not only those that hold the blocks.
  init(_ picture: JPEGPicture, areas: [BlockArea], tracesAll: Bool = false) throws(JPEGError) {
    self.picture = picture
    self.tracesAll = tracesAll
    store = CoefficientStore(areas)
    histories = try Self.emptyHistories(of: picture)
    var progress = Progress(componentCount: picture.frame.components.count)
    for scan in picture.scans {
      try progress.advance(scan)
      traces.append(try read(scan))
    }
  }

  /// By scan and restart interval with wanted blocks, the first coefficients of the last blocks.
  var endPredictors: [[Predictors]] { traces.map { $0.intervals.map(\.predictors) } }

  /// The most memory for histories beyond the file's own size.
  private static let mostHistories = 64_000_000

  private static func emptyHistories(of picture: JPEGPicture) throws(JPEGError) -> [[UInt64]] {
    let isRefined = picture.scans.contains {
      if case .acRefinement = $0.coding { true } else { false }
    }
    guard isRefined else { return picture.frame.components.map { _ in [] } }
    let counts = picture.frame.components.map { $0.columns * $0.rows }
    guard 8 * counts.reduce(0, +) <= mostHistories + picture.bytes.count else {
      throw .unsupported(.unusualStructure)
    }
    return counts.map { .init(repeating: 0, count: $0) }
  }

  private mutating func read(_ scan: Scan) throws(JPEGError) -> ScanTrace {
    let units = ScanUnits(of: scan, in: picture.frame)
    let tables = ScanTables(scan)
    var touched = TouchedUnits(
      tracesAll ? picture.frame.components.map(BlockArea.init(allOf:)) : store.areas, in: units)
    var intervals = RestartIntervals(of: scan, unitCount: units.count, in: picture.bytes)
    var trace = ScanTrace()
    let skip =
      scan.coding == .sequential
      ? SequentialSkip(of: scan, units: units, tables: tables.bySlot) : nil
    while let interval = try intervals.next() {
      let part = ScanPart(scan: scan, units: units, tables: tables, interval: interval)
      let traced =
        scan.coding.hasBlockRuns
        ? try readWithRuns(part, &touched)
        : try readUnits(
          part, touched.spans(in: interval.units, trailing: scan.coding.hasPrediction ? 1 : 0),
          skip)
      if let traced { trace.intervals.append(traced) }
    }
    return trace
  }
}

/// A restart interval with what is needed to read it.
private struct ScanPart {
  let scan: Scan
  let units: ScanUnits
  let tables: ScanTables
  let interval: RestartIntervals.Interval
}

extension PictureReader {
  /// Reads an interval whose units each end where the next begins.
  ///
  /// - Returns: nil where nothing in it is wanted.
  private mutating func readUnits(
    _ part: ScanPart, _ wanted: (spans: [Range<Int>], reachEnd: Bool), _ skip: SequentialSkip?
  ) throws(JPEGError) -> ScanTrace.Interval? {
    // What restart markers set apart needs no look.
    if wanted.spans.isEmpty, part.scan.restartInterval > 0 { return nil }
    let picture = picture
    return try picture.withBytes { (base) throws(JPEGError) in
      var reader = BlockReader(
        BitReader(base, part.interval.data), scan: part.scan, tables: part.tables)
      var traced: [ScanTrace.Span] = []
      var unit = part.interval.units.lowerBound
      func pass(to end: Int) throws(JPEGError) {
        if let skip {
          var (bits, predictors) = (reader.bits, reader.predictors)
          try skip.skip(end - unit, &bits, &predictors)
          (reader.bits, reader.predictors) = (bits, predictors)
        } else {
          for _ in unit..<end {
            for member in part.units.members { _ = try reader.read(slot: member.slot) }
          }
        }
        unit = end
      }
      for span in wanted.spans {
        try pass(to: span.lowerBound)
        let (start, predictors) = (reader.bits.position, reader.predictors)
        for unit in span {
          for member in part.units.members {
            let block = try reader.read(slot: member.slot)
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
  }

  /// Reads an interval in which one code may end many blocks; a span begins and ends where none of
  /// those is open.
  private mutating func readWithRuns(
    _ part: ScanPart, _ touched: inout TouchedUnits
  ) throws(JPEGError) -> ScanTrace.Interval {
    let component = part.scan.components[0].index
    let picture = picture
    return try picture.withBytes { (base) throws(JPEGError) in
      var reader = BlockReader(
        BitReader(base, part.interval.data), scan: part.scan, tables: part.tables)
      var traced: [ScanTrace.Span] = []
      var span = OpenSpan()
      for unit in part.interval.units {
        let history = histories[component].isEmpty ? 0 : histories[component][unit]
        let isWanted = touched.contains(unit)
        if reader.run == 0 {
          if span.isWanted, !isWanted {
            traced.append(span.closed(before: unit, at: reader.bits.position))
          }
          if !span.isWanted { span.begin(unit, reader.bits) }
        }
        if isWanted { span.isWanted = true }
        span.histories.append(history)

        let block = try reader.read(slot: 0, history: history)
        let place = part.units.block(part.units.members[0], of: unit)
        store.change(component, column: place.column, row: place.row) {
          block.apply(to: $0, in: part.scan.coding)
        }
        if !histories[component].isEmpty { histories[component][unit] |= block.nonzero }
      }
      guard reader.run == 0 else { throw reader.bits.failure(.runPastEnd) }
      let end = reader.bits.position
      if span.isWanted {
        traced.append(span.closed(before: part.interval.units.upperBound, at: end))
      }
      return ScanTrace.Interval(
        data: part.interval.data, spans: traced, end: end, predictors: .zero)
    }
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
