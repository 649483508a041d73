import ArgumentParser
import CaptureTime
import Foundation
import Journal
import Shell
import Store
import Wording

/// `daystamp calendar`: how many posts each day of a month or a year has.
struct CalendarCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendar",
    abstract: "Show a month with the posts of each day, or a year as a heat map.",
    discussion: """
      In a month, •3 after a day are its three posts, and today stands out.

      EXAMPLES
        daystamp calendar
        daystamp calendar 2024-01 --week-start monday
        daystamp calendar 2024
        daystamp calendar 2024 --json | jq -s 'max_by(.count)'
      """)

  @Argument(
    help: ArgumentHelp(
      "A month, like 2024-01, or a year, like 2024. Default: this month.", valueName: "month|year"),
    transform: CalendarPeriod.parse)
  var period: CalendarPeriod?

  @Option(
    help: ArgumentHelp(
      "The day on which weeks begin, such as monday. Default: the journal's, or your locale's.",
      valueName: "weekday"),
    transform: WeekStart.argument)
  var weekStart: WeekStart?

  @Flag(help: "One JSON object for each day that has posts.")
  var json = false

  @OptionGroup var look: ColorOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let settings = try journal.settings.current()
    let today = settings.rule.today
    let period = period ?? .month(Month(containing: today))
    let counts = try journal.days.counts(period.days)
    if json {
      counts.forEach { Console.print(DayCountJSON($0).jsonLine()) }
      if counts.isEmpty { Console.say(Wording.noSuchPosts) }
    } else {
      try lines(period, counts, today: today, settings.weekStart).forEach {
        Console.print(styled: $0)
      }
    }
    return .success
  }

  private func lines(
    _ period: CalendarPeriod, _ counts: [DayCount], today: CivilDate, _ usual: WeekStart?
  ) throws -> [String] {
    let environment = ProcessInfo.processInfo.environment
    let locale = TimeLocale.name(in: environment)
    let weekStart = weekStart ?? usual ?? WeekStart(locale: locale)
    let style = look.style
    let posts = counts.byDay
    switch period {
    case .month(let month):
      return try MonthCalendar.lines(
        year: month.year, month: month.month, counts: posts, today: today, weekStart: weekStart,
        locale: locale, style: style)
        + [Wording.sums(posts: counts.reduce(0) { $0 + $1.count }, days: counts.count)]
    case .year(let days):
      return try YearHeatMap.lines(
        year: days.first.year, counts: posts, today: today, weekStart: weekStart, locale: locale,
        style: style)
    }
  }
}

extension WeekStart {
  fileprivate static func argument(_ text: String) throws -> WeekStart {
    try Wording.checking(text, among: allCases.map(\.name)) { try WeekStart(parsing: $0) }
  }
}

/// What a calendar shows.
enum CalendarPeriod {
  case month(Month)
  /// From its first day to its last.
  case year(DayRange)

  var days: DayRange {
    switch self {
    case .month(let month): DayRange(month)
    case .year(let days): days
    }
  }

  /// Reads "2024-01" or "2024".
  ///
  /// - Throws: `ValidationError`.
  static func parse(_ text: String) throws -> CalendarPeriod {
    do throws(DayRangeError) {
      if text.contains("-") { return .month(try Month.parse(text)) }
      let (january, december) = (try Month.parse("\(text)-01"), try Month.parse("\(text)-12"))
      return .year(try DayRange(first: january.first, last: december.last))
    } catch .notUnderstood {
      throw ValidationError(Wording.noPeriod)
    } catch {
      throw ValidationError(Wording.sentence(for: error))
    }
  }
}
