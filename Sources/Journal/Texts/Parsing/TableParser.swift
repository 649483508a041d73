import Files

/// Reads a table with a header.
struct TableParser: CollectionParser {
  private var records: DelimitedRecords
  private var columns: [TextField]?

  /// Values parted by commas.
  static let commas = TableParser(UInt8(ascii: ","), hasQuotes: true)
  /// Values parted by tabs.
  static let tabs = TableParser(.tab, hasQuotes: false)

  private init(_ separator: UInt8, hasQuotes: Bool) {
    records = DelimitedRecords(
      separator: separator, hasQuotes: hasQuotes, limit: ReadText.recordLimit)
  }

  mutating func read(
    _ piece: UnsafeBufferPointer<UInt8>, _ items: inout [ReadItem]
  ) throws(ReadError) {
    for byte in piece {
      if let record = records.take(byte) { try take(record, &items) }
    }
  }

  mutating func end(_ items: inout [ReadItem]) throws(ReadError) {
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
