import CaptureTime
import JournalSupport
import Testing

@testable import Journal
@testable import Store

@Suite("What stands for a day")
struct DayCoverTests {
  @Test("is the first of its posts by time, whichever was posted first")
  func first() throws {
    let test = try TestJournal()
    let journal = test.journal
    try journal.store([
      MadePost(time: "2024-01-31 18:00:00"), MadePost(time: "2024-01-31 09:00:00"),
      MadePost(time: "2024-01-31 09:00:00"), MadePost(time: "2024-01-01 00:00:00"),
      MadePost(time: "2024-02-01 00:00:00"), MadePost(time: "2023-12-31 23:59:59"),
      MadePost(time: "2024-01-15 12:00:00"),
    ])
    let all = try journal.days.covers(DayRange(month(2024, 1)))
    #expect(
      all == [
        DayCover(day: day(2024, 1, 1), count: 1, first: 4, photo: 4),
        DayCover(day: day(2024, 1, 15), count: 1, first: 7, photo: 7),
        DayCover(day: day(2024, 1, 31), count: 3, first: 2, photo: 2),
      ])

    try journal.trash.move([2, 7], now: 5)
    #expect(
      try journal.days.covers(DayRange(month(2024, 1))).map { [$0.first, $0.count] } == [
        [4, 1], [3, 2],
      ])
  }
}

@Suite("A journal's figures")
struct JournalStatisticsTests {
  @Test("count posts, days, runs and months")
  func figures() throws {
    let test = try TestJournal()
    try test.journal.store(
      [
        "2023-12-30", "2023-12-31 10:00", "2023-12-31 11:00", "2024-01-01", "2024-03-10",
        "2024-03-09",
      ].map { MadePost(time: $0) })
    let figures = try test.journal.days.statistics(today: day(2024, 3, 11))
    #expect(figures.posts == 6)
    #expect(figures.days == 5)
    #expect(figures.first == day(2023, 12, 30))
    #expect(figures.last == day(2024, 3, 10))
    #expect(figures.runs.longest?.length == 3)
    #expect(figures.runs.current?.first == day(2024, 3, 9))
    #expect(
      figures.months == [
        .init(month: month(2023, 12), posts: 3, days: 2),
        .init(month: month(2024, 1), posts: 1, days: 1),
        .init(month: month(2024, 3), posts: 2, days: 2),
      ])
  }

  @Test("are nothing for an empty journal")
  func empty() throws {
    let test = try TestJournal()
    let figures = try test.journal.days.statistics(today: day(2024, 3, 11))
    #expect(figures.posts == 0 && figures.days == 0 && figures.months.isEmpty)
    #expect(figures.first == nil && figures.last == nil)
    #expect(figures.runs.longest == nil && figures.runs.current == nil)
  }
}

@Suite("Runs of days")
struct DayRunsTests {
  /// Days of March 2024, of which the 20th is today; 0 is 29 February.
  @Test(
    "The longest run and the current one",
    arguments: [
      ([], nil, nil),
      ([20], 20...20, 20...20),
      ([19], 19...19, 19...19),
      ([18], 18...18, nil),
      ([0, 1, 2, 18, 19], 0...2, 18...19),
      ([1, 2, 4, 5, 6, 8, 19, 20], 4...6, 19...20),
      ([1, 2, 3, 18, 19, 20], 18...20, 18...20),
      ([5, 6, 10], 5...6, nil),
      ([19, 20, 21, 22], 19...22, 19...20),
      ([10, 22, 23], 22...23, nil),
      ([20, 22], 22...22, 20...20),
    ] as [([Int], ClosedRange<Int>?, ClosedRange<Int>?)])
  func runs(days: [Int], longest: ClosedRange<Int>?, current: ClosedRange<Int>?) {
    let start = day(2024, 2, 29)
    let runs = DayRuns(days.map { start.adding(days: $0) }, today: day(2024, 3, 20))
    let run = { (range: ClosedRange<Int>) in
      DayRun(
        first: start.adding(days: range.lowerBound), last: start.adding(days: range.upperBound))
    }
    #expect(runs.longest == longest.map(run))
    #expect(runs.current == current.map(run))
    #expect(runs.longest?.length == longest?.count)
  }
}

/// A day that the calendar has.
func day(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
  CivilDate(year: year, month: month, day: day) ?? CivilDate(daysSinceEpoch: 0)
}

/// A month that the calendar has.
func month(_ year: Int, _ month: Int) -> Month {
  Month(containing: day(year, month, 1))
}
