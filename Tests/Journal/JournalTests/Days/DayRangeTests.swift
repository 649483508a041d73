import CaptureTime
import Testing

@testable import Journal
@testable import Store

@Suite("Range of days")
struct DayRangeTests {
  @Test("Days, months, years and two of them are read", arguments: ranges)
  func read(text: String, first: String, last: String) throws {
    let range = try DayRange.parse(text, present: Self.present)
    #expect(range.first.description == first)
    #expect(range.last.description == last)
  }

  @Test("What names no days says why", arguments: errors)
  func refused(text: String, error: DayRangeError) {
    #expect(throws: error) { try DayRange.parse(text, present: Self.present) }
  }

  @Test(
    "Other texts are not understood",
    arguments: [
      "", "..", "2024..2025..2026", "later", "2024-01-31-01", "2024-", "-2024", "12024", "+024",
      "2024-01..soon", "5", "--02-15", "20 24", "2024 05", "mond", "last", "ago", "3 ago",
      "-3 days ago", "123456 days ago", "last monday week", "monday tuesday", "요일", "지난",
    ])
  func notUnderstood(text: String) {
    #expect(throws: DayRangeError.notUnderstood(observed: text)) {
      try DayBounds.parse(text, present: Self.present)
    }
  }

  @Test(
    "Days that are written otherwise are pointed on",
    arguments: [
      ("2024...2025", "2024..2025"), ("2-15", "02-15"), ("2024-1", "2024-01"),
      ("2024-1-5", "2024-01-05"), ("24-01-31", "2024-01-31"), ("20240131", "2024-01-31"),
      ("2024/01", "2024-01"), ("2024.1.31", "2024-01-31"), ("2/15..2/20", "02-15..02-20"),
      ("2024/1 .. Today", "2024-01..today"), ("2017-2019", "2017..2019"),
      ("2017 - 2019", "2017..2019"), ("2017–2019", "2017..2019"), ("2017~2019", "2017..2019"),
      ("monday to today", "monday..today"), ("2024년", "2024"), ("2024년 5월", "2024-05"),
      ("2024년 5월 3일", "2024-05-03"), ("5월 3일", "05-03"),
      ("02-15..", "2024-02-15.."), ("..03-02", "..2023-03-02"),
      ("12-24..today", "2023-12-24..today"), ("2023..02-15", "2023..2023-02-15"),
      ("2023-12-24..1-6", "2023-12-24..2024-01-06"),
    ])
  func pointsOn(text: String, instead: String) throws {
    #expect(throws: DayRangeError.writtenOtherwise(observed: text, instead: instead)) {
      try DayBounds.parse(text, present: Self.present)
    }
    #expect(throws: Never.self) { try DayBounds.parse(instead, present: Self.present) }
  }

  @Test("An open end is pointed on where both are wanted")
  func openEnds() {
    for (text, instead) in [("2017..", "2017-01-01..today"), ("..2017", "0001..2017-12-31")] {
      #expect(throws: DayRangeError.writtenOtherwise(observed: text, instead: instead)) {
        try DayRange.parse(text, present: Self.present)
      }
    }
  }

  @Test("A day of any year is none of one year")
  func anyYear() throws {
    let days = try #require(try DayBounds.parse("03-02", present: Self.present).ofYear)
    #expect(throws: DayRangeError.ofAnyYear(observed: days, instead: "2023-03-02")) {
      try DayRange.parse("03-02", present: Self.present)
    }
  }

  @Test(
    "One day is read where one is wanted",
    arguments: [
      ("today", "2024-03-01"), ("yesterday", "2024-02-29"), ("monday", "2024-02-26"),
      ("2 weeks ago", "2024-02-16"), ("2024-02-03", "2024-02-03"), ("어제..어제", "2024-02-29"),
      ("tomorrow", "2024-03-02"),
    ])
  func oneDay(text: String, day: String) throws {
    #expect(try DayRange.day(text, present: Self.present).description == day)
  }

  @Test(
    "A weekday alone is the first from today on for who looks ahead, and all else as it is",
    arguments: [
      ("friday", "2024-03-01"), ("monday", "2024-03-04"), ("Thu", "2024-03-07"),
      ("월요일", "2024-03-04"), ("last monday", "2024-02-26"), ("next friday", "2024-03-08"),
      ("yesterday", "2024-02-29"), ("2024-02-03", "2024-02-03"),
    ])
  func ahead(text: String, day: String) throws {
    #expect(try DayRange.dayAhead(text, present: Self.present).description == day)
  }

  @Test(
    "Several days are not one, nor is a day to come where it cannot be",
    arguments: [
      ("2024-02", DayRangeError.severalDays(observed: DayRange(month(2024, 2)))),
      ("tomorrow", .notYet(observed: day(2024, 3, 2), last: day(2024, 3, 1))),
      ("2024-03-02", .notYet(observed: day(2024, 3, 2), last: day(2024, 3, 1))),
      ("2024..", .writtenOtherwise(observed: "2024..", instead: "2024-01-01..today")),
      ("someday", .notOneDay(observed: "someday")),
    ])
  func notOneDay(text: String, error: DayRangeError) {
    #expect(throws: error) {
      try DayRange.day(text, present: Self.present, notAfter: Self.present.day)
    }
  }

  @Test("Both ends are in the range, and nothing beside them")
  func contains() throws {
    let range = try DayRange.parse("2024-02", present: Self.present)
    #expect(range.contains(day(2024, 2, 1)) && range.contains(day(2024, 2, 29)))
    #expect(!range.contains(day(2024, 1, 31)) && !range.contains(day(2024, 3, 1)))
  }

  private static let present = PresentDay(day(2024, 3, 1), weekStart: .sunday)

  static let ranges = [
    ("today", "2024-03-01", "2024-03-01"), ("yesterday", "2024-02-29", "2024-02-29"),
    ("2024-01-31", "2024-01-31", "2024-01-31"), ("2024-02", "2024-02-01", "2024-02-29"),
    ("2023-02", "2023-02-01", "2023-02-28"), ("2024", "2024-01-01", "2024-12-31"),
    ("0001", "0001-01-01", "0001-12-31"), ("9999", "9999-01-01", "9999-12-31"),
    ("2024-01-30..2024-02-01", "2024-01-30", "2024-02-01"),
    ("2023..2024-02", "2023-01-01", "2024-02-29"), ("2024-02..today", "2024-02-01", "2024-03-01"),
    ("2024..2024-01", "2024-01-01", "2024-01-31"), ("today..today", "2024-03-01", "2024-03-01"),
    ("yesterday .. TODAY", "2024-02-29", "2024-03-01"), ("２０２４－０２", "2024-02-01", "2024-02-29"),
    ("2024 - 02", "2024-02-01", "2024-02-29"), ("last week..today", "2024-02-18", "2024-03-01"),
    ("2024-01‥어제", "2024-01-01", "2024-02-29"),
  ]

  static let errors: [(String, DayRangeError)] = [
    ("2023-02-29", .dayOutOfRange(observed: 29, month: month(2023, 2), expected: 1...28)),
    ("2024-02-30", .dayOutOfRange(observed: 30, month: month(2024, 2), expected: 1...29)),
    ("2024-04-00", .dayOutOfRange(observed: 0, month: month(2024, 4), expected: 1...30)),
    ("2024-13", .monthOutOfRange(observed: 13, expected: 1...12)),
    ("2024-00-10", .monthOutOfRange(observed: 0, expected: 1...12)),
    ("0000", .yearOutOfRange(observed: 0, expected: 1...9_999)),
    ("0000-01-01", .yearOutOfRange(observed: 0, expected: 1...9_999)),
    ("2024-1-32", .dayOutOfRange(observed: 32, month: month(2024, 1), expected: 1...31)),
    ("13-01", .monthOutOfRange(observed: 13, expected: 1...12)),
    ("31-12", .monthOutOfRange(observed: 31, expected: 1...12)),
    ("02-30", .dayOfYearOutOfRange(observed: 30, month: 2, expected: 1...29)),
    ("04-31..05-01", .dayOfYearOutOfRange(observed: 31, month: 4, expected: 1...30)),
    ("3000 years ago", .yearOutOfRange(observed: -976, expected: 1...9_999)),
    ("2024..2023", .backwards(first: day(2024, 1, 1), last: day(2023, 12, 31))),
    ("today..yesterday", .backwards(first: day(2024, 3, 1), last: day(2024, 2, 29))),
    ("2024-01..2023-02-29", .dayOutOfRange(observed: 29, month: month(2023, 2), expected: 1...28)),
  ]
}
