import Formats

/// Checks a spliced picture without re-encoded scans, as a decoder would read it.
///
/// Where the bits are the original's, and so are their codes, a decoder goes the same way in both, so
/// those are compared and not decoded. Blocks that were rewritten are decoded in both.
struct CopyCheck {
  private let original: JPEGPicture
  private let spliced: JPEGPicture
  private let traces: [ScanTrace]
  /// What the spliced file says of the blocks that change.
  private var changed: ChangedBlocks

  /// - Parameters:
  ///   - original: the picture.
  ///   - spliced: the result, with no scan re-encoded.
  ///   - expected: what it must hold, the coefficients of the blocks that change with the rest.
  init(_ original: JPEGPicture, _ spliced: JPEGPicture, _ expected: Splice.Expected) {
    (self.original, self.spliced) = (original, spliced)
    traces = expected.traces
    changed = ChangedBlocks(expected.store, in: spliced.scans)
  }

  /// - Returns: the problem; nil if there is none.
  /// - Throws: ``JPEGError`` where the spliced file cannot be read.
  mutating func failure() throws(JPEGError) -> Splice.CheckFailure? {
    let (original, spliced) = (original, spliced)
    return try original.withBytes { (ownBase) throws(JPEGError) in
      try spliced.withBytes { (base) throws(JPEGError) -> Splice.CheckFailure? in
        for index in traces.indices {
          if let failure = try failure(ofScan: index, ownBase, base) { return failure }
        }
        return changed.areAll ? nil : .differentBlocks
      }
    }
  }

  private mutating func failure(
    ofScan index: Int, _ ownBase: UnsafePointer<UInt8>, _ base: UnsafePointer<UInt8>
  ) throws(JPEGError) -> Splice.CheckFailure? {
    let (own, other, trace) = (original.scans[index], spliced.scans[index], traces[index])
    guard own.coding == other.coding, own.restartInterval == other.restartInterval,
      own.components == other.components
    else { return .differentFrame }
    guard Self.haveSameCodes(own, other, trace) else { return .differentRest }
    let layout = MCULayout(of: own, in: original.frame)
    var (ownIntervals, intervals) = (
      RestartIntervals(of: own, mcuCount: layout.count, in: original.structure),
      RestartIntervals(of: other, mcuCount: layout.count, in: spliced.structure)
    )
    var traced = trace.intervals[...]
    let (ownTables, tables) = (ScanTables(own), ScanTables(other))
    return try ownTables.withCodes { (ownCodes) throws(JPEGError) in
      try tables.withCodes { (codes) throws(JPEGError) -> Splice.CheckFailure? in
        while let ownInterval = try ownIntervals.next() {
          guard let interval = try intervals.next() else { return .differentRest }
          var pair = ScanPair(
            own, layout, (ownBase, ownInterval.data, ownCodes),
            (base, interval.data, codes), mcuEnd: ownInterval.mcus.upperBound)
          if let first = traced.first, first.data.lowerBound == ownInterval.data.lowerBound {
            traced.removeFirst()
            if let failure = try pair.failure(in: first, &self.changed) { return failure }
          } else if interval.data.count != ownInterval.data.count
            || !TracedPicture.areEqual(
              original.bytes, ownInterval.data, spliced.bytes, interval.data.lowerBound)
          {
            return .differentRest
          }
        }
        return traced.isEmpty ? nil : .differentRest
      }
    }
  }

  /// Whether all codes are the same, but for split ones with known places.
  private static func haveSameCodes(_ own: Scan, _ other: Scan, _ trace: ScanTrace) -> Bool {
    own.tables.allSatisfy { slot, table in
      guard let others = other.tables[slot], let split = SplitCodes(from: table, to: others) else {
        return false
      }
      return trace.knows(split, slot)
    }
  }
}

/// A restart interval of a scan, and what was made of it.
private struct ScanPair {
  typealias Side = (base: UnsafePointer<UInt8>, data: Range<Int>, codes: ScanCodes)

  private let scan: Scan
  private let layout: MCULayout
  private let own: Side
  private let other: Side
  /// Up to where both were gone through.
  private var position: BitPosition
  private var reader: BitReader

  /// The interval's last MCU is before it.
  private let mcuEnd: Int

  init(
    _ scan: Scan, _ layout: MCULayout, _ own: Side, _ other: Side, mcuEnd: Int
  ) {
    self.mcuEnd = mcuEnd
    (self.scan, self.layout) = (scan, layout)
    (self.own, self.other) = (own, other)
    position = BitPosition(byte: own.data.lowerBound, bit: 0)
    reader = BitReader(other.base, other.data)
  }

  /// What is wrong in the interval.
  mutating func failure(
    in traced: ScanTrace.Interval, _ blocks: inout ChangedBlocks
  ) throws(JPEGError) -> Splice.CheckFailure? {
    var places = traced.places[...]
    for span in traced.spans {
      guard try isSame(to: span.start, &places) else { return .differentRest }
      if let failure = try failure(in: span, &blocks) { return failure }
      places = places.drop { $0.position < span.end }
    }
    guard try isSame(to: traced.end, &places) else { return .differentRest }
    // No byte more is there, and none less.
    func left(_ end: BitPosition, _ side: Side) -> Int {
      let isStuffed = end.bit > 0 && side.base[end.byte] == 0xFF
      return side.data.upperBound - end.nextByte(in: side.data, isStuffed: isStuffed)
    }
    return left(traced.end, own) == left(reader.position, other) ? nil : .differentRest
  }

