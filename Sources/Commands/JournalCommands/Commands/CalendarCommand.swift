import JournalShell
import ArgumentParser
import CaptureTime
import Foundation
import Journal
import People
import Shell
import Store
import Wording

/// `daystamp calendar`: what each day of a month or a year has.
struct CalendarCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendar",
    abstract: "Show a month with each day's posts or moods, or a year as a map.",
    discussion: """
      In a month, •3 means three posts with photos, ¶3 three with words, and •¶3 three with both. \
      @ is a day with contacts. Today stands out. --mood shows the face of the day's mean mood and \
      the number of moods; in a year, the mood's number from 1 to 5.

      EXAMPLES
        daystamp calendar
        daystamp calendar last month
        daystamp calendar 2024-01 --week-start monday
        daystamp calendar 2024
        daystamp calendar 2024 --mood
        daystamp calendar 2024 --json | jq -s 'max_by(.count)'
      """)

  @Argument(
    help: ArgumentHelp(
      "A month, like 2024-01 or last month, or a year, like 2024. Default: this month.",
      valueName: "month|year"))
  var period: [String] = []

  @OptionGroup var week: WeekStartOption

  @Flag(help: "Show moods instead of posts.")
  var mood = false

  @Flag(help: "One JSON object for each day with posts, contacts or, for --mood, a mood.")
  var json = false

  @OptionGroup var look: ColorOption
  @OptionGroup(title: "Journal") var place: JournalOptions

  func validate() throws { _ = try PresentDay.checking(chosenPeriod) }

  private func chosenPeriod(_ present: PresentDay) throws -> CalendarPeriod {
    if period.isEmpty { return .month(Month(containing: present.day)) }
    return try CalendarPeriod.parse(period.joined(separator: " "), present)
  }

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let present = try journal.settings.current().present
    let period = try chosenPeriod(present)
    var days = try journal.days.summaries(DayBounds(period.days))
    if mood { days = days.filter { $0.moods.count > 0 } }
    let contacts =
      mood ? [:] : try journal.contacts.counts(on: period.days.first...period.days.last)
    if json {
      let known = days.byDay { DayDescription($0, contacts: contacts[$0.day]) }
      let all = known.merging(contacts.map { ($0, DayDescription($0, contacts: $1)) }) { one, _ in
        one
      }
      for (_, day) in all.sorted(by: { $0.key < $1.key }) { Console.print(day.jsonLine()) }
      if all.isEmpty { Console.say(Wording.noSuchPosts) }
    } else {
      try lines(period, days, contacts, present).forEach { Console.print(styled: $0) }
    }
    return .success
  }

  private func lines(
    _ period: CalendarPeriod, _ days: [DaySummary], _ contacts: [CivilDate: Int],
    _ present: PresentDay
  ) throws -> [String] {
    let locale = TimeLocale.name(in: ProcessInfo.processInfo.environment)
    let (today, weekStart, style) = (present.day, week.start(present), look.style)
    switch period {
    case .month(let month):
      var marks = days.byDay { mood ? $0.moodMark : $0.postsMark }
      for day in contacts.keys { marks[day] = .withContacts(marks[day]) }
      return try MonthCalendar.lines(
        year: month.year, month: month.month, marks: marks, today: today,
        weekStart: weekStart, locale: locale, style: style,
        lineWidth: TerminalStyle.columnsOfStandardOutput)
        + (mood ? [] : Wording.marksLegend(days, hasContacts: !contacts.isEmpty))
        + [mood ? Wording.sums(of: days.map(\.moods)) : Wording.sums(of: days)]
        + (contacts.isEmpty ? [] : [Wording.sums(ofContacts: contacts)])
    case .year(let range) where mood:
      return try YearMoodMap.lines(
        year: range.first.year, moods: days.byDay(\.moods), today: today, weekStart: weekStart,
        locale: locale, style: style)
    case .year(let range):
      return try YearHeatMap.lines(
        year: range.first.year, counts: days.byDay(\.posts), today: today, weekStart: weekStart,
        locale: locale, style: style)
    }
  }
}

extension [DaySummary] {
  /// What each day has. A damaged index may list a day twice.
  fileprivate func byDay<Value>(_ value: (DaySummary) -> Value?) -> [CivilDate: Value] {
    Dictionary(
      compactMap { day in value(day).map { (day.day, $0) } }, uniquingKeysWith: { $1 })
  }
}

/// How the weeks of a calendar begin.
struct WeekStartOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "First day of the week, such as monday. Default: the journal's, or your locale's.",
      valueName: "weekday"),
    transform: WeekStart.argument)
  var weekStart: WeekStart?

  func start(_ present: PresentDay) -> WeekStart { weekStart ?? present.weekStart }
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
