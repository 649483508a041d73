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
        daystamp calendar last month
        daystamp calendar 2024-01 --week-start monday
        daystamp calendar 2024
        daystamp calendar 2024 --json | jq -s 'max_by(.count)'
      """)

  @Argument(
    help: ArgumentHelp(
      "A month, like 2024-01 or last month, or a year, like 2024. Default: this month.",
      valueName: "month|year"))
  var period: [String] = []

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

  func validate() throws { _ = try PresentDay.checking(chosenPeriod) }

  private func chosenPeriod(_ present: PresentDay) throws -> CalendarPeriod {
    if period.isEmpty { return .month(Month(containing: present.day)) }
    return try CalendarPeriod.parse(period.joined(separator: " "), present)
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let settings = try journal.settings.current()
    let present = settings.present
    let (today, period) = (present.day, try chosenPeriod(present))
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

  /// Reads "2024-01", "2024", "last month" and whatever else is just one month or one year.
  ///
  /// - Throws: `ValidationError`.
  static func parse(_ text: String, _ present: PresentDay) throws -> CalendarPeriod {
    let days: DayRange
    do throws(DayRangeError) {
      days = try DayRange.parse(text, present: present)
    } catch {
      switch error {
      case .notUnderstood, .ofAnyYear: throw ValidationError(Wording.noPeriod)
      default: throw ValidationError(Wording.sentence(for: error))
      }
    }
    let month = Month(containing: days.first)
    if days == DayRange(month) { return .month(month) }
    guard days.first.dayOfYear == 1, days.last == Month(year: month.year, month: 12)?.last else {
      throw ValidationError(Wording.noPeriod)
    }
    return .year(days)
  }
}
