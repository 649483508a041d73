package import CaptureTime

/// The days of a month in weeks, as a calendar on the wall shows them.
package struct MonthGrid: Sendable, Hashable {
  /// Four to six weeks of seven places each; nil where another month's days would stand.
  package let weeks: [[CivilDate?]]

  /// The month, or nil where `month` is not from 1 to 12.
  package init?(year: Int, month: Int, weekStart: WeekStart) {
    guard 1...12 ~= month else { return nil }
    weeks = weekStart.weeks(
      of: (1...31).compactMap { CivilDate(year: year, month: month, day: $0) })
  }
}
