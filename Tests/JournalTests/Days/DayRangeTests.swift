import CaptureTime
import Testing

@testable import Journal
@testable import Store

@Suite("Range of days")
struct DayRangeTests {
  @Test("Days, months, years and two of them are read", arguments: ranges)
  func read(text: String, first: String, last: String) throws {
    let range = try DayRange.parse(text, today: Self.today)
    #expect(range.first.description == first)
    #expect(range.last.description == last)
  }

  @Test("What names no days says why", arguments: errors)
  func refused(text: String, error: DayRangeError) {
    #expect(throws: error) { try DayRange.parse(text, today: Self.today) }
  }

  @Test(
    "Other texts are not understood",
    arguments: [
      "", "..", "2024..2025..2026", "tomorrow", "2024-01-31-01", "2024-", "-2024", "12024", "+024",
      "２０２４", "2024-01..soon", "2025..", "5", "2024-1-32", "13-01", "02-30",
    ])
  func notUnderstood(text: String) {
    #expect(throws: DayRangeError.notUnderstood(observed: text)) {
      try DayRange.parse(text, today: Self.today)
    }
  }

  @Test(
    "Days that are written otherwise are pointed on",
    arguments: [
      ("2017..", "2017..today"), ("..2017", "0001..2017"), ("2024...2025", "2024..2025"),
      ("02-15", "2024-02-15"), ("2-15", "2024-02-15"), ("03-01", "2024-03-01"),
      ("03-02", "2023-03-02"), ("Today", "today"), ("today ", "today"), ("2024-1", "2024-01"),
      ("2024-1-5", "2024-01-05"), ("24-01-31", "2024-01-31"), ("20240131", "2024-01-31"),
      ("2024/01", "2024-01"), ("2024.1.31", "2024-01-31"),
      ("02-15..02-20", "2024-02-15..2024-02-20"),
      ("2024-01 .. Today", "2024-01..today"),
    ])
  func pointsOn(text: String, instead: String) throws {
    #expect(throws: DayRangeError.writtenOtherwise(observed: text, instead: instead)) {
      try DayRange.parse(text, today: Self.today)
    }
    #expect(throws: Never.self) { try DayRange.parse(instead, today: Self.today) }
  }

  @Test("Both ends are in the range, and nothing beside them")
  func contains() throws {
    let range = try DayRange.parse("2024-02", today: Self.today)
    #expect(range.contains(day(2024, 2, 1)) && range.contains(day(2024, 2, 29)))
    #expect(!range.contains(day(2024, 1, 31)) && !range.contains(day(2024, 3, 1)))
  }

  private static let today = day(2024, 3, 1)

  static let ranges = [
    ("today", "2024-03-01", "2024-03-01"), ("yesterday", "2024-02-29", "2024-02-29"),
    ("2024-01-31", "2024-01-31", "2024-01-31"), ("2024-02", "2024-02-01", "2024-02-29"),
    ("2023-02", "2023-02-01", "2023-02-28"), ("2024", "2024-01-01", "2024-12-31"),
    ("0001", "0001-01-01", "0001-12-31"), ("9999", "9999-01-01", "9999-12-31"),
    ("2024-01-30..2024-02-01", "2024-01-30", "2024-02-01"),
    ("2023..2024-02", "2023-01-01", "2024-02-29"), ("2024-02..today", "2024-02-01", "2024-03-01"),
    ("2024..2024-01", "2024-01-01", "2024-01-31"), ("today..today", "2024-03-01", "2024-03-01"),
  ]

  static let errors: [(String, DayRangeError)] = [
    ("2023-02-29", .dayOutOfRange(observed: 29, month: month(2023, 2), expected: 1...28)),
    ("2024-02-30", .dayOutOfRange(observed: 30, month: month(2024, 2), expected: 1...29)),
    ("2024-04-00", .dayOutOfRange(observed: 0, month: month(2024, 4), expected: 1...30)),
    ("2024-13", .monthOutOfRange(observed: 13, expected: 1...12)),
    ("2024-00-10", .monthOutOfRange(observed: 0, expected: 1...12)),
    ("0000", .yearOutOfRange(observed: 0, expected: 1...9_999)),
    ("0000-01-01", .yearOutOfRange(observed: 0, expected: 1...9_999)),
    ("2024..2023", .backwards(first: day(2024, 1, 1), last: day(2023, 12, 31))),
    ("today..yesterday", .backwards(first: day(2024, 3, 1), last: day(2024, 2, 29))),
    ("2024-01..2023-02-29", .dayOutOfRange(observed: 29, month: month(2023, 2), expected: 1...28)),
  ]
}

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
    try DayRange.parse(text, today: day(2024, 3, 1))
  }
}
