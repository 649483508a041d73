/// Codes scans of a spliced file as the original has them.
struct ScanRestorer {
  private let spliced: SplicedBytes
  private let picture: JPEGPicture
  private let traces: [ScanTrace]

  /// Reads all blocks of the spliced file.
  ///
  /// - Throws: ``ReversalError/damaged(_:)`` where they cannot be read.
  init(_ spliced: SplicedBytes) throws(ReversalError) {
    self.spliced = spliced
    do throws(JPEGError) {
      picture = try JPEGPicture(JPEGStructure(spliced.bytes))
      let nothing = picture.frame.components.map { _ in BlockArea(columns: 0..<0, rows: 0..<0) }
      traces = try PictureReader(picture, areas: nothing, tracesAll: true).traces
    } catch {
      throw .damaged(error)
    }
  }

  /// Writes a scan's data as the original has them.
  func restore(_ edit: Reversal.ScanEdit, to output: inout BitWriter) throws(ReversalError) {
    guard picture.scans.indices.contains(edit.scan) else { throw .unreadable(at: edit.scan) }
    let scan = picture.scans[edit.scan]
    let trace = traces[edit.scan]
    guard spliced.place(scan.data.lowerBound) == edit.range.lowerBound,
      spliced.place(scan.data.upperBound) == edit.range.upperBound,
      trace.intervals.count == edit.intervals.count
    else { throw .outOfBounds(at: edit.range.lowerBound) }
    let tables = ScanTables(scan)
    let encodings = edit.tables.mapValues(EncodingTable.init)
    var next = scan.data.lowerBound
    for (interval, original) in zip(trace.intervals, edit.intervals) {
      output.append(contentsOf: spliced.bytes[next..<interval.data.lowerBound])
      var writer = BlockWriter(SymbolWriter(output, tables: encodings), scan: scan)
      output = BitWriter()
      do throws(JPEGError) {
        try picture.withBytes { (base) throws(JPEGError) in
          let reader = BlockReader(
            BitReader(base, interval.data), scan: scan, tables: tables)
          try copy(interval, original.spans, reader, &writer)
        }
      } catch {
        throw .damaged(error)
      }
      guard writer.symbols.missing.isEmpty else { throw .outOfBounds(at: interval.end.byte) }
      output = writer.symbols.bits
      if let tail = original.tail {
        output.dropPartialByte()
        output.append(contentsOf: tail)
      } else {
        output.finish()
      }
      next = interval.nextByte(in: spliced.bytes)
    }
    output.append(contentsOf: spliced.bytes[next..<scan.data.upperBound])
  }

  /// Writes an interval's blocks, and the original's bits where it has others.
  private func copy(
    _ interval: ScanTrace.Interval, _ spans: [Reversal.ScanEdit.Span], _ start: BlockReader,
    _ writer: inout BlockWriter
  ) throws(JPEGError) {
    guard let whole = interval.spans.first, interval.spans.count == 1 else { return }
    let scan = start.scan
    let units = ScanUnits(of: scan, in: picture.frame)
    var reader = start
    var spans = spans[...]
    for unit in whole.units {
      if let span = spans.first, span.units.upperBound <= unit { spans.removeFirst() }
      let span = spans.first
      let isReplaced = span.map { $0.units.contains(unit) } ?? false
      if let span, span.units.lowerBound == unit {
        writer.finishRun()
        writer.symbols.bits.write(span.original)
      }
      for member in units.members {
        let history = whole.histories.isEmpty ? 0 : whole.histories[unit - whole.units.lowerBound]
        let block = try reader.read(slot: member.slot, history: history)
        if !isReplaced { writer.write(block, slot: member.slot) }
      }
      // The original's differences go on from the same coefficients.
      if isReplaced { writer.predictors = reader.predictors }
    }
    writer.finishRun()
  }
}
