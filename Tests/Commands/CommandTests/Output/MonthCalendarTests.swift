import CaptureTime
import Journal
import Shell
import Testing
import TestSupport
import Wording

@testable import JournalCommands

@Suite("Month calendar")
struct MonthCalendarTests {
  static let terminal = TerminalStyle(isTerminal: true, environment: ["TERM": "xterm"])
  static let never = CivilDate(daysSinceEpoch: -500_000)

  private func lines(
    _ year: Int, _ month: Int, _ counts: [Int: Int] = [:], today: Int? = nil,
    weekStart: WeekStart = .sunday, locale: String = "en_US", style: TerminalStyle = .plain
  ) throws -> [String] {
    func date(_ day: Int) -> CivilDate? { CivilDate(year: year, month: month, day: day) }
    let marks = counts.filter { $0.value > 0 }.compactMap { day, count in
      date(day).map { ($0, DayMark.posts(count, photos: count, written: 0)) }
    }
    return try MonthCalendar.lines(
      year: year, month: month, marks: Dictionary(uniqueKeysWithValues: marks),
      today: today.flatMap(date) ?? Self.never, weekStart: weekStart, locale: locale, style: style)
  }

  /// The numbers of a calendar's lines by their place in the week, 0 where there is none.
  private func days(_ lines: some Sequence<Substring>, cell: Int, gap: Int) -> [[Int]] {
    lines.map { line in
      let padded = line + String(repeating: " ", count: 7 * (cell + gap))
      return (0..<7).map { place in
        let text = padded.dropFirst(place * (cell + gap)).prefix(cell)
        return Int(text.filter { $0 != " " }) ?? 0
      }
    }
  }

  @Test(
    "has the days of cal in the same places",
    .enabled(if: InstalledProgram.isThere("cal"), "needs cal"),
    arguments: [1826, 1900, 1999, 2000, 2015, 2024, 2026, 2100])
  func cal(year: Int) async throws {
    for month in 1...12 {
      let program = try await InstalledProgram.run(
        "cal", ["\(month)", "\(year)"], environment: ["LC_ALL": "C"])
      let theirs = days(program.output.split(separator: "\n").dropFirst(2), cell: 2, gap: 1)
        .filter { $0 != Array(repeating: 0, count: 7) }
      let ours = try lines(year, month).joined(separator: "\n").split(separator: "\n")
      try #require(theirs.joined().max() ?? 0 >= 28)
      try #require(days(ours.dropFirst(2), cell: 3, gap: 1) == theirs)
    }
  }

  @Test(
    "has the days of ncal in the same places, by either week",
    .enabled(if: InstalledProgram.isThere("ncal"), "needs ncal"),
    arguments: [("-M", WeekStart.monday), ("-S", .sunday)])
  func ncal(option: String, weekStart: WeekStart) async throws {
    for year in [1970, 2011, 2024, 2025] {
      for month in 1...12 {
        let program = try await InstalledProgram.run(
          "ncal", ["-b", option, "\(month)", "\(year)"], environment: ["LC_ALL": "C"])
        let theirs = days(program.output.split(separator: "\n").dropFirst(2), cell: 2, gap: 1)
          .filter { $0 != Array(repeating: 0, count: 7) }
        let ours = try lines(year, month, weekStart: weekStart).joined(separator: "\n")
        try #require(theirs.joined().max() ?? 0 >= 28)
        try #require(days(ours.split(separator: "\n").dropFirst(2), cell: 3, gap: 1) == theirs)
      }
    }
  }

