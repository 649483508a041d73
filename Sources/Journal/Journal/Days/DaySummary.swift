package import CaptureTime
import GRDB
import Store

/// The posts of a day in figures, as the database counts them, without those in the trash.
package struct DaySummary: Sendable, Hashable {
  package let day: CivilDate
  package let posts: Int
  /// Posts with a photo.
  package let photos: Int
  /// Posts with words.
  package let written: Int
  package let moods: MoodSum
  /// Whether the day has a morning page, written on the day itself.
  package let hasMorning: Bool
  /// Whether its morning page was written on a later day.
  package let hasLateMorning: Bool
  /// Of all words of the day.
  package let wordCount: WordCount
}

/// How many moods there are, and their sum.
package struct MoodSum: Sendable, Hashable {
  package internal(set) var count: Int
  package internal(set) var sum: Int

  /// From 1 to 5; nil without a mood.
  package var mean: Double? { count > 0 ? Double(sum) / Double(count) : nil }
  /// The mood nearest to the mean; the better one of two.
  package var nearest: Mood? {
    count > 0 ? Mood(rawValue: (2 * sum + count) / (2 * count)) : nil
  }

  package init(of moods: [Mood]) {
    (count, sum) = (moods.count, moods.reduce(0) { $0 + $1.rawValue })
  }

  init(count: Int = 0, sum: Int = 0) { (self.count, self.sum) = (count, sum) }

  static func += (total: inout MoodSum, other: MoodSum) {
    total.count += other.count
    total.sum += other.sum
  }
}

extension Days {
  /// The figures of each day with posts, oldest first, without reading a post.
  package func summaries(_ days: DayBounds = .all) throws -> [DaySummary] {
    try journal.read { db in try summaries(days, db) }
  }

  /// The figures of a day; nil if it has no posts.
  package func summary(_ day: CivilDate) throws -> DaySummary? {
    try summaries(DayBounds(DayRange(day))).first
  }

  func summaries(_ days: DayBounds, _ db: Database) throws -> [DaySummary] {
    try counted(DayCountTable.columns, of: days, db).map { try DaySummary(&$0) }
  }
}

extension DaySummary {
  fileprivate init(_ values: inout RowDecoder) throws {
    day = try values.day()
    posts = try values.next(in: DayCount.range)
    photos = try values.next(in: 0...posts)
    written = try values.next(in: 0...posts)
    let count = try values.next(in: 0...posts)
    moods = MoodSum(count: count, sum: try values.next(in: count...5 * count))
    hasMorning = try values.next(in: 0...posts) > 0
    hasLateMorning = try values.next(in: 0...posts) > 0
    let words = try values.next(in: 0...Self.mostCharacters)
    wordCount = WordCount(
      words: words, characters: try values.next(in: words...Self.mostCharacters))
  }

  /// More than a day has, and so few that those of all days there are can be added up.
  private static let mostCharacters = 1_000_000_000_000
}

/// Days with a morning page: the current streak and the longest.
package struct MorningStreaks: Sendable, Hashable {
  /// Runs of days with a morning page written on the day itself. While today has none yet, it does
  /// not end the run up to yesterday.
  package let runs: DayRuns
  /// Whether today's page is still to be written.
  package let isTodayPending: Bool
  /// Days with a morning page of their own.
  package let days: Int
  /// Days with a morning page written later; they do not count. Oldest first.
  package let late: [CivilDate]

  init(_ summaries: [DaySummary], today: CivilDate) {
    let mornings = summaries.filter(\.hasMorning).map(\.day)
    runs = DayRuns(mornings, today: today)
    isTodayPending = !mornings.contains(today)
    days = mornings.count
    late = summaries.filter { $0.hasLateMorning && !$0.hasMorning }.map(\.day)
  }
}

/// The figures of an owner's writing: moods, morning pages, words.
package struct WritingStatistics: Sendable {
  /// Posts with words.
  package let posts: Int
  /// The number of words in them.
  package let wordCount: WordCount
  package let moods: MoodSum
  /// Moods of each month that has any, oldest first.
  package let months: [MonthMoods]
  /// The number of words in each month with posts, oldest first.
  package let monthWords: [MonthWords]
  /// Moods by weekday, from Monday: seven.
  package let weekdays: [MoodSum]
  package let mornings: MorningStreaks

  package struct MonthMoods: Sendable, Hashable {
    package let month: Month
    package internal(set) var moods: MoodSum
  }

  package struct MonthWords: Sendable, Hashable {
    package let month: Month
    package internal(set) var count: WordCount
  }

  init(_ summaries: [DaySummary], today: CivilDate) {
    posts = summaries.reduce(0) { $0 + $1.written }
    wordCount = summaries.reduce(into: WordCount()) { $0 += $1.wordCount }
    mornings = MorningStreaks(summaries, today: today)
    var (total, months) = (MoodSum(), [MonthMoods]())
    var weekdays = Array(repeating: MoodSum(), count: 7)
    for summary in summaries where summary.moods.count > 0 {
      total += summary.moods
      // Day 0 was a Thursday.
      weekdays[(summary.day.daysSinceEpoch + 3).floorDivided(by: 7).remainder] += summary.moods
      let month = Month(containing: summary.day)
      if months.last?.month == month {
        months[months.count - 1].moods += summary.moods
      } else {
        months.append(MonthMoods(month: month, moods: summary.moods))
      }
    }
    (moods, self.months, self.weekdays) = (total, months, weekdays)
    monthWords = summaries.reduce(into: []) { months, summary in
      let month = Month(containing: summary.day)
      if months.last?.month == month {
        months[months.count - 1].count += summary.wordCount
      } else {
        months.append(MonthWords(month: month, count: summary.wordCount))
      }
    }
  }
}

extension Days {
  /// The figures of writing, without reading a post.
  ///
  /// - Throws: ``JournalError``.
  package func writing(today: CivilDate) throws -> WritingStatistics {
    WritingStatistics(try summaries(), today: today)
  }

  /// The streak of morning pages.
  package func mornings(today: CivilDate) throws -> MorningStreaks {
    MorningStreaks(try summaries(), today: today)
  }
}
