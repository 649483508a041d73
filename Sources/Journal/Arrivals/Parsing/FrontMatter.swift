/// What stands before the words of a note: YAML between two lines `---`, or Logseq's lines `name:: value`.
///
/// Of YAML (1.2.2) only members with a scalar or a list are read, as programs for notes write them: plain or
/// between quotes, lists as `[a, b]` or a line an item. Everything else of YAML is a member without values.
struct FrontMatter {
  struct Member: Hashable {
    /// In small letters.
    let name: String
    var values: [String]
    /// Counted from 1.
    let line: Int
  }

  private(set) var members: [Member] = []

  /// Takes it off the beginning of a note.
  ///
  /// - Parameter lines: the note's; those that are not of the front matter are left.
  init(takenFrom lines: inout ArraySlice<Substring>) {
    if lines.first.map({ $0.trimmed == "---" }) == true,
      let end = lines.dropFirst().firstIndex(where: { ["---", "..."].contains($0.trimmed) })
    {
      for index in lines.index(after: lines.startIndex)..<end {
        read(lines[index], number: index + 1)
      }
      lines = lines[(end + 1)...]
    } else {
      while let first = lines.first, let (name, value) = Self.property(first) {
        members.append(
          Member(name: name, values: Self.commaList(value), line: lines.startIndex + 1))
        lines.removeFirst()
      }
    }
  }

  /// The values of the first member with one of these names that has any.
  func values(_ names: String...) -> [String] {
    names.lazy.compactMap { name in
      self.members.first { $0.name == name && !$0.values.isEmpty }?.values
    }.first ?? []
  }

  /// The first value.
  func value(_ names: String...) -> String? {
    names.lazy.compactMap { self.values($0).first }.first
  }

  private mutating func read(_ line: Substring, number: Int) {
    let text = line.trimmed
    guard !text.isEmpty, text.first != "#" else { return }
    if text == "-" || text.hasPrefix("- ") {
      guard !members.isEmpty, let item = Self.scalar(text.dropFirst()) else { return }
      members[members.count - 1].values.append(item)
      return
    }
    // What is set in belongs to a member with members of its own.
    guard line.first?.isWhitespace == false,
      let colon = text.firstIndex(of: ":"),
      text.index(after: colon) == text.endIndex || text[text.index(after: colon)].isWhitespace
    else { return }
    let name = Self.scalar(text[..<colon]) ?? ""
    let rest = text[text.index(after: colon)...].trimmed
    members.append(
      Member(name: name.lowercased(), values: Self.values(rest), line: number))
  }

  private static func values(_ text: Substring) -> [String] {
    guard text.first == "[" else { return scalar(text).map { [$0] } ?? [] }
    guard let end = text.lastIndex(of: "]") else { return [] }
    var items: [Substring] = []
    var start = text.index(after: text.startIndex)
    var quote: Character?
    for index in text[start..<end].indices {
      let letter = text[index]
      if letter == quote {
        quote = nil
      } else if quote == nil, letter == "\"" || letter == "'", text[start..<index].trimmed.isEmpty {
        quote = letter
      } else if quote == nil, letter == "," {
        items.append(text[start..<index])
        start = text.index(after: index)
      }
    }
    items.append(text[start..<end])
    return items.compactMap { scalar($0) }
  }

  /// A plain or quoted scalar; nil where it is empty or null.
  private static func scalar(_ text: Substring) -> String? {
    let text = text.trimmed
    if let quote = text.first, quote == "\"" || quote == "'",
      let end = text.dropFirst().lastIndex(of: quote)
    {
      let inner = text[text.index(after: text.startIndex)..<end]
      return quote == "'" ? String(inner.replacing("''", with: "'")) : unescaped(inner)
    }
    var plain = text
    if let comment = text.firstRange(of: " #") { plain = text[..<comment.lowerBound].trimmed }
    if plain.first == "#" { return plain.count > 1 ? String(plain) : nil }
    return ["", "~", "null", "|", ">", "|-", ">-"].contains(plain) ? nil : String(plain)
  }

  /// The escapes that are written (YAML 1.2.2, 5.7): of what is not to be seen, by its number.
  private static func unescaped(_ text: Substring) -> String {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let letter = rest.popFirst() else {
        result.append(scalar)
        continue
      }
      let width = letter == "x" ? 2 : letter == "u" ? 4 : letter == "U" ? 8 : 0
      let digits = String(rest.prefix(width))
      if width > 0, let number = UInt32(digits, radix: 16), let named = Unicode.Scalar(number) {
        result.append(named)
        rest = rest.dropFirst(width)
      } else {
        result.append(letter == "n" ? "\n" : letter == "t" ? "\t" : letter)
      }
    }
    return String(result)
  }

  /// A line `name:: value` of Logseq.
  static func property(_ line: Substring) -> (name: String, value: Substring)? {
    guard let range = line.firstRange(of: "::") else { return nil }
    let name = line[..<range.lowerBound]
    let rest = line[range.upperBound...]
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) }),
      rest.isEmpty || rest.first?.isWhitespace == true
    else { return nil }
    return (name.lowercased(), rest.trimmed)
  }

  /// Tags of a text: parted by commas, perhaps with "#" or as `[[a link]]`.
  static func commaList(_ text: some StringProtocol) -> [String] {
    text.split(separator: ",").map { String($0.trimmed) }.filter { !$0.isEmpty }
  }
}
