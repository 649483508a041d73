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

    init(_ codes: Codes, _ intervals: [IntervalEdit]) {
      (self.codes, self.intervals) = (codes, intervals)
    }

    /// What the original has in place of the bits at some change, and the place after those.
    func original(
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
}

extension ReversalEncoder {
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
