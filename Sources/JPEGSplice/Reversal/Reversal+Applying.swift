extension Reversal {
  /// The original of a spliced file.
  ///
  /// - Throws: ``ReversalError`` where the places are not ones of this file; whether it is the file
  ///   that was made, only the hash of the result can tell.
  package func original(of spliced: SplicedBytes) throws(ReversalError) -> [UInt8] {
    var writer = BitWriter()
    writer.reserve(spliced.count)
    let recoded = Set(edits.compactMap(\.recodedScan))
    let recoding = try recoded.isEmpty ? nil : ScanRestorer(spliced, scans: recoded)
    var next = 0
    func copyBytes(to end: Int) throws(ReversalError) {
      guard next <= end, end <= spliced.count else { throw .outOfBounds(at: end) }
      spliced.append(next..<end, to: &writer)
      next = end
    }
    for edit in edits {
      switch edit {
      case .bytes(let edit):
        try copyBytes(to: edit.range.lowerBound)
        guard edit.range.upperBound <= spliced.count else {
          throw .outOfBounds(at: edit.range.upperBound)
        }
        writer.append(contentsOf: edit.original)
        next = edit.range.upperBound
      case .scan(let edit):
        try copyBytes(to: edit.range.lowerBound)
        try recoding?.restore(edit, to: &writer)
        next = edit.range.upperBound
      case .interval(let edit):
        guard let first = edit.spans.first else { throw .unreadable(at: edit.end.byte) }
        try copyBytes(to: first.start.byte)
        var position = BitPosition(byte: next, bit: 0)
        for span in edit.spans {
          try spliced.copy(position, span.start, to: &writer)
          guard span.start <= span.end else { throw .outOfBounds(at: span.end.byte) }
          writer.write(span.original)
          position = span.end
        }
        try spliced.copy(position, edit.end, to: &writer)
        writer.dropPartialByte()
        writer.append(contentsOf: edit.originalTail)
        guard edit.next >= edit.end.byte else { throw .outOfBounds(at: edit.next) }
        next = edit.next
      }
    }
    try copyBytes(to: spliced.count)
    return writer.bytes
  }
}

extension Reversal.Edit {
  /// The number of a scan that is coded anew.
  fileprivate var recodedScan: Int? { if case .scan(let edit) = self { edit.scan } else { nil } }
}

extension BitWriter {
  mutating func write(_ bits: CodedBits) {
    bits.bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      copy(base, from: BitPosition(byte: 0, bit: 0), to: bits.end)
    }
  }
}
