/// Writes the numbers of a record: seven bits a byte, the lowest first, the highest bit set in all
/// bytes but the last; places relative to the one before.
struct ReversalEncoder {
  private(set) var bytes: [UInt8] = []
  private(set) var last = 0

  mutating func write(_ number: Int) {
    var rest = UInt(bitPattern: number)
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func place(_ place: Int) {
    write(place - last)
    last = place
  }

  mutating func place(_ position: BitPosition) {
    write((position.byte - last) << 3 | position.bit)
    last = position.byte
  }

  mutating func write(_ other: [UInt8]) {
    write(other.count)
    bytes += other
  }

  mutating func write(_ bits: CodedBits) {
    write(bits.bytes)
    write((bits.bytes.count - bits.end.byte) << 3 | bits.end.bit)
  }

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

  mutating func write(_ edit: Reversal.ScanEdit) {
    write(edit.scan)
    place(edit.range.lowerBound)
    place(edit.range.upperBound)
    write(edit.tables.count)
    for (slot, table) in edit.tables.sorted(by: { $0.key < $1.key }) {
      write(Int(slot.kind.rawValue) << 4 | slot.number)
      bytes += table.counts
      write(table.symbols)
    }
    write(edit.intervals.count)
    for interval in edit.intervals {
      write(interval.spans.count << 1 | (interval.tail == nil ? 0 : 1))
      if let tail = interval.tail { write(tail) }
      var mcu = 0
      for span in interval.spans {
        write(span.mcus.lowerBound - mcu)
        write(span.mcus.count)
        write(span.original)
        mcu = span.mcus.upperBound
      }
    }
  }
}

/// Reads what ``ReversalEncoder`` writes; the bytes are not trusted.
struct ReversalDecoder {
  private var rest: ArraySlice<UInt8>
  private let start: Int
  private(set) var last = 0
  /// The parts that may still be read: edits, spans, intervals and tables.
  private var partsLeft: Int

  init(_ bytes: ArraySlice<UInt8>, maximumParts: Int) {
    rest = bytes
    start = bytes.startIndex
    partsLeft = maximumParts
  }

  var isAtEnd: Bool { rest.isEmpty }
  var offset: Int { rest.startIndex - start }

