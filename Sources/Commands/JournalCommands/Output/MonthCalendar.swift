import CaptureTime
import Journal
import Shell
import Wording

/// A month as cal(1) prints it, with a mark after each day that has one: `12•3`.
enum MonthCalendar {
  /// The month's lines: its title, the weekdays and four to six weeks; none where there is no such
  /// month.
  ///
  /// Days stand below the ends of their weekdays' names. Today is in brackets (`[12•3]`), or in
  /// reverse video where the style has it; days with marks are bold there. Where the terminal has too few
  /// columns, marks go without their counts. The locale is as the environment names it: "ko_KR.UTF-8",
  /// "C".
  ///
  /// - Throws: ``TimeFormatError/unknownLocale(_:)``.
  static func lines(
    year: Int, month: Int, marks: [CivilDate: DayMark], today: CivilDate, weekStart: WeekStart,
    locale: String, style: TerminalStyle, lineWidth: Int? = nil
  ) throws(TimeFormatError) -> [String] {
    let names = try CalendarNames(locale: locale)
    guard let grid = MonthGrid(year: year, month: month, weekStart: weekStart),
      let first = CivilDate(year: year, month: month, day: 1)
    else { return [] }
    let headings = weekStart.weekdays.map { names.weekdays[$0] }
    let weeks = grid.weeks.map { week in
      week.map { day in
        day.map { Cell(day: $0.day, mark: marks[$0], isToday: $0 == today) }
      }
    }
    let cells = weeks.joined().compactMap(\.self)
    var layout = Layout(headings: headings, cells: cells, hasCounts: true)
    if let lineWidth, layout.width > lineWidth {
      layout = Layout(headings: headings, cells: cells, hasCounts: false)
    }
    return [layout.title(names.title(monthOf: first)), layout.line(headings.map(layout.heading))]
      + weeks.map { week in layout.line(week.map { layout.text(of: $0, style) }) }
  }

  private struct Cell {
    let day: Int
    let mark: DayMark?
    let isToday: Bool
  }

  /// Every cell has room for the day, for the mark, and for a closing bracket, which is also what
  /// keeps it from the next.
  private struct Layout {
    private let dayWidth: Int
    private let tailWidth: Int
    private let hasCounts: Bool

    init(headings: [String], cells: [Cell], hasCounts: Bool) {
      self.hasCounts = hasCounts
      // Two digits and a bracket before them.
      dayWidth = headings.map(DisplayWidth.columns(of:)).reduce(3, max)
      tailWidth = cells.map { DisplayWidth.columns(of: $0.mark?.text(withCount: hasCounts) ?? "") }
        .reduce(0, max)
    }

    /// The columns of a line, without the last one's place for a bracket.
    var width: Int { 7 * (dayWidth + tailWidth + 1) - 1 }

    func title(_ title: String) -> String {
      DisplayWidth.blanks((width - DisplayWidth.columns(of: title)) / 2) + title
    }

    func heading(_ name: String) -> String {
      DisplayWidth.padded(name, to: dayWidth, .right) + DisplayWidth.blanks(tailWidth + 1)
    }

    func line(_ cells: [String]) -> String { cells.joined().trimmingBlanksAtEnd() }

    func text(of cell: Cell?, _ style: TerminalStyle) -> String {
      guard let cell else { return DisplayWidth.blanks(dayWidth + tailWidth + 1) }
      let day = "\(cell.day)"
      let tail = cell.mark?.text(withCount: hasCounts) ?? ""
      let before = DisplayWidth.blanks(dayWidth - day.count)
      let after = DisplayWidth.blanks(tailWidth - DisplayWidth.columns(of: tail))
      if cell.isToday, style.hasAttributes {
        return before + style.reversed(day + tail) + after + " "
      }
      if cell.isToday { return before.dropLast() + "[\(day)\(tail)]" + after }
      let shown = cell.mark.map { style.bold(day) + drawn($0, style) } ?? day
      return before + shown + after + " "
    }

    private func drawn(_ mark: DayMark, _ style: TerminalStyle) -> String {
      let count = hasCounts ? mark.count : ""
      return mark.isDim
        ? style.dim(mark.symbol + count) : mark.symbol + style.dim(count)
    }
  }
}
