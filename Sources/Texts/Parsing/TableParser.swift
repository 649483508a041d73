/// Reads a table with a header: values parted by commas and quoted as RFC 4180 has it, or by tabs and
/// never quoted, as text/tab-separated-values has it.
///
/// SwiftCSV is not used for it: it takes the whole text at once, pads lines that lack fields, and tells
/// no line of what is wrong.
struct TableParser: CollectionParser {
  private enum State {
    case fieldStart, plain, quoted
    /// After a quote within quotes: it ends the field, or is the first of two that stand for one.
    case quoteInQuoted
    /// Before the end of a line that is no record.
    case skipping
  }

  private let separator: UInt8
  private let hasQuotes: Bool
  private var columns: [TextField]?
  private var state = State.fieldStart
  private var fields: [[UInt8]] = []
  private var field: [UInt8] = []
  /// Bytes of the fields of the record.
  private var size = 0
  private var line = 1
  private var start = 1
  private var quoteLine = 1

  /// Values parted by commas.
  static let commas = TableParser(UInt8(ascii: ","), hasQuotes: true)
  /// Values parted by tabs.
  static let tabs = TableParser(.tab, hasQuotes: false)

  private init(_ separator: UInt8, hasQuotes: Bool) {
    (self.separator, self.hasQuotes) = (separator, hasQuotes)
  }

  mutating func read(
    _ piece: UnsafeBufferPointer<UInt8>, _ items: inout [ReadItem]
  ) throws(ReadError) {
    for byte in piece { try take(byte, &items) }
  }

  mutating func end(_ items: inout [ReadItem]) throws(ReadError) {
    if state == .quoted { throw .openQuote(line: quoteLine) }
    if state != .fieldStart || !fields.isEmpty { try endLine(&items) }
    if columns == nil { throw .noColumn(TextField.text.rawValue) }
  }

  private mutating func take(_ byte: UInt8, _ items: inout [ReadItem]) throws(ReadError) {
    switch state {
    case .quoted:
      if byte == .quote { return state = .quoteInQuoted }
      if byte == .lineFeed { line += 1 }
      try append(byte, &items)
    case _ where byte == .lineFeed:
      line += 1
      try endLine(&items)
    case .skipping: break
    case .fieldStart, .plain, .quoteInQuoted:
      if byte == separator {
        endField()
        try count(&items)
      } else if state == .quoteInQuoted, byte == .quote {
        state = .quoted
        try append(byte, &items)
      } else if hasQuotes, byte == .quote, state == .fieldStart {
        (state, quoteLine) = (.quoted, line)
      } else if state == .quoteInQuoted, byte == .carriageReturn {
        // The end of the line.
      } else if state == .quoteInQuoted || hasQuotes && byte == .quote {
        try skip(.strayQuote, &items)
      } else {
        state = .plain
        try append(byte, &items)
      }
    }
  }

  private mutating func append(_ byte: UInt8, _ items: inout [ReadItem]) throws(ReadError) {
    field.append(byte)
    try count(&items)
  }

  /// Counts a byte of the record, also one between fields, of which there may be any number.
  private mutating func count(_ items: inout [ReadItem]) throws(ReadError) {
    size += 1
    guard size > ReadText.recordLimit else { return }
    // What follows may be within quotes or not.
    if state == .quoted { throw .openQuote(line: quoteLine) }
    try skip(.recordTooLong(limit: ReadText.recordLimit), &items)
  }

  private mutating func skip(
    _ reason: ReadProblem.Reason, _ items: inout [ReadItem]
  ) throws(ReadError) {
    guard columns != nil else { throw .noColumn(TextField.text.rawValue) }
    items.append(.problem(ReadProblem(line: start, reason)))
    state = .skipping
  }

  private mutating func endField() {
    fields.append(field)
    field = []
    state = .fieldStart
  }

  private mutating func endLine(_ items: inout [ReadItem]) throws(ReadError) {
    let isSkipped = state == .skipping
    if state == .plain, field.last == .carriageReturn { field.removeLast() }
    endField()
    defer {
      fields.removeAll(keepingCapacity: true)
      (size, start) = (0, line)
    }
    if isSkipped || fields.count == 1 && fields[0].isEmpty { return }
    guard let columns else { return try readHeader() }
    guard fields.count == columns.count else {
      let reason = ReadProblem.Reason.columns(observed: fields.count, expected: columns.count)
      return items.append(.problem(ReadProblem(line: start, reason)))
    }
    items.append(at: start) { text throws(FieldError) in
      for (column, field) in zip(columns, fields) { try text.set(column, field) }
    }
  }

  private mutating func readHeader() throws(ReadError) {
    var found: [TextField] = []
    for field in fields {
      let name = String(String(decoding: field.prefix(60), as: UTF8.self).lowercased())
      guard let column = TextField(rawValue: name), !found.contains(column) else {
        throw .wrongColumn(name)
      }
      found.append(column)
    }
    guard found.contains(.text) else { throw .noColumn(TextField.text.rawValue) }
    columns = found
  }
}
