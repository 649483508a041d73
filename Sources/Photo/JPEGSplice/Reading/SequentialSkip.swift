import Formats

/// Passes over the MCUs of a sequential scan, adding up the differences of their DC coefficients.
struct SequentialSkip: Sendable {
  /// A block of each MCU: where its tables begin among their entries, and its component in the scan.
  private struct Step {
    let first: Int
    let rest: Int
    let slot: Int
  }

  private let steps: [Step]
  private let firstEntries: [SkippingTable.FirstEntry]
  private let entries: [SkippingTable.Entry]

  /// - Parameters:
  ///   - scan: a sequential scan.
  ///   - layout: its MCUs.
  ///   - codes: its decoding tables.
  ///   - search: the search that has its codes for AC coefficients watched by a ``CodeObserver``.
  init(of scan: Scan, layout: MCULayout, codes: ScanCodes, for search: SplitSearch) {
    var firstEntries: [SkippingTable.FirstEntry] = []
    var entries: [SkippingTable.Entry] = []
    var places: [[HuffmanSlot]: Int] = [:]
    func place<Entry>(
      _ slots: [HuffmanSlot], in entries: inout [Entry], _ table: () -> [Entry]
    ) -> Int {
      if let place = places[slots] { return place }
      let place = entries.count
      entries += table()
      places[slots] = place
      return place
    }
    let steps = scan.components.enumerated().map { slot, component in
      let ac = codes.ac(slot)
      let sought = search.sought[slot]
      return Step(
        first: place([component.dcTable, component.acTable], in: &firstEntries) {
          SkippingTable.firstEntries(dc: codes.dc(slot), ac: ac, without: sought)
        },
        rest: place([component.acTable], in: &entries) {
          SkippingTable.entries(ac: ac, without: sought)
        }, slot: slot)
    }
    self.steps = layout.members.map { steps[$0.slot] }
    self.firstEntries = firstEntries
    self.entries = entries
  }

  /// Passes over MCUs.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - codes: the decoding tables of the scan.
  ///   - reader: at the first bit of the first; afterwards after the last bit of the last.
  ///   - predictors: by component of the scan, the DC coefficients of the blocks before.
  /// - Throws: ``JPEGError/damaged(_:at:)``.
  func skip(
    _ count: Int, _ codes: ScanCodes, _ reader: inout BitReader, _ predictors: inout DCPredictors
  ) throws(JPEGError) {
    var observer = NoObserver()
    try skip(count, codes, &reader, &predictors, &observer)
  }

  /// Passes over MCUs, and shows codes to an observer.
  func skip(
    _ count: Int, _ codes: ScanCodes, _ reader: inout BitReader, _ predictors: inout DCPredictors,
    _ observer: inout some CodeObserver
  ) throws(JPEGError) {
    if count == 0 { return }
    var local = reader
    // One at a time in memory, where a vector would be stored and loaded as a whole every time.
    var sums = InlineArray<4, Int32> { predictors[$0] }
    try withEntries { (first, rest) throws(JPEGError) in
      for _ in 0..<count {
        for index in steps.indices {
          let step = steps[index]
          sums[step.slot] &+= try Self.skipBlock(
            &local, first + step.first, rest + step.rest, codes, step.slot, &observer)
        }
        if local.hasReadPastEnd { throw local.failure(.endsEarly) }
      }
    }
    reader = local
    for slot in 0..<4 { predictors[slot] = sums[slot] }
  }

  @inline(__always)
  private func withEntries(
    _ body: (
      UnsafePointer<SkippingTable.FirstEntry>, UnsafePointer<SkippingTable.Entry>
    ) throws(JPEGError) -> Void
  ) throws(JPEGError) {
    try firstEntries.withUnsafeBufferPointer { first throws(JPEGError) in
      try entries.withUnsafeBufferPointer { rest throws(JPEGError) in
        guard let first = first.baseAddress, let rest = rest.baseAddress else { return }
        try body(first, rest)
      }
    }
  }

