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

/// A journal's figures as JSON; days are missing where there are none.
package struct StatisticsDescription: Encodable, Sendable {
  let posts: Int
  let days: Int
  let first: String?
  let last: String?
  let longestRun: Run?
  /// The run that reaches today, or yesterday while today has no post.
  let currentRun: Run?
  let months: [MonthCount]

  struct Run: Encodable, Sendable {
    let first: String
    let last: String
    let days: Int

    init(_ run: DayRun) {
      (first, last, days) = (run.first.description, run.last.description, run.length)
    }
  }

  struct MonthCount: Encodable, Sendable {
    let month: String
    let posts: Int
    let days: Int
  }

  package init(_ statistics: JournalStatistics) {
    posts = statistics.posts
    days = statistics.days
    first = statistics.first?.description
    last = statistics.last?.description
    longestRun = statistics.runs.longest.map(Run.init)
    currentRun = statistics.runs.current.map(Run.init)
    months = statistics.months.map {
      MonthCount(month: $0.month.description, posts: $0.posts, days: $0.days)
    }
  }
}
