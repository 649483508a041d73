import Formats

/// Passes over the units of a sequential scan, adding up what their first coefficients are.
struct SequentialSkip: Sendable {
  /// A block of the unit: where its tables begin among the entries, and its component in the scan.
  private struct Step {
    let first: Int
    let rest: Int
    let slot: Int
  }

  private let steps: [Step]
  private let entries: [SkippingTable.Entry]

  /// - Parameters:
  ///   - scan: a sequential scan.
  ///   - units: its units.
  ///   - codes: its decoding tables.
  init(of scan: Scan, units: ScanUnits, codes: ScanCodes) {
    var entries: [SkippingTable.Entry] = []
    var places: [[HuffmanSlot]: Int] = [:]
    func place(_ slots: [HuffmanSlot], _ table: () -> SkippingTable) -> Int {
      if let place = places[slots] { return place }
      let place = entries.count
      entries += table().entries
      places[slots] = place
      return place
    }
    let steps = scan.components.enumerated().map { slot, component in
      let ac = codes.ac(slot)
      return Step(
        first: place([component.dcTable, component.acTable]) {
          SkippingTable(dc: codes.dc(slot), ac: ac)
        },
        rest: place([component.acTable]) { SkippingTable(ac: ac) }, slot: slot)
    }
    self.steps = units.members.map { steps[$0.slot] }
    self.entries = entries
  }

  /// Passes over units.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - codes: the decoding tables of the scan.
  ///   - reader: at the first bit of the first; afterwards behind the last of the last.
  ///   - predictors: by component of the scan, the first coefficients of the blocks before.
  /// - Throws: ``JPEGError/damaged(_:at:)``.
  func skip(
    _ count: Int, _ codes: ScanCodes, _ reader: inout BitReader, _ predictors: inout Predictors
  ) throws(JPEGError) {
    if count == 0 { return }
    var local = reader
    // One at a time in memory, where a vector would be stored and loaded as a whole every time.
    var sums = InlineArray<4, Int32> { predictors[$0] }
    try steps.withUnsafeBufferPointer { steps throws(JPEGError) in
      try entries.withUnsafeBufferPointer { entries throws(JPEGError) in
        guard let entries = entries.baseAddress else { return }
        for _ in 0..<count {
          for step in steps {
            sums[step.slot] &+= try Self.skipBlock(
              &local, entries + step.first, entries + step.rest, codes, step.slot)
          }
          if local.hasReadPastEnd { throw local.failure(.endsEarly) }
        }
      }
    }
    reader = local
    for slot in 0..<4 { predictors[slot] = sums[slot] }
  }

  /// Passes over a block.
  ///
  /// - Parameters:
  ///   - reader: at the block's first bit; afterwards behind its last.
  ///   - first: the entries for the block's first bits, one for each value of them.
  ///   - rest: those for what follows.
  ///   - codes: the decoding tables of the scan.
  ///   - slot: the block's component in the scan.
  /// - Returns: the difference of the block's first coefficient to the block before.
  /// - Throws: ``JPEGError/damaged(_:at:)``.
  @inline(__always)
  private static func skipBlock(
    _ reader: inout BitReader, _ first: UnsafePointer<SkippingTable.Entry>,
    _ rest: UnsafePointer<SkippingTable.Entry>, _ codes: ScanCodes, _ slot: Int
  ) throws(JPEGError) -> Int32 {
    reader.refill()
    let entry = first[reader.skippingIndex]
    var difference = entry.difference
    // Also how many coefficients are behind.
    var next = entry.passed
    if entry.taken != 0 {
      reader.consume(entry.taken)
    } else {
      (reader, difference) = try readDifference(reader, codes.dc(slot))
      next = 1
    }
    while next < 64 {
      try skipCodes(&reader, from: &next, rest, codes, slot)
      if next >= 64 { break }
      reader.refill()
      try skipCodes(&reader, from: &next, rest, codes, slot)
    }
    return difference
  }

  /// Passes over what one lookup tells, or one code; the reader must have ``SkippingTable/maximumTaken``
  /// bits.
  @inline(__always)
  private static func skipCodes(
    _ reader: inout BitReader, from next: inout Int, _ table: UnsafePointer<SkippingTable.Entry>,
    _ codes: ScanCodes, _ slot: Int
  ) throws(JPEGError) {
    let entry = table[reader.skippingIndex]
    let after = next &+ entry.passed
    if after & (SkippingTable.blockEnd - 1) <= 64 {
      reader.consume(entry.taken)
      next = after
    } else {
      // Near the block's last coefficient an entry may reach into the next block.
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

extension BitReader {
  /// The place in a ``SkippingTable`` of the next bits, of which there must be as many.
  @inline(__always)
  fileprivate var skippingIndex: Int {
    Int(truncatingIfNeeded: bits >> UInt64(64 - SkippingTable.width))
  }
}

/// The first coefficients of the blocks before, by component of a scan.
typealias Predictors = SIMD4<Int32>
