extension Reversal {
  /// Makes a reversal for a file with its bytes moved from one place on, and others before it.
  ///
  /// - Parameters:
  ///   - place: in the spliced file.
  ///   - newPlace: in the file that the result is for.
  /// - Returns: this reversal without what it changes before the place.
  package func moved(from place: Int, to newPlace: Int) -> Reversal {
    let distance = newPlace - place
    var moved = self
    moved.edits = edits.filter { $0.start >= place }.map { $0.moved(by: distance) }
    return moved
  }
}

extension Reversal.Edit {
  fileprivate func moved(by distance: Int) -> Self {
    switch self {
    case .bytes(let edit):
      .bytes(.init(range: edit.range.moved(by: distance), original: edit.original))
    case .interval(let edit): .interval(edit.moved(by: distance))
    case .scan(let edit):
      .scan(
        .init(
          scan: edit.scan, range: edit.range.moved(by: distance), tables: edit.tables,
          intervals: edit.intervals))
    case .codes(let edit):
      .codes(.init(edit.codes, edit.intervals.map { $0.moved(by: distance) }))
    }
  }
}

extension Reversal.IntervalEdit {
  fileprivate func moved(by distance: Int) -> Self {
    Reversal.IntervalEdit(
      spans: spans.map {
        Span(
          start: $0.start.moved(by: distance), end: $0.end.moved(by: distance),
          original: $0.original)
      },
      end: end.moved(by: distance), originalTail: originalTail, next: next + distance,
      changes: changes.map {
        Change(position: $0.position.moved(by: distance), number: $0.number)
      })
  }
}

extension BitPosition {
  fileprivate func moved(by distance: Int) -> BitPosition {
    BitPosition(byte: byte + distance, bit: bit)
  }
}

extension Range<Int> {
  fileprivate func moved(by distance: Int) -> Range<Int> {
    lowerBound + distance..<upperBound + distance
  }
}
