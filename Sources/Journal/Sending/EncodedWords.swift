import Foundation

/// Text in a header field, as encoded words where it is not visible ASCII and spaces (RFC 2047).
enum EncodedWords {
  private static let (start, end) = ("=?UTF-8?B?", "?=")
  /// Characters of a line that has any (section 2).
  private static let line = 76

  /// Whether a text needs none. What looks like an encoded word already would be read as one.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?")
  }

  /// A text, or its encoded words with a space between them, which a reader leaves out, for a field that is
  /// one line however long.
  static func onOneLine(_ text: String) -> String {
    isPlain(text) ? text : words(of: text, after: 1).joined(separator: " ")
  }

  /// The encoded words of a text, each of which fits on a line.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - used: characters on the first word's line; before each of the others there is a blank.
  /// - Returns: the words.
  static func words(of text: String, after used: Int) -> [String] {
    /// Bytes whose base64 still fits on a line after so many characters.
    func room(after used: Int) -> Int { (line - used - start.utf8.count - end.utf8.count) / 4 * 3 }
    var words = [""]
    var left = room(after: used)
    for piece in pieces(of: text, upTo: left) {
      if piece.utf8.count > left {
        words.append("")
        left = room(after: 1)
      }
      words[words.count - 1] += piece
      left -= piece.utf8.count
    }
    return words.map { start + Data($0.utf8).base64EncodedString() + end }
  }

  /// The characters of a text; of those that have more bytes, such as a letter with many accents, the
  /// scalars, at least two of which fit.
  private static func pieces(of text: String, upTo limit: Int) -> [String] {
    text.flatMap { character in
      character.utf8.count <= limit
        ? [String(character)] : character.unicodeScalars.map { String($0) }
    }
  }
}
