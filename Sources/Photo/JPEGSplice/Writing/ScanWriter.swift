import Formats

/// Writes a scan's data anew where they hold given blocks, and copies them elsewhere.
struct ScanWriter {
  let picture: JPEGPicture
  let scan: Scan
  let trace: ScanTrace
  /// The coefficients to write.
  let store: CoefficientStore
  /// Where tables other than the file's are to be used.
  var tables: [HuffmanSlot: HuffmanTable]
  /// The codes that are split in those.
  var splits: [HuffmanSlot: SplitCodes] = [:]
  /// Whether the tables are made for EOB runs of every length that comes; else those are written that
  /// they have codes for.
  var hasAllEOBRuns = false

  private let layout: MCULayout
  private let readingTables: ScanTables

  init(_ picture: JPEGPicture, scan: Scan, trace: ScanTrace, store: CoefficientStore) {
    self.picture = picture
    self.scan = scan
    self.trace = trace
    self.store = store
    tables = scan.tables
    layout = MCULayout(of: scan, in: picture.frame)
    readingTables = ScanTables(scan)
  }

  struct Result {
    var edits: [Reversal.IntervalEdit] = []
    /// The place in the original from which bytes are copied next.
    var next: Int
    /// Symbols that the tables have no code for; where there are any, nothing written is of use.
    var missing: [HuffmanSlot: Set<UInt8>] = [:]
  }

  /// Writes the scan's data up to the end of the last interval that changes.
  ///
  /// - Parameters:
  ///   - output: the new file so far, which holds the original's bytes before `start`.
  ///   - start: a place in the original before the scan's data.
  /// - Returns: what undoes it.
  /// - Throws: ``JPEGError/damaged(_:at:)``.
  func write(onto output: inout BitWriter, from start: Int) throws(JPEGError) -> Result {
    var result = Result(next: start)
    var writer = BlockWriter(SymbolWriter(output, tables: tables), scan: scan)
    if !hasAllEOBRuns { writer.limitEOBRuns() }
    output = BitWriter()
    for interval in trace.intervals {
      let splits = splits(in: interval)
      let changes = [interval.spans.first?.start, splits.first?.position].compactMap { $0 }
      guard let first = changes.min() else { continue }
      writer.symbols.bits.append(contentsOf: picture.bytes[result.next..<first.byte])
      let edit = try withMemory { (base, codes) throws(JPEGError) in
        try write(interval, from: first.byte, splits, base, codes, &writer)
      }
      result.edits.append(edit.edit)
      result.next = edit.next
    }
    result.missing = writer.symbols.missing
    output = writer.symbols.bits
    return result
  }

  /// Gives the picture's bytes and the scan's tables, which stay alive and unchanged for that time.
  private func withMemory<Value>(
    _ body: (UnsafePointer<UInt8>, ScanCodes) throws(JPEGError) -> Value
  ) throws(JPEGError) -> Value {
    try picture.withBytes { (base) throws(JPEGError) in
      try readingTables.withCodes { (codes) throws(JPEGError) in try body(base, codes) }
    }
  }

  /// The edit that undoes re-encoding a whole scan.
  ///
  /// - Parameters:
  ///   - index: the scan's number.
  ///   - range: its data in the new file.
  ///   - changes: the trace of the blocks that change alone.
  /// - Returns: that edit.
  /// - Throws: ``JPEGError`` where there is no file.
  func scanEdit(
    _ index: Int, _ range: Range<Int>, _ changes: ScanTrace
  ) throws(JPEGError) -> Reversal.ScanEdit {
    let spans = Dictionary(
      changes.intervals.map { ($0.data.lowerBound, $0.spans) },
      uniquingKeysWith: { first, _ in first })
    let intervals = try picture.withBytes { (base) throws(JPEGError) in
      trace.intervals.map { interval in
        let tail = picture.bytes[interval.end.byte..<interval.nextByte(in: picture.bytes)]
        let padding = (tail.first ?? 0xFF) | ~(0xFF >> UInt8(interval.end.bit))
        return Reversal.ScanEdit.Interval(
          spans: (spans[interval.data.lowerBound] ?? []).map {
            .init(mcus: $0.mcus, original: CodedBits(base, from: $0.start, to: $0.end))
          },
          tail: padding == 0xFF ? nil : Array(tail))
      }
    }
    return Reversal.ScanEdit(
      scan: index, range: range, tables: scan.tables, intervals: intervals)
  }

  /// The tables that make the traced spans shortest.
  func optimalTables() throws(JPEGError) -> [HuffmanSlot: HuffmanTable] {
    var writer = BlockWriter(SymbolWriter(BitWriter(), tables: [:]), scan: scan)
    try withMemory { (base, codes) throws(JPEGError) in
      for interval in trace.intervals {
        for span in interval.spans {
          try write(span, base, codes, interval.data.upperBound, &writer)
        }
      }
    }
    return writer.symbols.counts.mapValues(HuffmanTable.init(optimalFor:))
  }

