import Formats

/// Scans of AC coefficients in progressive pictures, in which one code may end many blocks: only the
/// wanted blocks are decoded.
extension PictureReader {
  /// Reads a restart interval.
  ///
  /// - Parameters:
  ///   - part: the interval.
  ///   - index: the scan's number.
  ///   - wanted: the MCUs with wanted blocks, ascending.
  ///   - search: sees the codes that are looked for.
  /// - Returns: where the data have them, from a place where no EOB run is open to the next.
  /// - Throws: ``JPEGError/damaged(_:at:)``.
  mutating func readBand(
    _ part: ScanPart, _ index: Int, _ wanted: [Range<Int>], _ search: inout SplitSearch
  ) throws(JPEGError) -> ScanTrace.Interval {
    let component = part.scan.components[0].index
    let isRefined = picture.scans[(index + 1)...].contains {
      $0.coding.isRefinement && $0.components[0].index == component
    }
    let isRefinement = part.scan.coding.isRefinement
    var history = histories.take(component)
    let usesHistory = isRefinement || isRefined
    let tables = BandTables(part, search)
    var store = CoefficientStore([])
    swap(&store, &self.store)
    defer { swap(&store, &self.store) }
    let picture = picture
    let interval = try history.withUnsafeMutableBufferPointer { (buffer) throws(JPEGError) in
      let histories = usesHistory ? buffer.baseAddress : nil
      return try picture.withBytes { (base) throws(JPEGError) in
        try tables.withMemory(part, histories) { (memory) throws(JPEGError) in
          var reader = BandReader(part, base, memory, component, search)
          return try reader.read(wanted, &store, &search)
        }
      }
    }
    // Nobody asks after the last refinement.
    histories.putBack(isRefined || !part.isLast ? history : [], component)
    return interval
  }
}

/// Reads a restart interval of a scan of AC coefficients.
private struct BandReader {
  private let part: ScanPart
  private let component: Int
  private let histories: UnsafeMutablePointer<UInt64>?
  private var skim: BandSkim
  /// Where the span began that is not yet closed.
  private var span: (mcu: Int, start: BitPosition)?
  /// Of the open span's blocks.
  private var before: [UInt64] = []

  init(
    _ part: ScanPart, _ base: UnsafePointer<UInt8>, _ memory: BandSkim.Memory, _ component: Int,
    _ search: SplitSearch
  ) {
    self.part = part
    self.component = component
    histories = memory.histories
    skim = BandSkim(
      BitReader(base, part.interval.data), block: part.interval.mcus.lowerBound,
      band: part.scan.coding.band, isRefinement: part.scan.coding.isRefinement, memory,
      search)
  }

  mutating func read(
    _ wanted: [Range<Int>], _ store: inout CoefficientStore, _ search: inout SplitSearch
  ) throws(JPEGError) -> ScanTrace.Interval {
    var spans: [ScanTrace.Span] = []
    let end = part.interval.mcus.upperBound
    for (number, mcus) in wanted.enumerated() {
      try skim.pass(to: mcus.lowerBound)
      if span == nil { open() }
      try readBlocks(mcus, &store)
      // The rest of an EOB run belongs to the span, if need be up to the blocks that are wanted next.
      let next = number + 1 < wanted.count ? wanted[number + 1].lowerBound : end
      let first = skim.block
      skim.passRun(to: next)
      keepHistories(first..<skim.block)
      if skim.eobRun == 0 { close(&spans) }
    }
    try skim.pass(to: end)
    guard skim.eobRun == 0 else { throw skim.bits.failure(.runPastEnd) }
    search = skim.search
    return ScanTrace.Interval(
      data: part.interval.data, spans: spans, end: skim.bits.position, predictors: .zero,
      places: search.take())
  }

  /// Begins a span at the next block, or at the block that starts the EOB run around it.
  private mutating func open() {
    if skim.eobRun == 0 {
      span = (skim.block, skim.bits.position)
      return
    }
    let opening = skim.opening
    span = (opening.block, opening.bits.position)
    if part.scan.coding.isRefinement { before.append(opening.history) }
    // The run refines them and makes none of their coefficients nonzero.
    keepHistories(opening.block + 1..<skim.block)
  }

  private mutating func close(_ spans: inout [ScanTrace.Span]) {
    guard let span else { return }
    spans.append(
      ScanTrace.Span(
        mcus: span.mcu..<skim.block, start: span.start, end: skim.bits.position,
        predictors: .zero, histories: before))
    self.span = nil
    before = []
  }

  private mutating func keepHistories(_ blocks: Range<Int>) {
    guard part.scan.coding.isRefinement, let histories else { return }
    before += UnsafeBufferPointer(start: histories + blocks.lowerBound, count: blocks.count)
  }

  private mutating func readBlocks(
    _ mcus: Range<Int>, _ store: inout CoefficientStore
  ) throws(JPEGError) {
    keepHistories(mcus)
    let coding = part.scan.coding
    var reader = BlockReader(skim.bits, coding, codes: part.codes, eobRun: skim.eobRun)
    var block = CodedBlock()
    for mcu in mcus {
      let history = histories.map { $0[mcu] } ?? 0
      try reader.read(slot: 0, history: coding.isRefinement ? history : 0, into: &block)
      let place = part.layout.place(of: mcu).block(part.layout.members[0])
      store.change(component, column: place.column, row: place.row) {
        block.apply(to: $0, in: coding)
      }
      histories?[mcu] = history | block.nonzero
    }
    skim.resume(reader.bits, eobRun: reader.eobRun, block: mcus.upperBound)
  }
}

/// The tables that a scan of AC coefficients is passed over with.
private struct BandTables {
  private let first: FirstBandTable?
  private let refinement: RefinementTable?

  /// Data of fewer bytes are read sooner without tables.
  private static let fewestBytes = 128

  init(_ part: ScanPart, _ search: SplitSearch) {
    let sought = search.sought[0]
    let isWorthIt = part.interval.data.count >= Self.fewestBytes
    let isRefinement = part.scan.coding.isRefinement
    first = isWorthIt && !isRefinement ? FirstBandTable(part.codes.ac(0), without: sought) : nil
    refinement =
      isWorthIt && isRefinement ? RefinementTable(part.codes.ac(0), without: sought) : nil
  }

  /// Gives the memory, which stays alive for that time.
  func withMemory<Value>(
    _ part: ScanPart, _ histories: UnsafeMutablePointer<UInt64>?,
    _ body: (BandSkim.Memory) throws(JPEGError) -> Value
  ) throws(JPEGError) -> Value {
    try (first?.entries ?? []).withUnsafeBufferPointer { (first) throws(JPEGError) in
      try (refinement?.entries ?? []).withUnsafeBufferPointer { (refinement) throws(JPEGError) in
        try body(
          BandSkim.Memory(
            codes: part.codes.ac(0), first: first.isEmpty ? nil : first.baseAddress,
            refinement: refinement.isEmpty ? nil : refinement.baseAddress, histories: histories))
      }
    }
  }
}

extension Scan.Coding {
  /// The coefficients that a scan has, in zigzag order.
  var band: ClosedRange<Int> {
    switch self {
    case .sequential: 0...63
    case .dcFirst, .dcRefinement: 0...0
    case .acFirst(let band, _), .acRefinement(let band, _): band
    }
  }
}
