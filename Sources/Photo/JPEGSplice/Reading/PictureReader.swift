import Formats

/// Reads given blocks of a picture through all of its scans, and where the scans hold them.
struct PictureReader {
  let picture: JPEGPicture
  var store: CoefficientStore
  /// By scan.
  private(set) var traces: [ScanTrace] = []
  /// After the scans so far.
  var histories: NonzeroHistories
  /// Whether all MCUs of a scan are traced and no block is kept.
  private let tracesAll: Bool
  private let reference: TracedPicture?
  /// Of the scans that are to be traced, those that refine others.
  private var refined: Set<Int> = []
  /// After the last scan that was traced.
  private var nextScan = 0

  /// Reads all scans.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - areas: by component, the blocks with wanted coefficients.
  ///   - reference: a picture with the same blocks read before; the part that is the same in both up to
  ///     the first of them is not read again.
  /// - Throws: ``JPEGError`` where the entropy-coded data are damaged.
  init(
    _ picture: JPEGPicture, areas: [BlockArea], reference: TracedPicture? = nil
  ) throws(JPEGError) {
    self.picture = picture
    self.reference = reference
    tracesAll = false
    store = CoefficientStore(areas)
    histories = NonzeroHistories(of: picture)
    let scans = picture.scans
    traces = scans.map { _ in ScanTrace() }
    // Scans of AC coefficients component by component, so that histories are of one at a time.
    let components: [Int?] = [nil] + picture.frame.components.indices.map { $0 }
    for component in components {
      for (index, scan) in scans.enumerated()
      where (scan.coding.hasEOBRuns ? scan.components[0].index : nil) == component {
        traces[index] = try read(scan, index)
      }
    }
  }

  /// Traces all MCUs of some scans, one after the other by ``trace(_:)``, and reads of the others what
  /// these refine.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - indices: the numbers of those scans.
  init(_ picture: JPEGPicture, tracing indices: Set<Int>) {
    self.picture = picture
    reference = nil
    tracesAll = true
    let nothing = BlockArea(columns: 0..<0, rows: 0..<0)
    store = CoefficientStore(picture.frame.components.map { _ in nothing })
    histories = NonzeroHistories(of: picture)
    let scans = picture.scans
    refined = indices.filter { scans.indices.contains($0) && scans[$0].coding.isRefinement }
  }

  /// The places of all of a scan's MCUs; that of another scan is not kept, for it may be large.
  ///
  /// - Parameter index: the scan's number, larger than in the call before.
  /// - Returns: no intervals where there is no such scan.
  /// - Throws: ``JPEGError`` where the entropy-coded data are damaged.
  mutating func trace(_ index: Int) throws(JPEGError) -> ScanTrace {
    let scans = picture.scans
    guard scans.indices.contains(index), index >= nextScan else { return ScanTrace() }
    for earlier in nextScan..<index {
      let isRefined = refined.contains {
        $0 > earlier && scans[earlier].coding.hasEOBRuns
          && scans[$0].components[0].index == scans[earlier].components[0].index
      }
      if isRefined { try passOver(scans[earlier], earlier) }
    }
    nextScan = index + 1
    return try read(scans[index], index)
  }

  /// Passes over a scan of AC coefficients, noting what it makes nonzero.
  private mutating func passOver(_ scan: Scan, _ index: Int) throws(JPEGError) {
    let layout = MCULayout(of: scan, in: picture.frame)
    var intervals = RestartIntervals(of: scan, mcuCount: layout.count, in: picture.structure)
    try ScanTables(scan).withCodes { (codes) throws(JPEGError) in
      while let interval = try intervals.next() {
        let part = ScanPart(scan: scan, layout: layout, codes: codes, interval: interval)
        var search = SplitSearch(nil)
        _ = try readBand(part, index, [], &search)
      }
    }
  }

