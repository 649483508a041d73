/// Codes scans of a spliced file as the original has them.
struct ScanRestorer {
  private let spliced: SplicedBytes
  private let picture: JPEGPicture
  private var reader: PictureReader

  /// Prepares to find the blocks of some scans.
  ///
  /// - Parameters:
  ///   - spliced: the spliced file.
  ///   - scans: the numbers of the scans to be restored.
  /// - Throws: ``ReversalError/damaged(_:)`` where they cannot be read.
  init(_ spliced: SplicedBytes, scans: Set<Int>) throws(ReversalError) {
    self.spliced = spliced
    do throws(JPEGError) {
      picture = try JPEGPicture(spliced.bytes)
    } catch {
      throw .damaged(error)
    }
    reader = PictureReader(picture, tracing: scans)
  }

  /// Writes a scan's data as the original has them; scans come in the order of the file.
  mutating func restore(_ edit: Reversal.ScanEdit, to output: inout BitWriter) throws(ReversalError)
  {
    guard picture.scans.indices.contains(edit.scan) else { throw .unreadable(at: edit.scan) }
    let scan = picture.scans[edit.scan]
    let outOfBounds = ReversalError.outOfBounds(at: edit.range.lowerBound)
    guard spliced.place(scan.data.lowerBound) == edit.range.lowerBound,
      spliced.place(scan.data.upperBound) == edit.range.upperBound
    else { throw outOfBounds }
    let trace: ScanTrace
    do throws(JPEGError) {
      trace = try reader.trace(edit.scan)
    } catch {
      throw .damaged(error)
    }
    guard trace.intervals.count == edit.intervals.count else { throw outOfBounds }
    let tables = ScanTables(scan)
    var writer = BlockWriter(SymbolWriter(output, tables: edit.tables), scan: scan)
    output = BitWriter()
    var next = scan.data.lowerBound
    for (interval, original) in zip(trace.intervals, edit.intervals) {
      writer.symbols.bits.append(contentsOf: spliced.bytes[next..<interval.data.lowerBound])
      writer.predictors = .zero
      do throws(JPEGError) {
        try picture.withBytes { (base) throws(JPEGError) in
          try tables.withCodes { (codes) throws(JPEGError) in
            let reader = BlockReader(
              BitReader(base, interval.data), scan.coding, codes: codes)
            try copy(interval, of: scan, original.spans, reader, &writer)
          }
        }
      } catch {
        throw .damaged(error)
      }
      if let tail = original.tail {
        writer.symbols.bits.dropPartialByte()
        writer.symbols.bits.append(contentsOf: tail)
      } else {
        writer.symbols.bits.finish()
      }
      next = interval.nextByte(in: spliced.bytes)
    }
    guard writer.symbols.missing.isEmpty else { throw .outOfBounds(at: edit.range.lowerBound) }
    output = writer.symbols.bits
    output.append(contentsOf: spliced.bytes[next..<scan.data.upperBound])
  }

  /// Writes an interval's blocks, and the original's bits where it has others.
  private func copy(
    _ interval: ScanTrace.Interval, of scan: Scan, _ spans: [Reversal.ScanEdit.Span],
    _ start: BlockReader, _ writer: inout BlockWriter
  ) throws(JPEGError) {
    guard let whole = interval.spans.first, interval.spans.count == 1 else { return }
    let layout = MCULayout(of: scan, in: picture.frame)
    var reader = start
    var spans = spans[...]
    var block = CodedBlock()
    for mcu in whole.mcus {
      if let span = spans.first, span.mcus.upperBound <= mcu { spans.removeFirst() }
      let span = spans.first
      let isReplaced = span.map { $0.mcus.contains(mcu) } ?? false
      if let span, span.mcus.lowerBound == mcu {
        writer.finishEOBRun()
        writer.symbols.bits.write(span.original)
      }
      let history = whole.histories.isEmpty ? 0 : whole.histories[mcu - whole.mcus.lowerBound]
      for member in layout.members {
        try reader.read(slot: member.slot, history: history, into: &block)
        if !isReplaced { writer.write(block, slot: member.slot) }
      }
      // The original's differences go on from the same coefficients.
      if isReplaced { writer.predictors = reader.predictors }
    }
    writer.finishEOBRun()
  }
}
