package import Formats

/// A JPEG with layers laid over its picture: only the blocks under a layer are re-encoded, every
/// other coefficient and every byte outside the scans stays.
///
/// The coder is our own because libjpeg's writes a whole scan anew: it keeps coefficients, but not the
/// bits of an encoder, nor restart intervals that do not change, nor a way back to the original's bytes.
package struct Splice {
  /// The new file; none once it is taken.
  package private(set) var bytes: [UInt8]
  /// What gives the original back.
  package var reversal: Reversal
  /// By component, the blocks that were re-encoded.
  package let touched: [BlockArea]

  /// What a decoder must find in the new file.
  let expected: Expected

  struct Expected {
    /// The coefficients of the blocks that were re-encoded.
    let store: CoefficientStore
    /// Where the original's scans hold them.
    let traces: [ScanTrace]
  }

  /// Lays layers over a picture.
  ///
  /// Time and memory are those of reading the entropy-coded data up to the layers' last block, and of
  /// copying what comes after their first.
  ///
  /// - Parameters:
  ///   - layers: on the picture as it is coded, the lowest first.
  ///   - picture: the original.
  ///   - colour: what its components mean.
  ///   - fit: replaces a layer, by its number, with one that suits the picture under it; nil keeps it. The
  ///     new one has ink only where the old one has.
  /// - Throws: ``JPEGError`` where the entropy-coded data are damaged.
  package init(
    _ layers: [Layer], over picture: JPEGPicture, colour: ComponentColour,
    fitting fit: ((_ number: Int, PictureColours) -> Layer?)? = nil
  ) throws(JPEGError) {
    var painter = Painter(layers, on: picture, colour: colour)
    touched = painter.touched
    let reader = try PictureReader(picture, areas: touched)
    var store = reader.store
    if let fit {
      let colours = PictureColours(store, of: picture, colour: colour)
      let fitting = layers.indices.map { fit($0, colours) }
      if fitting.contains(where: { $0 != nil }) {
        painter = Painter(
          zip(fitting, layers).map { $0 ?? $1 }, on: picture, colour: colour)
      }
    }
    painter.paint(&store)

    var assembly = Assembly(picture, store: store)
    for (index, trace) in reader.traces.enumerated() { try assembly.write(index, trace) }
    expected = Expected(store: store, traces: reader.traces)
    (bytes, reversal) = assembly.finish()
  }

  /// Gives the new file away, so that it can be changed without being copied.
  package mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}

extension Splice {
  /// Replaces bytes after the last edit, such as a further picture, with as many others.
  ///
  /// - Parameters:
  ///   - range: in the new file; no edit lies in it or after it.
  ///   - other: as many bytes.
  ///   - reversal: restores the old bytes, counted from the start of the range.
  package mutating func replace(
    _ range: Range<Int>, with other: [UInt8], undoneBy reversal: Reversal
  ) {
    precondition(other.count == range.count)
    bytes.replaceSubrange(range, with: other)
    self.reversal.edits += reversal.moved(from: 0, to: range.lowerBound).edits
  }

  /// What is wrong with a spliced file: a mistake of ours, never the photo's.
  package enum CheckFailure: Error, Hashable, Sendable {
    case unreadable(JPEGError)
    /// Size, sampling, quantisation or the number of scans are not the original's.
    case differentFrame
    /// A block was read with other coefficients than were written.
    case differentBlocks
    /// The differences between blocks no longer add up to what they did.
    case differentRest
  }

  /// Reads a file that holds the spliced picture as a decoder does, and compares.
  ///
  /// Restart intervals that were rewritten are decoded to their end, from the first bit on that is
  /// not the original's: the layers' blocks must be those that were painted, and the DC
  /// coefficients at the end, to which all differences add up, must be the original's.
  ///
  /// - Parameters:
  ///   - finished: the spliced file, with or without segments added.
  ///   - original: the picture it was made from.
  /// - Throws: ``CheckFailure``.
  package func check(
    _ finished: JPEGStructure, against original: JPEGPicture
  ) throws(CheckFailure) {
    let picture = try Self.readable(try JPEGPicture(finished))
    guard picture.frame == original.frame, picture.quantization == original.quantization,
      picture.scans.count == original.scans.count
    else { throw .differentFrame }
    if !reversal.hasRecodedScans {
      var check = CopyCheck(original, picture, expected)
      let failure = try Self.readable(try check.failure())
      if let failure { throw failure }
      return
    }
    let reference = TracedPicture(picture: original, traces: expected.traces)
    let reader = try Self.readable(
      try PictureReader(picture, areas: touched, reference: reference))
    guard reader.store == expected.store else { throw .differentBlocks }
    guard reader.traces.endPredictors == expected.traces.endPredictors else { throw .differentRest }
  }

  /// What is read of the spliced file; where it cannot be, the check has failed.
  private static func readable<Value>(
    _ value: @autoclosure () throws(JPEGError) -> Value
  ) throws(CheckFailure) -> Value {
    do { return try value() } catch { throw .unreadable(error) }
  }
}

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
  /// Where a table lacks codes for symbols, it gets them after its last code, so that all others stay.
  /// Where it has no room there, codes that come rarely are split. Where that makes too little room, the
  /// scan is re-encoded with tables of its own.
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
      guard let (tables, splits) = trace.tables(scan, with: result.missing) else {
        return try writeAnew(index, trace)
      }
      writer.tables.merge(tables) { $1 }
      writer.splits = splits
      replaced.formUnion(splits.keys)
      insert(tables, before: scan)
      result = try writer.write(onto: &output, from: next)
    }
    if writer.splits.isEmpty {
      reversal.edits += result.edits.map(Reversal.Edit.interval)
    } else {
      reversal.edits.append(.codes(Reversal.CodesEdit(splits: result.edits)))
    }
    next = result.next
  }

  /// Writes all of a scan with the tables that are best for it.
  private mutating func writeAnew(_ index: Int, _ trace: ScanTrace) throws(JPEGError) {
    let scan = picture.scans[index]
    var reader = PictureReader(picture, tracing: [index])
    let whole = try reader.trace(index)
    var writer = ScanWriter(picture, scan: scan, trace: whole, store: store)
    writer.tables = try writer.optimalTables()
    writer.hasAllEOBRuns = true
    insert(writer.tables, before: scan)
    replaced.formUnion(writer.tables.keys)
    copy(to: scan.data.lowerBound)
    let start = output.bytes.count
    next = try writer.write(onto: &output, from: next).next
    copy(to: scan.data.upperBound)
    let edit = try writer.scanEdit(index, start..<output.bytes.count, trace)
    reversal.edits.append(.scan(edit))
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
