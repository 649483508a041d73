import Wording

/// Text of any length as lines for a terminal.
package enum WrappedText {
  /// The fewest columns that text is wrapped to, however narrow the terminal.
  private static let narrowest = 20
  /// Columns that a tab takes.
  private static let tab = "    "

  /// A text's lines, each broken at blanks so that it takes no more columns than there are; what has no
  /// blank is broken where the line is full. What begins a line's text, blanks or the mark of a list,
  /// has blanks below it.
  ///
  /// - Parameters:
  ///   - text: as it was typed; values in it are escaped here.
  ///   - width: columns, or nil where lines may have any length.
  /// - Returns: the lines, without blanks at their ends.
  package static func lines(_ text: String, width: Int?) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      let line = Wording.escaped(String(line).replacing("\t", with: tab)).trimmingBlanksAtEnd()
      guard let width else { return [line] }
      return wrapped(line, to: max(narrowest, width))
    }
  }

  private static func wrapped(_ line: String, to width: Int) -> [String] {
    if DisplayWidth.columns(of: line) <= width { return [line] }
    let indent = DisplayWidth.blanks(min(hanging(line), width / 2))
    var lines: [String] = []
    var current = ""
    // What is on the line already that is no text of its own: its indentation.
    var start = 0
    for word in words(of: line) {
      let text = word.trimmingBlanksAtEnd()
      if DisplayWidth.columns(of: current + text) <= width {
        current += word
        continue
      }
      if current.count > start {
        lines.append(current.trimmingBlanksAtEnd())
        (current, start) = (indent, indent.count)
      }
      // Measured once: a word may be as long as all words are.
      var rest = text[...]
      var columns = DisplayWidth.columns(of: text)
      while DisplayWidth.columns(of: current) + columns > width {
        let piece = DisplayWidth.prefix(of: rest, to: width - DisplayWidth.columns(of: current))
        lines.append(current + piece)
        rest = rest.dropFirst(piece.count)
        columns -= DisplayWidth.columns(of: piece)
        (current, start) = (indent, indent.count)
      }
      current += rest + word.dropFirst(text.count)
    }
    return lines + (current.count > start ? [current.trimmingBlanksAtEnd()] : [])
  }

  /// The line's words, each with the blanks after it; the first with those before it.
  private static func words(of line: String) -> [String] {
    var words: [String] = []
    var rest = line[...]
    while let text = rest.firstIndex(where: { $0 != " " }) {
      let end = rest[text...].firstIndex(of: " ") ?? rest.endIndex
      let next = rest[end...].firstIndex { $0 != " " } ?? rest.endIndex
      words.append(String(rest[..<next]))
      rest = rest[next...]
    }
    return words
  }

  /// The columns before the text of a line: its blanks, and the mark of a list or a quotation.
  private static func hanging(_ line: String) -> Int {
    let blanks = line.prefix { $0 == " " }
    let rest = line.dropFirst(blanks.count)
    for mark in ["- ", "* ", "+ ", "> "] where rest.hasPrefix(mark) {
      return blanks.count + mark.count
    }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    if (1...4) ~= digits.count, [". ", ") "].contains(rest.dropFirst(digits.count).prefix(2)) {
      return blanks.count + digits.count + 2
    }
    return blanks.count
  }
}
