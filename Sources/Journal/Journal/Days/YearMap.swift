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

/// Levels of how many posts a day has, so that each level takes about a quarter of the days.
///
/// The days with posts are ranked, not measured by the busiest one: a day on which three hundred
/// photos were imported leaves the others apart. Where many days have the same count, a level begins
/// at the next count that some day has.
package struct HeatScale: Sendable, Hashable {
  /// The counts of each level from 1 up, without gaps; at most four, and none without posts.
  package let levels: [ClosedRange<Int>]

  /// - Parameter counts: posts of each day; days without any are left out.
  package init(_ counts: some Sequence<Int>) {
    let ranked = counts.filter { $0 > 0 }.sorted()
    guard let least = ranked.first, let most = ranked.last else {
      levels = []
      return
    }
    var lowest = [least]
    for quarter in 1...3 {
      guard let next = ranked.first(where: { $0 > lowest[quarter - 1] }) else { break }
      lowest.append(max(next, ranked[ranked.count * quarter / 4]))
    }
    levels = zip(lowest, lowest.dropFirst().map { $0 - 1 } + [most]).map { $0...$1 }
  }

  /// 0 for no posts, otherwise the level, from 1, into which a count falls.
  package func level(of count: Int) -> Int {
    count > 0 ? max(1, levels.count { $0.lowerBound <= count }) : 0
  }
}
