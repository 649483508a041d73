extension String {
  /// A plain text as Markdown that shows it as it is: marks are escaped, line breaks kept, addresses left alone.
  var asMarkdown: String { escapedMarks.withLineBreaks }

  /// The text with what Markdown takes as marks within a line escaped, but not in addresses.
  var escapedMarks: String {
    var result = ""
    for piece in split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace) {
      let isAddress = piece.contains("://") || piece.hasPrefix("www.")
      result += isAddress ? String(piece) : Self.escapedMarks(piece)
      if piece.endIndex < endIndex { result.append(self[piece.endIndex]) }
    }
    return result
  }

  /// Markdown in which each line is one that is shown, and none begins what only whole lines do; lines between
  /// fences stay as they are.
  var withLineBreaks: String {
    var (result, isFenced, isFirst) = ("", false, true)
    for line in split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let isFence = line.hasPrefix("```")
      let text = isFenced || isFence ? String(line) : Self.escapedStart(of: line.trimmed)
      let breaks = !isFirst && !isFenced && !isFence && !text.isEmpty && !result.hasSuffix("\n")
      if !isFirst { result += breaks ? "\\\n" : "\n" }
      result += text
      if isFence { isFenced.toggle() }
      // After a fence no mark is needed.
      isFirst = false
    }
    return result.replacing("```\\\n", with: "```\n")
  }

  private static func escapedMarks(_ word: Substring) -> String {
    guard word.utf8.contains(where: { "\\`*_[<~".utf8.contains($0) }) else { return String(word) }
    var escaped = ""
    for index in word.indices {
      let letter = word[index]
      let isMark =
        switch letter {
        case "\\", "`", "*", "[", "<": true
        case "_": !isWithin(word, index)
        case "~": word.contains("~~")
        default: false
        }
      escaped += isMark ? "\\\(letter)" : String(letter)
    }
    return escaped
  }

  /// Whether letters or digits stand on both sides, so that "_" marks nothing.
  private static func isWithin(_ word: Substring, _ index: Index) -> Bool {
    guard index > word.startIndex else { return false }
    let next = word.index(after: index)
    guard next < word.endIndex else { return false }
    let (before, after) = (word[word.index(before: index)], word[next])
    return (before.isLetter || before.isNumber) && (after.isLetter || after.isNumber)
  }

  /// A line that begins no heading, list, quotation or rule.
  private static func escapedStart(of line: Substring) -> String {
    let first = line.prefix { !$0.isWhitespace }
    let isOnly = first.endIndex == line.endIndex
    guard let letter = first.first else { return "" }
    if letter == ">" || first.allSatisfy({ $0 == "#" }) || first == "-" || first == "+" {
      return "\\" + line
    }
    let isRule = first.allSatisfy { $0 == "-" } || first.allSatisfy { $0 == "=" }
    if isOnly, first.count > 1, isRule { return "\\" + line }
    if let last = first.last, last == "." || last == ")", 2...10 ~= first.count,
      first.dropLast().allSatisfy({ $0.isASCII && $0.isNumber })
    {
      return "\(first.dropLast())\\\(last)\(line[first.endIndex...])"
    }
    return String(line)
  }
}
