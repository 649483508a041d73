import Testing

@testable import Journal

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