  /// A code that is split, and where it is.
  private typealias Split = (position: BitPosition, code: SplitCodes.Code)

  /// The codes of an interval that are split.
  private func splits(in interval: ScanTrace.Interval) -> [Split] {
    if splits.isEmpty { return [] }
    return interval.places.compactMap { place in
      splits[scan.components[Int(place.slot)].acTable]?.code(at: place)
        .map { (place.position, $0) }
    }
  }

  private func write(
    _ interval: ScanTrace.Interval, from first: Int, _ splits: [Split],
    _ base: UnsafePointer<UInt8>, _ codes: ScanCodes, _ writer: inout BlockWriter
  ) throws(JPEGError) -> (edit: Reversal.IntervalEdit, next: Int) {
    var spans: [Reversal.IntervalEdit.Span] = []
    var added: [Reversal.IntervalEdit.Change] = []
    var position = BitPosition(byte: first, bit: 0)
    var splits = splits[...]
    /// Copies what is up to a place, with zeros after codes that are split.
    func copy(to end: BitPosition) {
      while let (place, code) = splits.first, place < end {
        splits.removeFirst()
        let codeEnd = place.advanced(by: code.length, in: base)
        writer.symbols.bits.copy(base, from: position, to: codeEnd)
        added.append(.init(position: writer.symbols.bits.position, number: code.zeros))
        writer.symbols.bits.write(0, code.zeros)
        position = codeEnd
      }
      writer.symbols.bits.copy(base, from: position, to: end)
    }
    for span in interval.spans {
      copy(to: span.start)
      let start = writer.symbols.bits.position
      try write(span, base, codes, interval.data.upperBound, &writer)
      spans.append(
        .init(
          start: start, end: writer.symbols.bits.position,
          original: CodedBits(base, from: span.start, to: span.end)))
      position = span.end
      // What spans hold is written by itself.
      splits = splits.drop { $0.position < span.end }
    }
    copy(to: interval.end)
    let end = writer.symbols.bits.position
    writer.symbols.bits.finish()

    // The byte that the original's last bits share with its padding is not the new one's.
    let tail = interval.nextByte(in: picture.bytes)
    let edit = Reversal.IntervalEdit(
      spans: spans, end: end, originalTail: Array(picture.bytes[interval.end.byte..<tail]),
      next: writer.symbols.bits.position.byte, changes: added)
    return (edit, tail)
  }

  private func write(
    _ span: ScanTrace.Span, _ base: UnsafePointer<UInt8>, _ codes: ScanCodes, _ dataEnd: Int,
    _ writer: inout BlockWriter
  ) throws(JPEGError) {
    writer.predictors = span.predictors
    if let others = span.others { return write(span, others, &writer) }
    var reader = BlockReader(
      BitReader(base, from: span.start, to: dataEnd), scan.coding, codes: codes,
      predictors: span.predictors)
    var block = CodedBlock()
    for mcu in span.mcus {
      let history = span.histories.isEmpty ? 0 : span.histories[mcu - span.mcus.lowerBound]
      let place = layout.place(of: mcu)
      for member in layout.members {
        try reader.read(slot: member.slot, history: history, into: &block)
        let (column, row) = place.block(member)
        let changed = store.read(member.component, column: column, row: row) {
          CodedBlock($0, in: scan.coding)
        }
        writer.write(changed ?? block, slot: member.slot)
      }
    }
    writer.finishEOBRun()
  }

  /// Writes blocks of which those that do not change are known.
  private func write(
    _ span: ScanTrace.Span, _ others: [CodedBlock], _ writer: inout BlockWriter
  ) {
    var next = 0
    for mcu in span.mcus {
      let place = layout.place(of: mcu)
      for member in layout.members {
        let (column, row) = place.block(member)
        let isChanged: Void? = store.read(member.component, column: column, row: row) {
          writer.write(CodedBlock($0, in: scan.coding), slot: member.slot)
        }
        if isChanged == nil {
          writer.write(others[next], slot: member.slot)
          next += 1
        }
      }
    }
  }
}

extension BitPosition {
  /// The place some bits further on, with zeros stuffed among them.
  fileprivate func advanced(by count: Int, in bytes: UnsafePointer<UInt8>) -> BitPosition {
    var place = BitPosition(byte: byte, bit: bit + count)
    while place.bit >= 8 {
      place.byte += bytes[place.byte] == 0xFF ? 2 : 1
      place.bit -= 8
    }
    return place
  }
}
