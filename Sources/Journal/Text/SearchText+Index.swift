/// How captions stand in an FTS5 index that finds words of any length, also inside other words.
///
/// Each scalar of the folded caption becomes one token together with the scalar after it (a bigram),
/// written in hexadecimal digits, which every tokenizer of FTS5 keeps whole: "abc" is
/// "61x62 62x63 63x". A word of two scalars or more is a phrase of such tokens, and a single scalar
/// is the beginning of one (sqlite.org/fts5.html, section 3).
extension SearchText {
  /// The tokens of a caption, with blanks between them, for a column of the index.
  ///
  /// They are those of the Unicode version of the program: before a row of a contentless index is
  /// removed, what was put in must be told again.
  package static func indexTokens(_ caption: String) -> String {
    let scalars = Array(folded(caption).unicodeScalars)
    guard let last = scalars.last else { return "" }
    return (bigrams(scalars) + [token(last)]).joined(separator: " ")
  }

  /// The MATCH expression that finds the captions which have every word of a text.
  ///
  /// - Returns: nil where the text has no word.
  package static func query(_ text: String) -> String? {
    let phrases = words(text).compactMap { phrase(Array($0.unicodeScalars)) }
    return phrases.isEmpty ? nil : phrases.joined(separator: " AND ")
  }

  private static func phrase(_ word: [Unicode.Scalar]) -> String? {
    guard let last = word.last else { return nil }
    return word.count == 1
      ? "\"\(token(last))\"*" : "\"\(bigrams(word).joined(separator: " "))\""
  }

  private static func bigrams(_ scalars: [Unicode.Scalar]) -> [String] {
    zip(scalars, scalars.dropFirst()).map { token($0, $1) }
  }

  private static func token(_ scalar: Unicode.Scalar, _ next: Unicode.Scalar? = nil) -> String {
    String(scalar.value, radix: 16) + "x" + (next.map { String($0.value, radix: 16) } ?? "")
  }
}
