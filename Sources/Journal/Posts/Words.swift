import Store

/// What a post says in Markdown; empty where it says nothing.
package struct Words: Sendable, Hashable {
  /// Without empty lines at the beginning, white space at the end, and a byte order mark; lines separated
  /// by LF, in normal form C.
  package let text: String

  /// Characters as a reader counts them (Unicode Standard Annex 29, extended grapheme clusters).
  package static let limit = 100_000
  /// Bytes of UTF-8, since one character can have any number of marks.
  package static let byteLimit = 1_000_000

  package static let empty = Words()

  /// The words that a typed text makes once it is trimmed and normalised.
  ///
  /// - Throws: ``WordsError``; nothing is ever cut off.
  package init(_ typed: String) throws(WordsError) {
    let text = typed.keptLines
    if let (scalar, offset) = text.firstControl(except: ["\n", "\t"]) {
      throw .controlCharacter(scalar, offset: offset)
    }
    if let (observed, limit) = text.excess(over: Self.limit) {
      throw .tooLong(observed: observed, limit: limit)
    }
    if text.utf8.count > Self.byteLimit {
      throw .tooManyBytes(observed: text.utf8.count, limit: Self.byteLimit)
    }
    self.text = text
  }

  private init() { text = "" }

  package var isEmpty: Bool { text.isEmpty }
}

/// How much there is of a post's words, as a reader counts it.
package struct WordCount: Sendable, Hashable {
  /// Runs of characters between white space.
  package internal(set) var words = 0
  /// Extended grapheme clusters (Unicode Standard Annex 29), white space among them.
  package internal(set) var characters = 0

  init(words: Int = 0, characters: Int = 0) { (self.words, self.characters) = (words, characters) }

  /// Counts a text.
  init(of text: String) {
    var isInWord = false
    for character in text {
      characters += 1
      let isBlank = character.isWhitespace
      if !isBlank, !isInWord { words += 1 }
      isInWord = !isBlank
    }
  }

  static func += (total: inout WordCount, other: WordCount) {
    total.words += other.words
    total.characters += other.characters
  }
}

/// What a program that has a type `Words` of its own calls a post's ``Words``.
package typealias PostWords = Words

/// Why a text is not a post's words.
package enum WordsError: Error, Sendable, Hashable {
  /// More characters than words have, as a reader counts them.
  case tooLong(observed: Int, limit: Int)
  /// Few enough characters, but with so many marks that their UTF-8 is too long.
  case tooManyBytes(observed: Int, limit: Int)
  /// A control character other than a newline and a tab; `offset` characters are before it, once empty
  /// lines at the beginning are gone.
  case controlCharacter(Unicode.Scalar, offset: Int)
}

/// The line above a post's words; empty where there is none.
package struct Title: Sendable, Hashable {
  /// One line without white space at its ends, in normal form C.
  package let text: String

  /// Characters as a reader counts them.
  package static let limit = 100
  /// Bytes of UTF-8.
  package static let byteLimit = 4_096

  package static let empty = Title()

  /// The title that a typed text makes once it is trimmed and normalised.
  ///
  /// - Throws: ``TitleError``.
  package init(_ typed: String) throws(TitleError) {
    let text = typed.kept
    if let (scalar, offset) = text.firstScalar(where: { $0.isControl || $0.isLineBreak }) {
      throw .notAllowed(scalar, offset: offset)
    }
    if let (observed, limit) = text.excess(over: Self.limit) {
      throw .tooLong(observed: observed, limit: limit)
    }
    if text.utf8.count > Self.byteLimit {
      throw .tooManyBytes(observed: text.utf8.count, limit: Self.byteLimit)
    }
    self.text = text
  }

  private init() { text = "" }

  package var isEmpty: Bool { text.isEmpty }
}

/// Why a text is not a title.
package enum TitleError: Error, Sendable, Hashable {
  /// More characters than a title has, as a reader counts them.
  case tooLong(observed: Int, limit: Int)
  /// Few enough characters, but with so many marks that their UTF-8 is too long.
  case tooManyBytes(observed: Int, limit: Int)
  /// A line break or another control character; `offset` characters are before it.
  case notAllowed(Unicode.Scalar, offset: Int)
}

/// How a day was, from the worst to the best; names and faces are the wording's.
package enum Mood: Int, Sendable, CaseIterable, Comparable {
  case awful = 1
  case bad, meh, good, great

  package static func < (first: Mood, second: Mood) -> Bool { first.rawValue < second.rawValue }
}

extension String {
  /// How many characters there are, with the limit; nil where they are no more than that.
  fileprivate func excess(over limit: Int) -> (observed: Int, limit: Int)? {
    // A character has at least one byte.
    guard utf8.count > limit else { return nil }
    let count = count
    return count > limit ? (count, limit) : nil
  }

  /// The first control character but for some, with the number of characters before it.
  fileprivate func firstControl(
    except allowed: [Unicode.Scalar]
  ) -> (scalar: Unicode.Scalar, offset: Int)? {
    // Most texts have none, which is seen without counting characters.
    guard unicodeScalars.contains(where: { $0.isControl && !allowed.contains($0) }) else {
      return nil
    }
    return firstScalar { $0.isControl && !allowed.contains($0) }
  }
}