  private mutating func read(_ scan: Scan, _ index: Int) throws(JPEGError) -> ScanTrace {
    let layout = MCULayout(of: scan, in: picture.frame)
    var touched = TouchedMCUs(store.areas, in: layout)
    var intervals = RestartIntervals(of: scan, mcuCount: layout.count, in: picture.structure)
    var trace = ScanTrace()
    let picture = picture
    // What is only checked or restored gets no further symbols.
    var search = SplitSearch(tracesAll || reference != nil ? nil : scan)
    try ScanTables(scan).withCodes { (codes) throws(JPEGError) in
      let skip =
        scan.coding == .sequential
        ? SequentialSkip(of: scan, layout: layout, codes: codes, for: search) : nil
      while let interval = try intervals.next() {
        let part = ScanPart(scan: scan, layout: layout, codes: codes, interval: interval)
        if scan.coding.hasEOBRuns {
          if tracesAll {
            let traced = try picture.withBytes { (base) throws(JPEGError) in
              try readWithEOBRuns(part, base)
            }
            trace.intervals.append(traced)
            continue
          }
          let wanted = touched.spans(in: interval.mcus, trailing: 0).spans
          let traced = try readBand(part, index, wanted, &search)
          if !traced.isUnused { trace.intervals.append(traced) }
          continue
        }
        var wanted =
          tracesAll
          ? (spans: [interval.mcus], reachEnd: true)
          : touched.spans(in: interval.mcus, trailing: scan.coding.hasPrediction ? 1 : 0)
        // What restart markers separate need not be read.
        let isSeparate = wanted.spans.isEmpty && scan.restartInterval > 0
        if isSeparate, search.isIdle { continue }
        if isSeparate { wanted.reachEnd = true }
        let start = reference?.start(
          of: interval, number: trace.intervals.count, scan: index, in: picture)
        let traced = try picture.withBytes { (base) throws(JPEGError) in
          try readMCUs(part, base, wanted, skip, from: start, &search)
        }
        if !isSeparate || !traced.isUnused { trace.intervals.append(traced) }
      }
    }
    for (slot, component) in scan.components.enumerated() {
      trace.sought[component.acTable] = search.sought[slot]
    }
    return trace
  }
}

/// A restart interval with everything needed to read it.
struct ScanPart {
  /// Whether the scan has no interval after it.
  var isLast: Bool { interval.mcus.upperBound == layout.count }
  let scan: Scan
  let layout: MCULayout
  let codes: ScanCodes
  let interval: RestartIntervals.Interval

  /// A reader at the interval's first block, or at one with a known place.
  func reader(_ base: UnsafePointer<UInt8>, from known: TracedPicture.Start? = nil) -> BlockReader {
    guard let known else {
      return BlockReader(BitReader(base, interval.data), scan.coding, codes: codes)
    }
    return BlockReader(
      BitReader(base, from: known.position, to: interval.data.upperBound), scan.coding,
      codes: codes, predictors: known.predictors)
  }
}

