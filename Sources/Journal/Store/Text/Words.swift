/// A person's Markdown, such as a post's or a note's; may be empty.
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

/// Why a text cannot be a person's words.
package enum WordsError: Error, Sendable, Hashable {
  /// More characters than words have, as a reader counts them.
  case tooLong(observed: Int, limit: Int)
  /// Few enough characters, but with so many marks that their UTF-8 is too long.
  case tooManyBytes(observed: Int, limit: Int)
  /// A control character other than a newline and a tab; `offset` characters are before it, once empty
  /// lines at the beginning are gone.
  case controlCharacter(Unicode.Scalar, offset: Int)
}

extension String {
  /// How many characters there are, with the limit; nil where they are no more than that.
  package func excess(over limit: Int) -> (observed: Int, limit: Int)? {
    // A character has at least one byte.
    guard utf8.count > limit else { return nil }
    let count = count
    return count > limit ? (count, limit) : nil
  }

  /// The first control character but for some, with the number of characters before it.
  package func firstControl(
    except allowed: [Unicode.Scalar]
  ) -> (scalar: Unicode.Scalar, offset: Int)? {
    // Most texts have none, which is seen without counting characters.
    guard unicodeScalars.contains(where: { $0.isControl && !allowed.contains($0) }) else {
      return nil
    }
    return firstScalar { $0.isControl && !allowed.contains($0) }
  }

  /// Whether these are other words with an addition at one place: none of them is gone.
  package func adds(to other: String) -> Bool {
    let (new, old) = (Array(unicodeScalars), Array(other.unicodeScalars))
    guard new.count >= old.count else { return false }
    let beginning = zip(new, old).prefix { $0 == $1 }.count
    let end = zip(new.reversed(), old.reversed()).prefix { $0 == $1 }.count
    return beginning + end >= old.count
  }
}
