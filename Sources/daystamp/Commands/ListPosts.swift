import ArgumentParser
import CaptureTime
import Journal
import Shell
import Stamping
import Store
import Wording

/// `daystamp list`: the posts of some days, or those that have something in common.
struct ListPosts: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List posts: of days, with a star, a tag or words in the caption.",
    discussion: """
      Each line has the post's number, when its photo was taken, its star, its caption and its file. \
      Posts come oldest first. A post is listed where it meets all conditions that are given.

      Days are the journal's: its time zone and day-start say when they begin and end. Where a day goes \
      on after midnight, the times after it are followed by +1d.

      EXAMPLES
        daystamp list today
        daystamp list 2024-01 --starred
        daystamp list --from 2024-01-30 --to 2024-02 --tag sea
        daystamp list --search 점심 --last 10
        daystamp list 2023 --paths | xargs -rd '\\n' cp -t Pictures
        daystamp list --json | jq -r 'select(.original) | .file'
      """)

  @OptionGroup(title: "Posts") var chosen: PostFilterOptions

  @Flag(help: "Newest first.")
  var reverse = false

  @OptionGroup(title: "Output") var output: PostOutputOptions
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let filter = try chosen.filter(today: journal.settings.current().rule.today)
    var printer = PostPrinter(output, of: journal)
    try journal.posts.forEach(
      filter, order: reverse ? .newestFirst : .oldestFirst, latest: chosen.last
    ) { post in
      printer.print(post)
    }
    printer.finish()
    return .success
  }
}

/// `daystamp memories`: what was posted of the same day in other years.
struct Memories: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "memories",
    abstract: "List the posts of the same day in other years.",
    discussion: """
      The years come oldest first; 29 February has memories of leap years only. Of a year with more \
      than ten posts of that day the first ten are listed; --all, --json and --paths list all.

      EXAMPLES
        daystamp memories
        daystamp memories 2024-12-24 --paths
      """)

  @Argument(
    help: ArgumentHelp(
      "A day: today, yesterday or like 2024-01-31. Default: today.", valueName: "day"))
  var day = "today"

  @Flag(help: "List all posts of a year that has more than ten.")
  var all = false

  @OptionGroup(title: "Output") var output: PostOutputOptions
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    // Checked here too, so that the error shows this command's usage.
    _ = try chosenDay(today: DayRule(zone: .utc).today)
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let limit = all || output.json || output.paths ? nil : journal.memories.usualOfEachYear
    let day = try chosenDay(today: journal.settings.current().rule.today)
    // One more than are shown, so that it is known whether there are more.
    let posts = try journal.memories.posts(of: day, ofEachYear: limit.map { $0 + 1 })
    var printer = PostPrinter(output, of: journal)
    printer.printByYear(posts, limit: limit)
    printer.finish()
    return .success
  }

  private func chosenDay(today: CivilDate) throws -> CivilDate {
    let days = try Wording.checking("The day", day) { try DayRange.parse($0, today: today) }
    guard days.first == days.last else { throw ValidationError(Wording.severalDays(day)) }
    return days.first
  }
}

/// A subcommand that works on the journal of one owner, which must be there.
protocol JournalCommand: AsyncParsableCommand {
  var place: JournalOptions { get }

  /// Does the command's work.
  ///
  /// - Returns: what the program exits with.
  /// - Throws: `ValidationError` where the command line is wrong, ``JournalError`` and others where
  ///   the work cannot be done.
  func run(in journal: OwnerJournal) async throws -> ExitStatus
}

extension JournalCommand {
  mutating func run() async throws {
    let command = self
    try await ExitStatus.exit { try await command.run(in: command.place.open()) }
  }
}
