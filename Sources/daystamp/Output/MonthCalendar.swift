import CaptureTime
import Journal
import Shell
import TextDisplay

/// A month as cal(1) prints it, with the number of posts after each day that has some: `12•3`.
enum MonthCalendar {
  /// The month's lines: its title, the weekdays and four to six weeks; none where there is no such
  /// month.
  ///
  /// Days stand below the ends of their weekdays' names. Today is in brackets (`[12•3]`), or in
  /// reverse video where the style has it; days with posts are bold there. More than 99 posts of a
  /// day are told as `99+`. The locale is as the environment names it: "ko_KR.UTF-8", "C".
  ///
  /// - Throws: ``TimeFormatError/unknownLocale(_:)``.
  static func lines(
    year: Int, month: Int, counts: [CivilDate: Int], today: CivilDate, weekStart: WeekStart,
    locale: String, style: TerminalStyle
  ) throws(TimeFormatError) -> [String] {
    let names = try CalendarNames(locale: locale)
    guard let grid = MonthGrid(year: year, month: month, weekStart: weekStart),
      let first = CivilDate(year: year, month: month, day: 1)
    else { return [] }
    let headings = weekStart.weekdays.map { names.weekdays[$0] }
    let weeks = grid.weeks.map { week in
      week.map { day in
        day.map { Cell(day: $0.day, count: counts[$0] ?? 0, isToday: $0 == today) }
      }
    }
    let layout = Layout(headings: headings, cells: weeks.joined().compactMap(\.self))
    return [layout.title(names.title(monthOf: first)), layout.line(headings.map(layout.heading))]
      + weeks.map { week in layout.line(week.map { layout.text(of: $0, style) }) }
  }

  private struct Cell {
    let day: Int
    /// What follows the day's number.
    let tail: String
    let isToday: Bool

    init(day: Int, count: Int, isToday: Bool) {
      self.day = day
      tail = count <= 0 ? "" : count > 99 ? "•99+" : "•\(count)"
      self.isToday = isToday
    }
  }

  /// Every cell has room for the day, for the count, and for a closing bracket, which is also what
  /// keeps it from the next.
  private struct Layout {
    private let dayWidth: Int
    private let tailWidth: Int

    init(headings: [String], cells: [Cell]) {
      // Two digits and a bracket before them.
      dayWidth = headings.map(DisplayWidth.columns(of:)).reduce(3, max)
      tailWidth = cells.map { DisplayWidth.columns(of: $0.tail) }.reduce(0, max)
    }

    func title(_ title: String) -> String {
      let width = 7 * (dayWidth + tailWidth + 1) - 1
      return DisplayWidth.blanks((width - DisplayWidth.columns(of: title)) / 2) + title
    }

    func heading(_ name: String) -> String {
      DisplayWidth.padded(name, to: dayWidth, .right) + DisplayWidth.blanks(tailWidth + 1)
    }

    func line(_ cells: [String]) -> String { cells.joined().trimmingBlanksAtEnd() }

    func text(of cell: Cell?, _ style: TerminalStyle) -> String {
      guard let cell else { return DisplayWidth.blanks(dayWidth + tailWidth + 1) }
      let day = "\(cell.day)"
      let before = DisplayWidth.blanks(dayWidth - day.count)
      let after = DisplayWidth.blanks(tailWidth - DisplayWidth.columns(of: cell.tail))
      if cell.isToday, style.hasAttributes {
        return before + style.reversed(day + cell.tail) + after + " "
      }
      if cell.isToday { return before.dropLast() + "[\(day)\(cell.tail)]" + after }
      let shown = cell.tail.isEmpty ? day : style.bold(day) + style.dim(cell.tail)
      return before + shown + after + " "
    }
  }
}
