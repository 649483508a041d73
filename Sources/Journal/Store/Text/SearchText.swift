import Foundation

/// Text as a search takes it: without regard to case, width, normal form and kind of white space.
package enum SearchText {
  /// The text in the form in which names are compared, scalar by scalar.
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

  /// The text in the form in which posts and what is looked for are compared: folded, and without
  /// accents of Latin letters; see ``LatinLetters``.
  package static func searched(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var isLatin = false
    for scalar in folded(text).unicodeScalars {
      if let plain = LatinLetters.plain(scalar) {
        isLatin = true
        scalars.append(contentsOf: plain)
      } else if !(isLatin && LatinLetters.isAccent(scalar)) {
        isLatin = false
        scalars.append(scalar)
      }
    }
    return String(scalars)
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
