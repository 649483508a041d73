import ArgumentParser
import CaptureTime
import Journal

/// `daystamp memories`: what was posted of the same day in other years.
struct Memories: JournalCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the posts of the same day in other years.",
    discussion: """
      The years come oldest first; 29 February has memories of leap years only.

      EXAMPLES
        daystamp memories
        daystamp memories 2024-12-24 --paths
      """)

  @Argument(
    help: ArgumentHelp(
      "A day: today, yesterday or like 2024-01-31. Default: today.", valueName: "day"))
  var day = "today"

  @OptionGroup var output: PostOutputOptions
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    // Checked here too, so that the error shows this command's usage.
    _ = try chosenDay(today: DayRule(zone: .utc).today)
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let posts = try journal.memories(of: chosenDay(today: journal.settings().rule.today))
    var printer = PostPrinter(output, of: journal)
    printer.printByYear(posts)
    printer.finish()
    return .success
  }

  private func chosenDay(today: CivilDate) throws -> CivilDate {
    let days = try Wording.checking("The day", day) { try DayRange.parse($0, today: today) }
    guard days.first == days.last else { throw ValidationError(Wording.severalDays(day)) }
    return days.first
  }
}
