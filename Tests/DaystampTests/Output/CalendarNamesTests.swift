import CaptureTime
import Testing

@testable import daystamp

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
