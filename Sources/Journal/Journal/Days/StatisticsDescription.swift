import CaptureTime

/// A journal's figures as JSON, without days and moods if there are none.
package struct StatisticsDescription: Encodable, Sendable {
  let posts: Int
  let days: Int
  let first: String?
  let last: String?
  let longestRun: Run?
  /// The run that reaches today, or yesterday while today has no post.
  let currentRun: Run?
  let months: [MonthCount]
  /// Posts with words, and the words and characters in them.
  let written: Int?
  let words: Int?
  let characters: Int?
  /// How many moods there are, and their mean, to two decimals.
  let moods: Int?
  let mood: Double?
  /// Moods by weekday, from Monday.
  let weekdays: [WeekdayMoods]?
  let mornings: Mornings?

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
    let moods: Int?
    let mood: Double?
  }

  struct WeekdayMoods: Encodable, Sendable {
    let weekday: String
    let moods: Int
    let mood: Double?
  }

  /// The days with a morning page that was written on the day itself, and their streaks.
  struct Mornings: Encodable, Sendable {
    let days: Int
    /// Days whose page was written later, which are in no streak.
    let later: Int
    let longestStreak: Run?
    /// The streak that reaches today, or yesterday while today's page is pending.
    let currentStreak: Run?
    /// Whether today's page is still to be written.
    let pending: Bool

    init(_ mornings: MorningStreaks) {
      (days, later) = (mornings.days, mornings.late.count)
      longestStreak = mornings.runs.longest.map(Run.init)
      currentStreak = mornings.runs.current.map(Run.init)
      pending = mornings.isTodayPending
    }
  }

  /// - Parameters:
  ///   - statistics: the figures of posts and days.
  ///   - writing: those of what is written; nil where they are left out.
  package init(_ statistics: JournalStatistics, _ writing: WritingStatistics? = nil) {
    posts = statistics.posts
    days = statistics.days
    first = statistics.first?.description
    last = statistics.last?.description
    longestRun = statistics.runs.longest.map(Run.init)
    currentRun = statistics.runs.current.map(Run.init)
    written = writing?.posts
    (words, characters) = (writing?.wordCount.words, writing?.wordCount.characters)
    (moods, mood) = (writing?.moods.count, writing?.moods.roundedMean)
    mornings = writing.map { Mornings($0.mornings) }
    let names = WeekStart.allCases.map(\.name)
    weekdays = writing.map { writing in
      writing.weekdays.enumerated().map { index, moods in
        // Names are from Sunday.
        WeekdayMoods(
          weekday: names[(index + 1) % 7], moods: moods.count, mood: moods.roundedMean)
      }
    }
    let byMonth = Dictionary(
      (writing?.months ?? []).map { ($0.month, $0.moods) }, uniquingKeysWith: { $1 })
    months = statistics.months.map { month in
      let moods = byMonth[month.month]
      return MonthCount(
        month: month.month.description, posts: month.posts, days: month.days,
        moods: writing.map { _ in moods?.count ?? 0 }, mood: moods?.roundedMean)
    }
  }
}

extension MoodSum {
  /// The mean to two decimals, as JSON has it; nil without a mood.
  package var roundedMean: Double? {
    mean.map { ($0 * 100).rounded() / 100 }
  }
}
