import Shell
import Store
import Texts
import Wording

/// A section as it is read in a terminal: its texts with their numbers, highlights and notes.
struct SectionReader {
  private let section: OpenSection
  private let journal: OwnerJournal
  private let style: TerminalStyle
  private let width: Int?

  /// Columns that are read with ease, where the terminal has more.
  private static let mostColumns = 80
  /// Texts that are read at a time.
  private static let pageSize = 500

  init(_ section: OpenSection, of journal: OwnerJournal, _ style: TerminalStyle) {
    (self.section, self.journal, self.style) = (section, journal, style)
    width = TerminalStyle.columnsOfStandardOutput.map { min($0, Self.mostColumns) }
  }

  /// Gives all lines, with styles of ours.
  func forEachLine(_ work: (String) throws -> Void) throws {
    try [style.bold(Wording.lines(Wording.head(section))), ""].forEach(work)
    try forEachPage { texts in
      let highlights = try journal.highlights.of(texts)
      let notes = try journal.notes.of(texts)
      for text in texts {
        try lines(of: text, highlights[text.id] ?? [], notes[text.id]).forEach(work)
      }
    }
    try ["", style.dim(Wording.lines(Wording.foot(section)))].forEach(work)
  }

  private func lines(of text: StoredText, _ highlights: [Highlight], _ note: Note?) -> [String] {
    let label = number(of: text).map { "\($0) " } ?? ""
    let indent = DisplayWidth.blanks(DisplayWidth.columns(of: label))
    func indented(_ lines: [String]) -> [String] { lines.map { indent + $0 } }
    let room = width.map { max(20, $0 - indent.count) }
    let body = MarkedText.body(of: text.body, highlights, style, width: room).lines
    let first = style.dim(Wording.lines(label)) + (body.first ?? "")
    let after = [text.translation] + (note.map { ["¶ \($0.words)"] } ?? [])
    let below = after.filter { !$0.isEmpty }.flatMap { part in
      WrappedText.lines(part, width: room).map { Wording.lines($0) }
    }
    return [first] + indented(Array(body.dropFirst())) + indented(below)
      // Sayings stand apart; verses go on.
      + (label.isEmpty ? [""] : [])
  }

  /// A verse's number in its section.
  private func number(of text: StoredText) -> String? {
    let start = "\(section.section.key)."
    guard text.key.hasPrefix(start) else { return nil }
    let number = text.key.dropFirst(start.count)
    return number.first?.isNumber == true ? String(number.prefix(12)) : nil
  }

  func printJSON() throws -> ExitStatus {
    Console.print(SectionDescription(section).jsonLine())
    let now = Clock.now()
    try forEachPage { texts in
      for text in texts { Console.print(TextDescription(text, now: now).jsonLine()) }
    }
    return .success
  }

  /// Prints each text, and has it read aloud.
  func sayAloud() throws -> ExitStatus {
    let voice = Voice(language: section.collection.language)
    try forEachPage { texts in
      for text in texts {
        lines(of: text, [], nil).forEach { Console.print(styled: $0) }
        try voice.say(text.body)
      }
    }
    return .success
  }

  private func forEachPage(_ work: ([StoredText]) throws -> Void) throws {
    var filter = Texts.Filter()
    (filter.collection, filter.section) = (section.collection.name, section.section.key)
    var position: TextPosition?
    while true {
      let page = try journal.texts.page(
        filter, after: position, atMost: Self.pageSize, now: Clock.now())
      guard let last = page.last else { return }
      try work(page)
      position = last.position(in: .all)
    }
  }
}
