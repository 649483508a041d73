import JournalShell
import ArgumentParser
import CaptureTime
import Foundation
import Journal
import Shell
import Store
import SystemPackage
import Texts
import Wording

/// `daystamp reading`: how far collections are read, and on which days.
struct ReadingCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reading",
    abstract: "Show what you read, by book or day, and where to continue.",
    discussion: """
      EXAMPLES
        daystamp reading
        daystamp reading books KJV
        daystamp reading year
        daystamp reading year 2026 --svg 2026.svg
        daystamp reading begin KJV
      """,
    subcommands: [
      ReadingPlaces.self, ReadingBooks.self, BeginReading.self, ReadingYear.self,
      ReadingOpened.self,
    ],
    defaultSubcommand: ReadingPlaces.self)
}

struct ReadingPlaces: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "places",
    abstract: "Show where you left off in each collection, and your streak.",
    discussion: """
      A streak is a series of days on which you read a section. Today is pending until you read \
      one; a missed day ends the streak.

      EXAMPLES
        daystamp reading places
        daystamp reading places --json | jq -r .key
      """)

  @Flag(help: "One JSON object for each collection.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let places = try journal.reading.places()
    for section in places {
      Console.print(json ? SectionDescription(section).jsonLine() : Wording.head(section))
    }
    if !json {
      let streak = try journal.reading.streak(today: journal.settings.current().present.day)
      // Sections are marked read without being opened, too.
      if streak.longest > 0 || !places.isEmpty { Console.print(Wording.streak(streak)) }
      if places.isEmpty {
        Console.say(streak.longest > 0 ? Wording.nothingOpened : Wording.nothingRead)
      }
    }
    return .success
  }
}

struct ReadingBooks: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "books",
    abstract: "Show how much of each book you have read.",
    discussion: """
      EXAMPLES
        daystamp reading books KJV
        daystamp reading books KJV --round 1
        daystamp reading books KJV --json | jq .percent
      """)

  @OptionGroup var collection: NamedCollection

  @Option(help: ArgumentHelp("An earlier round. Default: the current one.", valueName: "number"))
  var round: Int?

  @OptionGroup var output: JSONOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let list = try journal.reading.checklist(collection.collectionName(), round: round)
    if output.json {
      Console.print(ChecklistDescription(list).jsonLine())
      return .success
    }
    let rows = list.books.map { Wording.cells($0.title, $0.progress) }
    let sum = Wording.cells(Wording.round(list), list.progress)
    TextTable.print(rows + [sum], numbers: [1, 2])
    return .success
  }
}

struct BeginReading: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "begin",
    abstract: "Start reading a collection again, in a new round.",
    discussion: """
      Sections read before stay in their round.

      EXAMPLES
        daystamp reading begin KJV
        daystamp reading books KJV --round 1
      """)

  @OptionGroup var collection: NamedCollection
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let name = try collection.collectionName()
    let round = try journal.reading.beginRound(of: name, now: Clock.now())
    Console.say(Wording.begun(round, of: name))
    return .success
  }
}

struct ReadingYear: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "year",
    abstract: "Show a year as a map of sections read each day.",
    discussion: """
      Shades stand for 0, 1–2, 3–5, 6–9, 10–14, and 15 or more sections.

      EXAMPLES
        daystamp reading year
        daystamp reading year 2025
        daystamp reading year 2025 --svg 2025.svg
        daystamp reading year --json | jq '[.days[].sections] | add'
      """)

  @Argument(help: ArgumentHelp("A year, like 2025. Default: this year.", valueName: "year"))
  var year: Int?

  @Option(
    help: ArgumentHelp("Write the map as a picture, with the numbers.", valueName: "file"),
    completion: .file(extensions: ["svg"]), transform: RawArguments.path)
  var svg: FilePath?

  @Flag(help: "Replace the file if it exists.")
  var force = false

  @OptionGroup var output: JSONOption
  @OptionGroup var look: ColorOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    if let year, !CivilDate.years.contains(year) {
      throw ValidationError(Wording.yearsAre(CivilDate.years))
    }
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let present = try journal.settings.current().present
    let year = year ?? present.day.year
    guard let first = CivilDate(year: year, month: 1, day: 1),
      let last = CivilDate(year: year, month: 12, day: 31)
    else { return .failure }
    let counts = try journal.reading.counts(in: first...last)
    let streak = try journal.reading.streak(today: present.day)
    if output.json {
      Console.print(ReadingYearDescription(year, counts, streak).jsonLine())
      return .success
    }
    let locale = TimeLocale.name(in: ProcessInfo.processInfo.environment)
    if let svg {
      let picture = ReadingPicture(
        year: year, counts: counts, weekStart: present.weekStart,
        months: try CalendarNames(locale: locale).monthMarks, title: "\(year)")
      try PictureFile(svg, replaces: force).write(Array(picture.svg.utf8))
      return .success
    }
    try YearReadingMap.lines(
      year: year, counts: counts, today: present.day, weekStart: present.weekStart,
      locale: locale, style: look.style
    ).forEach { Console.print(styled: $0) }
    Console.print(Wording.streak(streak))
    return .success
  }
}

struct ReadingOpened: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "opened",
    abstract: "List the sections you opened, the latest day first.",
    discussion: """
      EXAMPLES
        daystamp reading opened
        daystamp reading opened --limit 10
      """)

  @Option(help: ArgumentHelp("Show at most this many.", valueName: "count"))
  var limit: Int?

  @Flag(help: "One JSON object for each section.")
  var json = false

  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError(Wording.limitIsPositive) }
  }

  /// Sections that are read at a time.
  private static let pageSize = 500

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    var left = limit ?? .max
    var position: OpenedSection.Position?
    repeat {
      let page = try journal.reading.opened(after: position, atMost: min(left, Self.pageSize))
      for opened in page {
        Console.print(json ? OpenedDescription(opened).jsonLine() : Wording.line(of: opened))
      }
      if position == nil, page.isEmpty { Console.say(Wording.nothingOpened) }
      left -= page.count
      position = page.last?.position
    } while position != nil && left > 0
    return .success
  }
}
