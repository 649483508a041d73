import Formats

/// Turns a spliced JPEG, or any file with some bytes replaced, back into the original, byte
/// for byte.
///
/// Places are those of the spliced file, ascending; what lies between them is the same in both.
package struct Reversal: Sendable, Hashable {
  var edits: [Edit] = []

  /// Of a file in which nothing is replaced as yet.
  package init() {}

  enum Edit: Sendable, Hashable {
    case bytes(ByteEdit)
    case interval(IntervalEdit)
    case scan(ScanEdit)
    case codes(CodesEdit)
  }

  /// Bytes that are others in the original.
  struct ByteEdit: Sendable, Hashable {
    let range: Range<Int>
    let original: [UInt8]
  }

  /// Entropy-coded data with bits shifted from the first span on.
  struct IntervalEdit: Sendable, Hashable {
    var spans: [Span]
    /// After the last bit that both have.
    let end: BitPosition
    /// The original's bytes from the one of that place on, as far as they are others.
    let originalTail: [UInt8]
    /// Where both are the same again.
    let next: Int
    /// Between the spans, in order; none but in a ``CodesEdit``.
    var changes: [Change] = []

    struct Span: Sendable, Hashable {
      let start: BitPosition
      let end: BitPosition
      let original: CodedBits
    }
  }
}

extension Reversal {
  /// A scan that is coded with other tables: it is read block by block, and written with its own.
  struct ScanEdit: Sendable, Hashable {
    /// The scan's number in the picture.
    let scan: Int
    /// The scan's data in the spliced file.
    let range: Range<Int>
    /// The original's tables.
    let tables: [HuffmanSlot: HuffmanTable]
    /// All restart intervals of the scan.
    let intervals: [Interval]

    struct Interval: Sendable, Hashable {
      let spans: [Span]
      /// The original's byte with its last bits and what it is filled with; nil where it is filled
      /// with ones, as usual.
      let tail: [UInt8]?
    }

    /// MCUs with other blocks in the original, and their bits there.
    struct Span: Sendable, Hashable {
      let mcus: Range<Int>
      let original: CodedBits
    }
  }
}

/// Bits of entropy-coded data, with zeros stuffed as in a file.
struct CodedBits: Sendable, Hashable {
  let bytes: [UInt8]
  /// After the last bit; at most at the end of `bytes`.
  let end: BitPosition

  init?(bytes: [UInt8], end: BitPosition) {
    guard end.byte < bytes.count || end == BitPosition(byte: bytes.count, bit: 0) else {
      return nil
    }
    self.bytes = bytes
    self.end = end
  }

  /// The bits between two places, in order, of `source`.
  init(_ source: UnsafePointer<UInt8>, from start: BitPosition, to end: BitPosition) {
    var writer = BitWriter()
    writer.copy(source, from: start, to: end)
    self.end = writer.position
    writer.finish()
    bytes = writer.bytes
  }
}

extension Reversal {
  /// Notes that bytes in the spliced file are others than the original's.
  ///
  /// - Parameters:
  ///   - range: in the spliced file; must not meet an edit that is there.
  ///   - original: what the original has in their place.
  package mutating func add(_ range: Range<Int>, original: [UInt8]) {
    let index = edits.firstIndex { $0.start >= range.upperBound } ?? edits.count
    edits.insert(.bytes(ByteEdit(range: range, original: original)), at: index)
  }
}

extension Reversal.Edit {
  var start: Int {
    switch self {
    case .bytes(let edit): edit.range.lowerBound
    case .scan(let edit): edit.range.lowerBound
    case .interval(let edit): edit.start.byte
    case .codes(let edit): edit.intervals.first?.start.byte ?? 0
    }
  }
}

extension Reversal.IntervalEdit {
  /// Where the first change is.
  var start: BitPosition {
    [spans.first?.start, changes.first?.position].compactMap { $0 }.min() ?? end
  }
}

extension SplicedBytes {
  /// Writes an interval's data as the original has them, from the byte of the first change on.
  ///
  /// - Parameters:
  ///   - edit: of the interval.
  ///   - codes: of which it is one, where it has changes between its spans.
  ///   - output: between two bytes, with all that comes before.
  /// - Throws: ``ReversalError`` where places are not in order, or have no such code.
  func restore(
    _ edit: Reversal.IntervalEdit, _ codes: Reversal.CodesEdit?, to output: inout RestoredBytes
  ) throws(ReversalError) {
    var position = BitPosition(byte: edit.start.byte, bit: 0)
    var changes = edit.changes[...]
    func copy(to end: BitPosition) throws(ReversalError) {
      while let codes, let change = changes.first, change.position < end {
        changes.removeFirst()
        try self.copy(position, change.position, to: &output.writer)
        let (original, next) = try codes.original(change, of: self)
        output.writer.write(original.bits, original.length)
        output.compareMuch()
        position = next
      }
      try self.copy(position, end, to: &output.writer)
    }
    for span in edit.spans {
      try copy(to: span.start)
      guard span.start <= span.end else { throw .outOfBounds(at: span.end.byte) }
      output.writer.write(span.original)
      position = span.end
    }
    try copy(to: edit.end)
    guard changes.isEmpty else { throw .outOfBounds(at: edit.end.byte) }
  }
}

