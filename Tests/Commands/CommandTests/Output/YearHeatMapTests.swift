import CaptureTime
import Foundation
import Journal
import Shell
import Testing
import Wording

@testable import JournalCommands

@Suite("Year heat map")
struct YearHeatMapTests {
  static let languages = Set(Locale.availableIdentifiers.map { String($0.prefix { $0 != "_" }) })
    .sorted()

  private func lines(
    _ year: Int, _ counts: [CivilDate: Int] = [:],
    today: CivilDate = CivilDate(daysSinceEpoch: -500_000),
    weekStart: WeekStart = .sunday, locale: String = "en_US", style: TerminalStyle = .plain
  ) throws -> [String] {
    try YearHeatMap.lines(
      year: year, counts: counts, today: today, weekStart: weekStart, locale: locale, style: style)
  }

  /// Posts of 2024: one on 1 January, two on 29 February, three in June, nine on 31 December.
  private func year2024() throws -> [CivilDate: Int] {
    var counts: [CivilDate: Int] = [:]
    for (month, day, count) in [(1, 1, 1), (2, 29, 2), (6, 15, 3), (12, 31, 9)] {
      counts[try #require(CivilDate(year: 2024, month: month, day: day))] = count
    }
    counts[try #require(CivilDate(year: 2023, month: 12, day: 31))] = 50
    return counts
  }

  @Test("has a row for each weekday, a column for each week, a legend and sums")
  func english() throws {
    #expect(
      try lines(2024, year2024(), weekStart: .monday) == [
        "                            2024",
        "    Jan Feb Mar  Apr May Jun  Jul Aug Sep  Oct Nov Dec",
        "Mon ░····················································",
        "Tue ····················································█",
        "Wed ····················································",
        "Thu ········▒···········································",
        "Fri ····················································",
        "Sat ·······················▓····························",
        "Sun ····················································",
        "    · none  ░ 1  ▒ 2  ▓ 3–8  █ 9  posts a day",
        "    15 posts on 4 days",
      ])
  }

  @Test("puts weeks below wide names, of which two digits are left where months touch")
  func korean() throws {
    #expect(
      try lines(2028, locale: "ko_KR").prefix(4) == [
        "                            2028",
        "   1월  2월 3월 4월  5월 6월 7월  8월 9월  10  11  12",
        "일  ·····················································",
        "월  ····················································",
      ])
  }

  @Test("has no legend for a year without posts")
  func empty() throws {
    let lines = try lines(2023)
    #expect(lines.count == 10)
    #expect(lines.last == "    no posts")
  }

  @Test(
    "fits into 80 columns in every language, its months above the weeks that they begin in",
    arguments: languages)
  func fits(language: String) throws {
    let (year, names) = (2028, try CalendarNames(locale: language))
    let lines = try lines(year, locale: language)
    #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= 80 })
    // 2028 begins on a Saturday, the week's last day here: the seventh row begins the map.
    let row = try #require(lines.dropFirst(8).first)
    let start = try #require(row.firstRange(of: "·")).lowerBound
    let left = DisplayWidth.columns(of: String(row[..<start]))
    var rest = lines[1][...]
    for (mark, column) in zip(
      names.monthMarks, YearMap(year: year, weekStart: .sunday).monthColumns)
    {
      let place = try #require(rest.firstRange(of: mark)).lowerBound
      try #require(DisplayWidth.columns(of: String(lines[1][..<place])) == left + column)
      rest = rest[place...].dropFirst(mark.count)
    }
  }

  @Test("begins every row in the same column", arguments: languages)
  func rows(language: String) throws {
    // 2023 begins on a Sunday: every row has a day in the first week.
    let lefts = try lines(2023, locale: language)[2..<9].map { row in
      DisplayWidth.columns(of: String(row.prefix { $0 != "·" }))
    }
    #expect(Set(lefts).count == 1)
  }

  @Test("marks today and colours days on a terminal, in the same places")
  func terminal() throws {
    let style = TerminalStyle(isTerminal: true, environment: ["TERM": "xterm"])
    let today = try #require(CivilDate(year: 2024, month: 1, day: 1))
    let shown = try lines(2024, year2024(), today: today, weekStart: .monday, style: style)
    #expect(shown[2].hasPrefix("Mon \u{1B}[7m\u{1B}[32m░\u{1B}[39m\u{1B}[27m\u{1B}[2m·\u{1B}[22m"))
    let plain = try lines(2024, year2024(), today: today, weekStart: .monday)
    #expect(shown.map { $0.replacing(/\u{1B}\[\d+m/, with: "") } == plain)
  }
}
