import ArgumentParser
import CaptureTime
import Journal
import Shell
import Store
import Texts
import Wording

/// `daystamp text`: the text of a day, and what is done with texts.
struct TextCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "text",
    abstract: "Show the text of a day; list texts, and mark them.",
    discussion: """
      EXAMPLES
        daystamp text
        daystamp text --day yesterday
        daystamp text heart 'John 3:16'
        daystamp text list --heart
        daystamp text random
        daystamp text card -o today.png
      """,
    subcommands: [
      TextOfDay.self, RandomText.self, ShowText.self, ListTexts.self, HeartTexts.self,
      UnheartTexts.self, UseTexts.self, TextCard.self, PostText.self,
    ],
    defaultSubcommand: TextOfDay.self)
}

struct TextOfDay: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "day",
    abstract: "Show the text of today, or of an earlier day.",
    discussion: """
      A day keeps the text that it showed, however collections change. No text comes twice until all of \
      them have come. A journal without a collection gets the one that comes with Daystamp: questions and \
      thoughts for a day's page.

      EXAMPLES
        daystamp text day
        daystamp text day --day 2024-01-31
        daystamp text day --pool 'collection sayings'
      """)

  @Option(
    help: ArgumentHelp("A day: yesterday, monday, 2024-01-31. Default: today.", valueName: "day"))
  var day: String?

  @Option(
    help: ArgumentHelp(
      "Of which texts today's is drawn, where it is not yet: all, hearts, unused, 'collection NAME' or "
        + "'section NAME/KEY'.", valueName: "pool"))
  var pool = "all"

  @Flag(help: "One JSON object.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    _ = try chosenPool()
    _ = try PresentDay.checking(chosenDay)
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let present = try journal.settings.current().present
    let text = try journal.texts.text(
      of: chosenDay(present), today: present.day, from: chosenPool(), now: Clock.now())
    return try ShowText.print(text, of: journal, asJSON: json)
  }

  private func chosenPool() throws -> TextPool {
    try Wording.checking("--pool", pool) { try TextPool(parsing: RawArguments.text($0)) }
  }

  private func chosenDay(_ present: PresentDay) throws -> CivilDate {
    guard let day else { return present.day }
    return try Wording.checkingDays("--day", day) { try DayRange.day($0, present: present) }
  }
}

struct RandomText: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "random",
    abstract: "Show any text.",
    discussion: """
      EXAMPLES
        daystamp text random
        daystamp text random --json | jq -r .text
      """)

  @Flag(help: "One JSON object.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    try ShowText.print(
      journal.texts.randomText(seed: .random(in: 0...(.max))), of: journal, asJSON: json)
  }
}

struct ShowText: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a text by its key.",
    discussion: """
      A verse is found by its book, chapter and number too. Where several collections have the key, \
      --collection names one.

      EXAMPLES
        daystamp text show John.3.16
        daystamp text show '요 3:16' --collection 개역한글
      """)

  @Argument(help: ArgumentHelp("The text's key.", valueName: "key"))
  var key: String

  @Option(help: ArgumentHelp("The collection that has it.", valueName: "name"))
  var collection: String?

  @Flag(help: "One JSON object.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws { _ = try collection.map(CollectionName.argument) }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let text = try journal.texts.text(
      RawArguments.text(key), in: collection.map(CollectionName.argument))
    return try Self.print(text, of: journal, asJSON: json)
  }

  /// Prints a text, which is opened then.
  static func print(
    _ text: StoredText, of journal: OwnerJournal, asJSON: Bool
  ) throws -> ExitStatus {
    let now = Clock.now()
    if asJSON {
      Console.print(TextDescription(text, now: now).jsonLine())
    } else {
      let width = TerminalStyle.columnsOfStandardOutput
      for (index, part) in Wording.parts(of: text).enumerated() {
        if index > 0 { Console.print("") }
        WrappedText.lines(part, width: width).forEach { Console.print($0) }
      }
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

struct ListTexts: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List texts: all, or those with a heart, used, unused, new.",
    discussion: """
      Hearts and used ones come latest first, all others in the order of their files. A text is new, with \
      a dot, until it is opened, for 48 hours after an update of its collection brought it.

      EXAMPLES
        daystamp text list --heart
        daystamp text list --collection KJV --section Ps.23
        daystamp text list --unused --limit 10 --json | jq -r .text
      """)

  @OptionGroup(title: "Texts") var chosen: TextFilterOptions

  @Flag(help: "One JSON object for each text.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let now = Clock.now()
    var isAny = false
    try journal.texts.forEach(chosen.filter(), atMost: chosen.limit, now: now) { text in
      isAny = true
      Console.print(
        json ? TextDescription(text, now: now).jsonLine() : Wording.line(of: text, now: now))
    }
    if !isAny { Console.say(Wording.noSuchTexts) }
    return .success
  }
}

/// Which texts are listed.
struct TextFilterOptions: ParsableArguments {
  @Flag(help: "Which texts.") var kind: Kind = .all

  enum Kind: String, EnumerableFlag {
    case all, heart, used, unused, new

    static func help(for value: Kind) -> ArgumentHelp? {
      switch value {
      case .all: "All texts."
      case .heart: "With a heart, the latest first."
      case .used: "Used, the latest first."
      case .unused: "Not used yet."
      case .new: "New, the latest first."
      }
    }

    fileprivate var kind: Texts.Filter.Kind {
      switch self {
      case .all: .all
      case .heart: .hearts
      case .used: .used
      case .unused: .unused
      case .new: .new
      }
    }
  }

  @Option(help: ArgumentHelp("Of this collection.", valueName: "name"))
  var collection: String?

  @Option(help: ArgumentHelp("Of this section of it, by its key, like Ps.23.", valueName: "key"))
  var section: String?

  @Option(help: ArgumentHelp("At most so many.", valueName: "count"))
  var limit: Int?

  func validate() throws {
    _ = try collection.map(CollectionName.argument)
    if section != nil, collection == nil { throw ValidationError(Wording.sectionNeedsCollection) }
    if let limit, limit < 1 { throw ValidationError(Wording.limitIsPositive) }
  }

  func filter() throws -> Texts.Filter {
    var filter = Texts.Filter()
    filter.kind = kind.kind
    filter.collection = try collection.map(CollectionName.argument)
    filter.section = try section.map { try RawArguments.text($0) }
    return filter
  }
}
