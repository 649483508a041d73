package import CaptureTime
package import Store

/// One time that an owner was in touch with a person.
package struct Contact: Sendable, Hashable {
  package let id: Int64
  /// The row of the person.
  package let person: Int64
  package let day: CivilDate
  /// When it was logged, in seconds since 1970 in UTC.
  package let made: Int
  package let facts: ContactFacts
  /// The uid of the post that logged it by naming the person; nil for any other.
  package let post: [UInt8]?

  /// Bytes of the uid of a post.
  static let postSize = 16
}

/// The details of a contact.
package struct ContactFacts: Sendable, Hashable {
  package var kind: ContactKind
  package var keywords: Keywords
  package var memo: Memo

  package init(kind: ContactKind = .met, keywords: Keywords = .none, memo: Memo = .empty) {
    (self.kind, self.keywords, self.memo) = (kind, keywords, memo)
  }
}

/// How an owner was in touch.
package enum ContactKind: String, CaseIterable, Sendable {
  case met, called, wrote
  /// In any other way.
  case free
}

/// What a contact was about: a few very short words, each once, in the order typed.
package struct Keywords: Sendable, Hashable {
  package let texts: [String]

  /// The most that a contact can have.
  package static let limit = 3
  /// The most bytes of UTF-8 in one.
  package static let byteLimit = 200
  package static let none = Keywords()

  /// - Parameters:
  ///   - typed: each without white space in it; empty ones are left out.
  ///   - length: how long each may be.
  ///   - old: those that the contact has; they may stay, whatever was set since then.
  /// - Throws: ``ContactError``.
  package init(
    _ typed: [String], atMost length: KeywordLength = .usual, keeping old: Keywords = .none
  ) throws(ContactError) {
    var texts: [String] = []
    for text in typed.map(\.kept) where !text.isEmpty {
      let limit = length.limit(of: text)
      guard text.count <= limit || old.texts.contains(text) else {
        throw .longKeyword(text, observed: text.count, limit: limit)
      }
      guard text.utf8.count <= Self.byteLimit, !SearchText.folded(text).isEmpty,
        !text.unicodeScalars.contains(where: { $0.isControl || $0.properties.isWhitespace })
      else { throw .keyword(text) }
      if !texts.contains(text) { texts.append(text) }
    }
    guard texts.count <= Self.limit else {
      throw .tooManyKeywords(observed: texts.count, limit: Self.limit)
    }
    self.texts = texts
  }

  private init() { texts = [] }

  /// The words as they are stored.
  var lines: String { texts.joined(separator: "\n") }

  /// Nil where it is not what ``lines`` writes.
  init?(stored lines: String) {
    if lines.isEmpty {
      texts = []
      return
    }
    let texts = lines.split(separator: "\n").map(String.init)
    guard let words = try? Keywords(texts, atMost: .longest), words.lines == lines else {
      return nil
    }
    self = words
  }
}

/// The most characters in a keyword, as a reader counts them. One in Hangul always has at most
/// ``shortest``: that says as much as twelve letters.
package struct KeywordLength: Sendable, Hashable {
  package let characters: Int

  package static let range = 5...12
  package static let shortest = KeywordLength(characters: range.lowerBound)
  package static let longest = KeywordLength(characters: range.upperBound)
  /// The default.
  package static let usual = shortest

  /// - Parameter text: a number of ``range``.
  /// - Throws: ``SettingProblem/unknownName(expected:)``.
  package init(parsing text: String) throws(SettingProblem) {
    let all = Self.range.map { Self(characters: $0) }
    guard let named = all.first(where: { $0.text == text }) else {
      throw .unknownName(expected: all.map(\.text))
    }
    self = named
  }

  private init(characters: Int) { self.characters = characters }

  /// The value of the setting.
  package var text: String { "\(characters)" }

  fileprivate func limit(of keyword: String) -> Int {
    keyword.unicodeScalars.contains(where: \.isHangul) ? Self.shortest.characters : characters
  }
}

/// A line about a contact; may be empty.
package struct Memo: Sendable, Hashable {
  /// Without white space at its ends, lines separated by LF, in normal form C.
  package let text: String

  /// Characters as a reader counts them.
  package static let limit = 100
  /// Bytes of UTF-8.
  package static let byteLimit = 4_096
  package static let empty = Memo()

  /// - Throws: ``ContactError``; nothing is ever cut off.
  package init(_ typed: String) throws(ContactError) {
    let text = typed.kept.replacing("\r", with: "\n")
    if let (scalar, offset) = text.firstControl(except: ["\n"]) {
      throw .memoCharacter(scalar, offset: offset)
    }
    if let (observed, limit) = text.excess(over: Self.limit) {
      throw .longMemo(observed: observed, limit: limit)
    }
    guard text.utf8.count <= Self.byteLimit else {
      throw .memoBytes(observed: text.utf8.count, limit: Self.byteLimit)
    }
    self.text = text
  }

  private init() { text = "" }

  init?(stored text: String) {
    if text.isPlain(atMost: Self.limit) {
      self.text = text
      return
    }
    guard let memo = try? Memo(text), memo.text == text else { return nil }
    self = memo
  }
}

/// Why an action on a contact or a snooze failed.
package enum ContactError: Error, Sendable, Hashable {
  case longKeyword(String, observed: Int, limit: Int)
  /// Nothing that a reader would see, or white space or a control character in it.
  case keyword(String)
  case tooManyKeywords(observed: Int, limit: Int)
  case longMemo(observed: Int, limit: Int)
  case memoBytes(observed: Int, limit: Int)
  case memoCharacter(Unicode.Scalar, offset: Int)
  /// Nobody was met on a day that is still to come.
  case futureDay(CivilDate, today: CivilDate)
  case unknown(Int64)
  /// Days that no snooze has.
  case snoozeDays(observed: Int, expected: ClosedRange<Int>)
  /// The person is due only on this day, and so cannot be put off.
  case notDue(Person, due: CivilDate)
  /// The person was not put off since the last contact.
  case notSnoozed(Person)
}
