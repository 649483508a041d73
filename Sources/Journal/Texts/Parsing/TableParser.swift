import Files
import Store

/// Reads a table with a header.
///
/// What is called CSV is parted by commas, semicolons or tabs, whichever the header has most, or by what
/// a first line `sep=;` says, as spreadsheets write it.
struct TableParser: CollectionParser {
  private var records: DelimitedRecords
  /// The first line, until what parts the table is known; nil after that.
  private var firstLine: FirstLine?
  private var columns: [TextField]?

  /// Values that may be quoted.
  static let commas = TableParser(FirstLine.separators[0], hasQuotes: true)
  /// Values parted by tabs, and never quoted.
  static let tabs = TableParser(.tab, hasQuotes: false)

  private init(_ separator: UInt8, hasQuotes: Bool) {
    records = Self.records(separator, hasQuotes: hasQuotes)
    if hasQuotes { firstLine = FirstLine() }
  }

  private static func records(_ separator: UInt8, hasQuotes: Bool) -> DelimitedRecords {
    DelimitedRecords(separator: separator, hasQuotes: hasQuotes, limit: ReadText.recordLimit)
  }

  mutating func read(
    _ piece: UnsafeBufferPointer<UInt8>, _ items: inout [ReadItem]
  ) throws(ReadError) {
    for byte in piece {
      if firstLine == nil {
        if let record = records.take(byte) { try take(record, &items) }
      } else if firstLine?.take(byte) == true {
        try endFirstLine(&items)
      }
    }
  }

  private mutating func endFirstLine(_ items: inout [ReadItem]) throws(ReadError) {
    guard let line = firstLine else { return }
    firstLine = line.isEmpty ? FirstLine() : nil
    if !line.isEmpty { records = Self.records(line.separator, hasQuotes: true) }
    for byte in line.table {
      if let record = records.take(byte) { try take(record, &items) }
    }
  }

  mutating func end(_ items: inout [ReadItem]) throws(ReadError) {
    try endFirstLine(&items)
    if let record = records.end() { try take(record, &items) }
    if columns == nil { throw .noColumn(TextField.text.rawValue) }
  }

  private mutating func take(
    _ record: DelimitedRecords.Record, _ items: inout [ReadItem]
  ) throws(ReadError) {
    func problem(_ reason: ReadProblem.Reason) -> ReadItem {
      .problem(ReadProblem(line: record.line, reason))
    }
    switch record.content {
    case .fields(let fields):
      guard let columns else { return try readHeader(fields) }
      guard fields.count == columns.count else {
        items.append(problem(.columns(observed: fields.count, expected: columns.count)))
        return
      }
      items.append(at: record.line) { text throws(FieldError) in
        for (column, field) in zip(columns, fields) { try text.set(column, field) }
      }
    case .openQuote: throw .openQuote(line: record.line)
    case .strayQuote, .tooLong:
      guard columns != nil else { throw .noColumn(TextField.text.rawValue) }
      items.append(
        problem(
          record.content == .tooLong
            ? .recordTooLong(limit: ReadText.recordLimit) : .strayQuote))
    }
  }

  private mutating func readHeader(_ fields: [[UInt8]]) throws(ReadError) {
    var found: [TextField] = []
    for field in fields {
      let padded = String(decoding: field.prefix(200), as: UTF8.self)
      let name = String(padded.kept.prefix(60)).lowercased()
      guard let column = TextField(rawValue: name), !found.contains(column) else {
        throw .wrongColumn(name)
      }
      found.append(column)
    }
    guard found.contains(.text) else { throw .noColumn(TextField.text.rawValue) }
    columns = found
  }
}

/// The first line of a table, which shows its separator.
private struct FirstLine {
  private var bytes: [UInt8] = []
  private var isQuoted = false

  /// What may part a table that does not say it; the first where none of them is there.
  static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), .tab]
  private static let sign = Array("sep=".utf8)

  /// Takes a byte.
  ///
  /// - Returns: whether the line ends with it, or is longer than any header.
  mutating func take(_ byte: UInt8) -> Bool {
    bytes.append(byte)
    if byte == .quote { isQuoted.toggle() }
    return !isQuoted && (byte == .lineFeed || byte == .carriageReturn)
      || bytes.count > CollectionFormat.headSize
  }

  /// The line without its end.
  private var content: ArraySlice<UInt8> {
    let hasEnd = bytes.last == .lineFeed || bytes.last == .carriageReturn
    return hasEnd ? bytes.dropLast() : bytes[...]
  }

  var isEmpty: Bool { content.isEmpty }

  /// What the line says that parts the table; nil where it says nothing of it.
  private var said: UInt8? {
    let start = content.prefix(Self.sign.count).map { $0 | 0x20 }
    let rest = content.dropFirst(Self.sign.count)
    guard start == Self.sign.map({ $0 | 0x20 }), let separator = rest.first,
      separator == .tab || 0x21...0x7E ~= separator, separator != .quote, !separator.isLetter,
      !separator.isDigit, rest.allSatisfy({ $0 == separator || $0 == .blank })
    else { return nil }
    return separator
  }

  var separator: UInt8 {
    if let said { return said }
    var counts = Self.separators.map { _ in 0 }
    var isQuoted = false
    for byte in content {
      if byte == .quote { isQuoted.toggle() }
      if !isQuoted, let index = Self.separators.firstIndex(of: byte) { counts[index] += 1 }
    }
    let most = counts.max() ?? 0
    return Self.separators[counts.firstIndex(of: most) ?? 0]
  }

  /// What the table has of it: only its end where it says what parts the table.
  var table: ArraySlice<UInt8> { said == nil ? bytes[...] : bytes[content.endIndex...] }
}
