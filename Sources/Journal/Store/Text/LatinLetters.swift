import Foundation

/// Latin letters without their additions, for searches: "à" becomes "a", "ǆ" becomes "dz", and "ø"
/// becomes "o", although Unicode has no mark there, because people type it so on a keyboard without
/// it (the letters are those of Lucene's ASCIIFoldingFilter).
///
/// Only Latin letters: "й" is another letter than "и", "が" than "か", and in Thai or Hindi the marks
/// are the vowels.
enum LatinLetters {
  /// The plain letters of a folded Latin letter; nil for any other scalar.
  static func plain(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
    switch scalar.value {
    case 0x61...0x7A: [scalar]
    case 0xC0...0x24F, 0x1E00...0x1EFF: table[scalar] ?? nil
    case 0x250...0x2AF, 0x1D00...0x1DBF, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xAB30...0xAB6F:
      scalar.properties.isAlphabetic ? [scalar] : nil
    default: nil
    }
  }

  /// Whether it is a mark that a letter before it carries.
  static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20F0, 0xFE20...0xFE2F: true
    default: false
    }
  }

  /// Letters that Unicode does not take apart.
  private static let strange: [Unicode.Scalar: String] = [
    "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ł": "l", "ŧ": "t", "þ": "th",
    "ŋ": "n", "ƀ": "b", "ɨ": "i", "ƶ": "z", "ǥ": "g", "ȼ": "c", "ĸ": "k",
  ]

  private static let table: [Unicode.Scalar: [Unicode.Scalar]] = {
    let scalars = (Array(0xC0...0x24F) + Array(0x1E00...0x1EFF)).compactMap(Unicode.Scalar.init)
    let letters = scalars.filter(\.properties.isAlphabetic)
    return Dictionary(
      uniqueKeysWithValues: letters.map { letter in
        let parts = String(letter).decomposedStringWithCanonicalMapping.unicodeScalars
        let base = parts.filter { !isAccent($0) }
        return (letter, base.flatMap { Array((strange[$0] ?? String($0)).unicodeScalars) })
      })
  }()
}
