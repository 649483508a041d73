/// Splits a table into records: values parted by commas and quoted as RFC 4180 has it, or by tabs and
/// never quoted, as text/tab-separated-values has it; lines end with LF, CRLF or CR, and empty ones
/// are no records.
///
/// SwiftCSV is not used for it: it takes the whole text at once, pads lines that lack fields, and tells
/// no line of what is wrong.
package struct DelimitedRecords: Sendable {
  /// A record, and the line on which it begins, counted from 1.
  package struct Record: Sendable, Hashable {
    package let line: Int
    package let content: Content
  }

  package enum Content: Sendable, Hashable {
    case fields([[UInt8]])
    /// A quote within a field without quotes, or letters after the closing one (RFC 4180, section 2).
    case strayQuote
    /// More bytes than a record may have, separators among them.
    case tooLong
    /// A quote that is opened on this line never closes, or not within a record's bytes, and so nobody
    /// knows what is a record: nothing comes after it.
    case openQuote
  }

  private enum State {
    case fieldStart, plain, quoted
    /// After a quote within quotes: it ends the field, or is the first of two that stand for one.
    case quoteInQuoted
    /// Before the end of a line that is no record.
    case skipping(Content)
    /// After a quote that never closes.
    case ended
  }

  private let separator: UInt8
  private let hasQuotes: Bool
  private let limit: Int
  private var state = State.fieldStart
  private var fields: [[UInt8]] = []
  private var field: [UInt8] = []
  /// Bytes of the fields of the record.
  private var size = 0
  private var line = 1
  private var start = 1
  private var quoteLine = 1
  /// Whether the last byte is a carriage return, with which a line feed is one end of a line.
  private var isAfterReturn = false

  /// - Parameters:
  ///   - separator: between the fields of a record.
  ///   - hasQuotes: whether fields may be quoted.
  ///   - limit: the most bytes of a record.
  package init(separator: UInt8, hasQuotes: Bool, limit: Int) {
    (self.separator, self.hasQuotes, self.limit) = (separator, hasQuotes, limit)
  }

  /// Takes a byte of the table.
  ///
  /// - Returns: the record that it ends; nil where it ends none.
  package mutating func take(_ byte: UInt8) -> Record? {
    let isSecond = byte == Self.lineFeed && isAfterReturn
    isAfterReturn = byte == Self.carriageReturn
    if byte == Self.lineFeed || isAfterReturn {
      if !isSecond { line += 1 }
      switch state {
      case .quoted: return append(byte)
      case .ended: return nil
      case .fieldStart, .plain, .quoteInQuoted, .skipping: return isSecond ? nil : endLine()
      }
    }
    switch state {
    case .quoted:
      guard byte == Self.quote else { return append(byte) }
      state = .quoteInQuoted
    case .skipping, .ended: break
    case .fieldStart, .plain: takeUnquoted(byte)
    case .quoteInQuoted:
      if byte == separator {
        endField()
        _ = count()
      } else if byte == Self.quote {
        state = .quoted
        return append(byte)
      } else {
        state = .skipping(.strayQuote)
      }
    }
    return nil
  }

  /// Takes the end of the table.
  ///
  /// - Returns: the record that it ends; nil where it ends none.
  package mutating func end() -> Record? {
    switch state {
    case .quoted: endWithin()
    case .ended: nil
    case .fieldStart where fields.isEmpty: nil
    case .fieldStart, .plain, .quoteInQuoted, .skipping: endLine()
    }
  }

  private mutating func takeUnquoted(_ byte: UInt8) {
    if byte == separator {
      endField()
      _ = count()
    } else if hasQuotes, byte == Self.quote {
      guard case .fieldStart = state else { return state = .skipping(.strayQuote) }
      (state, quoteLine) = (.quoted, line)
    } else {
      state = .plain
      _ = append(byte)
    }
  }

  private mutating func append(_ byte: UInt8) -> Record? {
    field.append(byte)
    return count()
  }

  /// Counts a byte of the record, also between fields, where there may be any number.
  ///
  /// - Returns: the end of all, within quotes; nil elsewhere.
  private mutating func count() -> Record? {
    size += 1
    guard size > limit else { return nil }
    // What follows may be within quotes or not.
    if case .quoted = state { return endWithin() }
    state = .skipping(.tooLong)
    return nil
  }

  private mutating func endWithin() -> Record {
    (state, fields, field) = (.ended, [], [])
    return Record(line: quoteLine, content: .openQuote)
  }

  private mutating func endField() {
    fields.append(field)
    field = []
    state = .fieldStart
  }

  private mutating func endLine() -> Record? {
    defer {
      (fields, field, state, size, start) = ([], [], .fieldStart, 0, line)
    }
    if case .skipping(let problem) = state { return Record(line: start, content: problem) }
    endField()
    if fields.count == 1, fields[0].isEmpty { return nil }
    return Record(line: start, content: .fields(fields))
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let quote = UInt8(ascii: "\"")
}