  /// Decodes blocks of which some were rewritten.
  private mutating func failure(
    in span: ScanTrace.Span, _ blocks: inout ChangedBlocks
  ) throws(JPEGError) -> Splice.CheckFailure? {
    if let others = span.others { return try failure(in: span, others, &blocks) }
    let coding = scan.coding
    var ownReader = BlockReader(
      BitReader(own.base, from: position, to: own.data.upperBound), coding, codes: own.codes,
      predictors: span.predictors)
    var otherReader = BlockReader(
      reader, coding, codes: other.codes, predictors: span.predictors)
    var (block, otherBlock) = (CodedBlock(), CodedBlock())
    for mcu in span.mcus {
      let history = span.histories.isEmpty ? 0 : span.histories[mcu - span.mcus.lowerBound]
      let place = layout.place(of: mcu)
      for member in layout.members {
        let (column, row) = place.block(member)
        let before = blocks.history(member.component, column, row, coding)
        try ownReader.read(slot: member.slot, history: history, into: &block)
        try otherReader.read(slot: member.slot, history: before ?? history, into: &otherBlock)
        switch blocks.take(otherBlock, member.component, column, row, coding) {
        case .taken: continue
        case .different: return .differentBlocks
        case .unchanged: if !block.isEqual(to: otherBlock) { return .differentBlocks }
        }
      }
    }
    (position, reader) = (ownReader.bits.position, otherReader.bits)
    let isAligned = position == span.end && ownReader.eobRun == 0 && otherReader.eobRun == 0
    // Differences go on from the same coefficients.
    let isSame = ownReader.predictors == otherReader.predictors || span.mcus.upperBound == mcuEnd
    return isAligned && isSame ? nil : .differentRest
  }

  /// Decodes blocks of which those that did not change are known.
  private mutating func failure(
    in span: ScanTrace.Span, _ others: [CodedBlock], _ blocks: inout ChangedBlocks
  ) throws(JPEGError) -> Splice.CheckFailure? {
    var otherReader = BlockReader(
      reader, scan.coding, codes: other.codes, predictors: span.predictors)
    var block = CodedBlock()
    var next = 0
    for mcu in span.mcus {
      let place = layout.place(of: mcu)
      for member in layout.members {
        try otherReader.read(slot: member.slot, into: &block)
        let (column, row) = place.block(member)
        switch blocks.take(block, member.component, column, row, scan.coding) {
        case .taken: continue
        case .different: return .differentBlocks
        case .unchanged:
          guard next < others.count, block.isEqual(to: others[next]) else {
            return .differentBlocks
          }
          next += 1
        }
      }
    }
    (position, reader) = (span.end, otherReader.bits)
    // Differences go on from the same coefficients.
    let isSame = otherReader.predictors == span.endPredictors || span.mcus.upperBound == mcuEnd
    return next == others.count && isSame ? nil : .differentRest
  }

  /// Whether the bits are the same up to a place, but for codes that might be split, which stand for
  /// the same symbols.
  private mutating func isSame(
    to end: BitPosition, _ places: inout ArraySlice<SplitPlace>
  ) throws(JPEGError) -> Bool {
    while let place = places.first, place.position < end {
      places.removeFirst()
      guard isSame(to: place.position) else { return false }
      var ownReader = BitReader(own.base, from: position, to: own.data.upperBound)
      let slot = Int(place.slot)
      guard try ownReader.symbol(own.codes.ac(slot)) == reader.symbol(other.codes.ac(slot)) else {
        return false
      }
      position = ownReader.position
    }
    return isSame(to: end)
  }

  /// Whether the next bits are the same, up to a place.
  private mutating func isSame(to end: BitPosition) -> Bool {
    guard position <= end else { return false }
    if position.bit > 0, position.byte < end.byte {
      var ownReader = BitReader(own.base, from: position, to: end.byte)
      let rest = 8 - position.bit
      if ownReader.read(rest) != reader.read(rest) { return false }
      position = ownReader.position
    }
    if position.bit == 0 {
      position.byte = reader.passSame(as: own.base, from: position.byte, to: end.byte)
    }
    var (ownReader, otherReader) = (
      BitReader(own.base, from: position, to: end.byte), reader
    )
    while true {
      ownReader.refill()
      let count = min(ownReader.count - ownReader.padding, BitReader.refilled)
      if count <= 0 { break }
      if otherReader.count < count { otherReader.refill() }
      if (ownReader.bits ^ otherReader.bits) >> UInt64(64 - count) != 0 { return false }
      ownReader.consume(count)
      otherReader.consume(count)
    }
    // The first bits of the last byte.
    let first = position.byte == end.byte ? position.bit : 0
    if end.bit > first {
      let bits = (own.base[end.byte] << UInt8(first)) >> UInt8(first + 8 - end.bit)
      if otherReader.read(end.bit - first) != bits { return false }
    }
    (position, reader) = (end, otherReader)
    return !otherReader.hasReadPastEnd
  }
}

extension CodedBlock {
  /// Whether a scan says the same of another block.
  fileprivate func isEqual(to other: CodedBlock) -> Bool {
    guard nonzero == other.nonzero, corrections == other.corrections else { return false }
    return Bits(nonzero).allSatisfy { coefficients[$0] == other.coefficients[$0] }
  }
}
