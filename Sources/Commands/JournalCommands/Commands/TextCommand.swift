import JournalShell
import ArgumentParser
import CaptureTime
import Journal
import Shell
import Store
import Texts
import Wording

/// `daystamp text`: the text of a day, and commands for texts.
struct TextCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "text",
    abstract: "Show the text of the day; list and mark texts.",
    discussion: """
      EXAMPLES
        daystamp text
        daystamp text --day yesterday
        daystamp text heart 'John 3:16'
        daystamp text list --search 'still waters'
        daystamp text hearts
        daystamp text highlight 'John 3:16' 'so loved' --colour green
        daystamp text note 'John 3:16'
        daystamp text random
        daystamp text card -o today.png
      """,
    subcommands: [
      TextOfDay.self, RandomText.self, ShowText.self, ListTexts.self, ListSearches.self,
      ListHearts.self, HeartTexts.self, UnheartTexts.self, UseTexts.self, UnuseTexts.self,
      HighlightText.self, ListHighlights.self, NoteText.self, ListNotes.self, TextCard.self,
      PostText.self,
    ],
    defaultSubcommand: TextOfDay.self)
}

struct TextOfDay: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "day",
    abstract: "Show the text of today, or of an earlier day.",
    discussion: """
      A day keeps its text, even if collections change. Each collection has the same chance, and \
      repeats none of its texts until all of them have come. A journal without a collection gets \
      Daystamp's own: questions and thoughts for a day's page.

      EXAMPLES
        daystamp text day
        daystamp text day --day 2024-01-31
        daystamp text day --pool 'collection sayings'
        daystamp config set text-pool hearts
      """)

  @Option(
    help: ArgumentHelp("A day: yesterday, monday, 2024-01-31. Default: today.", valueName: "day"))
  var day: String?

  @Option(
    help: ArgumentHelp(
      "Where to pick today's text from, if none is picked yet: all, hearts, unused, "
        + "'collection NAME' or 'section NAME/KEY'. Default: the setting text-pool.",
      valueName: "pool"))
  var pool: String?

  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    _ = try chosenPool()
    _ = try PresentDay.checking(chosenDay)
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let settings = try journal.settings.current()
    let (present, pool) = (settings.present, try chosenPool() ?? settings.textPool)
    if self.pool != nil { try pool.check(in: journal) }
    let text = try journal.texts.text(
      of: chosenDay(present), today: present.day, from: pool, now: Clock.now())
    return try ShowText.print(text, of: journal, asJSON: output.json)
  }

  private func chosenPool() throws -> TextPool? {
    try pool.map { pool in
      try Wording.checking("--pool", pool) { try TextPool(parsing: RawArguments.text($0)) }
    }
  }

  private func chosenDay(_ present: PresentDay) throws -> CivilDate {
    guard let day else { return present.day }
    return try Wording.checkingDays("--day", day) { try DayRange.day($0, present: present) }
  }
}

struct RandomText: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "random",
    abstract: "Show a random text.",
    discussion: """
      EXAMPLES
        daystamp text random
        daystamp text random --json | jq -r .text
      """)

  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    try ShowText.print(
      journal.texts.randomText(seed: .random(in: 0...(.max))), of: journal, asJSON: output.json)
  }
}

struct ShowText: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a text by its key.",
    discussion: """
      A verse is found by its book, chapter and number too. Where several collections have the key, \
      --collection names one. Highlights are coloured on a terminal that has colours, and listed below \
      the text elsewhere; your note comes last.

      EXAMPLES
        daystamp text show John.3.16
        daystamp text show '요 3:16' --collection 개역한글
      """)

  @Argument(help: ArgumentHelp("The text's key.", valueName: "key"))
  var key: String

  @Option(help: ArgumentHelp("Its collection.", valueName: "name"))
  var collection: String?

  @OptionGroup var output: JSONOption
  @OptionGroup var look: ColorOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws { _ = try collection.map(CollectionName.argument) }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let text = try journal.texts.text(
      RawArguments.text(key), in: collection.map(CollectionName.argument))
    return try Self.print(text, of: journal, asJSON: output.json, look.style)
  }

  /// Prints a text with its highlights and its note; it is opened then.
  static func print(
    _ text: StoredText, of journal: OwnerJournal, asJSON: Bool,
    _ style: TerminalStyle = .standardOutput()
  ) throws -> ExitStatus {
    let now = Clock.now()
    let highlights = try journal.highlights.of(text)
    let note = try journal.notes.of([text])[text.id]
    if asJSON {
      Console.print(
        TextDescription(text, now: now, highlights: highlights, note: note).jsonLine())
    } else {
      MarkedText(text, highlights, note, style, width: TerminalStyle.columnsOfStandardOutput)
        .print()
    }
    try open(text, of: journal)
    return .success
  }

  /// Notes that a text that is new was seen.
  static func open(_ text: StoredText, of journal: OwnerJournal) throws {
    let now = Clock.now()
    guard text.isNew(at: now), !journal.store.isReadOnly else { return }
    try journal.texts.mark(.open, [text.key], in: text.collection, now: now)
  }
}
