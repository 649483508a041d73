package import CaptureTime

/// The figures of a journal: posts, days, runs of days, months.
package struct JournalStatistics: Sendable {
  package let posts: Int
  /// Days that have a post.
  package let days: Int
  package let first: CivilDate?
  package let last: CivilDate?
  package let runs: DayRuns
  /// Posts in each month that has any, oldest first.
  package let months: [MonthCount]

  package struct MonthCount: Sendable, Hashable {
    package let month: Month
    package let posts: Int
    package let days: Int
  }

  init(_ counts: [DayCount], today: CivilDate) {
    posts = counts.reduce(0) { $0 + $1.count }
    days = counts.count
    first = counts.first?.day
    last = counts.last?.day
    runs = DayRuns(counts.map(\.day), today: today)
    var months: [MonthCount] = []
    for count in counts {
      let month = Month(containing: count.day)
      if let last = months.last, last.month == month {
        months[months.count - 1] = MonthCount(
          month: month, posts: last.posts + count.count, days: last.days + 1)
      } else {
        months.append(MonthCount(month: month, posts: count.count, days: 1))
      }
    }
    self.months = months
  }
}
