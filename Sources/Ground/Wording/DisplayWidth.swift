/// How many columns of a terminal a text takes, and texts made to take so many.
///
/// Characters are measured as terminals draw them: the widths of their scalars together, but two at
/// most, so that an emoji of several joined ones, a flag and a Hangul syllable spelt as its letters
/// are two. Where Unicode leaves the width to the context (Ambiguous: "•", "░"), it is one, which
/// UAX #11 advises outside of legacy East Asian encodings. Control characters take none.
package enum DisplayWidth {
  package enum Alignment: Sendable {
    case left, right
  }

  package static func columns(of text: String) -> Int {
    text.plainColumns() ?? text.reduce(0) { $0 + columns(of: $1) }
  }

  /// 0, 1 or 2.
  package static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    if let first = scalars.first, first.properties.isEmoji, scalars.contains(emojiSelector) {
      return 2
    }
    return min(2, scalars.reduce(0) { $0 + $1.columns })
  }

  /// The text with blanks up to a width; a wider text stays as it is.
  package static func padded(_ text: String, to width: Int, _ alignment: Alignment = .left)
    -> String
  {
    let blanks = blanks(width - columns(of: text))
    return alignment == .left ? text + blanks : blanks + text
  }

  /// The text, its end replaced by "…" where it is wider than `width`; empty where that is below 1.
  /// Changes of direction in it (``Isolation``) end within the remaining text.
  package static func truncated(_ text: String, to width: Int) -> String {
    if columns(of: text) <= width { return text }
    return width < 1 ? "" : Isolation.closed(prefix(of: text, to: width - 1) + "…")
  }

  /// As many whole characters from the text's start as fit into a width.
  package static func prefix(of text: some StringProtocol, to width: Int) -> String {
    var left = width
    return String(
      text.prefix { character in
        left -= columns(of: character)
        return left >= 0
      })
  }

  /// As many blanks as asked for; none for a number below 1.
  package static func blanks(_ count: Int) -> String {
    let count = max(0, count)
    return String(unsafeUninitializedCapacity: count) { letters in
      letters.initialize(repeating: UInt8(ascii: " "))
      return count
    }
  }

  /// VARIATION SELECTOR-16: the character before it is shown as an emoji.
  private static let emojiSelector: Unicode.Scalar = "\u{FE0F}"
}

extension Unicode.Scalar {
  /// The columns that the scalar adds to its character: 0, 1 or 2.
  fileprivate var columns: Int {
    if value < 0x300 { return 0x20...0x7E ~= value || value >= 0xA0 ? 1 : 0 }
    if isWide { return 2 }
    return isZeroWidth ? 0 : 1
  }

  /// Whether East_Asian_Width is Wide or Fullwidth.
  ///
  /// Everything with emoji presentation is, but for the letters that form flags.
  private var isWide: Bool {
    if value < 0x1100 { return false }
    return Self.wide.contains { $0 ~= value }
      || (properties.isEmojiPresentation && !(0x1F1E6...0x1F1FF ~= value))
  }

  private var isZeroWidth: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: true
    default:
      properties.isDefaultIgnorableCodePoint
        // Vowels and final consonants of Hangul, which join the consonant before.
        || 0x1160...0x11FF ~= value || 0xD7B0...0xD7FF ~= value
    }
  }

  /// What is Wide or Fullwidth in EastAsianWidth.txt of Unicode 16 (UAX #11) and not an emoji, with
  /// the places of the same blocks that are not assigned yet.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E,
    0x3041...0x3247, 0x3250...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
    0x1AFF0...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x2FFFD,
    0x30000...0x3FFFD,
  ]
}

extension String {
  package func trimmingBlanksAtEnd() -> String {
    guard utf8.last == UInt8(ascii: " ") else { return self }
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return String(self[...last])
  }

  /// Whether it consists of printable ASCII, the Latin letters from U+00C0 to U+00FF, Han from U+4000 to
  /// U+9FFF, Hangul syllables and the usual dashes and quotation marks; if `allowingLines`, also of line
  /// feeds and tabs. Each of these scalars is a character, and normal form C leaves it as it is.
  package func isPlain(allowingLines: Bool) -> Bool {
    plainColumns(allowingLines: allowingLines) != nil
  }

  /// The columns of a plain text; nil for any other. Most texts are plain, and their bytes show it without
  /// Unicode's tables.
  func plainColumns(allowingLines: Bool = false) -> Int? {
    utf8.withContiguousStorageIfAvailable { letters -> Int? in
      var (place, columns) = (0, 0)
      while place < letters.count {
        switch letters[place] {
        case 0x20...0x7E: (place, columns) = (place + 1, columns + 1)
        case 0x09 where allowingLines, 0x0A where allowingLines: place += 1
        case 0xC3: (place, columns) = (place + 2, columns + 1)
        case 0xE2 where letters[place + 1] == 0x80 && 0x90...0xA6 ~= letters[place + 2]:
          (place, columns) = (place + 3, columns + 1)
        case 0xE4...0xE9, 0xEB...0xEC: (place, columns) = (place + 3, columns + 2)
        case 0xEA where letters[place + 1] >= 0xB0, 0xED where letters[place + 1] < 0x9E:
          (place, columns) = (place + 3, columns + 2)
        default: return nil
        }
      }
      return columns
    } ?? nil
  }
}
