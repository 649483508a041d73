/// Goes through a note's words and finds embedded files and tags, but none in code.
///
/// Embeds are those of CommonMark, `![alt](path "title")` and `![alt](<path>)`, and Obsidian's `![[path|alt]]`.
/// Tags are `#name`, `#name/part` and Logseq's `#[[several words]]`, after white space or an opening bracket;
/// digits alone are no tag (Obsidian, "Tags"). Takes time in proportion to the words' length.
struct NoteScanner {
  /// An embedded file.
  struct Embed: Hashable {
    /// As written, decoded.
    let path: String
    let alternative: String
    let range: Range<String.UTF8View.Index>
  }

  private(set) var embeds: [Embed] = []
  /// Each once, in the order of their first place.
  private(set) var tags: [String] = []
  private var knownTags: Set<String> = []
  private let words: String
  private let bytes: [UInt8]

  init(_ words: String) {
    self.words = words
    bytes = Array(words.utf8)
    scan()
  }

  private mutating func scan() {
    var index = 0
    var isLineStart = true
    while index < bytes.count {
      let byte = bytes[index]
      if isLineStart, let fence = fence(at: index) {
        index = endOfFence(fence, from: index)
        continue
      }
      isLineStart = byte == UInt8(ascii: "\n")
      switch byte {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "`"): index = endOfCode(from: index)
      case UInt8(ascii: "!"): index = takeEmbed(at: index) ?? index + 1
      case UInt8(ascii: "#"): index = takeTag(at: index) ?? index + 1
      default: index += 1
      }
    }
  }

  // MARK: Code

  private struct Fence {
    let mark: UInt8
    let count: Int
  }

  private func fence(at start: Int) -> Fence? {
    var index = start
    // Within a list, a fence is set in further.
    while index < bytes.count, index - start < 12, bytes[index] == 0x20 || bytes[index] == 0x09 {
      index += 1
    }
    guard index < bytes.count,
      bytes[index] == UInt8(ascii: "`") || bytes[index] == UInt8(ascii: "~")
    else { return nil }
    let count = run(of: bytes[index], at: index)
    return count >= 3 ? Fence(mark: bytes[index], count: count) : nil
  }

  private func endOfFence(_ fence: Fence, from start: Int) -> Int {
    var index = endOfLine(start)
    while index < bytes.count {
      if let other = self.fence(at: index), other.mark == fence.mark, other.count >= fence.count {
        return endOfLine(index)
      }
      index = endOfLine(index)
    }
    return index
  }

  /// After the line's newline.
  private func endOfLine(_ start: Int) -> Int {
    (bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count - 1) + 1
  }

  private func run(of byte: UInt8, at start: Int) -> Int {
    bytes[start...].prefix { $0 == byte }.count
  }

  /// After a code span; after its opening marks where it is none, or goes on for longer than a paragraph may.
  private func endOfCode(from start: Int) -> Int {
    let count = run(of: UInt8(ascii: "`"), at: start)
    var index = start + count
    let limit = min(bytes.count, index + 4_096)
    while index < limit {
      guard bytes[index] == UInt8(ascii: "`") else {
        index += 1
        continue
      }
      let length = run(of: UInt8(ascii: "`"), at: index)
      index += length
      if length == count { return index }
    }
    return start + count
  }

  // MARK: Embeds

  private mutating func takeEmbed(at start: Int) -> Int? {
    guard start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "[") else { return nil }
    let isWiki = start + 2 < bytes.count && bytes[start + 2] == UInt8(ascii: "[")
    let found = isWiki ? wikiEmbed(at: start) : imageEmbed(at: start)
    guard let (path, alternative, end) = found, !path.isEmpty else { return nil }
    let utf8 = words.utf8
    let range =
      utf8.index(utf8.startIndex, offsetBy: start)..<utf8.index(utf8.startIndex, offsetBy: end)
    embeds.append(Embed(path: path, alternative: alternative, range: range))
    return end
  }

  private typealias Found = (path: String, alternative: String, end: Int)

  private func wikiEmbed(at start: Int) -> Found? {
    guard let end = position(of: "]]", from: start + 3) else { return nil }
    let inner = text(start + 3..<end)
    let parts = inner.split(separator: "|", omittingEmptySubsequences: false)
    // After "#" comes a heading of a note or a page of a document.
    let path = parts[0].split(separator: "#", omittingEmptySubsequences: false)[0]
    let alternative = parts.dropFirst().filter { !Self.isSize($0) }.joined(separator: "|")
    return (String(path.trimmed), String(alternative.trimmed), end + 2)
  }

  /// Obsidian's "300" or "300x200".
  private static func isSize(_ text: Substring) -> Bool {
    let text = text.trimmed
    return !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "x") }
  }

  private func imageEmbed(at start: Int) -> Found? {
    guard let middle = position(of: "](", from: start + 2) else { return nil }
    var alternative = text(start + 2..<middle)
    if let size = alternative.lastIndex(of: "|"), !alternative[..<size].hasSuffix("\\"),
      Self.isSize(alternative[alternative.index(after: size)...])
    {
      alternative = String(alternative[..<size])
    }
    guard !alternative.replacing("\\[", with: "").contains("["),
      let end = endOfTarget(from: middle + 2)
    else { return nil }
    var target = text(middle + 2..<end).trimmed
    if target.first == "<", let close = target.firstIndex(of: ">") {
      target = target[target.index(after: target.startIndex)..<close]
    } else if let title = target.firstRange(of: " \"") ?? target.firstRange(of: " '") {
      target = target[..<title.lowerBound].trimmed
    }
    let path = target.percentDecoded ?? String(target)
    return (path, String(Self.unescaped(alternative).trimmed), end + 1)
  }

  /// Where the bracket closes that was opened before `start`, on the same line.
  private func endOfTarget(from start: Int) -> Int? {
    var depth = 0
    var isQuoted = false
    for index in start..<min(bytes.count, start + 2_048) {
      switch bytes[index] {
      case UInt8(ascii: "\n"): return nil
      case UInt8(ascii: "<"): isQuoted = true
      case UInt8(ascii: ">"): isQuoted = false
      case UInt8(ascii: "("): depth += isQuoted ? 0 : 1
      case UInt8(ascii: ")") where !isQuoted:
        if depth == 0 { return index }
        depth -= 1
      default: break
      }
    }
    return nil
  }

  /// A mark of two bytes on the same line, within what an embed may have.
  private func position(of mark: StaticString, from start: Int) -> Int? {
    let end = min(bytes.count - 1, start + 2_048)
    guard start < end else { return nil }
    let (first, second) = (mark.utf8Start[0], mark.utf8Start[1])
    for index in start..<end {
      if bytes[index] == first, bytes[index + 1] == second { return index }
      if bytes[index] == UInt8(ascii: "\n") { return nil }
    }
    return nil
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private static func unescaped(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    var result = ""
    var isEscaped = false
    for letter in text {
      if letter == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      if isEscaped, !(letter.isASCII && (letter.isPunctuation || letter.isSymbol)) {
        result.append("\\")
      }
      result.append(letter)
      isEscaped = false
    }
    return isEscaped ? result + "\\" : result
  }

  // MARK: Tags

  private mutating func takeTag(at start: Int) -> Int? {
    if start > 0 {
      guard bytes[start - 1] <= 0x20 || bytes[start - 1] == UInt8(ascii: "(") else { return nil }
    }
    if start + 2 < bytes.count, bytes[start + 1] == UInt8(ascii: "["),
      bytes[start + 2] == UInt8(ascii: "[")
    {
      guard let end = position(of: "]]", from: start + 3) else { return nil }
      add(tag: text(start + 3..<end))
      return end + 2
    }
    var end = start + 1
    while end < bytes.count, end - start < 256, Self.isOfTag(bytes[end]) { end += 1 }
    // Letters beyond ASCII are looked at as characters: Korean is of a tag, a comma of Chinese is not.
    let name = text(start + 1..<end).prefix {
      $0.isLetter || $0.isNumber || "-_/".contains($0)
        || $0.unicodeScalars.first?.properties.isEmoji == true
    }
    guard name.contains(where: { !$0.isNumber && $0 != "/" && $0 != "-" && $0 != "_" }) else {
      return nil
    }
    add(tag: String(name))
    return start + 1 + name.utf8.count
  }

  private static func isOfTag(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: true
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"): true
    default: false
    }
  }

  private mutating func add(tag: String) {
    let tag = String(tag.trimmed.drop { $0 == "#" })
    if !tag.isEmpty, knownTags.insert(tag).inserted { tags.append(tag) }
  }
}
