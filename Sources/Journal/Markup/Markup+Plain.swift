extension Markup {
  /// The sentences of the words: without code, addresses and the texts of links and photos. Each
  /// leaves the end of a line in its place, and so do other marks.
  package func prose() -> String {
    var (text, depth) = ("", 0)
    for event in events {
      switch event {
      case .leaf(.text(let part)) where depth == 0: text += part
      case .enter(.link), .enter(.image): depth += 1
      case .exit(.link), .exit(.image): depth -= 1
      default: text += "\n"
      }
    }
    return text
  }

  /// The words without their marks: a line for each line of a paragraph, item or row, as for search.
  ///
  /// - Parameter hasBullets: whether items have their bullets, numbers and boxes, as for a list of posts.
  /// - Returns: the lines, none of which is the last one's end.
  package func plainText(hasBullets: Bool = false) -> String {
    var text = ""
    // The next numbers of the lists that are open, and the length up to a bullet without its item's text.
    var (lists, bullet): ([Int?], Int?) = ([], nil)
    func endLine() {
      if let last = text.utf8.last, last != 0x0A, text.utf8.count != bullet { text += "\n" }
    }
    for event in events {
      switch event {
      case .leaf(.text(let part)), .leaf(.code(let part)): text += part
      case .leaf(.codeBlock(let lines)):
        endLine()
        text += lines
      case .leaf(.softBreak), .leaf(.lineBreak): endLine()
      case .leaf(.html): break
      case .leaf(.htmlBlock), .leaf(.rule): endLine()
      case .enter(.cell):
        if let last = text.utf8.last, last != 0x0A, last != 0x20 { text += " " }
      case .enter(.list(let start)):
        endLine()
        lists.append(start)
      case .exit(.list):
        endLine()
        _ = lists.popLast()
      case .enter(.item(let isDone)):
        bullet = nil
        endLine()
        guard hasBullets, let number = lists.last else { continue }
        text += isDone.map { $0 ? "☑ " : "☐ " } ?? number.map { "\($0). " } ?? "• "
        bullet = text.utf8.count
        lists[lists.count - 1] = number.map { $0 &+ 1 }
      case .enter(let element), .exit(let element):
        switch element {
        case .emphasis, .strong, .strikethrough, .link, .image, .cell: break
        case .quote, .list, .item, .paragraph, .heading, .table, .row: endLine()
        }
      }
    }
    while text.utf8.last == 0x0A { text.removeLast() }
    return text
  }

  /// The first line of words that has any text, without its marks, as for lists.
  ///
  /// Of long words only the beginning is read, and a little more where there is no text in it.
  ///
  /// - Parameters:
  ///   - words: Markdown.
  ///   - limit: how many characters are returned; where the line has more, the last is "…".
  /// - Returns: one line; empty where no text is there.
  package static func firstLine(of words: String, limit: Int = 100) -> String {
    for length in beginnings {
      let beginning = words.utf8.prefix(length)
      let line = Markup(String(decoding: beginning, as: UTF8.self)).firstLine(limit)
      if !line.isEmpty || beginning.count == words.utf8.count { return line }
    }
    return ""
  }

  /// The bytes of words that are enough for their first line, and those that are tried at most.
  private static let beginnings = [4_096, 32_768]

  private func firstLine(_ limit: Int) -> String {
    let lines = plainText().split(separator: "\n").lazy.map {
      $0.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
    }
    guard let line = lines.first(where: { !$0.isEmpty }) else { return "" }
    let beginning = line.prefix(limit)
    return beginning.endIndex == line.endIndex
      ? String(beginning) : beginning.dropLast() + "…"
  }
}
