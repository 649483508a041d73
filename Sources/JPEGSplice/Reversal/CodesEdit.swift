extension Reversal {
  /// A scan in which some codes are others than in the original, wherever they come.
  struct CodesEdit: Sendable, Hashable {
    /// By the number that places have.
    let tables: [MovedCodes]
    /// The restart intervals that have changed, in order.
    let intervals: [IntervalEdit]
  }
}

extension Reversal.IntervalEdit {
  /// Where a code is that is another in the original; it has sixteen bits.
  struct Code: Sendable, Hashable {
    let position: BitPosition
    /// The number of its table.
    let table: Int
  }

  /// Where the first change is.
  var start: BitPosition {
    [spans.first?.start, codes.first?.position].compactMap { $0 }.min() ?? end
  }
}

extension SplicedBytes {
  /// Writes an interval's data as the original has them, from the byte of the first change on.
  ///
  /// - Parameters:
  ///   - edit: of the interval.
  ///   - tables: the codes that its places name.
  ///   - output: between two bytes, with all that comes before.
  /// - Throws: ``ReversalError`` where places are not in order, or have no such code.
  func restore(
    _ edit: Reversal.IntervalEdit, _ tables: [MovedCodes], to output: inout RestoredBytes
  ) throws(ReversalError) {
    var position = BitPosition(byte: edit.start.byte, bit: 0)
    var codes = edit.codes[...]
    func copy(to end: BitPosition) throws(ReversalError) {
      while let code = codes.first, code.position < end {
        codes.removeFirst()
        try self.copy(position, code.position, to: &output.writer)
        guard tables.indices.contains(code.table) else { throw .unreadable(at: code.table) }
        let (bits, next) = try sixteenBits(at: code.position)
        let table = tables[code.table]
        let number = bits - Int(table.first)
        guard table.originals.indices.contains(number) else {
          throw .outOfBounds(at: code.position.byte)
        }
        let original = table.originals[number]
        output.writer.write(UInt32(original.bits), original.length)
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
    guard codes.isEmpty else { throw .outOfBounds(at: edit.end.byte) }
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

  mutating func write(_ edit: Reversal.CodesEdit) {
    write(edit.tables.count)
    for table in edit.tables {
      write(Int(table.first))
      write(table.originals.count)
      for original in table.originals {
        write(original.length)
        write(Int(original.bits))
      }
    }
    write(edit.intervals.count)
    for interval in edit.intervals {
      write(interval.codes.count)
      // They lie among the spans, so each kind counts from the same place.
      var last = last
      for code in interval.codes {
        let distance = (code.position.byte - last) << 3 | code.position.bit
        write(distance * edit.tables.count + code.table)
        last = code.position.byte
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

  mutating func codesEdit() throws(ReversalError) -> Reversal.CodesEdit {
    var tables: [MovedCodes] = []
    for _ in 0..<(try count(of: 2)) { tables.append(try movedCodes()) }
    var intervals: [Reversal.IntervalEdit] = []
    for _ in 0..<(try count(of: 5)) {
      var codes: [Reversal.IntervalEdit.Code] = []
      let count = try count(of: 1)
      codes.reserveCapacity(count)
      var last = last
      for _ in 0..<count {
        let number = try number()
        guard !tables.isEmpty else { throw .unreadable(at: offset) }
        let (distance, table) = number.quotientAndRemainder(dividingBy: tables.count)
        last = try sum(last, distance >> 3)
        codes.append(.init(position: BitPosition(byte: last, bit: distance & 7), table: table))
      }
      var interval = try intervalEdit()
      interval.codes = codes
      intervals.append(interval)
    }
    return Reversal.CodesEdit(tables: tables, intervals: intervals)
  }

  private mutating func movedCodes() throws(ReversalError) -> MovedCodes {
    let first = try number()
    var originals: [MovedCodes.Original] = []
    for _ in 0..<(try count(of: 2)) {
      let (length, bits) = (try number(), try number())
      guard 1...HuffmanTable.maximumLength ~= length, bits < 1 << length else {
        throw .unreadable(at: offset)
      }
      originals.append(.init(bits: UInt16(truncatingIfNeeded: bits), length: length))
    }
    guard let first = UInt16(exactly: first) else { throw .unreadable(at: offset) }
    return MovedCodes(first: first, originals: originals)
  }
}
