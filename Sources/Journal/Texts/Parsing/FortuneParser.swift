/// Reads a file of fortune(6): texts that end at a line which is exactly "%", as strfile(1) has it.
///
/// What was printed over a letter (the letter and a backspace) is left out. The author is what follows
/// two tabs and "-- " in the last such line, up to the end of the record.
struct FortuneParser: LineParser {
  private var record = Record()

  mutating func read(_ line: ArraySlice<UInt8>?, _ number: Int, _ items: inout [ReadItem]) {
    if let line, line.elementsEqual([UInt8(ascii: "%")]) { return end(&items) }
    record.append(line, number)
  }

  mutating func end(_ items: inout [ReadItem]) {
    defer { record.clear() }
    guard let start = record.start else { return }
    if record.isTooLong { return items.appendTooLong(start) }
    items.append(at: start) { text throws(FieldError) in
      let lines = try Self.withoutOverstrikes(ReadText.text(of: record.bytes))
        .split(separator: "\n", omittingEmptySubsequences: false)
      guard let sign = lines.lastIndex(where: { $0.hasPrefix(Self.authorSign) }),
        lines[..<sign].contains(where: { !$0.allSatisfy(\.isWhitespace) })
      else { return try text.set(.text, text: lines.joined(separator: "\n")) }
      try text.set(.text, text: lines[..<sign].joined(separator: "\n"))
      try text.set(
        .author,
        text: lines[sign...].joined(separator: " ").dropFirst(Self.authorSign.count).description)
    }
  }

  private static let authorSign = "\t\t-- "

  private static func withoutOverstrikes(_ text: String) -> String {
    guard text.utf8.contains(0x08) else { return text }
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar != "\u{8}" {
        kept.append(scalar)
      } else if let last = kept.last, last != "\n" {
        kept.removeLast()
      }
    }
    return String(kept)
  }
}

/// Lines of one record, no more than a record can have.
struct Record {
  private(set) var bytes: [UInt8] = []
  /// The first line with anything in it; nil where there is none yet.
  private(set) var start: Int?
  private(set) var isTooLong = false

  /// - Parameters:
  ///   - line: nil where it is longer than a record can be.
  ///   - number: its number.
  mutating func append(_ line: ArraySlice<UInt8>?, _ number: Int) {
    guard let line else {
      start = start ?? number
      return isTooLong = true
    }
    if start == nil {
      if line.isBlank { return }
      start = number
    }
    if bytes.count + line.count >= ReadText.recordLimit { isTooLong = true }
    if isTooLong { return bytes.removeAll(keepingCapacity: true) }
    bytes += line
    bytes.append(.lineFeed)
  }

  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    (start, isTooLong) = (nil, false)
  }
}

/// Reads plain text: a text a line, or one a paragraph, which empty lines part.
struct PlainParser: LineParser {
  let hasParagraphs: Bool
  private var record = Record()

  init(hasParagraphs: Bool) { self.hasParagraphs = hasParagraphs }

  mutating func read(_ line: ArraySlice<UInt8>?, _ number: Int, _ items: inout [ReadItem]) {
    if let line, line.isBlank { return end(&items) }
    record.append(line, number)
    if !hasParagraphs { end(&items) }
  }

  mutating func end(_ items: inout [ReadItem]) {
    defer { record.clear() }
    guard let start = record.start else { return }
    if record.isTooLong { return items.appendTooLong(start) }
    items.append(at: start) { text throws(FieldError) in try text.set(.text, record.bytes) }
  }
}
