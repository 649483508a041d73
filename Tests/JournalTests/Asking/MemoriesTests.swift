import CaptureTime
import Testing

@testable import Journal

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
    #expect(try numbers(test.journal.memories(of: day(2024, 5, 5))) == [8, 4, 3, 1])
    #expect(try numbers(test.journal.memories(of: day(2030, 5, 5))) == [8, 4, 3, 2, 1])
    #expect(try test.journal.memories(of: day(2024, 5, 7)).isEmpty)
  }

  @Test("may be limited to the first of each year")
  func limited() throws {
    let test = try journal(
      "2021-05-05 10:00", "2021-05-05 09:00", "2021-05-05 08:00", "2022-05-05 08:00")
    #expect(try numbers(test.journal.memories(of: day(2024, 5, 5), ofEachYear: 2)) == [3, 2, 4])
  }

  @Test("of 29 February are those of leap years")
  func leapDay() throws {
    let test = try journal("2023-02-28", "2023-03-01", "2020-02-29", "2024-02-29", "2000-02-29")
    #expect(try numbers(test.journal.memories(of: day(2024, 2, 29))) == [5, 3])
    #expect(try numbers(test.journal.memories(of: day(2024, 2, 28))) == [1])
  }

  @Test("are none where there are no posts, or only those of the day itself")
  func none() throws {
    #expect(try journal().journal.memories(of: day(2024, 5, 5)).isEmpty)
    #expect(try journal("2024-05-05").journal.memories(of: day(2024, 5, 5)).isEmpty)
  }
}
