import Foundation
package import Raster

/// What a card says.
package struct CardText: Sendable, Hashable {
  package var body: String
  /// Below the body, smaller; may be empty.
  package var translation: String
  /// Whose it is, and what it is from; each may be empty.
  package var author: String
  package var source: String
  /// As in BCP 47; empty where it is not known.
  package var language: String

  package init(
    body: String, translation: String = "", author: String = "", source: String = "",
    language: String = ""
  ) {
    (self.body, self.translation) = (body, translation)
    (self.author, self.source, self.language) = (author, source, language)
  }

  /// The author and the source on one line: "— Author, Source"; empty where there is neither.
  package var byline: String {
    let parts = [author, source].map { Self.paragraphs(of: $0).joined(separator: " ") }
      .filter { !$0.isEmpty }
    return parts.isEmpty ? "" : "— " + parts.joined(separator: ", ")
  }

  /// The paragraphs of a text, as they are set: composed, with single spaces and no control
  /// characters.
  ///
  /// A line that was broken because it was full, as those of fortune files are, goes on: it is long, and
  /// the word after it had no room. An empty paragraph stands for any number of empty lines.
  static func paragraphs(of text: String) -> [String] {
    var paragraphs: [String] = []
    var lastLine = ""
    for line in text.precomposedStringWithCanonicalMapping
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    {
      let words = line.split { $0.isWhitespace || $0.isControl }.map(withFewMarks)
      let line = words.joined(separator: " ")
      if let first = words.first, lastLine.count >= fullLine.lowerBound,
        lastLine.count + 1 + first.count > fullLine.upperBound, let last = paragraphs.popLast()
      {
        paragraphs.append(last + " " + line)
      } else if !line.isEmpty || paragraphs.last?.isEmpty == false {
        paragraphs.append(line)
      }
      lastLine = line
    }
    if paragraphs.last?.isEmpty == true { paragraphs.removeLast() }
    return paragraphs
  }

  /// A word whose characters have no more scalars than any language's, or emoji's: of thousands of marks
  /// on one letter, shaping takes seconds.
  private static func withFewMarks(_ word: Substring) -> String {
    guard word.unicodeScalars.count > mostOfCharacter else { return String(word) }
    return word.map { letter in
      String(String.UnicodeScalarView(letter.unicodeScalars.prefix(mostOfCharacter)))
    }.joined()
  }

  private static let mostOfCharacter = 20

  /// Of a line that was broken because it was full: the fewest characters, and the most that the width
  /// of a terminal leaves.
  private static let fullLine = 55...72
}

extension Character {
  fileprivate var isControl: Bool {
    unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
  }
}

/// How a paragraph is set, by its first letter.
package struct ParagraphSetting: Hashable, Sendable {
  package let direction: TextDirection
  package let script: Script

  /// As far as it decides on the face, which has digits and marks of its own too.
  package enum Script: Hashable, Sendable, CaseIterable {
    case korean
    /// Japanese or Chinese.
    case han
    case other
  }

  init(of paragraph: String) {
    direction = TextDirection(of: paragraph)
    let first = paragraph.unicodeScalars.first(where: \.properties.isAlphabetic)
    script =
      first?.isHangul == true ? .korean : first?.isKanaOrHan == true ? .han : .other
  }
}

extension Unicode.Scalar {
  /// Whether it is a syllable or a letter of Hangul (Blocks.txt).
  var isHangul: Bool {
    switch value {
    case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: true
    default: false
    }
  }

  fileprivate var isKanaOrHan: Bool {
    switch value {
    case 0x3005...0x3007, 0x3040...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x2_0000...0x3_FFFF:
      true
    default: false
    }
  }

  /// Whether letters on both sides of it may be joined or stacked: scripts that are written so, in which
  /// a word is never broken at all.
  var isJoined: Bool {
    switch value {
    // Arabic, Syriac, Thaana, N'Ko, Mandaic; the scripts of India and around it; Mongolian, Phags-pa.
    case 0x0600...0x08FF, 0x0900...0x0DFF, 0x0E00...0x109F, 0x1780...0x18AF, 0xA840...0xA87F,
      0xFB50...0xFDFF, 0xFE70...0xFEFC, 0x1_0D00...0x1_0D3F, 0x1_1000...0x1_1FFF:
      true
    default: false
    }
  }
}
