import CText.ICU

/// Where lines of a text may end, by Unicode's rules (UAX #14) in the version of the machine's ICU, which
/// has dictionaries too for scripts that write no spaces (Thai, Lao, Khmer, Burmese).
package enum LineBreaks {
  /// The parts of a text between which a line may end, spaces at the end of the part before them.
  ///
  /// No part begins inside a character as a reader sees it (UAX #29).
  ///
  /// - Parameters:
  ///   - text: a paragraph.
  ///   - language: as in BCP 47, for languages with rules of their own; empty where it is not known.
  /// - Returns: the parts, in order, none of them empty; the text as one where ICU cannot be asked.
  package static func parts(of text: String, language: String = "") -> [Substring] {
    let ends = Set(ends(in: Array(text.utf16), language: language))
    var parts: [Substring] = []
    var start = text.startIndex
    var offset = 0
    for index in text.indices {
      if offset > 0, ends.contains(offset) {
        parts.append(text[start..<index])
        start = index
      }
      offset += text[index].utf16.count
    }
    if start < text.endIndex { parts.append(text[start...]) }
    return parts
  }

  /// Where ICU lets lines end, as offsets of code units.
  private static func ends(in text: [UInt16], language: String) -> [Int] {
    guard let length = Int32(exactly: text.count) else { return [] }
    // The iterator reads the text while it is used.
    return text.withUnsafeBufferPointer { text in
      guard let lines = cicu_lines_open(language, text.baseAddress, length) else { return [] }
      defer { cicu_lines_close(lines) }
      var ends: [Int] = []
      while case let end = cicu_lines_next(lines), end >= 0 { ends.append(Int(end)) }
      return ends
    }
  }
}
