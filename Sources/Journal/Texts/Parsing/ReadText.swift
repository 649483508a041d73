package import CaptureTime
import Store

/// A text as a file of a collection has it, checked.
package struct ReadText: Sendable, Hashable {
  /// The line on which its record begins, counted from 1.
  package let line: Int
  /// The text's key in the file; empty if it has none.
  package var key = ""
  package var section: ReadSection?
  /// What the file calls its section, where it says it before the section's key.
  private var sectionTitle = ""
  package var body = ""
  package var translation = ""
  package var author = ""
  package var source = ""
  /// When its collector added it.
  package var added: CivilDate?

  package init(line: Int) { self.line = line }

  /// Characters of a body, and of its translation, as a reader counts them.
  package static let bodyLimit = 10_000
  /// Bytes of UTF-8 of these.
  package static let bodyByteLimit = 100_000
  /// Characters of an author and a source.
  package static let lineLimit = 500
  /// Bytes of UTF-8 of these.
  package static let lineByteLimit = 4_000
  /// Bytes of a key.
  package static let keyByteLimit = 200
  /// The most bytes in the record of one text, which limits memory.
  package static let recordLimit = 1 << 20
}

/// A part of a collection, such as a chapter of a book.
package struct ReadSection: Sendable, Hashable {
  /// As `Gen.1`.
  package let key: String
  /// As "Genesis 1".
  package let title: String
}

/// A text, or a record that is not one, or a part that was left out.
package enum ReadItem: Sendable, Hashable {
  case text(ReadText)
  case problem(ReadProblem)
}

/// Why a record is not a text, or what was left out.
package struct ReadProblem: Sendable, Hashable {
  /// Where the record begins, counted from 1.
  package let line: Int
  package let reason: Reason

  package enum Reason: Sendable, Hashable {
    /// Its bytes are not UTF-8, or of UTF-16 no characters.
    case encoding
    /// It has a character U+0000.
    case nul
    /// It has no body.
    case empty
    /// Bytes of the record.
    case recordTooLong(limit: Int)
    /// Characters of a field, as a reader counts them.
    case tooLong(TextField, observed: Int, limit: Int)
    /// Bytes of UTF-8 of a field with few enough characters.
    case tooManyBytes(TextField, observed: Int, limit: Int)
    /// Fields of a line of a table, which has so many columns.
    case columns(observed: Int, expected: Int)
    /// A quote within a field without quotes, or letters after the closing one (RFC 4180, section 2).
    case strayQuote
    /// It is no object of JSON, or one that is broken.
    case json
    /// An object has a field that no text has.
    case unknownField(String)
    /// A field of an object is not a text.
    case notText(TextField)
    /// What is to be a day is none.
    case day(String)
    /// It says of no book, chapter or verse whose text it is.
    case noVerse
    /// A verse has no end before the next one begins.
    case openVerse(String)
    /// A note in a verse has no end.
    case openNote(String)
    /// A marker in a verse, or what describes its words, has no end.
    case openMarker(String)
    /// Markers that nobody knows, the first of them by name; the words about them stay.
    case unknownMarkers(names: [String], count: Int)
    /// The collection has a text of this key already.
    case sameKey(String)
  }

  package init(line: Int, _ reason: Reason) { (self.line, self.reason) = (line, reason) }

  /// Whether it means that a text was not added.
  package var isOfRecord: Bool {
    if case .unknownMarkers = reason { false } else { true }
  }
}

/// The fields that a text has in tables and objects; raw values are their names there.
package enum TextField: String, Sendable, Hashable, CaseIterable {
  case key, text, translation, author, source, added
  /// The key of its section, and what that is called; without a title it is called by its key.
  case section
  case sectionTitle = "section title"
}

