import CaptureTime
import Testing

@testable import Journal

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
    let figures = try test.journal.statistics(today: day(2024, 3, 11))
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
    let figures = try test.journal.statistics(today: day(2024, 3, 11))
    #expect(figures.posts == 0 && figures.days == 0 && figures.months.isEmpty)
    #expect(figures.first == nil && figures.last == nil)
    #expect(figures.runs.longest == nil && figures.runs.current == nil)
  }
}
