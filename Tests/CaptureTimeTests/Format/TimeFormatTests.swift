import Testing

@testable import CaptureTime

@Suite("Time format")
struct TimeFormatTests {
  @Test("English texts are those of strftime", arguments: StrftimeReference.lines)
  func reference(time: String, text: String) throws {
    let format = try TimeFormat(StrftimeReference.pattern)
    #expect(try format.string(from: GivenTime.parse(time)) == text)
  }

  @Test("Over two centuries the texts are those of strftime")
  func sweep() throws {
    let format = try TimeFormat(StrftimeReference.sweepPattern)
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for step in 0..<StrftimeReference.sweepCount {
      let time = CaptureTime(wallSeconds: -2_208_988_800 + step * 37 * 3_600, source: .given)
      for byte in format.string(from: time).utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      }
    }
    #expect(hash == StrftimeReference.sweepHash)
  }

  @Test(
    "Offset, zone, instant and sub-second are written as they are known",
    arguments: [
      ("%z", "2024-01-31 23:59:58+09:00", "+0900"), ("%:z", "2024-01-31 23:59:58-03:30", "-03:30"),
      ("%Z", "2024-01-31 23:59:58+09:00", "+09:00"), ("%s", "2024-01-31 23:59:58Z", "1706745598"),
      ("%f", "2024-01-31 23:59:58.5", "500"), ("%f", "2024-01-31 23:59:58.123456", "123"),
      ("%-f", "2024-01-31 23:59:58.123456", "123456"),
      ("%S.%f", "2024-01-31 23:59:58.05", "58.050"),
      ("%S.%f", "2024-01-31 23:59:58", "58"), ("%z", "2024-01-31 23:59:58", ""),
      ("%Z", "2024-01-31", ""), ("%s", "2024-01-31 23:59", ""),
      ("%H:%M%n%t%%", "2024-01-31 23:59", "23:59\n\t%"),
    ])
  func offsets(pattern: String, time: String, text: String) throws {
    #expect(try TimeFormat(pattern).string(from: GivenTime.parse(time)) == text)
  }

  @Test(
    "A named zone is written with its letters",
    arguments: [
      ("Asia/Seoul", "KST"), ("Europe/Berlin", "CET"), ("Asia/Kathmandu", "+05:45"), ("UTC", "UTC"),
      ("+09:00", "+09:00"),
    ])
  func zones(zone: String, text: String) throws {
    let time = try GivenTime.parse("2024-01-31 23:59:58Z").inZone(CaptureZone.parse(zone))
    #expect(try TimeFormat("%Z").string(from: time) == text)
  }

  @Test(
    "Names are the language's, in the form that fits inside a date or alone",
    arguments: [
      ("ko_KR", "%Y년 %m월 %d일 (%a) %H:%M", "2024년 01월 31일 (수) 23:59"),
      ("ko_KR", "%A %p %-I:%M", "수요일 오후 11:59"),
      ("de_DE", "%A, %-d. %B %Y", "Mittwoch, 31. Januar 2024"),
      ("de_DE", "%a %-d. %b", "Mi. 31. Jan."),
      ("ja_JP", "%Y年%-m月%-d日(%a)", "2024年1月31日(水)"), ("ja-JP", "%A %p", "水曜日 午後"),
      ("fr-FR", "%A %-d %B %Y", "mercredi 31 janvier 2024"), ("fr", "%b", "janv."),
      ("es_ES", "%-d de %B", "31 de enero"), ("it_IT", "%a %b", "mer gen"),
      ("pl_PL", "%-d %B %Y", "31 stycznia 2024"), ("pl_PL", "%B %Y", "styczeń 2024"),
      ("ru_RU", "%-d %B", "31 января"), ("ru_RU", "%B", "январь"), ("fi_FI", "%B", "tammikuu"),
      ("zh_CN", "%B %A", "一月 星期三"), ("zh-Hant-TW", "%A", "星期三"),
      ("el_GR", "%-d %B", "31 Ιανουαρίου"),
      ("ko_KR.UTF-8", "%A", "수요일"), ("C", "%A %p", "Wednesday PM"),
      ("en_GB", "%A %B", "Wednesday January"),
      ("ar_EG", "%d", "31"),
    ])
  func locales(locale: String, pattern: String, text: String) throws {
    let time = try GivenTime.parse("2024-01-31 23:59:58")
    #expect(try TimeFormat(pattern, locale: locale).string(from: time) == text)
  }

  @Test(
    "An unknown locale is an error, used or not",
    arguments: [
      "xx_YY", "ko_XX", "korean", "", "_KR", "k", "tlh", "ko_KR_KR_KR", "de/DE", "한국어",
    ])
  func unknownLocale(locale: String) {
    for pattern in ["%Y", "%A"] {
      #expect(throws: TimeFormatError.unknownLocale(locale)) {
        try TimeFormat(pattern, locale: locale)
      }
    }
  }

  @Test(
    "What is no directive is an error at its place",
    arguments: [
      ("%Q", TimeFormatError.unknownDirective("%Q", position: 0)),
      ("한%Y %E", .unknownDirective("%E", position: 4)),
      ("%-:Y", .unknownDirective("%-:Y", position: 0)),
      ("%::z", .unknownDirective("%::", position: 0)),
      ("%5Y", .unknownDirective("%5", position: 0)),
      ("%", .unfinishedDirective("%", position: 0)),
      ("%H:%-", .unfinishedDirective("%-", position: 3)),
      ("%% %c", .unstableDirective("%c", position: 3, instead: "%F %T")),
      ("%x", .unstableDirective("%x", position: 0, instead: "%F")),
      ("%X", .unstableDirective("%X", position: 0, instead: "%T")),
      ("% d", .unknownDirective("% ", position: 0)),
    ])
  func errors(pattern: String, error: TimeFormatError) {
    #expect(throws: error) { try TimeFormat(pattern) }
  }
}
