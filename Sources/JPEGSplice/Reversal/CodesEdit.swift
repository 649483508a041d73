extension Reversal {
  /// A scan in which some codes are others than in the original, wherever they come.
  struct CodesEdit: Sendable, Hashable {
    let codes: Codes
    /// The restart intervals that have changed, in order.
    let intervals: [IntervalEdit]

    enum Codes: Sendable, Hashable {
      /// After each come as many zeros as the number of its place says, which the original lacks.
      case split
      /// Each has sixteen bits; by the number of its place, the table among whose codes it is. Earlier
      /// versions wrote such.
      case sixteenBits([Table])
    }

    /// The codes that became ones of sixteen bits.
    struct Table: Sendable, Hashable {
      /// The first of those; the others follow without a gap.
      let first: Int
      let originals: [Original]
    }

    /// A code in the original.
    struct Original: Sendable, Hashable {
      /// In the lowest `length` bits.
      let bits: UInt32
      let length: Int
    }

    /// - Parameter splits: intervals each of whose changes are zeros, as many as its number.
    init(splits: [IntervalEdit]) { self.init(.split, splits) }

    fileprivate init(_ codes: Codes, _ intervals: [IntervalEdit]) {
      (self.codes, self.intervals) = (codes, intervals)
    }

    /// What the original has in place of the bits at some change, and the place after those.
    fileprivate func original(
      _ change: IntervalEdit.Change, of spliced: SplicedBytes
    ) throws(ReversalError) -> (Original, next: BitPosition) {
      switch codes {
      case .split:
        let (zeros, next) = try spliced.bits(change.number, at: change.position)
        guard zeros == 0 else { throw .outOfBounds(at: change.position.byte) }
        return (Original(bits: 0, length: 0), next)
      case .sixteenBits(let tables):
        guard tables.indices.contains(change.number) else { throw .unreadable(at: change.number) }
        let table = tables[change.number]
        let (bits, next) = try spliced.bits(HuffmanTable.maximumLength, at: change.position)
        guard table.originals.indices.contains(bits - table.first) else {
          throw .outOfBounds(at: change.position.byte)
        }
        return (table.originals[bits - table.first], next)
      }
    }
  }
}

extension Reversal.IntervalEdit {
  /// Where bits of a code are that are others in the original.
  struct Change: Sendable, Hashable {
    let position: BitPosition
    /// What ``Reversal/CodesEdit/Codes`` says.
    let number: Int
  }

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

extension ReversalEncoder {
  mutating func write(_ edit: Reversal.IntervalEdit) {
    write(edit.spans.count)
    for span in edit.spans {
      place(span.start)
      place(span.end)
      write(span.original)
    }
    place(edit.end)
    write(edit.originalTail)
    place(edit.next)
  }

  /// Writes an edit of codes that are split.
  mutating func write(_ edit: Reversal.CodesEdit) {
    let mostZeros = edit.intervals.lazy.flatMap(\.changes).map(\.number).max() ?? 1
    write(mostZeros)
    write(edit.intervals.count)
    for interval in edit.intervals {
      write(interval.changes.count)
      // They lie among the spans, so each kind counts from the same place.
      var last = last
      for change in interval.changes {
        let distance = (change.position.byte - last) << 3 | change.position.bit
        write(distance * mostZeros + change.number - 1)
        last = change.position.byte
      }
      write(interval)
    }
  }
}

extension ReversalDecoder {
  mutating func intervalEdit() throws(ReversalError) -> Reversal.IntervalEdit {
    var spans: [Reversal.IntervalEdit.Span] = []
    for _ in 0..<(try count(of: 5)) {
      spans.append(
        Reversal.IntervalEdit.Span(
          start: try position(), end: try position(), original: try codedBits()))
    }
    return Reversal.IntervalEdit(
      spans: spans, end: try position(), originalTail: try bytes(), next: try place())
  }

  /// An edit of codes that are split.
  mutating func codesEdit() throws(ReversalError) -> Reversal.CodesEdit {
    let mostZeros = try number()
    guard 1..<HuffmanTable.maximumLength ~= mostZeros else { throw .unreadable(at: offset) }
    return Reversal.CodesEdit(.split, try intervals(numbers: mostZeros, from: 1))
  }

  /// An edit of codes that have sixteen bits.
  mutating func sixteenBitCodesEdit() throws(ReversalError) -> Reversal.CodesEdit {
    var tables: [Reversal.CodesEdit.Table] = []
    for _ in 0..<(try count(of: 2)) { tables.append(try table()) }
    return Reversal.CodesEdit(.sixteenBits(tables), try intervals(numbers: tables.count, from: 0))
  }

  /// Intervals with changes of some numbers.
  private mutating func intervals(
    numbers: Int, from first: Int
  ) throws(ReversalError) -> [Reversal.IntervalEdit] {
    var intervals: [Reversal.IntervalEdit] = []
    for _ in 0..<(try count(of: 5)) {
      var changes: [Reversal.IntervalEdit.Change] = []
      let count = try count(of: 1)
      changes.reserveCapacity(count)
      var last = last
      for _ in 0..<count {
        let place = try number()
        guard numbers > 0 else { throw .unreadable(at: offset) }
        let (distance, number) = place.quotientAndRemainder(dividingBy: numbers)
        last = try sum(last, distance >> 3)
        changes.append(
          .init(position: BitPosition(byte: last, bit: distance & 7), number: first + number))
      }
      var interval = try intervalEdit()
      interval.changes = changes
      intervals.append(interval)
    }
    return intervals
  }

  private mutating func table() throws(ReversalError) -> Reversal.CodesEdit.Table {
    let first = try number()
    var originals: [Reversal.CodesEdit.Original] = []
    for _ in 0..<(try count(of: 2)) {
      let (length, bits) = (try number(), try number())
      guard 1...HuffmanTable.maximumLength ~= length, bits < 1 << length else {
        throw .unreadable(at: offset)
      }
      originals.append(.init(bits: UInt32(bits), length: length))
    }
    return Reversal.CodesEdit.Table(first: first, originals: originals)
  }
}
