package import CaptureTime

/// The days of a year in weeks, for a map with a column for every week and a row for every weekday.
package struct YearMap: Sendable, Hashable {
  /// 53 or 54 columns of seven places each; nil where another year's days would stand.
  package let weeks: [[CivilDate?]]
  /// For each month, from January, the column that has its first day.
  package let monthColumns: [Int]

  package init(year: Int, weekStart: WeekStart) {
    let days = (1...12).flatMap { month in
      (1...31).compactMap { CivilDate(year: year, month: month, day: $0) }
    }
    weeks = weekStart.weeks(of: days)
    monthColumns = weeks.enumerated().flatMap { column, week in
      week.contains { $0?.day == 1 } ? [column] : []
    }
  }
}
