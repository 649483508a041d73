import TextDisplay

extension Markup {
  /// The words as lines for a terminal, each of them safe to print.
  ///
  /// Paragraphs are wrapped, quotes and items indented, and a link is followed by its address. Nothing
  /// of the text acts on the terminal: control characters are replaced, and each line is shown by
  /// ``Isolation``.
  ///
  /// - Parameter width: the columns of the terminal.
  /// - Returns: lines no wider than that; below 20 columns they are made for 20.
  package func lines(width: Int) -> [String] {
    var renderer = TerminalRenderer(width: max(20, width))
    for event in events { renderer.render(event) }
    return renderer.finish()
  }
}

private struct TerminalRenderer {
  let width: Int
  private var lines: [String] = []
  /// What quotes and items that are open put before each line.
  private var margins: [Margin] = []
  /// The next number of each open list, or nil where it has none.
  private var numbers: [Int?] = []
  /// The text of the block at hand, with a line end for each that is in it.
  private var text = ""
  /// Whether an empty line goes before the next block.
  private var isBlankWanted = false
  /// Where the text of each open link or image begins, in bytes.
  private var links: [Int] = []
  private var rows: [[String]] = []

  private struct Margin {
    /// What goes before the first line, until that is written.
    var first: String?
    let rest: String
  }

  init(width: Int) { self.width = width }

  mutating func render(_ event: MarkupEvent) {
    switch event {
    case .enter(let element): enter(element)
    case .exit(let element): exit(element)
    case .leaf(let leaf): render(leaf)
    }
  }

  mutating func finish() -> [String] {
    flush()
    return lines
  }

  private mutating func enter(_ element: MarkupEvent.Element) {
    switch element {
    case .quote:
      flush()
      addBlank()
      margins.append(Margin(first: nil, rest: "│ "))
    case .list(let start):
      flush()
      numbers.append(start)
    case .item(let isDone): enterItem(isDone)
    case .paragraph, .table: flush()
    case .heading(let level):
      flush()
      text = String(repeating: "#", count: level) + " "
    case .row: rows.append([])
    case .cell: text = ""
    case .emphasis, .strong: break
    case .strikethrough: text += "~~"
    case .link, .image: links.append(text.utf8.count)
    }
  }

  private mutating func exit(_ element: MarkupEvent.Element) {
    switch element {
    case .quote:
      flush()
      margins.removeLast()
      isBlankWanted = true
    case .list:
      flush()
      numbers.removeLast()
      isBlankWanted = true
    case .item:
      flush()
      // An item without text is its mark alone.
      if margins.last?.first != nil { add([""]) }
      margins.removeLast()
    case .paragraph(let isTight):
      flush()
      isBlankWanted = !isTight
    case .heading:
      flush()
      isBlankWanted = true
    case .table: writeTable()
    case .row: break
    case .cell:
      rows[rows.count - 1].append(text.replacing("\n", with: " "))
      text = ""
    case .emphasis, .strong: break
    case .strikethrough: text += "~~"
    case .link(let address, _), .image(let address, _): endLink(address)
    }
  }

  private mutating func render(_ leaf: MarkupEvent.Leaf) {
    switch leaf {
    case .text(let part): text += part.onOneLine
    case .code(let part): text += "`\(part.onOneLine)`"
    case .softBreak: text += " "
    case .lineBreak: text += "\n"
    case .html, .htmlBlock: break
    case .rule:
      flush()
      add([String(repeating: "─", count: min(room, 40))])
      isBlankWanted = true
    case .codeBlock(let code):
      flush()
      let indent = "    "
      let lines = code.replacing("\t", with: indent).split(
        separator: "\n", omittingEmptySubsequences: false)
      for line in lines.dropLast(lines.last == "" ? 1 : 0) {
        add(pieces(of: line, width: room - indent.count).map { indent + Isolation.shown($0) })
      }
      isBlankWanted = true
    }
  }

  private mutating func enterItem(_ isDone: Bool?) {
    flush()
    var mark = isDone.map { $0 ? "☑ " : "☐ " } ?? "• "
    if let number = numbers.last ?? nil {
      numbers[numbers.count - 1] = number + 1
      mark = "\(number). " + (isDone == nil ? "" : mark)
    }
    margins.append(
      Margin(first: mark, rest: DisplayWidth.blanks(DisplayWidth.columns(of: mark))))
  }

  /// Puts the address after a link's text, where it does not say it itself.
  private mutating func endLink(_ address: String) {
    let start = text.utf8.index(text.utf8.startIndex, offsetBy: links.popLast() ?? 0)
    let shown = text[start...]
    let address = address.onOneLine
    if shown == address || "mailto:" + shown == address || "http://" + shown == address { return }
    // In the text of an image, that of a link is part of its own.
    text += shown.isEmpty ? "<\(address)>" : " <\(address)>"
  }

  /// Writes the block at hand.
  private mutating func flush() {
    guard !text.isEmpty else { return }
    let text = text
    self.text = ""
    add(wrapped(text, width: room).map(Isolation.shown))
  }

  /// Rows with their columns aligned where the widest fit, each as a paragraph otherwise.
  private mutating func writeTable() {
    let rows = rows
    self.rows = []
    var widths: [Int] = []
    for row in rows {
      for (index, cell) in row.enumerated() {
        let columns = DisplayWidth.columns(of: cell)
        if index < widths.count {
          widths[index] = max(widths[index], columns)
        } else {
          widths.append(columns)
        }
      }
    }
    let isAligned = widths.reduce(0, +) + 3 * (widths.count - 1) <= room
    for row in rows {
      if isAligned {
        let cells = zip(row, widths).map { cell, width in
          Isolation.shown(cell) + DisplayWidth.blanks(width - DisplayWidth.columns(of: cell))
        }
        add([cells.joined(separator: " │ ")])
      } else {
        add(wrapped(row.joined(separator: " │ "), width: room).map(Isolation.shown))
      }
    }
    isBlankWanted = true
  }

  /// The columns that are left between the margins and the terminal's edge.
  private var room: Int {
    width - shownMargins.reduce(0) { $0 + DisplayWidth.columns(of: $1.rest) }
  }

  /// The outermost margins, as many as half of the terminal holds.
  private var shownMargins: ArraySlice<Margin> {
    var left = width / 2
    return margins.prefix {
      left -= DisplayWidth.columns(of: $0.rest)
      return left >= 0
    }
  }

  private mutating func addBlank() {
    guard isBlankWanted else { return }
    isBlankWanted = false
    if !lines.isEmpty { lines.append(shownMargins.map(\.rest).joined().trimmingBlanksAtEnd()) }
  }

  private mutating func add(_ added: [String]) {
    addBlank()
    for line in added {
      let count = shownMargins.count
      var margin = ""
      for index in margins.indices {
        if index < count { margin += margins[index].first ?? margins[index].rest }
        margins[index].first = nil
      }
      lines.append((margin + line).trimmingBlanksAtEnd())
    }
  }
}

extension String {
  fileprivate var onOneLine: String {
    utf8.contains(where: { $0 == 0x0A || $0 == 0x09 })
      ? String(map { $0 == "\n" || $0 == "\t" ? " " : $0 }) : self
  }
}
