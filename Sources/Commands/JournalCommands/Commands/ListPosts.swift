import JournalShell
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
    abstract: "List posts by day, words, photo, mood, star or tag.",
    discussion: """
      Each line has the post's number, its day and time, the face of its mood, its star, what it says, and its \
      photo's file. What it says is its title, or the first line of its words, or its photo's caption. Posts \
      come oldest first. A post is listed where it meets all conditions that are given.

      Days are the journal's: its time zone and day-start say when they begin and end. Where a day goes \
      on after midnight, the times after it are followed by +1d.

      A range has .. between its days, or an open end: 2017..2019, 2023.., ..yesterday. A day without a year \
      is that of any year, 02-15, and so is a range, 12-24..01-06. A weekday is the last one up to today, last \
      monday the one before today, and monday last week that of the week before, which begins as config \
      week-start or your locale says. 2 weeks ago is a day. So in Korean: 어제, 월요일, 지난주, 3일 전.

      Contacts with people are no posts: daystamp person search finds them, and daystamp day shows them.

      EXAMPLES
        daystamp list today
        daystamp list last week --starred
        daystamp list --words --mood good..great
        daystamp list 2024 --moods
        daystamp list 2024-01 --morning --json | jq -r .words
        daystamp list --from 2024-01-30 --to 2024-02 --tag sea
        daystamp list 12-24..01-06 --from 2017
        daystamp list --search 점심 --last 10
        daystamp list 2023 --paths | xargs -rd '\\n' cp -t Pictures
        daystamp list --json | jq -r 'select(.original) | .file'
      """)

  @OptionGroup(title: "Posts") var chosen: PostFilterOptions

  @Flag(help: "Show the newest first.")
  var reverse = false

  @OptionGroup(title: "Output") var output: PostOutputOptions
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    if output.paths, chosen.moods { throw ValidationError(Wording.moodsAlone) }
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    var filter = try chosen.filter(journal.settings.current().present)
    if output.paths { filter.kinds.insert(.photo) }
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

/// `daystamp memories`: posts from this day in other years.
struct Memories: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "memories",
    abstract: "List posts of the same day in other years.",
    discussion: """
      The oldest year comes first; 29 February has memories of leap years only. A year with more \
      than ten posts of that day shows the first ten; --all, --json and --paths show all.

      EXAMPLES
        daystamp memories
        daystamp memories last friday
        daystamp memories 2024-12-24 --paths
      """)

  @Argument(
    help: ArgumentHelp(
      "A day: yesterday, monday, 3 days ago, 2024-01-31, or 01-31 of this year. Default: today.",
      valueName: "day"))
  var day: [String] = []

  @Flag(help: "Show all posts of years with more than ten.")
  var all = false

  @OptionGroup(title: "Output") var output: PostOutputOptions
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws {
    // Checked here too, so that the error shows this command's usage.
    _ = try PresentDay.checking(chosenDay)
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let limit = all || output.json || output.paths ? nil : journal.memories.usualOfEachYear
    let (day, year) = try chosenDay(journal.settings.current().present)
    // One more than are shown, so that it is known whether there are more.
    let posts = try journal.memories.posts(
      of: day, besides: year, ofEachYear: limit.map { $0 + 1 })
    var printer = PostPrinter(output, of: journal)
    printer.printByYear(posts, limit: limit)
    printer.finish()
    return .success
  }

  /// The day of each year, and the year that is not another.
  private func chosenDay(_ present: PresentDay) throws -> (day: MonthDay, year: Int) {
    if day.isEmpty { return (MonthDay(of: present.day), present.day.year) }
    return try Wording.checkingDays("The day", day.joined(separator: " ")) { text in
      if let days = try? DayBounds.parse(text, present: present).ofYear, days.first == days.last {
        return (days.first, present.day.year)
      }
      let day = try DayRange.day(text, present: present)
      return (MonthDay(of: day), day.year)
    }
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
