package import Store
import Wording

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
    if text.isPlain(allowingLines: true) {
      for letter in text.utf8 where letter & 0xC0 != 0x80 {
        characters += 1
        let isBlank = letter <= UInt8(ascii: " ")
        if !isBlank, !isInWord { words += 1 }
        isInWord = !isBlank
      }
      return
    }
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

/// A name for a person's words in programs with another type `Words`.
package typealias PostWords = Words

/// The line above a post's words; may be empty.
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
