import Store

extension StoredText {
  /// The parts to copy: the text, its translation, and always its credit.
  package var parts: [String] {
    [body, translation, "— \(credit)"].filter { !$0.isEmpty }
  }

  /// The text as a Markdown quotation for a post, with special characters escaped (CommonMark 0.31,
  /// sections 2.4 and 5.1), and an empty line below it.
  package var quoted: String { Self.quoted(parts.joined(separator: "\n\n")) }

  /// The text as the question that an answer is below, quoted as by ``quoted``.
  ///
  /// - Parameter isKorean: whether it is asked in Korean, where its translation is.
  /// - Returns: the quotation, with an empty line below it.
  package func asked(inKorean isKorean: Bool) -> String {
    Self.quoted(question(inKorean: isKorean))
  }

  /// The text as a question.
  package func question(inKorean isKorean: Bool) -> String {
    isKorean && translation.unicodeScalars.contains(where: \.isHangul) ? translation : body
  }

  private static func quoted(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { $0.isEmpty ? ">" : "> \(plain($0))" }.joined(separator: "\n") + "\n\n"
  }

  private static let signs: Set<Character> = [
    "\\", "`", "*", "_", "[", "]", "<", ">", "&", "~", "|", "#",
  ]

  /// A line without Markdown in it.
  private static func plain(_ line: Substring) -> String {
    var text = ""
    // Blanks before it could make it code.
    let line = line.drop { $0 == " " || $0 == "\t" }
    let number = line.prefix { $0.isASCII && $0.isNumber }
    for (index, letter) in zip(line.indices, line) {
      // What begins a list or underlines a heading does so only at the beginning.
      let begins = index == line.startIndex && "+-=".contains(letter)
      let numbers = index == number.endIndex && !number.isEmpty && ".)".contains(letter)
      if signs.contains(letter) || begins || numbers { text.append("\\") }
      text.append(letter)
    }
    return text
  }
}
