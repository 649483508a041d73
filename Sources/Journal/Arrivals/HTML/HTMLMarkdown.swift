/// Makes Markdown of HTML, by the same rules as pages do of what is pasted (`pasted.js`).
package struct HTMLMarkdown {
  /// What is made of an element instead of what is in it: a picture's mark, or nothing for what is left out. Nil
  /// where it is as any other.
  package var replacing: (HTMLNode) -> String? = { _ in nil }
  /// How a class looks, as a style sheet of the document says.
  package var looks: [Substring: Look] = [:]

  package struct Look: Sendable {
    var isBold = false
    var isSlanted = false
    var isStruck = false

    /// - Parameter style: declarations, as in `font-weight: bold; font-style: italic`.
    init(style: some StringProtocol) {
      for declaration in style.lowercased().split(separator: ";") {
        let parts = declaration.split(separator: ":", maxSplits: 1).map { $0.trimmed }
        guard parts.count == 2 else { continue }
        switch parts[0] {
        case "font-weight":
          isBold = parts[1].hasPrefix("bold") || Int(parts[1]).map { $0 >= 600 } ?? false
        case "font":
          isBold = isBold || parts[1].contains("bold")
          isSlanted = isSlanted || parts[1].contains("italic")
        case "font-style": isSlanted = parts[1].hasPrefix("italic")
        case "text-decoration", "text-decoration-line": isStruck = parts[1].contains("line-through")
        default: break
        }
      }
    }
  }

  package init() {}

  /// The words of a text that may be HTML: unchanged where it has no tag that people's texts have, and no entity.
  package static func words(of text: String) -> String {
    let mayBe = text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
    return mayBe && text.firstMatch(of: marks) != nil
      ? HTMLMarkdown().words(of: HTMLNode.parse(text)) : text.trimmedLines
  }

  private static var marks: Regex<Substring> {
    /(?i)<\/?(?:a|b|blockquote|br|code|del|div|em|font|h[1-6]|hr|i|img|li|ol|p|pre|s|script|span|strike|strong|style|table|title|u|ul)(?:\s[^<>]*)?\/?>|&(?:amp|apos|gt|lt|nbsp|quot|#\d{1,7}|#x[0-9a-f]{1,6});/
  }

  /// Paragraphs, parted by empty lines.
  package func words(of node: HTMLNode) -> String { blocks(of: node).joined(separator: "\n\n") }
}

// MARK: Blocks

extension HTMLMarkdown {
  private static let ignored: Set<String> = [
    "script", "style", "template", "title", "head", "noscript", "svg", "math", "iframe", "object",
    "select", "button",
  ]
  private func blocks(of node: HTMLNode) -> [String] {
    var made: [String] = []
    var line = ""
    func flush() {
      let lines = line.split(separator: "\n", omittingEmptySubsequences: false).map { $0.trimmed }
      let text = lines.joined(separator: "\n").trimmed
      // A line that is empty ends a paragraph.
      if !text.isEmpty { made.append(Self.lineEscaped(String(text))) }
      line = ""
    }
    for child in node.children {
      if Self.ignored.contains(child.name) { continue }
      if child.holdsBlock, replacing(child) == nil {
        flush()
        made += block(child)
      } else {
        line += inline(child)
      }
    }
    flush()
    return made
  }

  private func block(_ node: HTMLNode) -> [String] {
    switch node.name {
    case "ul", "ol": return [list(node)].filter { !$0.isEmpty }
    case "hr": return ["---"]
    case "pre": return ["```\n\(node.allText.trimmedLines)\n```"]
    case "blockquote":
      let quoted = blocks(of: node).joined(separator: "\n\n")
      return quoted.isEmpty ? [] : ["> " + quoted.replacing("\n", with: "\n> ")]
    case "tr":
      let cells = node.children.map { inline($0).withSingleBlanks }.filter { !$0.isEmpty }
      return cells.isEmpty ? [] : [cells.joined(separator: " | ")]
    case "h1", "h2", "h3", "h4", "h5", "h6":
      let text = node.children.map(inline).joined().withSingleBlanks
      let level = Int(node.name.dropFirst()) ?? 1
      return text.isEmpty ? [] : [String(repeating: "#", count: level) + " " + text]
    default: return blocks(of: node)
    }
  }

  private func list(_ list: HTMLNode) -> String {
    var number = Int(list.attributes["start"] ?? "") ?? 1
    var items: [String] = []
    for child in list.children where !child.isText {
      if child.name == "ul" || child.name == "ol" {
        items.append("  " + self.list(child).replacing("\n", with: "\n  "))
        continue
      }
      let mark = list.name == "ol" ? "\(number). " : "- "
      if number < 999_999_999 { number += 1 }
      let box = child.all { $0.name == "input" && $0.attributes["type"] == "checkbox" }.first
      let task = box.map { $0.attributes["checked"] == nil ? "[ ] " : "[x] " } ?? ""
      let text = blocks(of: child).joined(separator: "\n")
      let indent = String(repeating: " ", count: mark.count)
      items.append(mark + task + text.replacing("\n", with: "\n" + indent))
    }
    return items.joined(separator: "\n")
  }
}

// MARK: Lines

extension HTMLMarkdown {
  private func inline(_ node: HTMLNode) -> String {
    if node.isText { return Self.escaped(Self.collapsed(node.text)) }
    if Self.ignored.contains(node.name) { return "" }
    if let replaced = replacing(node) { return replaced }
    switch node.name {
    case "br": return "\n"
    case "code", "kbd", "samp", "tt": return Self.code(node.allText.withSingleBlanks)
    case "a": return link(node)
    default: return marked(node, node.children.map(inline).joined())
    }
  }

  private func link(_ node: HTMLNode) -> String {
    let text = marked(node, node.children.map(inline).joined())
    let address = node.attributes["href"] ?? ""
    let scheme = address.lowercased()
    guard ["http://", "https://", "mailto:"].contains(where: scheme.hasPrefix),
      !text.trimmed.isEmpty
    else { return text }
    return "[\(text.trimmed)](\(Self.coded(address)))"
  }

  private func marked(_ node: HTMLNode, _ text: String) -> String {
    var look = Look(style: node.attributes["style"] ?? "")
    switch node.name {
    case "b", "strong": look.isBold = true
    case "i", "em": look.isSlanted = true
    case "s", "del", "strike": look.isStruck = true
    default: break
    }
    for name in node.classes {
      guard let said = looks[name] else { continue }
      look.isBold = look.isBold || said.isBold
      look.isSlanted = look.isSlanted || said.isSlanted
      look.isStruck = look.isStruck || said.isStruck
    }
    var marked = text
    if look.isStruck { marked = Self.marked(marked, "~~") }
    if look.isBold { marked = Self.marked(marked, "**") }
    if look.isSlanted { marked = Self.marked(marked, "*") }
    return marked
  }

  /// Blanks at the ends stay outside of the marks, within which they would be none.
  private static func marked(_ text: String, _ mark: String) -> String {
    let held = text.trimmed
    guard !held.isEmpty else { return text }
    return String(text[..<held.startIndex]) + mark + held + mark + text[held.endIndex...]
  }

  /// A blank for all white space between words, as HTML has it; a no-break space is one too.
  private static func collapsed(_ text: String) -> String {
    var collapsed: [UInt8] = []
    collapsed.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      var byte = byte
      if byte == 0xA0, collapsed.last == 0xC2 {
        collapsed.removeLast()
        byte = 0x20
      }
      if byte <= 0x20 {
        if collapsed.last != 0x20 { collapsed.append(0x20) }
      } else {
        collapsed.append(byte)
      }
    }
    return String(decoding: collapsed, as: UTF8.self)
  }

  private static func code(_ text: String) -> String {
    if text.isEmpty { return "" }
    var (most, run) = (0, 0)
    for letter in text {
      run = letter == "`" ? run + 1 : 0
      most = max(most, run)
    }
    let ticks = String(repeating: "`", count: most + 1)
    return most > 0 ? "\(ticks) \(text) \(ticks)" : ticks + text + ticks
  }

  static func coded(_ address: String) -> String {
    var coded = ""
    for byte in address.utf8 {
      if byte <= 0x20 || "()<>\\".utf8.contains(byte) {
        coded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      } else {
        coded.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return coded
  }

  /// The text with what would be a mark within a line escaped.
  package static func escaped(_ text: String) -> String {
    let letters = Array(text.utf8)
    var escaped: [UInt8] = []
    escaped.reserveCapacity(letters.count + 16)
    for (index, letter) in letters.enumerated() {
      let next = index + 1 < letters.count ? letters[index + 1] : 0x20
      let isMark =
        switch letter {
        case UInt8(ascii: "\\"), UInt8(ascii: "*"), UInt8(ascii: "`"), UInt8(ascii: "["),
          UInt8(ascii: "]"):
          true
        case UInt8(ascii: "<"): isASCIILetter(next) || "/!?".utf8.contains(next)
        case UInt8(ascii: "_"): !(index > 0 && isOfWord(letters[index - 1]) && isOfWord(next))
        default: false
        }
      if isMark { escaped.append(UInt8(ascii: "\\")) }
      escaped.append(letter)
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  private static func isASCIILetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  /// Signs beyond ASCII count as letters.
  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || isASCIILetter(byte)
  }

  /// The text with what would begin a list, a heading or a quote at the beginning of a line escaped.
  package static func lineEscaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let content = line.drop { $0 == " " || $0 == "\t" }
      let digits = content.prefix { $0.isASCII && $0.isNumber }
      let run = digits.isEmpty ? content.prefix { $0 == "#" } : digits
      let mark = digits.isEmpty && run.isEmpty ? content.prefix(1) : run
      let rest = content[mark.endIndex...]
      let isLast = { (rest: Substring) in rest.first?.isWhitespace ?? true }
      switch true {
      case !digits.isEmpty:
        guard digits.count < 10, let sign = rest.first, sign == "." || sign == ")",
          isLast(rest.dropFirst())
        else { return String(line) }
        return line[..<rest.startIndex] + "\\" + rest
      case mark == ">", (mark == "-" || mark == "+") && isLast(rest),
        mark.first == "#" && mark.count <= 6 && isLast(rest):
        return line[..<content.startIndex] + "\\" + content
      default: return String(line)
      }
    }.joined(separator: "\n")
  }
}
