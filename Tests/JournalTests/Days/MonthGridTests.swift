import CaptureTime
import Foundation
import Journal
import TestSupport
import Testing

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
