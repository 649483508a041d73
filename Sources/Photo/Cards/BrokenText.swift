import Raster

/// A text in paragraphs, and these in the parts between which a line may end, each measured.
struct BrokenText: Sendable {
  /// What stays on one line.
  struct Part: Sendable {
    /// Without the space that follows it, which is nothing where the line ends.
    var text: String
    var space: String
    /// Of both, in em.
    var width: Double
    var spaceWidth: Double
  }

  struct Paragraph: Sendable {
    var parts: [Part]
    let setting: ParagraphSetting
  }

  /// A line: some parts of a paragraph.
  struct Line: Sendable, Hashable {
    let paragraph: Int
    let parts: Range<Int>
  }

  /// Where lines may end.
  enum Breaking: Sendable, CaseIterable {
    /// As is usual: between words, or characters of scripts without spaces, but inside no Korean word.
    case words
    /// Wherever Unicode's rules allow it.
    case syllables
    /// Between any two characters that are not joined, such as those of a long address.
    case characters
  }

  private(set) var paragraphs: [Paragraph]
  /// The width of the widest part, in em.
  let widest: Double

  /// - Parameters:
  ///   - text: the text.
  ///   - language: as in BCP 47; empty where it is not known.
  ///   - breaking: where lines may end.
  ///   - measure: the width of a part of it, in em.
  /// - Throws: what `measure` throws.
  init(
    _ text: [String], language: String, _ breaking: Breaking,
    measure: (String, ParagraphSetting) throws(CardError) -> Double
  ) throws(CardError) {
    var widths: [ParagraphSetting: [String: Double]] = [:]
    func width(_ text: String, _ setting: ParagraphSetting) throws(CardError) -> Double {
      if text.isEmpty { return 0 }
      if let known = widths[setting]?[text] { return known }
      let width = try measure(text, setting)
      widths[setting, default: [:]][text] = width
      return width
    }
    paragraphs = []
    var widest = 0.0
    for paragraph in text {
      let setting = ParagraphSetting(of: paragraph)
      var parts: [Part] = []
      for text in Self.parts(of: paragraph, language: language, breaking) {
        let end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) }
        let (word, space) = (
          String(text[..<(end ?? text.startIndex)]), String(text[(end ?? text.startIndex)...])
        )
        let part = Part(
          text: word, space: space, width: try width(word, setting),
          spaceWidth: try width(space, setting))
        widest = max(widest, part.width)
        parts.append(part)
      }
      paragraphs.append(Paragraph(parts: parts, setting: setting))
    }
    self.widest = widest
  }

  private static func parts(
    of paragraph: String, language: String, _ breaking: Breaking
  ) -> [String] {
    let parts = LineBreaks.parts(of: paragraph, language: language)
    switch breaking {
    case .syllables: return parts.map(String.init)
    case .words: return joined(parts.map(String.init)) { $0.isInsideHangul(before: $1) }
    case .characters:
      return parts.flatMap { part in
        joined(part.map(String.init)) { $1.allSatisfy(\.isWhitespace) || $0.isJoined(to: $1) }
      }
    }
  }

  /// Puts parts together between which no line may end.
  private static func joined(_ parts: [String], _ stays: (String, String) -> Bool) -> [String] {
    parts.reduce(into: []) { joined, part in
      if let last = joined.last, stays(last, part) {
        joined[joined.count - 1] = last + part
      } else {
        joined.append(part)
      }
    }
  }
}

extension String {
  /// Whether a line that ended after this would end inside a Korean word.
  fileprivate func isInsideHangul(before next: String) -> Bool {
    guard let last = unicodeScalars.last, let first = next.unicodeScalars.first else {
      return false
    }
    return !last.properties.isWhitespace && (last.isHangul || first.isHangul)
  }

  /// Whether the last letter and the first of another text may be drawn as one.
  fileprivate func isJoined(to next: String) -> Bool {
    unicodeScalars.last?.isJoined == true && next.unicodeScalars.first?.isJoined == true
  }
}

extension BrokenText {
  /// The lines of the text where none is wider than a width: each takes as many parts as fit.
  ///
  /// - Parameter width: in em; a part that is wider has a line of its own.
  /// - Returns: the lines; an empty paragraph has one without parts.
  func lines(width: Double) -> [Line] {
    var lines: [Line] = []
    for (number, paragraph) in paragraphs.enumerated() {
      var start = 0
      var filled = 0.0
      for (index, part) in paragraph.parts.enumerated() {
        if index > start, filled + part.width > width {
          lines.append(Line(paragraph: number, parts: start..<index))
          (start, filled) = (index, 0)
        }
        filled += part.width + part.spaceWidth
      }
      lines.append(Line(paragraph: number, parts: start..<paragraph.parts.count))
    }
    return lines
  }

  /// The narrowest width that gives the text its smallest number of lines, so that its lines are
  /// about of a length.
  func balancedWidth(within width: Double) -> Double {
    let count = lines(width: width).count
    var (narrow, wide) = (min(widest, width), width)
    for _ in 0..<16 {
      let middle = (narrow + wide) / 2
      if lines(width: middle).count <= count { wide = middle } else { narrow = middle }
    }
    return wide
  }

  /// What a line says.
  func text(of line: Line) -> String {
    let parts = paragraphs[line.paragraph].parts[line.parts]
    guard let last = parts.last else { return "" }
    return parts.dropLast().map { $0.text + $0.space }.joined() + last.text
  }

  /// How many parts it has, and how many characters these have but for the spaces between them.
  var partCount: Int { paragraphs.reduce(0) { $0 + $1.parts.count } }
  var characterCount: Int {
    paragraphs.reduce(0) { $0 + $1.parts.reduce(0) { $0 + $1.text.count + $1.space.count } }
  }

  /// Its first parts alone.
  func prefix(parts count: Int) -> BrokenText {
    var prefix = self
    prefix.paragraphs = []
    var rest = count
    for var paragraph in paragraphs where rest > 0 {
      paragraph.parts = Array(paragraph.parts.prefix(rest))
      rest -= paragraph.parts.count
      prefix.paragraphs.append(paragraph)
    }
    return prefix
  }
}
