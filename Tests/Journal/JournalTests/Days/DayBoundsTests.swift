import CaptureTime
import Testing

@testable import Journal
@testable import Store

@Suite("Bounds of days")
struct DayBoundsTests {
  @Test("They go from the first day of the one to the last of the other")
  func both() throws {
    let bounds = try DayBounds(from: range("2024-01"), to: range("2024-02"))
    #expect(bounds.first == day(2024, 1, 1))
    #expect(bounds.last == day(2024, 2, 29))
    #expect(bounds == DayBounds(try range("2024-01..2024-02")))
  }

  @Test("Either end may be open")
  func open() throws {
    let from = try DayBounds(from: range("2024"), to: nil)
    #expect(from.first == day(2024, 1, 1) && from.last == nil)
    #expect(from.contains(day(9999, 12, 31)) && !from.contains(day(2023, 12, 31)))
    let to = try DayBounds(from: nil, to: range("2024"))
    #expect(to.first == nil && to.last == day(2024, 12, 31))
    #expect(to.contains(day(1, 1, 1)) && !to.contains(day(2025, 1, 1)))
    #expect(try DayBounds(from: nil, to: nil) == .all)
    #expect(DayBounds.all.contains(day(2024, 1, 1)))
  }

  @Test("Backwards they are an error")
  func backwards() throws {
    let (later, earlier) = (try range("2024-02"), try range("2024-01"))
    let error = DayRangeError.backwards(first: day(2024, 2, 1), last: day(2024, 1, 31))
    #expect(throws: error) { try DayBounds(from: later, to: earlier) }
  }

  private func range(_ text: String) throws -> DayRange {
    try DayRange.parse(text, present: PresentDay(day(2024, 3, 1), weekStart: .sunday))
  }
}

@Suite("Days of any year")
struct DaysOfYearTests {
  private func days(_ text: String) throws -> DaysOfYear {
    let present = PresentDay(day(2024, 3, 1), weekStart: .sunday)
    return try #require(try DayBounds.parse(text, present: present).ofYear)
  }

  @Test(
    "They are those of each year, also over its end",
    arguments: [
      ("02-15", ["2024-02-15", "0001-02-15", "9999-02-15"], ["2024-02-14", "2024-03-15"]),
      ("02-29", ["2024-02-29"], ["2023-02-28", "2023-03-01"]),
      ("02-15..03-01", ["2024-02-29", "2023-03-01"], ["2024-03-02", "2024-02-14"]),
      ("12-24..01-06", ["2023-12-24", "2023-12-31", "2024-01-01", "2024-01-06"], ["2024-01-07"]),
    ])
  func contains(text: String, inside: [String], outside: [String]) throws {
    let days = try days(text)
    let bounds = DayBounds(days)
    for (texts, isInside) in [(inside, true), (outside, false)] {
      for text in texts {
        let day = try #require(CivilDate(iso: text))
        #expect(days.contains(day) == isInside && bounds.contains(day) == isInside, "\(text)")
      }
    }
  }

  @Test("They are those between two ends where both are given")
  func between() throws {
    let year = DayRange(month(2023, 12))
    let bounds = try DayBounds(from: year, to: nil, ofYear: days("12-24..01-06"))
    #expect(bounds.contains(day(2023, 12, 24)) && bounds.contains(day(2024, 1, 1)))
    #expect(!bounds.contains(day(2022, 12, 24)) && !bounds.contains(day(2024, 2, 1)))
  }

  @Test(
    "The latest are found, of 29 February too",
    arguments: [
      ("03-01", "2024-03-01", "2024-03-01"), ("03-02", "2024-03-01", "2023-03-02"),
      ("02-29", "2024-02-28", "2020-02-29"), ("02-29", "1904-02-28", "1896-02-29"),
      ("12-24..01-06", "2024-03-01", "2023-12-24..2024-01-06"),
    ])
  func latest(text: String, today: String, expected: String) throws {
    let today = try #require(CivilDate(iso: today))
    #expect(try days(text).latest(upTo: today).text == expected)
  }

  @Test("They are written as they are read", arguments: ["02-05", "12-24..01-06"])
  func written(text: String) throws { #expect(try days(text).description == text) }
}