  /// Passes over a block.
  ///
  /// - Parameters:
  ///   - reader: at the block's first bit; afterwards after its last.
  ///   - first: the entries for the block's first bits, one for each value of them.
  ///   - rest: those for what follows.
  ///   - codes: the decoding tables of the scan.
  ///   - slot: the block's component in the scan.
  ///   - observer: sees the codes that are looked for.
  /// - Returns: the difference of the block's DC coefficient to the block before.
  /// - Throws: ``JPEGError/damaged(_:at:)``.
  @inline(__always)
  private static func skipBlock(
    _ reader: inout BitReader, _ first: UnsafePointer<SkippingTable.FirstEntry>,
    _ rest: UnsafePointer<SkippingTable.Entry>, _ codes: ScanCodes, _ slot: Int,
    _ observer: inout some CodeObserver
  ) throws(JPEGError) -> Int32 {
    reader.refill()
    let entry = first[reader.skippingIndex(SkippingTable.firstWidth)]
    var difference = Int32(entry.difference)
    // Also how many coefficients are passed.
    var next = entry.rest.passed
    if entry.rest.taken != 0 {
      reader.consume(entry.rest.taken)
    } else {
      (reader, difference) = try readDifference(reader, codes.dc(slot))
      next = 1
    }
    while next < 64 {
      try skipCodes(&reader, from: &next, rest, codes, slot, &observer)
      if next >= 64 { break }
      reader.refill()
      try skipCodes(&reader, from: &next, rest, codes, slot, &observer)
    }
    return difference
  }

  /// Passes over what one lookup gives, or one code; the reader must have ``SkippingTable/maximumTaken``
  /// bits.
  @inline(__always)
  private static func skipCodes(
    _ reader: inout BitReader, from next: inout Int, _ table: UnsafePointer<SkippingTable.Entry>,
    _ codes: ScanCodes, _ slot: Int, _ observer: inout some CodeObserver
  ) throws(JPEGError) {
    let entry = table[reader.skippingIndex(SkippingTable.width)]
    let after = next &+ entry.passed
    if after & (SkippingTable.blockEnd - 1) <= 64 {
      reader.consume(entry.taken)
      next = after
    } else {
      // Near the block's last coefficient an entry may reach into the next block.
      observer.pass(reader, slot: slot)
      (reader, next) = try skipCode(reader, from: next, codes.ac(slot))
    }
  }

  /// Readers come and go by value here, so that those of the loops can stay in registers.
  @inline(never)
  private static func readDifference(
    _ reader: BitReader, _ codes: UnsafePointer<UInt16>
  ) throws(JPEGError) -> (BitReader, Int32) {
    var reader = reader
    let difference = try SequentialCoding.readDifference(&reader, codes)
    reader.refill()
    return (reader, difference)
  }

  /// Passes over one code.
  ///
  /// - Returns: the reader, refilled, and the next coefficient; 64 at the block's end.
  @inline(never)
  private static func skipCode(
    _ reader: BitReader, from next: Int, _ codes: UnsafePointer<UInt16>
  ) throws(JPEGError) -> (BitReader, Int) {
    var reader = reader
    let symbol = try reader.symbol(codes)
    let (run, size) = (symbol >> 4, symbol & 0x0F)
    var after = next + run + 1
    if size == 0, run < 15 {
      after = 64
    } else {
      if size > 0 { _ = reader.read(size) }
      guard after <= 64 else { throw reader.failure(.runPastEnd) }
    }
    reader.refill()
    return (reader, after)
  }
}

/// Sees each code that is passed one at a time, which all are that are looked for.
protocol CodeObserver {
  /// - Parameters:
  ///   - reader: at the code, with sixteen bits at least.
  ///   - slot: the component's number in the scan.
  mutating func pass(_ reader: BitReader, slot: Int)
}

/// Sees nothing, at no cost.
private struct NoObserver: CodeObserver {
  @inline(__always)
  mutating func pass(_ reader: BitReader, slot: Int) {}
}

extension BitReader {
  /// The place of the next bits in a ``SkippingTable``; there must be as many bits.
  @inline(__always)
  fileprivate func skippingIndex(_ width: Int) -> Int {
    Int(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: 64 &- width))
  }
}

/// What DC coefficients are predicted from (T.81, F.1.1.5.1): those of the blocks before, by component
/// of a scan.
typealias DCPredictors = SIMD4<Int32>
