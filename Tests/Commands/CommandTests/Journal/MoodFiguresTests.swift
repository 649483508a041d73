import CaptureTime
import Foundation
import Journal
import Shell
import TestSupport
import Testing
import Wording

@testable import JournalCommands

@Suite("daystamp calendar of words and moods")
struct MoodCalendarTests {
  private func calendar(
    _ arguments: String..., environment: [String: String] = ["LC_ALL": "C"]
  ) async throws -> Program {
    try await WrittenJournal.program().run(["calendar"] + arguments, environment: environment)
  }

  @Test("marks days with photos, with words, with both and with a mood alone, by signs")
  func marks() async throws {
    let result = try await calendar("2024-01")
    #expect(
      result.output == """
                          January 2024
        Sun    Mon    Tue    Wed    Thu    Fri    Sat
                 1¶1    2•¶3   3¶1    4      5¶1    6
          7~1    8      9     10     11     12     13
         14     15     16     17     18     19     20
         21     22     23     24     25     26     27
         28     29     30     31
        • photos  ¶ words  ~ only a mood
        7 posts on 5 days

        """, "\(result.output)")
  }

  @Test("shows the face of the mean of each day's moods, and of how many")
  func month() async throws {
    let result = try await calendar("2024-01", "--mood")
    #expect(
      result.output
        == """
                          January 2024
        Sun    Mon    Tue    Wed    Thu    Fri    Sat
                 1😄1   2😄2   3🙁1   4      5😐1    6
          7😞1   8      9     10     11     12     13
         14     15     16     17     18     19     20
         21     22     23     24     25     26     27
         28     29     30     31
        6 moods on 5 days, 3.3 on average

        """.replacing("5😐1    6", with: "5😐1   6"), "\(result.output)")
  }

  @Test("shows a year by the numbers of moods, which need no colour")
  func year() async throws {
    let lines = try await calendar("2024", "--mood", "--week-start", "monday").lines
    #expect(lines.count == 11)
    #expect(lines[2].hasPrefix("Mon 5····") && lines[3].hasPrefix("Tue 5····"))
    #expect(lines[4].hasPrefix("Wed 2····") && lines[6].hasPrefix("Fri 3····"))
    #expect(lines[8].hasPrefix("Sun 1····"))
    #expect(lines[9] == "    · none  1 awful  2 bad  3 meh  4 good  5 great")
    #expect(lines[10] == "    6 moods on 5 days, 3.3 on average")
    #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= 80 && !$0.contains("\u{1B}") })
    let empty = try await calendar("2023", "--mood").lines
    #expect(empty.last == "    no moods" && empty.count == 10)
  }

  @Test("colours a year's moods where it is asked to, in the same places")
  func colours() async throws {
    let plain = try await calendar("2024", "--mood")
    let coloured = try await calendar("2024", "--mood", "--color", "always")
    #expect(coloured.output.contains("\u{1B}[31m2\u{1B}[39m"))
    #expect(coloured.output.contains("\u{1B}[32m5\u{1B}[39m"))
    #expect(coloured.output.replacing(/\u{1B}\[\d+m/, with: "") == plain.output)
  }

  @Test("tells all of a day in JSON, only of days with a mood where moods are asked for")
  func json() async throws {
    let days = try await calendar("2024-01", "--json").json
    #expect(days.count == 5)
    let second = days[1]
    #expect(second["day"] as? String == "2024-01-02" && second["posts"] as? Int == 3)
    #expect(second["photos"] as? Int == 1 && second["words"] as? Int == 2)
    #expect(second["moods"] as? Int == 2 && second["mood"] as? Double == 4.5)
    #expect(second["morning"] as? Bool == true && second["morningLater"] == nil)
    #expect(days[3]["morning"] as? Bool == true && days[3]["morningLater"] as? Bool == true)
    #expect(days[4]["words"] as? Int == 0 && days[4]["morning"] == nil)
    let program = try JournalProgram()
    try await program.post("2024-01-01")
    let none = try await program.run("calendar", "2024-01", "--mood", "--json")
    #expect(none.output == "" && none.error == "There are no such posts.\n")
  }

  @Test("leaves counts out where the terminal is too narrow for them", arguments: [("ko_KR"), "C"])
  func narrow(locale: String) throws {
    let days = try #require(Month(year: 2024, month: 1))
    var marks: [Int: DayMark] = [:]
    for day in 1...31 { marks[day] = .posts(120, photos: 9, written: 9) }
    func width(_ columns: Int?) throws -> Int {
      let lines = try MonthCalendar.lines(
        year: 2024, month: 1,
        marks: Dictionary(
          uniqueKeysWithValues: marks.map { (days.first.adding(days: $0 - 1), $1) }),
        today: days.first, weekStart: .sunday, locale: locale, style: .plain, lineWidth: columns)
      return lines.map { DisplayWidth.columns(of: $0) }.max() ?? 0
    }
    #expect(try width(nil) > 60 && width(80) > 60 && width(80) <= 80)
    #expect(try width(50) <= 50)
  }
}

