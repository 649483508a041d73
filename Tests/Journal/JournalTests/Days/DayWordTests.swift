import CaptureTime
import Foundation
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("Words for days")
struct DayWordTests {
  /// A Friday.
  private static let today = day(2024, 3, 1)

  @Test("are read in English and Korean, whatever the language", arguments: words)
  func read(words: [String], days: String) throws {
    for word in words {
      let forms = [
        word, word.uppercased(), " \(word)  ", word.filter { $0 != " " },
        word.decomposedStringWithCanonicalMapping,
      ]
      for typed in forms {
        let range = try DayRange.parse(typed, present: PresentDay(Self.today, weekStart: .monday))
        #expect(range.text == days, "\(typed)")
      }
    }
  }

  static let words: [([String], String)] = [
    (["today", "오늘", "0 days ago"], "2024-03-01"),
    (["yesterday", "어제", "1 day ago", "a day ago", "하루 전", "thursday"], "2024-02-29"),
    (["the day before yesterday", "그제", "그저께", "이틀 전", "2일 전"], "2024-02-28"),
    (["tomorrow", "내일", "next saturday"], "2024-03-02"), (["모레"], "2024-03-03"),
    (["monday", "mon", "월요일", "last monday", "this monday", "월요일 이번 주"], "2024-02-26"),
    (["friday", "fri", "금요일", "이번 주 금요일"], "2024-03-01"),
    (["last friday", "last fri", "지난 금요일", "friday last week", "a week ago"], "2024-02-23"),
    (["saturday", "토요일", "last saturday", "saturday of last week"], "2024-02-24"),
    (["monday last week", "mon of last week", "지난주 월요일", "저번 주 월요일"], "2024-02-19"),
    (["next monday", "next week monday", "다음 주 월요일", "다음 월요일"], "2024-03-04"),
    (["next friday"], "2024-03-08"),
    (["this week", "이번 주", "이번주", "금주"], "2024-02-26..2024-03-03"),
    (["last week", "지난주", "지난 주", "저번 주"], "2024-02-19..2024-02-25"),
    (["next week", "다음 주"], "2024-03-04..2024-03-10"),
    (["this month", "이번 달", "이달"], "2024-03-01..2024-03-31"),
    (["last month", "지난달", "저번 달"], "2024-02-01..2024-02-29"),
    (["next month", "다음 달"], "2024-04-01..2024-04-30"),
    (["this year", "올해", "금년"], "2024-01-01..2024-12-31"),
    (["last year", "작년", "지난해"], "2023-01-01..2023-12-31"),
    (["재작년"], "2022-01-01..2022-12-31"),
    (["next year", "내년"], "2025-01-01..2025-12-31"),
    (["2 weeks ago", "2주 전", "14 days ago", "14일 전"], "2024-02-16"),
    (["1 month ago", "한 달 전", "1개월 전", "a month ago"], "2024-02-01"),
    (["a year ago", "일 년 전", "1년 전", "12 months ago"], "2023-03-01"),
  ]

  @Test("are of weeks that begin as the owner's do", arguments: WeekStart.allCases)
  func weeks(start: WeekStart) throws {
    for days in 0..<14 {
      let present = PresentDay(Self.today.adding(days: days), weekStart: start)
      let week = try DayRange.parse("this week", present: present)
      #expect(week.first.weekday == start.rawValue && week.contains(present.day))
      #expect(week.last == week.first.adding(days: 6))
      #expect(try DayRange.parse("last week", present: present).last == week.first.previous)
      #expect(try DayRange.parse("next week", present: present).first == week.last.next)
      for name in WeekStart.allCases {
        let day = try DayRange.day("\(name.name) last week", present: present)
        #expect(day.weekday == name.rawValue && week.contains(day.adding(days: 7)))
        let last = try DayRange.day(name.name, present: present)
        #expect(
          last.weekday == name.rawValue
            && (0..<7).contains(present.day.daysSinceEpoch - last.daysSinceEpoch))
      }
    }
  }

  @Test("end where years do")
  func ends() {
    let (first, last) = (day(1, 1, 1), day(9999, 12, 31))
    for (word, today) in [("yesterday", first), ("last year", first), ("tomorrow", last)] {
      let year = today == first ? 0 : 10_000
      #expect(throws: DayRangeError.yearOutOfRange(observed: year, expected: CivilDate.years)) {
        try DayRange.parse(word, present: PresentDay(today, weekStart: .monday))
      }
    }
  }

  @Test("have one meaning each")
  func table() {
    let meanings = Dictionary(grouping: DayWord.words) { $0.name.filter { $0 != " " } }
    for (word, entries) in meanings {
      #expect(Set(entries.map(\.meaning)).count == 1, "\(word)")
      #expect(DayWord(word) == entries.first?.meaning)
    }
  }

  @Test(
    "are the days of the system's date",
    .enabled(if: InstalledProgram.isThere("date"), "needs GNU date"))
  func date() async throws {
    let weekdays = WeekStart.allCases.flatMap { ["last \($0.name)", "next \($0.name)"] }
    let words =
      ["today", "yesterday", "tomorrow", "3 days ago", "100 days ago", "5 weeks ago"] + weekdays
    func date(_ word: String) async throws -> String {
      try await InstalledProgram.run("date", ["-u", "-d", "\(word) 12:00", "+%F"]).output
        .filter { !$0.isWhitespace }
    }
    let text = try await date("today")
    let today = try #require(CivilDate(iso: text))
    var expected: [String] = []
    for word in words { expected.append(try await date(word)) }
    // If midnight came meanwhile, nothing can be said.
    guard try await date("today") == text else { return }
    let present = PresentDay(today, weekStart: .sunday)
    #expect(try words.map { "\(try DayRange.day($0, present: present))" } == expected)
  }
}
