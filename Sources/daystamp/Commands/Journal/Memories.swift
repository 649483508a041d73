import ArgumentParser
import CaptureTime
import Journal
import Shell
import Store

/// `daystamp memories`: what was posted of the same day in other years.
struct Memories: JournalCommand {
  static let configuration = CommandConfiguration(
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

  @OptionGroup var output: PostOutputOptions
  @OptionGroup(title: "Journal") var place: JournalOptions

  /// As many of each year as a person looks through.
  private static let usualLimit = 10

  func validate() throws {
    // Checked here too, so that the error shows this command's usage.
    _ = try chosenDay(today: DayRule(zone: .utc).today)
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let limit = all || output.json || output.paths ? nil : Self.usualLimit
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