@Suite("daystamp stats of words and moods")
struct MoodStatisticsTests {
  @Test("has words, moods by month and weekday, and streaks without pages written later")
  func people() async throws {
    let result = try await WrittenJournal.program().run(
      "stats", environment: ["LC_ALL": "C"])
    #expect(
      result.output == """
        Posts        7
        Days         5
        First        2024-01-01
        Last         2024-01-07
        Longest run  3 days, 2024-01-01 to 2024-01-03
        Current run  none
        Words        13 in 5 posts
        Mood         😐 3.3 of 6 moods

        Morning pages   3 days; 1 more written later, which does not count
        Longest streak  3 days, 2024-01-01 to 2024-01-03
        Current streak  none; today's is not written yet
        Last 4 weeks    ···························◌
                        ● written  ○ written later  · none  ◌ today, pending

        Month    Posts  Days  Moods  Mean
        2024-01      7     5      6  😐 3.3

        Weekday  Moods  Mean
        Sun          1  😞 1.0
        Mon          1  😄 5.0
        Tue          2  😄 4.5
        Wed          1  🙁 2.0
        Thu
        Fri          1  😐 3.0
        Sat

        """, "\(result.output)")
  }

  @Test("shows the last four weeks: a page written later is hollow, today is pending")
  func lastWeeks() async throws {
    let program = try JournalProgram()
    let zone = try #require(TimeZone(identifier: "Asia/Seoul"))
    let style = Date.ISO8601FormatStyle(timeZone: zone).year().month().day()
    func day(_ days: Int) -> String {
      Date.now.addingTimeInterval(Double(days) * 86_400).formatted(style)
    }
    let today = day(0)
    _ = try await program.addOwner("anna")
    for (about, written) in [(-4, -4), (-3, -1), (-2, -2), (-1, -1)] {
      try program.write("Page.", of: day(about), on: day(written)) {
        $0.mood = .good
        $0.isMorning = true
      }
    }
    let pending = try await program.run("stats")
    let json = try #require(try await program.run("stats", "--json").json.first)
    try program.write("Page.", of: today, on: today) {
      $0.mood = .good
      $0.isMorning = true
    }
    let written = try await program.run("stats")
    // If midnight came meanwhile, nothing can be said.
    guard day(0) == today else { return }
    #expect(pending.output.contains("·●○●●◌\n"), "\(pending.output)")
    #expect(pending.output.contains("Current streak  2 days, \(day(-2)) to \(day(-1)); today's is"))
    #expect(written.output.contains("·●○●●●\n"), "\(written.output)")
    #expect(written.output.contains("Current streak  3 days, \(day(-2)) to \(today)\n"))
    #expect(!written.output.contains("◌"))
    let mornings = try #require(json["mornings"] as? [String: Any])
    #expect(mornings["pending"] as? Bool == true && mornings["later"] as? Int == 1)
    #expect((mornings["currentStreak"] as? [String: Any])?["days"] as? Int == 2)
  }

  @Test("says nothing of moods and morning pages where there are none")
  func photos() async throws {
    let result = try await AskedJournal.program().run("stats")
    #expect(!result.output.contains("Mood") && !result.output.contains("Morning"))
    #expect(!result.output.contains("Words") && !result.output.contains("Weekday"))
  }

  @Test("gives programs moods by month and weekday as SQLite finds them")
  func json() async throws {
    let program = try await WrittenJournal.program()
    let figures = try #require(try await program.run("stats", "--json").json.first)
    #expect(figures["words"] as? Int == 13 && figures["written"] as? Int == 5)
    #expect(figures["moods"] as? Int == 6 && figures["mood"] as? Double == 3.33)
    let months = try #require(figures["months"] as? [[String: Any]])
    #expect(months.map { $0["moods"] as? Int } == [6])
    let weekdays = try #require(figures["weekdays"] as? [[String: Any]])
    #expect(weekdays.first?["weekday"] as? String == "monday" && weekdays.count == 7)
    guard InstalledProgram.isThere("sqlite3") else { return }
    let rows = try await InstalledProgram.sqlite3(
      "\(program.journal)/journal.sqlite",
      """
      SELECT (strftime('%w', day) + 6) % 7, count(mood), round(avg(mood), 2) FROM post
      WHERE mood IS NOT NULL GROUP BY 1 ORDER BY 1
      """)
    let expected = weekdays.enumerated().compactMap { index, weekday -> String? in
      guard let count = weekday["moods"] as? Int, count > 0 else { return nil }
      return "\(index)|\(count)|\(weekday["mood"] as? Double ?? 0)"
    }
    #expect(rows.output == expected.map { "\($0)\n" }.joined())
  }
}
