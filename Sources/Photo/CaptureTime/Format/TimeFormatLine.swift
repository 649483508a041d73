/// Puts a formatted time's parts together and takes out what belongs to the unknown ones.
///
/// A time that knows only the day must not show "00:00", nor the colon of it. The rules, by words
/// (runs of parts without white space between them):
/// 1. A word all of whose fields are unknown goes as a whole: `(%H:%M)`, `%H시`.
/// 2. In other words an unknown field takes along the literal that follows it, up to the next field.
///    Where it has none, or ends the word, the punctuation before it goes too: `%H:%M:%S`, `%d_%H`;
///    so does the "T" of ISO 8601.
/// 3. Brackets go in pairs or stay.
/// 4. Punctuation that stands alone between words goes with the word after it, and a comma,
///    semicolon or colon that is left at the end of a line goes.
///
/// White space around a removed part is joined. A line with nothing left goes with its break,
/// and no other line does. Words of the language ("at %H:%M") stay: no rule can know what they belong
/// to.
package enum TimeFormatLine {
  package enum Part {
    case space(String)
    /// Without white space.
    case literal(String)
    /// Nil where the time does not know it.
    case field(String?)

    fileprivate var isUnknown: Bool { if case .field(nil) = self { true } else { false } }
  }

  package static func text(_ parts: [Part]) -> String {
    guard parts.contains(where: \.isUnknown) else { return parts.map(\.text).joined() }
    var words = words(parts)
    removeLoneSeparators(&words)

    var text = ""
    var space = ""
    var opening = ""
    // Whether the line that the text ends with has lost its last word.
    var isCut = false
    for word in words {
      space = joined(space, word.spaceBefore)
      switch word.fate {
      case .kept(let kept):
        if isCut, space.hasBreak { text.removeLastSeparator() }
        text += (text.isEmpty ? "" : space) + opening + kept
        (space, opening, isCut) = ("", "", false)
      case .removed(let brackets):
        text += brackets.closing
        opening += brackets.opening
        isCut = isCut || !space.hasBreak
      }
    }
    text = text.trimmed
    if words.last?.isRemoved == true { text.removeLastSeparator() }
    return text
  }

  /// The white space before and after a removed part as one; a break at both ends was a line's.
  private static func joined(_ before: String, _ after: String) -> String {
    guard let end = before.lastIndex(where: \.isNewline) else {
      return after.isEmpty ? before : after
    }
    guard let start = after.firstIndex(where: \.isNewline) else { return before }
    return String(before[...end] + after[start...].dropFirst())
  }

  private struct Word {
    enum Fate {
      case kept(String)
      /// Brackets with their other half kept.
      case removed(TimeFormatBrackets)
    }

    var spaceBefore: String
    var fate: Fate
    /// Whether it has fields, so that it is more than fixed text.
    var hasFields: Bool

    var isRemoved: Bool { if case .removed = fate { true } else { false } }

    var isSeparator: Bool {
      guard !hasFields, case .kept(let text) = fate else { return false }
      return text.allSatisfy(\.isLoosePunctuation)
    }
  }

  private static func words(_ parts: [Part]) -> [Word] {
    var words: [Word] = []
    var space = ""
    var current: [Part] = []
    func flush() {
      guard !current.isEmpty else { return }
      words.append(word(current, after: space))
      (current, space) = ([], "")
    }
    for part in parts {
      if case .space(let text) = part {
        flush()
        space += text
      } else {
        current.append(part)
      }
    }
    flush()
    return words
  }

  private static func word(_ parts: [Part], after space: String) -> Word {
    let fields = parts.filter { if case .field = $0 { true } else { false } }
    if !fields.isEmpty, fields.allSatisfy(\.isUnknown) {
      let brackets = TimeFormatBrackets(unmatchedIn: parts.map(\.text).joined())
      return Word(spaceBefore: space, fate: .removed(brackets), hasFields: true)
    }
    let text = fields.contains(where: \.isUnknown) ? mixed(parts) : parts.map(\.text).joined()
    return Word(spaceBefore: space, fate: .kept(text), hasFields: !fields.isEmpty)
  }

  /// The text of a word with some known fields, by rules 2 and 3.
  private static func mixed(_ parts: [Part]) -> String {
    var text = ""
    // The literal after the last known field: all that an unknown one may take along before it.
    var literal = ""
    var rest = parts[...]
    while let part = rest.first {
      switch part {
      case .field(let known?):
        text += literal + known
        literal = ""
        rest.removeFirst()
      case .literal(let fixed), .space(let fixed):
        literal += fixed
        rest.removeFirst()
      case .field(nil):
        let gone = rest.prefix { if case .field(.some) = $0 { false } else { true } }
        rest = rest[gone.endIndex...]
        var brackets = TimeFormatBrackets(unmatchedIn: gone.map(\.text).joined())
        while let open = literal.last, brackets.closes(open) { literal.removeLast() }
        if rest.isEmpty || gone.last?.isUnknown == true {
          if literal == "T" { literal = "" }
          while let last = literal.last, last.isLoosePunctuation { literal.removeLast() }
        }
        literal += brackets.closing + brackets.opening
      }
    }
    return text + literal
  }

  private static func removeLoneSeparators(_ words: inout [Word]) {
    var line = 0
    for index in words.indices {
      if words[index].spaceBefore.hasBreak { line = index }
      guard words[index].isSeparator else { continue }
      let isLast = index == words.indices.last
      let beforeRemoved = !isLast && words[index + 1].isRemoved
      let leads = words[line..<index].allSatisfy(\.isRemoved) && index > line
      if beforeRemoved || leads { words[index].fate = .removed(TimeFormatBrackets()) }
    }
  }
}

extension TimeFormatLine.Part {
  fileprivate var text: String {
    switch self {
    case .space(let text), .literal(let text): text
    case .field(let text): text ?? ""
    }
  }
}

extension Character {
  /// Neither part of a word nor a bracket, which rule 3 keeps.
  fileprivate var isLoosePunctuation: Bool {
    !isLetter && !isNumber && !TimeFormatBrackets.all.contains(self)
  }
}

extension String {
  fileprivate var hasBreak: Bool { contains(where: \.isNewline) }

  /// Removes a comma, semicolon or colon that nothing follows.
  fileprivate mutating func removeLastSeparator() {
    if let last, ",;:".contains(last) { removeLast() }
  }

  fileprivate var trimmed: String {
    var text = Substring(self)
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}

/// The brackets of a removed text whose other halves are outside of it.
struct TimeFormatBrackets {
  private(set) var opening = ""
  private(set) var closing = ""

  init() {}

  init(unmatchedIn text: String) {
    for character in text {
      if Self.pairs[character] != nil {
        opening.append(character)
      } else if Self.closings.contains(character) {
        if let last = opening.last, Self.pairs[last] == character {
          opening.removeLast()
        } else {
          closing.append(character)
        }
      }
    }
  }

  /// Drops the first closing bracket if it is the other half of `open`.
  mutating func closes(_ open: Character) -> Bool {
    guard let close = closing.first, Self.pairs[open] == close else { return false }
    closing.removeFirst()
    return true
  }

  static let all = Set(pairs.keys).union(closings)

  private static let pairs: [Character: Character] = [
    "(": ")", "[": "]", "{": "}", "「": "」", "（": "）", "【": "】",
  ]
  private static let closings = Set(pairs.values)
}