/// Why no texts can be read of a file at all.
package enum ReadError: Error, Sendable, Hashable {
  /// The header of a table has no column of this name.
  case noColumn(String)
  /// The header names what no text has, or something twice.
  case wrongColumn(String)
  /// A quote that is opened in this line never closes, and so nobody knows what is a text.
  case openQuote(line: Int)
  /// It is not JSON from this line on.
  case json(line: Int)
  /// It is not XML from this line on, in the words of expat.
  case xml(line: Int, detail: String)
  /// It has a document type, which could declare entities.
  case documentType(line: Int)
  /// Elements are in one another deeper than this.
  case depth(line: Int, limit: Int)
  /// A tag or a comment has more bytes than this.
  case markup(line: Int, limit: Int)
}

extension ReadText {
  /// Sets a field to the bytes of a file.
  mutating func set(_ field: TextField, _ bytes: some Collection<UInt8>) throws(FieldError) {
    try set(field, text: Self.text(of: bytes))
  }

  /// Sets a field to a text, without white space at its ends, in normal form C.
  mutating func set(_ field: TextField, text: String) throws(FieldError) {
    switch field {
    case .text: body = try Self.checked(field, text, Self.bodyLimit, Self.bodyByteLimit)
    case .translation:
      translation = try Self.checked(field, text, Self.bodyLimit, Self.bodyByteLimit)
    case .author: author = try Self.line(field, text)
    case .source: source = try Self.line(field, text)
    case .key: key = try Self.key(field, text)
    case .section:
      let key = try Self.key(field, text)
      if key.isEmpty { return }
      section = ReadSection(key: key, title: sectionTitle.isEmpty ? key : sectionTitle)
    case .sectionTitle:
      sectionTitle = try Self.line(field, text)
      if let section, !sectionTitle.isEmpty {
        self.section = ReadSection(key: section.key, title: sectionTitle)
      }
    case .added:
      let day = text.kept
      if day.isEmpty { return }
      guard let date = CivilDate(iso: day) else { throw FieldError(.day(String(day.prefix(40)))) }
      added = date
    }
  }

  /// The text of bytes.
  static func text(of bytes: some Collection<UInt8>) throws(FieldError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw FieldError(.encoding) }
    return text
  }

  /// A line that something is known by.
  private static func key(_ field: TextField, _ text: String) throws(FieldError) -> String {
    let key = try line(field, text)
    guard key.utf8.count <= keyByteLimit else {
      throw FieldError(.tooManyBytes(field, observed: key.utf8.count, limit: keyByteLimit))
    }
    return key
  }

  /// One line of text.
  private static func line(_ field: TextField, _ text: String) throws(FieldError) -> String {
    let parts = text.split { $0.isWhitespace }
    return try checked(field, parts.joined(separator: " "), lineLimit, lineByteLimit)
  }

  private static func checked(
    _ field: TextField, _ text: String, _ limit: Int, _ byteLimit: Int
  ) throws(FieldError) -> String {
    var text = text
    if text.utf8.contains(0) { throw FieldError(.nul) }
    if text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) {
      // Lines of the file's own; what else controls a device is no part of a text.
      let scalars = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").unicodeScalars
      text = String(
        String.UnicodeScalarView(
          scalars.filter { $0 != "\u{FEFF}" && (!$0.isControl || $0 == "\n" || $0 == "\t") }))
      // The first of several lines may be indented as those that follow.
      let lines = text.keptLines
      text = lines.contains(where: \.isNewline) ? lines : lines.kept
    } else {
      text = text.trimmingBlanks
    }
    // A character has at least one byte.
    if text.utf8.count > limit, case let count = text.count, count > limit {
      throw FieldError(.tooLong(field, observed: count, limit: limit))
    }
    guard text.utf8.count <= byteLimit else {
      throw FieldError(.tooManyBytes(field, observed: text.utf8.count, limit: byteLimit))
    }
    return text
  }
}

/// Why bytes are not a field of a text.
struct FieldError: Error {
  let reason: ReadProblem.Reason

  init(_ reason: ReadProblem.Reason) { self.reason = reason }
}

extension String {
  /// A line of ASCII without control characters, without the blanks at its ends.
  fileprivate var trimmingBlanks: String {
    let letters = utf8
    guard let start = letters.firstIndex(where: { $0 != 0x20 }),
      let end = letters.lastIndex(where: { $0 != 0x20 })
    else { return "" }
    return String(self[start...end])
  }
}