  @Test("counts posts beside their days and marks today")
  func counts() throws {
    let counts = [1: 3, 2: 0, 9: 12, 16: 99, 29: 100, 30: 1]
    #expect(
      try lines(2024, 6, counts, today: 9) == [
        "                       June 2024",
        "Sun     Mon     Tue     Wed     Thu     Fri     Sat",
        "                                                  1•3",
        "  2       3       4       5       6       7       8",
        " [9•12]  10      11      12      13      14      15",
        " 16•99   17      18      19      20      21      22",
        " 23      24      25      26      27      28      29•99+",
        " 30•1",
      ])
  }

  @Test("is no wider than names and days need where there are no posts")
  func narrow() throws {
    #expect(
      try lines(2026, 2, today: 28, weekStart: .monday, locale: "de_DE.UTF-8") == [
        "       Februar 2026",
        " Mo  Di  Mi  Do  Fr  Sa  So",
        "                          1",
        "  2   3   4   5   6   7   8",
        "  9  10  11  12  13  14  15",
        " 16  17  18  19  20  21  22",
        " 23  24  25  26  27 [28]",
      ])
  }

  @Test("puts days below wide characters")
  func korean() throws {
    #expect(
      try lines(2026, 2, [14: 2], weekStart: .sunday, locale: "ko_KR.UTF-8").prefix(4) == [
        "               2026년 2월",
        " 일    월    화    수    목    금    토",
        "  1     2     3     4     5     6     7",
        "  8     9    10    11    12    13    14•2",
      ])
  }

  @Test(
    "ends each day below the end of its weekday's name",
    arguments: [
      "en_US", "ko_KR", "ja_JP", "zh_CN", "de_DE", "fr_FR", "pl_PL", "ar_EG", "fa_IR", "he_IL",
      "hi_IN", "th_TH", "vi_VN", "hu_HU",
    ])
  func headings(locale: String) throws {
    let lines = try lines(2024, 9, [8: 5, 14: 120], locale: locale)
    let names = try CalendarNames(locale: locale).weekdays
    var rest = lines[1][...]
    let ends = try names.map { name in
      let range = try #require(rest.firstRange(of: name))
      defer { rest = rest[range.upperBound...] }
      return DisplayWidth.columns(of: String(lines[1][..<range.upperBound]))
    }
    // From 15 to 21 September, a week without posts.
    var column = 0
    let days = lines[4].split(separator: " ", omittingEmptySubsequences: false).compactMap { part in
      defer { column += part.count + 1 }
      return part.isEmpty ? nil : column + part.count
    }
    #expect(days == ends)
  }

  @Test("shows today in reverse video and days with posts bold, in the same places")
  func terminal() throws {
    let counts = [3: 2, 4: 15]
    let shown = try lines(2024, 6, counts, today: 4, style: Self.terminal)
    #expect(
      shown[3]
        == "  2      \u{1B}[1m3\u{1B}[22m\u{1B}[2m•2\u{1B}[22m    \u{1B}[7m4•15\u{1B}[27m   5      6"
        + "      7      8")
    let plain = try lines(2024, 6, counts)
    #expect(shown.map { $0.replacing(/\u{1B}\[\d+m/, with: "") } == plain)
  }

  @Test("has no blanks at the ends of its lines", arguments: 1...12)
  func ends(month: Int) throws {
    for day in 1...28 {
      let lines = try lines(2024, month, [5: 100], today: day)
      try #require(lines.allSatisfy { $0.last?.isWhitespace == false })
    }
  }

  @Test("refuses a locale that is none, and has nothing for a month that is none")
  func absent() throws {
    #expect(throws: TimeFormatError.unknownLocale("xx_YY")) { try lines(2024, 1, locale: "xx_YY") }
    #expect(try lines(2024, 13) == [])
  }
}

@Suite("Calendar names")
struct CalendarNamesTests {
  @Test(
    "put month and year into the order of the language, in ASCII digits and our calendar",
    arguments: [
      ("en_US", "January 2024"), ("C", "January 2024"), ("ko_KR.UTF-8", "2024년 1월"),
      ("ja_JP", "2024年1月"), ("hu_HU", "2024. január"), ("pl_PL", "styczeń 2024"),
      ("ar_EG", "يناير 2024"), ("th_TH", "มกราคม 2024"),
    ])
  func title(locale: String, title: String) throws {
    let names = try CalendarNames(locale: locale)
    for day in [1, 31] {
      let date = try #require(CivilDate(year: 2024, month: 1, day: day))
      #expect(names.title(monthOf: date) == title)
    }
  }

  @Test(
    "cut months to three columns, and number them where the beginnings are not twelve",
    arguments: [
      ("en_US", ["Jan", "Sep"]), ("de_DE", ["Jan", "Sep"]), ("ko_KR", ["1월", "9월"]),
      ("vi_VN", ["1", "9"]), ("fr_FR", ["1", "9"]),
    ])
  func marks(locale: String, marks: [String]) throws {
    let names = try CalendarNames(locale: locale)
    #expect([names.monthMarks[0], names.monthMarks[8]] == marks)
  }

  @Test("keep words from right to left in their places, and leave others as they are")
  func direction() throws {
    for locale in ["ar_EG", "he_IL"] {
      let names = try CalendarNames(locale: locale)
      let words = names.weekdays + names.monthMarks
      #expect(words.allSatisfy { $0.unicodeScalars.last == "\u{200E}" }, "\(locale)")
    }
    let words = try CalendarNames(locale: "de_DE").weekdays
    #expect(words == ["So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"])
  }
}

@Suite("The locale of times")
struct TimeLocaleTests {
  @Test(
    "is the first of LC_ALL, LC_TIME and LANG that is not empty, if it is known",
    arguments: [
      ([:], "C"), (["LANG": "ko_KR.UTF-8"], "ko_KR.UTF-8"), (["LANG": ""], "C"),
      (["LANG": "ko_KR", "LC_TIME": "de_DE"], "de_DE"), (["LC_TIME": "de_DE", "LC_ALL": "C"], "C"),
      (["LC_TIME": "de_DE", "LC_ALL": ""], "de_DE"), (["LC_ALL": "xx_YY"], "C"),
      (["LC_MESSAGES": "de_DE"], "C"), (["LC_ALL": "no such", "LANG": "de_DE"], "C"),
    ])
  func name(environment: [String: String], name: String) {
    #expect(TimeLocale.name(in: environment) == name)
  }
}
