import Foundation
import Wording

/// The name of a journal's owner, on one line.
package struct OwnerName: Sendable, Hashable {
  /// Without white space at its ends, in normal form C.
  package let text: String

  /// The text that decides whether two names are the same: see ``SearchText/folded(_:)``.
  package var folded: String { SearchText.folded(text) }

  /// Characters as a reader counts them.
  package static let limit = 64
  /// Bytes of UTF-8.
  package static let byteLimit = 256

  /// - Throws: ``NameError``, ``NameError/notAllowed(_:offset:)`` for control characters and line
  ///   breaks.
  package init(_ typed: String) throws(NameError) {
    text = try typed.kept.checkedName(limit: Self.limit, byteLimit: Self.byteLimit)
  }

  /// A name that was stored, and so was checked before.
  package init(stored text: String) { self.text = text }
}

extension Unicode.Scalar {
  /// Whether it separates lines or paragraphs, control characters aside (general categories Zl and Zp).
  package var isLineBreak: Bool { self == "\u{2028}" || self == "\u{2029}" }
}

/// Why a text is not a name for an owner or a tag.
package enum NameError: Error, Sendable, Hashable {
  /// Nothing that a reader would see.
  case empty
  /// More characters than a name has, as a reader counts them.
  case tooLong(observed: Int, limit: Int)
  /// Few enough characters, but such that their UTF-8 is too long.
  case tooManyBytes(observed: Int, limit: Int)
  /// A character that names must not have; `offset` characters of the name are before it.
  case notAllowed(Unicode.Scalar, offset: Int)
}

extension String {
  /// The text itself, if it is a name.
  ///
  /// - Parameters:
  ///   - limit: characters as a reader counts them.
  ///   - byteLimit: bytes of UTF-8.
  ///   - forbids: which characters it must not have.
  /// - Returns: the text.
  /// - Throws: ``NameError``.
  package func checkedName(
    limit: Int, byteLimit: Int,
    forbids: (Unicode.Scalar) -> Bool = { $0.isControl || $0.isLineBreak }
  ) throws(NameError) -> String {
    if let (scalar, offset) = firstScalar(where: forbids) {
      throw .notAllowed(scalar, offset: offset)
    }
    guard !SearchText.folded(self).isEmpty else { throw .empty }
    guard count <= limit else { throw .tooLong(observed: count, limit: limit) }
    guard utf8.count <= byteLimit else {
      throw .tooManyBytes(observed: utf8.count, limit: byteLimit)
    }
    return self
  }
}

extension String {
  /// A typed text in stored form: without white space at its ends, with CR LF as LF, in Unicode's
  /// normal form C.
  package var kept: String {
    if isKept { return self }
    guard let start = firstIndex(where: { !$0.isBlank }),
      let end = lastIndex(where: { !$0.isBlank })
    else { return "" }
    return self[start...end].replacing("\r\n", with: "\n").precomposedStringWithCanonicalMapping
  }

  /// Typed lines in stored form: like ``kept``, but the first line keeps its indentation, which has
  /// a meaning in Markdown; a byte order mark is removed.
  package var keptLines: String {
    if isKept { return self }
    let text = unicodeScalars.first == "\u{FEFF}" ? String(unicodeScalars.dropFirst()) : self
    guard let start = text.firstIndex(where: { !$0.isBlank }) else { return "" }
    let before = text[..<start]
    let line = before.lastIndex(where: \.isNewline).map { before.index(after: $0) }
    let indentation = before[(line ?? before.startIndex)...]
    return indentation + String(text[start...]).kept.replacing("\r", with: "\n")
  }

  /// Whether its bytes show that it can be stored as it is, as most texts can.
  private var isKept: Bool {
    // Blanks, tabs and line feeds are all the white space that a plain text has.
    guard let first = utf8.first, let last = utf8.last, min(first, last) > UInt8(ascii: " ") else {
      return false
    }
    return isPlain(allowingLines: true)
  }

  /// The first scalar that meets `condition`, with the number of characters before it.
  package func firstScalar(
    where condition: (Unicode.Scalar) -> Bool
  ) -> (scalar: Unicode.Scalar, offset: Int)? {
    for (offset, character) in enumerated() {
      if let scalar = character.unicodeScalars.first(where: condition) { return (scalar, offset) }
    }
    return nil
  }
}

extension Character {
  fileprivate var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}

extension Unicode.Scalar {
  /// Whether it is one of the codes 0 to 31 and 127 to 159 (general category Cc).
  package var isControl: Bool { value < 0x20 || 0x7F...0x9F ~= value }
}