extension Reversal {
  /// The original of a spliced file.
  ///
  /// - Throws: ``ReversalError`` where the places are not ones of this file; whether it is the file
  ///   that was made, only the hash of the result can tell.
  package func original(of spliced: SplicedBytes) throws(ReversalError) -> [UInt8] {
    var output = RestoredBytes()
    output.writer.reserve(spliced.count)
    try apply(to: spliced, &output)
    return output.writer.bytes
  }

  /// Whether an original comes out of a spliced file, without taking memory for it.
  ///
  /// - Throws: ``ReversalError`` as ``original(of:)`` does.
  package func gives(_ original: [UInt8], of spliced: SplicedBytes) throws(ReversalError) -> Bool {
    var output = RestoredBytes(expected: original)
    try apply(to: spliced, &output)
    return output.isExpected
  }

  private func apply(
    to spliced: SplicedBytes, _ output: inout RestoredBytes
  ) throws(ReversalError) {
    let recoded = Set(edits.compactMap(\.recodedScan))
    var recoding = try recoded.isEmpty ? nil : ScanRestorer(spliced, scans: recoded)
    var next = 0
    func copyBytes(to end: Int) throws(ReversalError) {
      guard next <= end, end <= spliced.count else { throw .outOfBounds(at: end) }
      output.append(next..<end, of: spliced)
      next = end
    }
    func restore(_ edit: IntervalEdit, _ codes: CodesEdit? = nil) throws(ReversalError) {
      try copyBytes(to: edit.start.byte)
      try spliced.restore(edit, codes, to: &output)
      output.writer.dropPartialByte()
      output.writer.append(contentsOf: edit.originalTail)
      guard edit.next >= edit.end.byte else { throw .outOfBounds(at: edit.next) }
      next = edit.next
    }
    for edit in edits {
      switch edit {
      case .bytes(let edit):
        try copyBytes(to: edit.range.lowerBound)
        guard edit.range.upperBound <= spliced.count else {
          throw .outOfBounds(at: edit.range.upperBound)
        }
        output.writer.append(contentsOf: edit.original)
        next = edit.range.upperBound
      case .scan(let edit):
        try copyBytes(to: edit.range.lowerBound)
        try recoding?.restore(edit, to: &output.writer)
        next = edit.range.upperBound
      case .interval(let edit): try restore(edit)
      case .codes(let edit):
        for interval in edit.intervals { try restore(interval, edit) }
      }
    }
    try copyBytes(to: spliced.count)
  }
}

extension Reversal.Edit {
  /// The number of a scan that is re-encoded.
  fileprivate var recodedScan: Int? { if case .scan(let edit) = self { edit.scan } else { nil } }
}

extension Reversal {
  /// Whether some scan is re-encoded as a whole.
  var hasRecodedScans: Bool { edits.contains { $0.recodedScan != nil } }
}

extension BitWriter {
  mutating func write(_ bits: CodedBits) {
    bits.bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      copy(base, from: BitPosition(byte: 0, bit: 0), to: bits.end)
    }
  }
}

extension Reversal {
  /// This reversal with the original's data of every scan that is re-encoded, which takes as many
  /// bytes as those: for scans that an encoder coded in a way of its own.
  package func keepingScans(of original: JPEGPicture) -> Reversal {
    var whole = self
    whole.edits = edits.map { edit in
      guard case .scan(let edit) = edit else { return edit }
      return .bytes(
        ByteEdit(
          range: edit.range, original: Array(original.bytes[original.scans[edit.scan].data])))
    }
    return whole
  }
}

/// Why a file cannot be turned back.
package enum ReversalError: Error, Hashable, Sendable {
  /// A place is not in the file, or not after the place before it.
  case outOfBounds(at: Int)
  /// The record of replaced bytes is cut off or is not such a record.
  case unreadable(at: Int)
  /// The file's picture is damaged.
  case damaged(JPEGError)
}
