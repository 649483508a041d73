import CaptureTime
import JournalSupport
import Testing

@testable import Journal
@testable import Store

@Suite("Posts of days on which clocks change")
struct DaylightSavingTests {
  private func numbers(_ day: String, in journal: OwnerJournal) throws -> [Int] {
    let range = try DayRange.parse(
      day, present: PresentDay(CivilDate(daysSinceEpoch: 0), weekStart: .sunday))
    return try journal.posts.all(PostFilter(DayBounds(range))).map(\.number)
  }

  @Test(
    "belong to their days from the first hour to the last",
    arguments: [
      // The day before, the day itself with 23 or 25 hours, the day after.
      ("America/New_York", "2024-03-09", "2024-03-10", "2024-03-11"),
      ("America/New_York", "2024-11-02", "2024-11-03", "2024-11-04"),
      ("Europe/Berlin", "2024-03-30", "2024-03-31", "2024-04-01"),
      ("Europe/Berlin", "2024-10-26", "2024-10-27", "2024-10-28"),
      ("Australia/Lord_Howe", "2024-10-05", "2024-10-06", "2024-10-07"),
    ])
  func days(zone: String, before: String, changing: String, after: String) async throws {
    let test = try TestJournal(settings: [.timeZone: zone])
    for day in [before, changing, after] { try await test.post("\(day) 00:30", "\(day) 23:30") }
    #expect(try numbers(before, in: test.journal) == [1, 2])
    #expect(try numbers(changing, in: test.journal) == [3, 4])
    #expect(try numbers(after, in: test.journal) == [5, 6])
    let hours =
      try test.journal.posts.post(4).time.instant - test.journal.posts.post(3).time.instant
    #expect(hours != 23 * 3_600, "the day has another length")
    #expect(
      try test.journal.days.counts(PostFilter()).map(\.count) == [2, 2, 2])
  }

  @Test("stand in the order in which they were taken when an hour comes twice")
  func hourTwice() async throws {
    let test = try TestJournal(settings: [.timeZone: "America/New_York"])
    try await test.post(
      "2024-11-03 01:10-05:00", "2024-11-03 01:50-04:00", "2024-11-03 01:50-05:00",
      "2024-11-03 01:20")
    #expect(try numbers("2024-11-03", in: test.journal) == [4, 2, 1, 3])
    let offsets = try test.journal.posts.all(PostFilter()).map(\.time.offset)
    #expect(offsets == [-14_400, -14_400, -18_000, -18_000])
  }

  @Test("begin at the day's first hour, where midnight is skipped or comes twice")
  func midnight() async throws {
    let skipped = try TestJournal(settings: [.timeZone: "America/Sao_Paulo"])
    try await skipped.post("2018-11-03 23:59:59", "2018-11-04 01:00", "2018-11-04")
    #expect(try numbers("2018-11-03", in: skipped.journal) == [1])
    #expect(try numbers("2018-11-04", in: skipped.journal) == [2, 3])

    let twice = try TestJournal(settings: [.timeZone: "America/Sao_Paulo"])
    try await twice.post("2019-02-16 23:30-02:00", "2019-02-16 23:30-03:00", "2019-02-17 00:00")
    #expect(try numbers("2019-02-16", in: twice.journal) == [1, 2])
    #expect(try numbers("2019-02-17", in: twice.journal) == [3])
  }

  @Test("count to the day before until the day starts")
  func dayStart() async throws {
    let test = try TestJournal(settings: [.timeZone: "America/New_York", .dayStart: "04:00"])
    try await test.post(
      "2024-03-10 01:59", "2024-03-10 03:00", "2024-03-10 03:59:59", "2024-03-10 04:00",
      "2024-03-11 02:00", "2024-03-11 04:00", "2024-03-11")
    #expect(try numbers("2024-03-09", in: test.journal) == [1, 2, 3])
    #expect(try numbers("2024-03-10", in: test.journal) == [4, 5])
    #expect(try numbers("2024-03-11", in: test.journal) == [6, 7])
    #expect(
      try test.journal.posts.post(5).time.captureTime.date == day(2024, 3, 11),
      "the clock is as it was")
  }

  @Test("keep their day when the zone or the start of days changes")
  func settingsChange() async throws {
    let test = try TestJournal(settings: [.timeZone: "Asia/Seoul"])
    try await test.post("2024-01-31 02:00")
    try test.journal.settings.set(.timeZone, to: "America/New_York")
    try test.journal.settings.set(.dayStart, to: "04:00")
    try await test.post("2024-01-31 02:00")
    #expect(try numbers("2024-01-31", in: test.journal) == [1])
    #expect(try numbers("2024-01-30", in: test.journal) == [2])
    #expect(try test.journal.posts.post(1).time.zone == "Asia/Seoul")
  }

  @Test("are refused where a person gives a time that clocks went over, and nothing is stored")
  func gap() async throws {
    let test = try TestJournal(settings: [.timeZone: "America/New_York"])
    #expect(try await test.post("2024-03-10 02:30").isEmpty)
    #expect(try test.journal.posts.all(PostFilter()).isEmpty)
    #expect(test.photoFiles.isEmpty)
  }
}
