import Testing

@testable import Journal

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
    let all = try journal.covers(DayRange(month(2024, 1)))
    #expect(
      all == [
        DayCover(day: day(2024, 1, 1), count: 1, first: 4),
        DayCover(day: day(2024, 1, 15), count: 1, first: 7),
        DayCover(day: day(2024, 1, 31), count: 3, first: 2),
      ])

    try journal.moveToTrash([2, 7], now: 5)
    #expect(
      try journal.covers(DayRange(month(2024, 1))).map { [$0.first, $0.count] } == [
        [4, 1], [3, 2],
      ])
  }
}
