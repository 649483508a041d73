import CaptureTime
import JournalSupport
import Testing

@testable import Journal
@testable import Store

@Suite("Memories")
struct MemoriesTests {
  private func journal(_ times: String...) throws -> TestJournal {
    let test = try TestJournal()
    try test.journal.store(times.map { MadePost(time: $0) })
    return test
  }

  @Test("are the posts of the same day in all other years, oldest first")
  func otherYears() throws {
    let test = try journal(
      "2026-05-05 01:00", "2024-05-05 10:00", "2021-05-05 23:59", "2021-05-05 00:00",
      "2023-05-04 23:59", "2023-05-06 00:00", "2023-06-05 12:00", "0999-05-05")
    #expect(try numbers(test.journal.memories.posts(of: day(2024, 5, 5))) == [8, 4, 3, 1])
    #expect(try numbers(test.journal.memories.posts(of: day(2030, 5, 5))) == [8, 4, 3, 2, 1])
    #expect(try test.journal.memories.posts(of: day(2024, 5, 7)).isEmpty)
  }

  @Test("may be limited to the first of each year")
  func limited() throws {
    let test = try journal(
      "2021-05-05 10:00", "2021-05-05 09:00", "2021-05-05 08:00", "2022-05-05 08:00")
    #expect(
      try numbers(test.journal.memories.posts(of: day(2024, 5, 5), ofEachYear: 2)) == [3, 2, 4])
  }

  @Test("of 29 February are those of leap years")
  func leapDay() throws {
    let test = try journal("2023-02-28", "2023-03-01", "2020-02-29", "2024-02-29", "2000-02-29")
    #expect(try numbers(test.journal.memories.posts(of: day(2024, 2, 29))) == [5, 3])
    #expect(try numbers(test.journal.memories.posts(of: day(2024, 2, 28))) == [1])
  }

  @Test("are none where there are no posts, or only those of the day itself")
  func none() throws {
    #expect(try journal().journal.memories.posts(of: day(2024, 5, 5)).isEmpty)
    #expect(try journal("2024-05-05").journal.memories.posts(of: day(2024, 5, 5)).isEmpty)
  }
}

@Suite("A post drawn by lot")
struct RandomPostTests {
  private func journal(posts: Int) throws -> TestJournal {
    let test = try TestJournal()
    try test.journal.store((0..<posts).map { MadePost(time: "2024-01-01", posted: 100 + $0) })
    return test
  }

  private func draws(_ test: TestJournal, before: Int = .max) throws -> [Int?] {
    try (0..<200).map { try test.journal.memories.randomPost(seed: $0, before: before)?.number }
  }

  @Test("is any of them, and the same one for the same seed")
  func any() throws {
    let test = try journal(posts: 10)
    #expect(try Set(draws(test)) == Set(1...10))
    #expect(try draws(test) == draws(test))
  }

  @Test(
    "does not depend on the process",
    arguments: [(19_753, 42), (19_754, 65), (20_000, 91), (UInt64.max, 90)])
  func seeds(seed: UInt64, number: Int) throws {
    #expect(
      try journal(posts: 100).journal.memories.randomPost(seed: seed, before: .max)?.number
        == number)
  }

  @Test("stays the same whatever is posted from the instant on")
  func stable() throws {
    let test = try journal(posts: 10)
    let before = try draws(test, before: 200)
    try test.journal.store((0..<50).map { _ in MadePost(time: "2020-01-01", posted: 200) })
    #expect(try draws(test, before: 200) == before)
    #expect(try draws(test) != before)
  }

  @Test("is a later one only where there are no earlier ones")
  func later() throws {
    let test = try journal(posts: 10)
    #expect(try Set(draws(test, before: 103)) == [1, 2, 3])
    #expect(try Set(draws(test, before: 100)) == Set(1...10))
  }

  @Test("is never one in the trash, and none in an empty journal")
  func trash() throws {
    let test = try journal(posts: 10)
    try test.journal.trash.move([1, 4, 5, 10], now: 0)
    #expect(try Set(draws(test)) == [2, 3, 6, 7, 8, 9])
    #expect(try TestJournal().journal.memories.randomPost(seed: 1, before: .max) == nil)
  }
}
