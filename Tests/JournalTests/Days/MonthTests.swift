import CaptureTime
import Testing

@testable import Journal

@Suite("Month")
struct MonthTests {
  @Test(
    "A month has its days and neighbours",
    arguments: [
      ("2024-02", 29, "2024-02-29", "2024-01", "2024-03"),
      ("2023-02", 28, "2023-02-28", "2023-01", "2023-03"),
      ("2024-12", 31, "2024-12-31", "2024-11", "2025-01"),
      ("2024-01", 31, "2024-01-31", "2023-12", "2024-02"),
      ("1900-02", 28, "1900-02-28", "1900-01", "1900-03"),
    ])
  func days(text: String, count: Int, last: String, previous: String, next: String) throws {
    let month = try Month.parse(text)
    #expect(month.dayCount == count)
    #expect(month.first.description == text + "-01")
    #expect(month.last.description == last)
    #expect(month.previous.description == previous)
    #expect(month.next.description == next)
    #expect(month.description == text)
    #expect(month.previous < month && month < month.next)
    #expect(Month(containing: month.last) == month)
    #expect(Month(year: month.year, month: month.month) == month)
  }

  @Test(
    "Other texts are no months",
    arguments: ["", "2024", "2024-1", "2024-01-31", "24-01", "today", "2024-01 "])
  func notUnderstood(text: String) {
    #expect(throws: DayRangeError.notUnderstood(observed: text)) { try Month.parse(text) }
  }

  @Test("A year has twelve months, and years go from 1 to 9999")
  func ranges() {
    #expect(throws: DayRangeError.monthOutOfRange(observed: 13, expected: 1...12)) {
      try Month.parse("2024-13")
    }
    #expect(throws: DayRangeError.yearOutOfRange(observed: 0, expected: 1...9_999)) {
      try Month.parse("0000-01")
    }
    #expect(Month(year: 2024, month: 0) == nil && Month(year: 2024, month: 13) == nil)
  }
}