extension PictureReader {
  /// Reads an interval whose MCUs each end where the next begins, from a place that is known or
  /// from its first block.
  private mutating func readMCUs(
    _ part: ScanPart, _ base: UnsafePointer<UInt8>, _ wanted: (spans: [Range<Int>], reachEnd: Bool),
    _ skip: SequentialSkip?, from known: TracedPicture.Start?, _ search: inout SplitSearch
  ) throws(JPEGError) -> ScanTrace.Interval {
    var reader = part.reader(base, from: known)
    var traced: [ScanTrace.Span] = []
    var block = CodedBlock()
    var mcu = known?.mcu ?? part.interval.mcus.lowerBound
    func pass(to end: Int) throws(JPEGError) {
      if let skip {
        var (bits, predictors) = (reader.bits, reader.predictors)
        if search.isIdle {
          try skip.skip(end - mcu, part.codes, &bits, &predictors)
        } else {
          try skip.skip(end - mcu, part.codes, &bits, &predictors, &search)
        }
        (reader.bits, reader.predictors) = (bits, predictors)
      } else {
        var (bits, predictors) = (reader.bits, reader.predictors)
        try DCSkip(part.layout, part.scan.coding, part.codes).skip(end - mcu, &bits, &predictors)
        (reader.bits, reader.predictors) = (bits, predictors)
      }
      mcu = end
    }
    for span in wanted.spans {
      try pass(to: span.lowerBound)
      let (start, predictors) = (reader.bits.position, reader.predictors)
      if tracesAll { try pass(to: span.upperBound) }
      var others: [CodedBlock] = []
      for mcu in mcu..<span.upperBound {
        let place = part.layout.place(of: mcu)
        for member in part.layout.members {
          try reader.read(slot: member.slot, into: &block)
          let (column, row) = place.block(member)
          let isWanted = store.change(member.component, column: column, row: row) {
            block.apply(to: $0, in: part.scan.coding)
          }
          if !isWanted { others.append(block) }
        }
      }
      mcu = span.upperBound
      traced.append(
        ScanTrace.Span(
          mcus: span, start: start, end: reader.bits.position, predictors: predictors,
          histories: [], others: tracesAll ? nil : others, endPredictors: reader.predictors))
    }
    try pass(to: part.interval.mcus.upperBound)
    return ScanTrace.Interval(
      data: part.interval.data, spans: traced, end: reader.bits.position,
      predictors: wanted.reachEnd ? .zero : reader.predictors, places: search.take())
  }

  /// Reads all blocks of an interval in which one code may end many.
  private mutating func readWithEOBRuns(
    _ part: ScanPart, _ base: UnsafePointer<UInt8>
  ) throws(JPEGError) -> ScanTrace.Interval {
    let component = part.scan.components[0].index
    let isRefinement = part.scan.coding.isRefinement
    var history = histories.take(component)
    var before: [UInt64] = []
    if isRefinement { before.reserveCapacity(part.interval.mcus.count) }
    var reader = part.reader(base)
    let start = reader.bits.position
    var block = CodedBlock()
    for mcu in part.interval.mcus {
      let own = history.isEmpty ? 0 : history[mcu]
      if isRefinement { before.append(own) }
      try reader.read(slot: 0, history: own, into: &block)
      if !history.isEmpty { history[mcu] = own | block.nonzero }
    }
    guard reader.eobRun == 0 else { throw reader.bits.failure(.runPastEnd) }
    histories.putBack(history, component)
    let end = reader.bits.position
    let span = ScanTrace.Span(
      mcus: part.interval.mcus, start: start, end: end, predictors: .zero, histories: before)
    return ScanTrace.Interval(
      data: part.interval.data, spans: [span], end: end, predictors: .zero)
  }
}

/// The nonzero history of each block (T.81, G.1.2.3): which of its coefficients earlier scans of a
/// progressive picture have made nonzero. Refinements have a bit for each of those.
struct NonzeroHistories {
  /// By component and block, as a bit each; no blocks before they are first taken.
  private var byComponent: [[UInt64]]
  /// How many blocks each component has; 0 where nothing is refined.
  private let counts: [Int]

  /// All zero, as before the first scan.
  ///
  /// - Parameter picture: the picture, which has no more blocks than its data can hold.
  init(of picture: JPEGPicture) {
    let components = picture.frame.components
    byComponent = components.map { _ in [] }
    let refined = Set(
      picture.scans.filter(\.coding.isRefinement).map { $0.components[0].index })
    counts = components.enumerated().map { refined.contains($0) ? $1.columns * $1.rows : 0 }
  }

  /// Hands over a component's blocks, so that changing them copies none.
  mutating func take(_ component: Int) -> [UInt64] {
    var taken: [UInt64] = []
    swap(&taken, &byComponent[component])
    return taken.isEmpty ? .init(repeating: 0, count: counts[component]) : taken
  }

  mutating func putBack(_ blocks: [UInt64], _ component: Int) { byComponent[component] = blocks }
}
