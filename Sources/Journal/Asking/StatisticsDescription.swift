import CaptureTime

/// What programs are told of what a journal comes to, in JSON; days are missing where there are none.
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
