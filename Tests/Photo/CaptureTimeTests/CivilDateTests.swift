import Testing

@testable import CaptureTime

@Suite("Civil date")
struct CivilDateTests {
  @Test("Days are counted from 1970 as other programs count them", arguments: counted)
  func counts(year: Int, month: Int, day: Int, days: Int, weekday: Int) throws {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    #expect(date.daysSinceEpoch == days)
    #expect(date.weekday == weekday)
    #expect(CivilDate(daysSinceEpoch: days) == date)
  }

  @Test("Every day of six centuries follows the one before and counts back to itself")
  func succession() throws {
    var before = CivilDate(daysSinceEpoch: -110_001)
    for days in -110_000...110_000 {
      let date = CivilDate(daysSinceEpoch: days)
      try #require(date.daysSinceEpoch == days)
      try #require(before < date)
      let isNext =
        date.day == before.day + 1
        || (date.day == 1 && before.day == CivilDate.daysIn(month: before.month, year: before.year))
      try #require(isNext)
      try #require(date.dayOfYear == (date.month == 1 && date.day == 1 ? 1 : before.dayOfYear + 1))
      before = date
    }
  }

  @Test(
    "Days that the calendar lacks are none",
    arguments: [
      (2024, 2, 30), (2023, 2, 29), (1900, 2, 29), (2024, 13, 1), (2024, 0, 1), (2024, 4, 31),
      (2024, 1, 0),
    ])
  func absent(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test(
    "Leap days come in years that four divides, centuries aside", arguments: [2000, 2024, 1904])
  func leap(year: Int) {
    #expect(CivilDate(year: year, month: 2, day: 29)?.dayOfYear == 60)
  }

  /// From Python: date(y, m, d).toordinal() - 719163, weekday from Sunday.
  static let counted = [
    (1970, 1, 1, 0, 4), (1969, 12, 31, -1, 3), (2000, 2, 29, 11016, 2), (2024, 1, 31, 19753, 3),
    (1826, 1, 1, -52595, 0), (1900, 3, 1, -25508, 4), (9999, 12, 31, 2_932_896, 5),
    (1, 1, 1, -719_162, 1),
  ]
}

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
