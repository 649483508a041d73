extension Reversal {
  /// The reversal as bytes, for ``init(encoded:)``.
  package var encoded: [UInt8] {
    var record = RecordWriter()
    record.write(edits.count)
    for edit in edits {
      switch edit {
      case .bytes(let edit):
        record.write(Kind.bytes.rawValue)
        record.place(edit.range.lowerBound)
        record.place(edit.range.upperBound)
        record.write(edit.original)
      case .interval(let edit):
        record.write(Kind.interval.rawValue)
        record.write(edit.spans.count)
        for span in edit.spans {
          record.place(span.start)
          record.place(span.end)
          record.write(span.original)
        }
        record.place(edit.end)
        record.write(edit.originalTail)
        record.place(edit.next)
      case .scan(let edit):
        record.write(Kind.scan.rawValue)
        record.write(edit)
      }
    }
    return record.bytes
  }

  /// What an edit begins with.
  private enum Kind: Int {
    case bytes, interval, scan
  }

  /// Reads a record.
  ///
  /// - Throws: ``ReversalError/unreadable(at:)``; places are checked when the reversal is applied.
  package init(encoded: ArraySlice<UInt8>) throws(ReversalError) {
    var record = RecordReader(encoded)
    for _ in 0..<(try record.count(of: 4)) {
      switch Kind(rawValue: try record.number()) {
      case .bytes:
        let range = try record.place()..<(try record.place())
        edits.append(.bytes(ByteEdit(range: range, original: try record.bytes())))
      case .interval:
        var spans: [IntervalEdit.Span] = []
        for _ in 0..<(try record.count(of: 5)) {
          spans.append(
            IntervalEdit.Span(
              start: try record.position(), end: try record.position(),
              original: try record.codedBits()))
        }
        edits.append(
          .interval(
            IntervalEdit(
              spans: spans, end: try record.position(), originalTail: try record.bytes(),
              next: try record.place())))
      case .scan: edits.append(.scan(try record.scanEdit()))
      case nil: throw .unreadable(at: record.offset)
      }
    }
    guard record.isAtEnd else { throw .unreadable(at: record.offset) }
  }
}
