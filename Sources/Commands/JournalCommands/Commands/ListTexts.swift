import JournalShell
import ArgumentParser
import CaptureTime
import Journal
import Shell
import Store
import Texts
import Wording

/// `daystamp text list`: which texts there are.
struct ListTexts: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List texts: all, hearts, used, unused or new ones.",
    discussion: """
      Hearts and used texts come latest first, all others in the order of their files. Texts that \
      an update adds to a collection are new, with a dot, for 48 hours or until you open them.

      A search finds texts with all of its words, in the text, translation, author, source or key. \
      Parts of longer words match too, and case and accents do not matter. Words in quotes must \
      follow one another. A book, chapter and number finds that verse first. daystamp text \
      searches lists your last searches.

      EXAMPLES
        daystamp text list --heart
        daystamp text list --search 'still waters'
        daystamp text list --collection KJV --section Ps.23
        daystamp text list --unused --limit 10 --json | jq -r .text
      """)

  @OptionGroup(title: "Texts") var chosen: TextFilterOptions

  @Flag(help: "One JSON object for each text.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let (now, filter) = (Clock.now(), try chosen.filter())
    if let search = filter.text, !journal.store.isReadOnly {
      try journal.texts.searches.remember(search)
    }
    var isAny = false
    try journal.texts.forEach(filter, atMost: chosen.limit, now: now) { text in
      isAny = true
      Console.print(
        json ? TextDescription(text, now: now).jsonLine() : Wording.line(of: text, now: now))
    }
    if !isAny { Console.say(Wording.noSuchTexts) }
    return .success
  }
}

struct ListSearches: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "searches",
    abstract: "List your last searches in texts, or forget them.",
    discussion: """
      The last \(TextSearches.limit) searches are kept, the latest first.

      EXAMPLES
        daystamp text searches
        daystamp text searches --forget 'still waters'
        daystamp text searches --forget-all
      """)

  @Option(help: ArgumentHelp("Forget this search.", valueName: "words"))
  var forget: [String] = []

  @Flag(help: "Forget all of them.")
  var forgetAll = false

  @Flag(help: "One JSON object for each search.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let searches = journal.texts.searches
    if forgetAll {
      Console.say(Wording.forgotSearches(try searches.forgetAll()))
    } else if !forget.isEmpty {
      for text in forget { try searches.forget(RawArguments.text(text)) }
      Console.say(Wording.forgotSearches(forget.count))
    } else {
      let recent = try searches.recent()
      for text in recent {
        Console.print(json ? SearchDescription(search: text).jsonLine() : Wording.escaped(text))
      }
      if recent.isEmpty { Console.say(Wording.noSearches) }
    }
    return .success
  }
}

struct ListHearts: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "hearts",
    abstract: "List days, with the texts that got your hearts then.",
    discussion: """
      The latest day comes first, and within a day the latest heart.

      EXAMPLES
        daystamp text hearts
        daystamp text hearts --month 2024-01
        daystamp text hearts --json | jq -r '"\\(.day) \\(.hearts)"'
      """)

  @Option(help: ArgumentHelp("Only hearts from this month.", valueName: "month"))
  var month: String?

  @Option(help: ArgumentHelp("Show at most this many days.", valueName: "count"))
  var limit: Int?

  @Flag(help: "One JSON object for each day.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    _ = try chosenMonth()
    if let limit, limit < 1 { throw ValidationError(Wording.limitIsPositive) }
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let (now, month) = (Clock.now(), try chosenMonth())
    let days = try journal.texts.heartDays(
      journal.settings.current().rule, from: month?.first, before: month?.last.next, atMost: limit)
    for day in days {
      if json {
        Console.print(HeartDayDescription(day, now: now).jsonLine())
      } else {
        Console.print("\(day.day)  \(Wording.counted(day.count, "heart"))")
        for text in day.texts { Console.print("  \(Wording.line(of: text, now: now))") }
      }
    }
    if days.isEmpty { Console.say(Wording.noHearts) }
    return .success
  }

  private func chosenMonth() throws -> Month? {
    try month.map { text in
      try Wording.checking("--month", text) { try Month.parse(RawArguments.text($0)) }
    }
  }
}

/// Which texts are listed.
struct TextFilterOptions: ParsableArguments {
  @Flag(help: "Which texts.") var kind: Kind = .all

  enum Kind: String, EnumerableFlag {
    case all, newest, heart, used, unused, new

    static func help(for value: Kind) -> ArgumentHelp? {
      switch value {
      case .all: "All texts."
      case .newest: "All texts, latest added first."
      case .heart: "Texts with a heart, latest first."
      case .used: "Used texts, latest first."
      case .unused: "Texts not used yet."
      case .new: "New texts, latest first."
      }
    }

    fileprivate var kind: Texts.Filter.Kind {
      switch self {
      case .all: .all
      case .newest: .newest
      case .heart: .hearts
      case .used: .used
      case .unused: .unused
      case .new: .new
      }
    }
  }

  @Option(help: ArgumentHelp("Only those with all of these words.", valueName: "words"))
  var search: String?

  @Option(help: ArgumentHelp("Only those in this collection.", valueName: "name"))
  var collection: String?

  @Option(
    help: ArgumentHelp("Only those in this section of it, by key, like Ps.23.", valueName: "key"))
  var section: String?

  @Option(help: ArgumentHelp("Show at most this many.", valueName: "count"))
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
    filter.text = try search.map { try RawArguments.text($0) }
    return filter
  }
}
