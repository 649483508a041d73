import CaptureTime
import Journal
import Shell
import Texts
import Wording

/// A year on a page: a column for every week, a row for every weekday, darker for more posts.
enum YearHeatMap {
  /// The map's lines: the year, the months, seven weekdays, the legend and the sums.
  ///
  /// At most 80 columns wide where weekdays' short names take 25 or less, as they do in every
  /// language of CLDR. Today is in reverse video where the style has it. Counts of other years' days
  /// are left aside. The locale is as the environment names it: "ko_KR.UTF-8", "C".
  ///
  /// - Throws: ``TimeFormatError/unknownLocale(_:)``.
  static func lines(
    year: Int, counts: [CivilDate: Int], today: CivilDate, weekStart: WeekStart, locale: String,
    style: TerminalStyle
  ) throws(TimeFormatError) -> [String] {
    let map = YearMap(year: year, weekStart: weekStart)
    let days = map.weeks.joined().compactMap { day in day.flatMap { counts[$0] } }.filter { $0 > 0 }
    let scale = HeatScale(days)
    return try YearGrid(map, year: year, today: today, weekStart: weekStart, locale: locale)
      .lines(
        style,
        below: (scale.levels.isEmpty ? [] : [Wording.heatLegend(scale) { shade($0, style) }])
          + [Wording.sums(posts: days.reduce(0, +), days: days.count)]
      ) { shade(scale.level(of: counts[$0] ?? 0), style) }
  }

  private static func shade(_ level: Int, _ style: TerminalStyle) -> String {
    level == 0 ? style.dim("·") : style.green(["░", "▒", "▓", "█"][level - 1])
  }
}

/// A year on a page by mood: for every day the number of the mood that is nearest to its mean.
enum YearMoodMap {
  /// The map's lines, as those of ``YearHeatMap``; numbers say without colour what they say.
  ///
  /// - Throws: ``TimeFormatError/unknownLocale(_:)``.
  static func lines(
    year: Int, moods: [CivilDate: MoodSum], today: CivilDate, weekStart: WeekStart,
    locale: String, style: TerminalStyle
  ) throws(TimeFormatError) -> [String] {
    let map = YearMap(year: year, weekStart: weekStart)
    let days = map.weeks.joined().compactMap { day in day.flatMap { moods[$0] } }
    return try YearGrid(map, year: year, today: today, weekStart: weekStart, locale: locale)
      .lines(
        style,
        below: (days.isEmpty ? [] : [Wording.moodLegend { sign($0, style) }])
          + [Wording.sums(of: days)]
      ) { sign(moods[$0]?.nearest, style) }
  }

  private static func sign(_ mood: Mood?, _ style: TerminalStyle) -> String {
    guard let mood else { return style.dim("·") }
    let number = "\(mood.rawValue)"
    if mood == .meh { return number }
    return mood < .meh ? style.red(number) : style.green(number)
  }
}

/// A year on a page by the sections that were read: for every day their number, or a sign for ten and more.
enum YearReadingMap {
  /// The map's lines, as those of ``YearHeatMap``.
  ///
  /// - Throws: ``TimeFormatError/unknownLocale(_:)``.
  static func lines(
    year: Int, counts: [CivilDate: Int], today: CivilDate, weekStart: WeekStart, locale: String,
    style: TerminalStyle
  ) throws(TimeFormatError) -> [String] {
    let map = YearMap(year: year, weekStart: weekStart)
    return try YearGrid(map, year: year, today: today, weekStart: weekStart, locale: locale)
      .lines(
        style,
        below: [
          Wording.readingLegend { sign($0, style) },
          Wording.sums(sections: counts.values.reduce(0, +), days: counts.count),
        ]
      ) { sign(counts[$0] ?? 0, style) }
  }

  private static func sign(_ count: Int, _ style: TerminalStyle) -> String {
    switch ReadingLevel(count) {
    case .none: style.dim("·")
    case .few: "\(count)"
    case .some: style.green("\(count)")
    case .many: style.bold(style.green("\(count)"))
    case .lots: style.bold(style.green("+"))
    case .most: style.bold(style.green("#"))
    }
  }
}

/// The days of a year as lines: a column for every week, a row for every weekday.
private struct YearGrid {
  private let map: YearMap
  private let year: Int
  private let today: CivilDate
  private let weekStart: WeekStart
  private let names: CalendarNames

  init(
    _ map: YearMap, year: Int, today: CivilDate, weekStart: WeekStart, locale: String
  ) throws(TimeFormatError) {
    (self.map, self.year, self.today, self.weekStart) = (map, year, today, weekStart)
    names = try CalendarNames(locale: locale)
  }

  /// - Parameters:
  ///   - style: the terminal's style.
  ///   - below: the lines below the weekdays.
  ///   - cell: draws a day in one column.
  /// - Returns: the year, the months, seven weekdays, and the legend.
  func lines(
    _ style: TerminalStyle, below: [String], cell: (CivilDate) -> String
  ) -> [String] {
    let labelWidth = names.weekdays.map(DisplayWidth.columns(of:)).reduce(0, max) + 1
    let indent = DisplayWidth.blanks(labelWidth)
    let rows = weekStart.weekdays.enumerated().map { row, weekday in
      DisplayWidth.padded(names.weekdays[weekday], to: labelWidth)
        + map.weeks.map { week in
          guard let day = week[row] else { return " " }
          return day == today ? style.reversed(cell(day)) : cell(day)
        }.joined().trimmingBlanksAtEnd()
    }
    let title = "\(year)"
    return [
      indent + DisplayWidth.blanks((map.weeks.count - title.count) / 2) + title,
      indent + monthLine(names.monthMarks, at: map.monthColumns),
    ] + rows + below.map { indent + $0 }
  }

  /// Each mark above the week that has the month's first day; months begin four weeks or more apart,
  /// and marks take three columns.
  private func monthLine(_ marks: [String], at columns: [Int]) -> String {
    zip(marks, columns).reduce(into: "") { line, month in
      line = DisplayWidth.padded(line, to: month.1) + month.0
    }
  }
}
