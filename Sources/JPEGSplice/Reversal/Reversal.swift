/// What turns a spliced JPEG back into the original, byte for byte.
///
/// Places are those of the spliced file, ascending; what lies between them is the same in both.
package struct Reversal: Sendable, Hashable {
  var edits: [Edit] = []

  enum Edit: Sendable, Hashable {
    case bytes(ByteEdit)
    case interval(IntervalEdit)
    case scan(ScanEdit)
  }

  /// Bytes in the place of which the original has others.
  struct ByteEdit: Sendable, Hashable {
    let range: Range<Int>
    let original: [UInt8]
  }

  /// Entropy-coded data whose bits are shifted from the first span on.
  struct IntervalEdit: Sendable, Hashable {
    var spans: [Span]
    /// Behind the last bit that both have.
    let end: BitPosition
    /// The original's bytes from the one of that place on, as far as they are others.
    let originalTail: [UInt8]
    /// Where both are the same again.
    let next: Int

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

    /// Units whose blocks are others in the original, and their bits there.
    struct Span: Sendable, Hashable {
      let units: Range<Int>
      let original: CodedBits
    }
  }
}

/// Bits of entropy-coded data, with zeros stuffed as in a file.
struct CodedBits: Sendable, Hashable {
  let bytes: [UInt8]
  /// Behind the last bit; at most at the end of `bytes`.
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
  /// Adds that bytes in the spliced file are others than the original's.
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
    case .interval(let edit): edit.spans.first?.start.byte ?? edit.end.byte
    }
  }
}
