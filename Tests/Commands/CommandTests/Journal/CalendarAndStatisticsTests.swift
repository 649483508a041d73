import Foundation
import Journal
import Testing
import TestSupport

@Suite("daystamp calendar")
struct CalendarCommandTests {
  private func calendar(
    _ arguments: String..., environment: [String: String] = ["LC_ALL": "C"]
  ) async throws -> Program {
    try await AskedJournal.program().run(["calendar"] + arguments, environment: environment)
  }

  @Test("shows a month with the posts of its days, plain where it is not a terminal")
  func month() async throws {
    let result = try await calendar("2024-01")
    #expect(result.status == 0 && result.error == "")
    #expect(
      result.output == """
                      January 2024
        Sun   Mon   Tue   Wed   Thu   Fri   Sat
                1•1   2     3     4     5     6
          7     8     9    10    11    12    13
         14    15    16    17    18    19    20
         21    22    23    24    25    26    27
         28    29    30    31•2
        3 posts on 2 days

        """)
  }

  @Test("shows a month in which, or before which, there is nothing")
  func emptyMonth() async throws {
    let result = try await calendar("1066-10")
    #expect(result.status == 0)
    #expect(result.lines.last == "no posts")
    #expect(!result.output.contains("•"))
  }

  @Test("shows a year as a heat map")
  func year() async throws {
    let result = try await calendar("2024")
    #expect(result.status == 0)
    #expect(result.output.contains("░ 1  ▒ 2"))
    #expect(result.lines.last?.contains("3 posts on 2 days") == true)
    #expect(!result.output.contains("\u{1B}"))
  }

  @Test("shows this month where none is asked for")
  func thisMonth() async throws {
    let zone = try #require(TimeZone(identifier: "Asia/Seoul"))
    func month() -> String {
      Date.now.formatted(Date.ISO8601FormatStyle(timeZone: zone).year().month())
    }
    let before = month()
    let (usual, asked) = (try await calendar(), try await calendar(before))
    let words = [try await calendar("this", "month"), try await calendar("이번 달")]
    guard month() == before else { return }
    #expect(usual.output == asked.output)
    #expect(words.allSatisfy { $0.output == usual.output })
    #expect(usual.output.contains("["), "today stands out")
  }

  @Test("counts the posts of each day in JSON")
  func json() async throws {
    let year = try await calendar("2024", "--json")
    #expect(
      year.output == """
        {"day":"2024-01-01","moods":0,"photos":1,"posts":1,"words":0}
        {"day":"2024-01-31","moods":0,"photos":2,"posts":2,"words":0}

        """)
    #expect(
      try await calendar("2023-12", "--json").output
        == #"{"day":"2023-12-31","moods":0,"photos":1,"posts":1,"words":0}"# + "\n")
    let none = try await calendar("2021", "--json")
    #expect(none.status == 0 && none.output == "")
    #expect(none.error == "There are no such posts.\n")
  }

  @Test(
    "begins weeks as the locale has it, in its language; an unknown one is that of C",
    arguments: [
      (["LC_ALL": "de_DE.UTF-8"], "Mo"), (["LC_ALL": "", "LC_TIME": "ko_KR.UTF-8"], "일"),
      (["LC_ALL": "", "LC_TIME": "", "LANG": "fr_FR.UTF-8"], "lun."),
      (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], "Sun"), (["LC_ALL": "xx_YY.UTF-8"], "Sun"),
    ])
  func locale(environment: [String: String], first: String) async throws {
    let result = try await calendar("2024-01", environment: environment)
    #expect(result.lines[1].split(separator: " ").first.map(String.init) == first)
  }

  @Test("begins weeks as is asked for, before what the journal has set, before the locale")
  func weekStart() async throws {
    let program = try JournalProgram()
    try await program.post("2024-01-01")
    let locale = ["LC_ALL": "C"]
    func first(_ arguments: String...) async throws -> Substring? {
      try await program.run(["calendar", "2024-01"] + arguments, environment: locale)
        .lines[1].split(separator: " ").first
    }
    #expect(try await first() == "Sun")
    try program.library().settings.set(.weekStart, to: "monday")
    #expect(try await first() == "Mon")
    #expect(try await first("--week-start", "sat") == "Sat")
  }
}

@Suite("daystamp stats")
struct StatisticsCommandTests {
  @Test("shows posts, days, first, last, runs and months")
  func people() async throws {
    let result = try await AskedJournal.program().run("stats")
    #expect(result.status == 0 && result.error == "")
    #expect(
      result.output == """
        Posts        5
        Days         4
        First        2022-01-31
        Last         2024-01-31
        Longest run  2 days, 2023-12-31 to 2024-01-01
        Current run  none

        Month    Posts  Days
        2022-01      1     1
        2023-12      1     1
        2024-01      3     2

        """)
  }

  @Test("shows the same in JSON, with counts that SQLite finds too")
  func json() async throws {
    let program = try await AskedJournal.program()
    let result = try await program.run("stats", "--json")
    #expect(
      result.output.hasPrefix(
        """
        {"characters":0,"days":4,"first":"2022-01-31","last":"2024-01-31",\
        "longestRun":{"days":2,"first":"2023-12-31","last":"2024-01-01"},"months":[\
        {"days":1,"month":"2022-01","moods":0,"posts":1},\
        {"days":1,"month":"2023-12","moods":0,"posts":1},\
        {"days":2,"month":"2024-01","moods":0,"posts":3}],"moods":0,\
        "mornings":{"days":0,"later":0,"pending":true},"posts":5,"weekdays":[
        """), "\(result.output)")
    #expect(result.output.hasSuffix(#"],"words":0,"written":0}"# + "\n"))
    guard InstalledProgram.isThere("sqlite3") else { return }
    let query = """
      SELECT substr(day, 1, 7), count(*), count(DISTINCT day) FROM post GROUP BY 1 ORDER BY 1
      """
    let rows = try await InstalledProgram.sqlite3(
      "\(program.journal)/journal.sqlite", query)
    #expect(rows.output == "2022-01|1|1\n2023-12|1|1\n2024-01|3|2\n")
  }
}
