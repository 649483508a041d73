import Foundation

/// Text as a search takes it: without regard to case, width, normal form and kind of white space.
package enum SearchText {
  /// The text in the form in which captions and what is looked for are compared, scalar by scalar.
  ///
  /// Compatibility forms become plain ones (NFKC), letters small ones after a pass through capital
  /// ones, so that "ß" is "ss" and the final "ς" is "σ". What shows nothing of its own is left out:
  /// joiners, variation selectors, soft hyphens (Default_Ignorable_Code_Point). Runs of white space
  /// become one blank, and none is at the ends. That is Unicode's NFKC_Casefold (Unicode Standard,
  /// section 3.13) with letters as in Turkish "ı" taken as "i", and with the single letters of Korean
  /// kept apart: in "ㅋㅋㅠㅠ" NFKC would find the syllable "큐".
  package static func folded(_ text: String) -> String {
    let scalars = text.unicodeScalars
    var folded = FoldedText(capacity: text.utf8.count)
    if scalars.allSatisfy(\.isPlain) {
      for scalar in scalars { folded.appendPlain(scalar) }
      return folded.text
    }
    var run = String.UnicodeScalarView()
    for scalar in scalars {
      guard scalar.isSingleJamo else {
        run.append(scalar)
        continue
      }
      append(run, to: &folded)
      run = String.UnicodeScalarView()
      for part in jamo[scalar] ?? [] { folded.append(part) }
    }
    append(run, to: &folded)
    return folded.text
  }

  /// The folded words of a text, each of which is looked for by itself.
  package static func words(_ text: String) -> [String] {
    folded(text).unicodeScalars.split(separator: " ").map { String($0) }
  }

  private static func append(_ run: String.UnicodeScalarView, to folded: inout FoldedText) {
    if run.allSatisfy(\.isPlain) {
      for scalar in run { folded.appendPlain(scalar) }
    } else {
      for scalar in normalised(run) { folded.append(scalar) }
    }
  }

  /// Single letters of Korean as ``folded(_:)`` gives them.
  private static let jamo: [Unicode.Scalar: [Unicode.Scalar]] = {
    let scalars = (0x3131...0xFFDC).compactMap(Unicode.Scalar.init).filter(\.isSingleJamo)
    return Dictionary(
      uniqueKeysWithValues: scalars.map { ($0, Array(normalised(String.UnicodeScalarView([$0])))) })
  }()

  private static func normalised(_ run: String.UnicodeScalarView) -> String.UnicodeScalarView {
    let plain = String(run).precomposedStringWithCompatibilityMapping
    return String(withSmallLetters(plain.unicodeScalars))
      .precomposedStringWithCompatibilityMapping.unicodeScalars
  }

  private static func withSmallLetters(
    _ scalars: String.UnicodeScalarView
  ) -> String.UnicodeScalarView {
    var small = String.UnicodeScalarView()
    for scalar in scalars {
      if scalar.isASCII {
        small.append("A"..."Z" ~= scalar ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar)
      } else if !scalar.properties.isDefaultIgnorableCodePoint {
        // Small letters first: "ẞ" is a capital letter, but not the one of which "ß" is the small.
        for letter in scalar.properties.lowercaseMapping.unicodeScalars {
          for capital in letter.properties.uppercaseMapping.unicodeScalars {
            small.append(contentsOf: capital.properties.lowercaseMapping.unicodeScalars)
          }
        }
      }
    }
    return small
  }
}

extension Unicode.Scalar {
  /// Whether it is a Korean letter that stands alone, of full or half width, not part of a syllable.
  fileprivate var isSingleJamo: Bool {
    0x3131...0x318E ~= value || 0xFFA0...0xFFDC ~= value
  }

  /// Whether NFKC leaves it alone beside others of which this is true, and it is neither a letter
  /// with case nor white space beyond ASCII: kana, Han, Hangul syllables, usual signs, most emoji and
  /// what joins them. That covers most captions, and saves most of the time.
  var isPlain: Bool {
    switch value {
    case 0...0x7F, 0xAC00...0xD7A3, 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC, 0x4E00...0x9FFF,
      0x3001...0x3002, 0x300C...0x300F, 0x200D, 0x2013...0x2014, 0x2018...0x2019,
      0x201C...0x201D, 0x2764, 0xFE0F, 0x1F300...0x1F64F, 0x1F900...0x1F9FF:
      true
    default: false
    }
  }
}

/// How captions are indexed with FTS5 so that words of any length are found, also inside other words.
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
  package static func query(_ text: String) -> String? { query(of: words(text)) }

  /// The same for ``words(_:)``.
  package static func query(of words: [String]) -> String? {
    let phrases = words.compactMap { phrase(Array($0.unicodeScalars)) }
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