  /// A number of at most 49 bits, so that sums of places stay numbers.
  mutating func number() throws(ReversalError) -> Int {
    var number = 0
    for shift in stride(from: 0, to: 49, by: 7) {
      guard let byte = rest.popFirst() else { break }
      number |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    throw .unreadable(at: offset)
  }

  /// The number of things that follow, each of at least `size` bytes.
  mutating func count(of size: Int) throws(ReversalError) -> Int {
    let count = try number()
    guard count <= rest.count / size, count <= partsLeft else { throw .unreadable(at: offset) }
    partsLeft -= count
    return count
  }

  func sum(_ a: Int, _ b: Int) throws(ReversalError) -> Int {
    guard a + b < 1 << 50 else { throw .unreadable(at: offset) }
    return a + b
  }

  mutating func place() throws(ReversalError) -> Int {
    last = try sum(last, number())
    return last
  }

  mutating func position() throws(ReversalError) -> BitPosition {
    let number = try number()
    last = try sum(last, number >> 3)
    return BitPosition(byte: last, bit: number & 7)
  }

  mutating func bytes() throws(ReversalError) -> [UInt8] {
    let count = try number()
    guard count <= rest.count else { throw .unreadable(at: offset) }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func codedBits() throws(ReversalError) -> CodedBits {
    let bytes = try bytes()
    let last = try number()
    let end = BitPosition(byte: bytes.count - last >> 3, bit: last & 7)
    guard end.byte >= 0, let bits = CodedBits(bytes: bytes, end: end) else {
      throw .unreadable(at: offset)
    }
    return bits
  }

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

  mutating func scanEdit() throws(ReversalError) -> Reversal.ScanEdit {
    let scan = try number()
    let range = try place()..<(try place())
    var tables: [HuffmanSlot: HuffmanTable] = [:]
    for _ in 0..<(try count(of: 18)) {
      let (slot, table) = try huffmanTable()
      tables[slot] = table
    }
    var intervals: [Reversal.ScanEdit.Interval] = []
    for _ in 0..<(try count(of: 1)) {
      let head = try number()
      let tail = head & 1 == 0 ? nil : try bytes()
      guard head >> 1 <= rest.count, head >> 1 <= partsLeft else { throw .unreadable(at: offset) }
      partsLeft -= head >> 1
      var spans: [Reversal.ScanEdit.Span] = []
      var mcu = 0
      for _ in 0..<head >> 1 {
        let start = try sum(mcu, number())
        mcu = try sum(start, number())
        spans.append(.init(mcus: start..<mcu, original: try codedBits()))
      }
      intervals.append(.init(spans: spans, tail: tail))
    }
    return Reversal.ScanEdit(scan: scan, range: range, tables: tables, intervals: intervals)
  }

  private mutating func huffmanTable() throws(ReversalError) -> (HuffmanSlot, HuffmanTable) {
    let head = try number()
    guard let kind = HuffmanTable.Kind(rawValue: UInt8(truncatingIfNeeded: head >> 4)),
      head & 0x0F < 4, rest.count >= HuffmanTable.maximumLength
    else { throw .unreadable(at: offset) }
    let counts = Array(rest.prefix(HuffmanTable.maximumLength))
    rest = rest.dropFirst(HuffmanTable.maximumLength)
    let symbols = try bytes()
    guard counts.reduce(0, { $0 + Int($1) }) == symbols.count, symbols.count <= 256 else {
      throw .unreadable(at: offset)
    }
    let table = HuffmanTable(counts: counts, symbols: symbols)
    guard table.codes != nil else { throw .unreadable(at: offset) }
    return (HuffmanSlot(kind: kind, number: head & 0x0F), table)
  }
}

extension Reversal {
  /// The reversal as bytes, for ``init(encoded:)``.
  package var encoded: [UInt8] {
    var encoder = ReversalEncoder()
    encoder.write(edits.count)
    for edit in edits {
      switch edit {
      case .bytes(let edit):
        encoder.write(Kind.bytes.rawValue)
        encoder.place(edit.range.lowerBound)
        encoder.place(edit.range.upperBound)
        encoder.write(edit.original)
      case .interval(let edit):
        encoder.write(Kind.interval.rawValue)
        encoder.write(edit)
      case .scan(let edit):
        encoder.write(Kind.scan.rawValue)
        encoder.write(edit)
      case .codes(let edit):
        encoder.write(Kind.splitCodes.rawValue)
        encoder.write(edit)
      }
    }
    return encoder.bytes
  }

  /// What an edit begins with.
  private enum Kind: Int {
    case bytes, interval, scan, sixteenBitCodes, splitCodes
  }

  /// Reads a record.
  ///
  /// - Parameters:
  ///   - encoded: the record.
  ///   - maximumParts: how many edits, spans, intervals and tables it may have; a part of a byte takes
  ///     some hundred bytes of memory.
  /// - Throws: ``ReversalError/unreadable(at:)``; places are checked when the reversal is applied.
  package init(encoded: ArraySlice<UInt8>, maximumParts: Int = .max) throws(ReversalError) {
    var decoder = ReversalDecoder(encoded, maximumParts: maximumParts)
    for _ in 0..<(try decoder.count(of: 4)) {
      switch Kind(rawValue: try decoder.number()) {
      case .bytes:
        let range = try decoder.place()..<(try decoder.place())
        edits.append(.bytes(ByteEdit(range: range, original: try decoder.bytes())))
      case .interval: edits.append(.interval(try decoder.intervalEdit()))
      case .scan: edits.append(.scan(try decoder.scanEdit()))
      case .sixteenBitCodes: edits.append(.codes(try decoder.sixteenBitCodesEdit()))
      case .splitCodes: edits.append(.codes(try decoder.codesEdit()))
      case nil: throw .unreadable(at: decoder.offset)
      }
    }
    guard decoder.isAtEnd else { throw .unreadable(at: decoder.offset) }
  }
}
