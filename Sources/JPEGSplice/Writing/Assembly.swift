import Formats

/// A spliced file as it is put together, scan by scan.
struct Assembly {
  private let picture: JPEGPicture
  private let store: CoefficientStore

  private var output = BitWriter()
  /// The original's bytes before this one are in the output.
  private var next = 0
  private var reversal = Reversal()
  /// The slots in which decoders have tables that are not the original's.
  private var replaced: Set<HuffmanSlot> = []

  /// - Parameters:
  ///   - picture: the original.
  ///   - store: the new coefficients of the blocks that change.
  init(_ picture: JPEGPicture, store: CoefficientStore) {
    self.picture = picture
    self.store = store
    // With room for a stamp, which is put in afterwards.
    output.reserve(picture.bytes.count + picture.bytes.count / 8 + 1 << 16)
  }

  /// Writes a scan, and what comes before it.
  ///
  /// Where a table lacks a symbol, it gets one behind its last code, so that all others stay. Where it
  /// has no room there, the scan is coded anew with tables of its own.
  mutating func write(_ index: Int, _ trace: ScanTrace) throws(JPEGError) {
    let scan = picture.scans[index]
    let restored = scan.tables.filter { replaced.contains($0.key) }
    if !restored.isEmpty { insert(restored, before: scan) }
    replaced.subtract(restored.keys)
    if trace.intervals.isEmpty { return }

    var writer = ScanWriter(picture, scan: scan, trace: trace, store: store)
    let mark = (written: output.bytes.count, next: next)
    var result = try writer.write(onto: &output, from: next)
    if !result.missing.isEmpty {
      output.truncate(to: mark.written)
      next = mark.next
      guard let tables = Self.adding(result.missing, to: scan.tables) else {
        return try writeAnew(index, trace)
      }
      writer.tables = tables
      insert(tables, before: scan)
      result = try writer.write(onto: &output, from: next)
    }
    reversal.edits += result.edits.map(Reversal.Edit.interval)
    next = result.next
  }

  /// Writes all of a scan with the tables that are best for it.
  private mutating func writeAnew(_ index: Int, _ trace: ScanTrace) throws(JPEGError) {
    let scan = picture.scans[index]
    let whole = try PictureReader(picture, tracing: [index])
    var writer = ScanWriter(picture, scan: scan, trace: whole.traces[index], store: store)
    writer.tables = try writer.optimalTables()
    insert(writer.tables, before: scan)
    replaced.formUnion(writer.tables.keys)
    copy(to: scan.data.lowerBound)
    let start = output.bytes.count
    next = try writer.write(onto: &output, from: next).next
    copy(to: scan.data.upperBound)
    let edit = try writer.scanEdit(index, start..<output.bytes.count, trace)
    reversal.edits.append(.scan(edit))
  }

  private static func adding(
    _ missing: [HuffmanSlot: Set<UInt8>], to tables: [HuffmanSlot: HuffmanTable]
  ) -> [HuffmanSlot: HuffmanTable]? {
    var tables = tables
    for (slot, symbols) in missing {
      guard let table = tables[slot]?.adding(symbols) else { return nil }
      tables[slot] = table
    }
    return tables
  }

  /// Puts a segment with tables before a scan.
  private mutating func insert(_ tables: [HuffmanSlot: HuffmanTable], before scan: Scan) {
    copy(to: scan.segment.range.lowerBound)
    let start = output.bytes.count
    output.append(contentsOf: HuffmanTable.segment(tables))
    reversal.add(start..<output.bytes.count, original: [])
  }

  private mutating func copy(to end: Int) {
    output.append(contentsOf: picture.bytes[next..<end])
    next = end
  }

  /// Copies what is left.
  ///
  /// - Returns: the new file, and what gives the original back.
  mutating func finish() -> (bytes: [UInt8], reversal: Reversal) {
    copy(to: picture.bytes.count)
    return (output.bytes, reversal)
  }
}
