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
    var folded = String.UnicodeScalarView()
    var run = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.isSingleJamo {
        folded.append(contentsOf: foldedRun(run))
        folded.append(contentsOf: foldedRun(String.UnicodeScalarView([scalar])))
        run = String.UnicodeScalarView()
      } else {
        run.append(scalar)
      }
    }
    folded.append(contentsOf: foldedRun(run))
    return String(withSingleBlanks(folded))
  }

  /// The words of a folded text, those that are to be found in a caption each by itself.
  package static func words(_ text: String) -> [String] {
    folded(text).unicodeScalars.split(separator: " ").map { String($0) }
  }

  /// Whether each of some ``words(_:)`` is in the caption, be it inside another word: what the
  /// index finds for ``query(_:)``.
  package static func contains(_ words: [String], caption: String) -> Bool {
    let caption = folded(caption).utf8
    return words.allSatisfy { caption.contains($0.utf8) }
  }

  /// Folds scalars but for their white space.
  private static func foldedRun(_ run: String.UnicodeScalarView) -> String.UnicodeScalarView {
    if run.allSatisfy(\.isPlain) { return withSmallLetters(run) }
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
        small.append(scalar.lowercasedASCII)
      } else if !scalar.properties.isDefaultIgnorableCodePoint {
        for capital in scalar.properties.uppercaseMapping.unicodeScalars {
          small.append(contentsOf: capital.properties.lowercaseMapping.unicodeScalars)
        }
      }
    }
    return small
  }

  private static func withSingleBlanks(
    _ scalars: String.UnicodeScalarView
  ) -> String.UnicodeScalarView {
    let words = scalars.split(whereSeparator: \.properties.isWhitespace)
    return String.UnicodeScalarView(words.joined(separator: [" "]))
  }
}

extension Unicode.Scalar {
  /// Whether it is a Korean letter that stands alone, of full or half width, not part of a syllable.
  fileprivate var isSingleJamo: Bool {
    0x3131...0x318E ~= value || 0xFFA0...0xFFDC ~= value
  }

  /// Whether NFKC leaves it alone beside others of which this is true: ASCII, kana, Han, Hangul
  /// syllables, most emoji and what joins them. That covers most captions, and saves most of the
  /// time.
  fileprivate var isPlain: Bool {
    switch value {
    case 0...0x7F, 0x200D, 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC, 0x4E00...0x9FFF,
      0xAC00...0xD7A3, 0xFE0F, 0x1F300...0x1F64F:
      true
    default: false
    }
  }

  fileprivate var lowercasedASCII: Unicode.Scalar {
    "A"..."Z" ~= self ? Unicode.Scalar(UInt8(value) + 32) : self
  }
}
