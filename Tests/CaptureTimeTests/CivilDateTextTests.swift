import Testing

@testable import CaptureTime

@Suite("Civil date as text")
struct CivilDateTextTests {
  @Test(
    "A day is written as ISO 8601 does and read back",
    arguments: [
      (2024, 1, 31, "2024-01-31"), (2024, 2, 29, "2024-02-29"), (1, 1, 1, "0001-01-01"),
      (9999, 12, 31, "9999-12-31"), (826, 10, 9, "0826-10-09"),
    ])
  func both(year: Int, month: Int, day: Int, text: String) throws {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    #expect(date.description == text)
    #expect(CivilDate(iso: text) == date)
  }

  @Test(
    "Other texts are no days",
    arguments: [
      "", "2024-01", "2024-1-31", "2024-01-31 ", " 2024-01-31", "20240131", "2024/01/31",
      "2024-02-30", "2023-02-29", "2024-13-01", "0000-01-01", "+024-01-31", "12024-01-31",
      "2024-01-31T00:00", "２０２４-01-31",
    ])
  func others(text: String) {
    #expect(CivilDate(iso: text) == nil)
  }

  @Test(
    "Days are added over the ends of months and years",
    arguments: [
      ("2024-01-31", 1, "2024-02-01"), ("2024-02-28", 1, "2024-02-29"),
      ("2023-02-28", 1, "2023-03-01"), ("2024-12-31", 1, "2025-01-01"),
      ("2024-03-01", -1, "2024-02-29"), ("2024-01-01", -366, "2022-12-31"),
      ("2024-06-15", 0, "2024-06-15"),
    ])
  func adding(from: String, days: Int, to: String) throws {
    let date = try #require(CivilDate(iso: from))
    #expect(date.adding(days: days).description == to)
    #expect(date.next == date.adding(days: 1))
    #expect(date.previous == date.adding(days: -1))
  }
}
