import CaptureTime
import Foundation
import Testing
import TestSupport

@testable import Journal
@testable import Store

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

@Suite("Month grid")
struct MonthGridTests {
  @Test(
    "has the weeks of Python's calendar, whatever the week begins with",
    .enabled(if: InstalledProgram.isThere("python3"), "needs python3"))
  func python() async throws {
    let script = """
      from calendar import Calendar
      from json import dumps
      years = [1826, 1900, 1999, 2000, *range(2015, 2036), 2100, 9998]
      print(dumps([
        [y, m, start, Calendar((start + 6) % 7).monthdayscalendar(y, m)]
        for y in years for m in range(1, 13) for start in range(7)]))
      """
    let output = try await InstalledProgram.run("python3", ["-c", script]).output
    let months = try #require(
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[Any]])
    #expect(months.count == 27 * 12 * 7)
    for month in months {
      let year = try #require(month[0] as? Int)
      let number = try #require(month[1] as? Int)
      let start = try #require((month[2] as? Int).flatMap(WeekStart.init))
      let grid = try #require(MonthGrid(year: year, month: number, weekStart: start))
      try #require(grid.weeks.map { $0.map { $0?.day ?? 0 } } == month[3] as? [[Int]])
      try #require(
        grid.weeks.joined().allSatisfy { $0.map { ($0.year, $0.month) == (year, number) } ?? true })
    }
  }

  @Test(
    "has four to six weeks", arguments: [(2026, 2, 4), (2024, 1, 5), (2026, 8, 6)])
  func weeks(year: Int, month: Int, weeks: Int) {
    let grid = MonthGrid(year: year, month: month, weekStart: .sunday)
    #expect(grid?.weeks.count == weeks)
    #expect(grid?.weeks.allSatisfy { $0.count == 7 } == true)
  }

  @Test("is none for a month that a year lacks", arguments: [-1, 0, 13])
  func absent(month: Int) {
    #expect(MonthGrid(year: 2024, month: month, weekStart: .monday) == nil)
  }
}

@Suite("Week start")
struct WeekStartTests {
  @Test(
    "is read from English names",
    arguments: [
      ("monday", WeekStart.monday), ("Mon", .monday), ("SUNDAY", .sunday), ("sun", .sunday),
      ("tue", .tuesday), ("wednesday", .wednesday), ("thu", .thursday), ("friday", .friday),
      ("sat", .saturday),
    ])
  func parses(text: String, day: WeekStart) throws {
    #expect(try WeekStart(parsing: text) == day)
  }

  @Test("is read from its own name", arguments: WeekStart.allCases)
  func ownName(day: WeekStart) throws {
    #expect(try WeekStart(parsing: day.name) == day)
  }

  @Test(
    "is not read from other words", arguments: ["", "m", "mo", "mond", "lundi", "1", " monday"])
  func refuses(text: String) {
    #expect(throws: WeekStartError(text: text)) { try WeekStart(parsing: text) }
  }

  /// From CLDR's weekData, firstDay.
  @Test(
    "follows the custom of a locale's region",
    arguments: [
      ("en_US.UTF-8", WeekStart.sunday), ("ko_KR", .sunday), ("ja-JP", .sunday), ("de_DE", .monday),
      ("de", .monday), ("en_GB.UTF-8", .monday), ("fr_FR@euro", .monday), ("ar_EG", .saturday),
      ("fa_IR", .saturday), ("dv_MV", .friday),
    ])
  func custom(locale: String, day: WeekStart) {
    #expect(WeekStart(locale: locale) == day)
  }

  @Test(
    "is Sunday for a locale that is none", arguments: ["C", "POSIX", "C.UTF-8", "", "xx_YY", "?"])
  func noLocale(locale: String) {
    #expect(WeekStart(locale: locale) == .sunday)
  }

  @Test("puts the weekdays in the week's order")
  func order() {
    #expect(WeekStart.sunday.weekdays == [0, 1, 2, 3, 4, 5, 6])
    #expect(WeekStart.saturday.weekdays == [6, 0, 1, 2, 3, 4, 5])
  }
}
