import CaptureTime
import Journal
import Shell
import TextDisplay
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
    let names = try CalendarNames(locale: locale)
    let map = YearMap(year: year, weekStart: weekStart)
    let days = map.weeks.joined().compactMap { day in day.flatMap { counts[$0] } }.filter { $0 > 0 }
    let scale = HeatScale(days)
    let labelWidth = names.weekdays.map(DisplayWidth.columns(of:)).reduce(0, max) + 1
    let indent = DisplayWidth.blanks(labelWidth)

    let rows = weekStart.weekdays.enumerated().map { row, weekday in
      DisplayWidth.padded(names.weekdays[weekday], to: labelWidth)
        + map.weeks.map { week in
          guard let day = week[row] else { return " " }
          let cell = shade(scale.level(of: counts[day] ?? 0), style)
          return day == today ? style.reversed(cell) : cell
        }.joined().trimmingBlanksAtEnd()
    }
    let title = "\(year)"
    let legend = Wording.heatLegend(scale) { shade($0, style) }
    return [
      indent + DisplayWidth.blanks((map.weeks.count - title.count) / 2) + title,
      indent + monthLine(names.monthMarks, at: map.monthColumns),
    ] + rows + (scale.levels.isEmpty ? [] : [indent + legend])
      + [indent + Wording.sums(posts: days.reduce(0, +), days: days.count)]
  }

  /// Each mark above the week that has the month's first day; months begin four weeks or more apart,
  /// and marks take three columns.
  private static func monthLine(_ marks: [String], at columns: [Int]) -> String {
    zip(marks, columns).reduce(into: "") { line, month in
      line = DisplayWidth.padded(line, to: month.1) + month.0
    }
  }

  private static func shade(_ level: Int, _ style: TerminalStyle) -> String {
    level == 0 ? style.dim("·") : style.green(["░", "▒", "▓", "█"][level - 1])
  }
}
