import CaptureTime
import Testing

@testable import Journal
@testable import Store

@Suite("Year map")
struct YearMapTests {
  @Test(
    "has 53 columns, and 54 for a leap year that begins with a week's last day",
    arguments: [
      (2024, WeekStart.sunday, 53), (2000, .sunday, 54), (2028, .sunday, 54), (2012, .monday, 54),
      (2000, .monday, 53), (2023, .monday, 53), (2022, .sunday, 53),
    ])
  func columns(year: Int, start: WeekStart, columns: Int) {
    #expect(YearMap(year: year, weekStart: start).weeks.count == columns)
  }

  @Test("has every day of the year once, in order, in its weekday's row", arguments: 2000...2028)
  func days(year: Int) throws {
    for start in WeekStart.allCases {
      let map = YearMap(year: year, weekStart: start)
      let days = map.weeks.joined().compactMap(\.self)
      try #require(days.map(\.dayOfYear) == Array(1...days.count))
      try #require(days.last == CivilDate(year: year, month: 12, day: 31))
      for week in map.weeks {
        try #require(week.count == 7)
        for (day, weekday) in zip(week, start.weekdays) {
          try #require(day == nil || day?.weekday == weekday)
        }
      }
    }
  }

  @Test("tells the column of each month's first day", arguments: [2023, 2024, 2028])
  func months(year: Int) throws {
    for start in WeekStart.allCases {
      let map = YearMap(year: year, weekStart: start)
      try #require(map.monthColumns.count == 12)
      for (index, column) in map.monthColumns.enumerated() {
        let first = CivilDate(year: year, month: index + 1, day: 1)
        try #require(map.weeks[column].contains(first))
      }
    }
  }
}

@Suite("Heat scale")
struct HeatScaleTests {
  @Test(
    "gives each level about a quarter of the days with posts",
    arguments: [
      ([Int](), [ClosedRange<Int>]()),
      ([0, 0], []),
      ([5], [5...5]),
      ([1, 1, 1], [1...1]),
      ([1, 2], [1...1, 2...2]),
      (Array(1...12), [1...3, 4...6, 7...9, 10...12]),
      ([0, 0, 0] + Array(1...12), [1...3, 4...6, 7...9, 10...12]),
      (Array(repeating: 1, count: 200) + [2, 3, 4, 10], [1...1, 2...2, 3...3, 4...10]),
      ([1, 2, 3, 4, 5, 6, 7, 300], [1...2, 3...4, 5...6, 7...300]),
      ([20, 20, 21, 40], [20...20, 21...39, 40...40]),
    ])
  func levels(counts: [Int], levels: [ClosedRange<Int>]) {
    #expect(HeatScale(counts).levels == levels)
  }

  @Test("puts a count into the level whose range has it")
  func level() {
    let scale = HeatScale([3, 4, 7, 7, 12, 13, 20, 41])
    for (index, range) in scale.levels.enumerated() {
      for count in range { #expect(scale.level(of: count) == index + 1) }
    }
    #expect(scale.level(of: 0) == 0)
    #expect(scale.level(of: 1) == 1)
    #expect(scale.level(of: 1000) == scale.levels.count)
  }
}
