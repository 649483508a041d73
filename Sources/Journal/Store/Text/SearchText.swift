import Foundation

/// Text as a search takes it: without regard to case, width, normal form and kind of white space.
package enum SearchText {
  /// The text in the form that compares names, scalar by scalar.
  ///
  /// Compatibility forms become plain ones (NFKC), letters small ones after a pass through capital
  /// ones, so that "ß" is "ss" and the final "ς" is "σ". What shows nothing of its own is left out:
  /// joiners, variation selectors, soft hyphens (Default_Ignorable_Code_Point). Runs of white space
  /// become one blank, and none is at the ends. That is Unicode's NFKC_Casefold (Unicode Standard,
  /// section 3.13) with letters as in Turkish "ı" taken as "i", and with the single letters of Korean
  /// kept apart: in "ㅋㅋㅠㅠ" NFKC would find the syllable "큐". The two signs that stand for a whole
  /// sentence (U+FDFA and U+FDFB) stay signs: a text of them alone would become 18 times as long.
  package static func folded(_ text: String) -> String {
    let scalars = text.unicodeScalars
    var folded = FoldedText(capacity: text.utf8.count)
    if scalars.allSatisfy(\.isPlain) {
      for scalar in scalars { folded.appendPlain(scalar) }
      return folded.text
    }
    var (run, marks) = (ScalarText(), 0)
    for scalar in scalars {
      guard scalar.isSingleJamo || scalar.isSentence else {
        marks = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
        if marks <= mostMarks { run.append(scalar) }
        continue
      }
      append(run, to: &folded)
      (run, marks) = (ScalarText(), 0)
      for part in jamo[scalar] ?? [scalar] { folded.append(part) }
    }
    append(run, to: &folded)
    return folded.text
  }

  /// Marks on a letter that a text of any language has at most (Unicode Standard Annex #15, section 13): to
  /// put many more in order takes time by the square of their number.
  private static let mostMarks = 30

  /// The text in the form that searches compare: folded, and without accents on Latin letters; see
  /// ``LatinLetters``.
  package static func searched(_ text: String) -> String {
    var searched = ScalarText()
    var isLatin = false
    for scalar in folded(text).unicodeScalars {
      if let plain = LatinLetters.plain(scalar) {
        isLatin = true
        for letter in plain { searched.append(letter) }
      } else if !(isLatin && LatinLetters.isAccent(scalar)) {
        isLatin = false
        searched.append(scalar)
      }
    }
    return searched.text
  }

  private static func append(_ run: ScalarText, to folded: inout FoldedText) {
    let text = run.text
    if run.isPlain {
      for scalar in text.unicodeScalars { folded.appendPlain(scalar) }
    } else {
      for scalar in normalised(text).unicodeScalars {
        if scalar.isPlain { folded.appendPlain(scalar) } else { folded.append(scalar) }
      }
    }
  }

  /// Single letters of Korean as ``folded(_:)`` gives them.
  private static let jamo: [Unicode.Scalar: [Unicode.Scalar]] = {
    let scalars = (0x3131...0xFFDC).compactMap(Unicode.Scalar.init).filter(\.isSingleJamo)
    return Dictionary(
      uniqueKeysWithValues: scalars.map { ($0, Array(normalised(String($0)).unicodeScalars)) })
  }()

  private static func normalised(_ text: String) -> String {
    withSmallLetters(text.precomposedStringWithCompatibilityMapping)
      .precomposedStringWithCompatibilityMapping
  }

  private static func withSmallLetters(_ text: String) -> String {
    var small = ScalarText()
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      if scalar.isASCII {
        small.append("A"..."Z" ~= scalar ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar)
      } else if scalar.isPlain {
        // Nothing invisible but these.
        if scalar.value != 0x200D, scalar.value != 0xFE0F { small.append(scalar) }
      } else if !properties.isDefaultIgnorableCodePoint {
        guard properties.changesWhenLowercased || properties.changesWhenUppercased else {
          small.append(scalar)
          continue
        }
        // Small letters first: "ẞ" is a capital letter, but not the one of which "ß" is the small.
        for letter in properties.lowercaseMapping.unicodeScalars {
          for capital in letter.properties.uppercaseMapping.unicodeScalars {
            for scalar in capital.properties.lowercaseMapping.unicodeScalars {
              small.append(scalar)
            }
          }
        }
      }
    }
    return small.text
  }
}

/// A text built scalar by scalar. `String.UnicodeScalarView` reserves no spare room, and is copied
/// whole for each.
private struct ScalarText {
  private var bytes: [UInt8] = []
  /// Whether all its scalars are plain.
  private(set) var isPlain = true

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ scalar: Unicode.Scalar) {
    if !scalar.isPlain { isPlain = false }
    bytes.append(contentsOf: scalar.utf8)
  }
}

extension Unicode.Scalar {
  /// Whether it is a Korean letter that stands alone, of full or half width, not part of a syllable.
  fileprivate var isSingleJamo: Bool {
    0x3131...0x318E ~= value || 0xFFA0...0xFFDC ~= value
  }

  /// Whether it stands for a whole Arabic sentence.
  fileprivate var isSentence: Bool { 0xFDFA...0xFDFB ~= value }

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
