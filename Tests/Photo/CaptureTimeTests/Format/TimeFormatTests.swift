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
    for pattern in ["%Y", "%A", "%x"] {
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
      ("%X", .unstableDirective("%X", position: 0, instead: "%T")),
      ("% d", .unknownDirective("% ", position: 0)),
    ])
  func errors(pattern: String, error: TimeFormatError) {
    #expect(throws: error) { try TimeFormat(pattern) }
  }
}

/// What Python 3's strftime (glibc, C locale) makes of `pattern`.
enum StrftimeReference {
  static let pattern =
    "%Y|%C|%y|%G|%g|%m|%B|%b|%h|%d|%e|%j|%A|%a|%u|%w|%V|%U|%W|%H|%I|%k|%l|%p|%P|%M|%S"
    + "|%F|%T|%R|%D|%r|%%|%-d|%_d|%0e|%-m|%_m|%-H|%-I|%_H|%0k|%^a|%^B|%#b|%#p|%-j|%_j|%"
    + "-y"

  /// Times with their text.
  static let lines = [
    (
      "2024-01-31 23:59:58",
      "2024|20|24|2024|24|01|January|Jan|Jan|31|31|031|Wednesday|Wed|3|3|05|04|05|23|11"
        + "|23|11|PM|pm|59|58|2024-01-31|23:59:58|23:59|01/31/24|11:59:58 PM|%|31|31|31|1| "
        + "1|23|11|23|23|WED|JANUARY|JAN|pm|31| 31|24"
    ),
    (
      "2024-02-29 00:00:00",
      "2024|20|24|2024|24|02|February|Feb|Feb|29|29|060|Thursday|Thu|4|4|09|08|09|00|12"
        + "| 0|12|AM|am|00|00|2024-02-29|00:00:00|00:00|02/29/24|12:00:00 AM|%|29|29|29|2| "
        + "2|0|12| 0|00|THU|FEBRUARY|FEB|am|60| 60|24"
    ),
    (
      "2023-01-01 12:00:01",
      "2023|20|23|2022|22|01|January|Jan|Jan|01| 1|001|Sunday|Sun|7|0|52|01|00|12|12|12"
        + "|12|PM|pm|00|01|2023-01-01|12:00:01|12:00|01/01/23|12:00:01 PM|%|1| 1|01|1| 1|12"
        + "|12|12|12|SUN|JANUARY|JAN|pm|1|  1|23"
    ),
    (
      "2020-12-31 01:02:03",
      "2020|20|20|2020|20|12|December|Dec|Dec|31|31|366|Thursday|Thu|4|4|53|52|52|01|01"
        + "| 1| 1|AM|am|02|03|2020-12-31|01:02:03|01:02|12/31/20|01:02:03 AM|%|31|31|31|12|"
        + "12|1|1| 1|01|THU|DECEMBER|DEC|am|366|366|20"
    ),
    (
      "2021-01-03 13:07:09",
      "2021|20|21|2020|20|01|January|Jan|Jan|03| 3|003|Sunday|Sun|7|0|53|01|00|13|01|13"
        + "| 1|PM|pm|07|09|2021-01-03|13:07:09|13:07|01/03/21|01:07:09 PM|%|3| 3|03|1| 1|13"
        + "|1|13|13|SUN|JANUARY|JAN|pm|3|  3|21"
    ),
    (
      "2016-01-03 11:59:59",
      "2016|20|16|2015|15|01|January|Jan|Jan|03| 3|003|Sunday|Sun|7|0|53|01|00|11|11|11"
        + "|11|AM|am|59|59|2016-01-03|11:59:59|11:59|01/03/16|11:59:59 AM|%|3| 3|03|1| 1|11"
        + "|11|11|11|SUN|JANUARY|JAN|am|3|  3|16"
    ),
    (
      "2015-12-28 10:10:10",
      "2015|20|15|2015|15|12|December|Dec|Dec|28|28|362|Monday|Mon|1|1|53|52|52|10|10|1"
        + "0|10|AM|am|10|10|2015-12-28|10:10:10|10:10|12/28/15|10:10:10 AM|%|28|28|28|12|12"
        + "|10|10|10|10|MON|DECEMBER|DEC|am|362|362|15"
    ),
    (
      "1999-12-31 23:59:59",
      "1999|19|99|1999|99|12|December|Dec|Dec|31|31|365|Friday|Fri|5|5|52|52|52|23|11|2"
        + "3|11|PM|pm|59|59|1999-12-31|23:59:59|23:59|12/31/99|11:59:59 PM|%|31|31|31|12|12"
        + "|23|11|23|23|FRI|DECEMBER|DEC|pm|365|365|99"
    ),
    (
      "2000-01-01 00:00:00",
      "2000|20|00|1999|99|01|January|Jan|Jan|01| 1|001|Saturday|Sat|6|6|52|00|00|00|12|"
        + " 0|12|AM|am|00|00|2000-01-01|00:00:00|00:00|01/01/00|12:00:00 AM|%|1| 1|01|1| 1|"
        + "0|12| 0|00|SAT|JANUARY|JAN|am|1|  1|0"
    ),
    (
      "1900-03-01 06:30:00",
      "1900|19|00|1900|00|03|March|Mar|Mar|01| 1|060|Thursday|Thu|4|4|09|08|09|06|06| 6"
        + "| 6|AM|am|30|00|1900-03-01|06:30:00|06:30|03/01/00|06:30:00 AM|%|1| 1|01|3| 3|6|"
        + "6| 6|06|THU|MARCH|MAR|am|60| 60|0"
    ),
    (
      "1826-07-04 18:05:06",
      "1826|18|26|1826|26|07|July|Jul|Jul|04| 4|185|Tuesday|Tue|2|2|27|27|27|18|06|18| "
        + "6|PM|pm|05|06|1826-07-04|18:05:06|18:05|07/04/26|06:05:06 PM|%|4| 4|04|7| 7|18|6"
        + "|18|18|TUE|JULY|JUL|pm|185|185|26"
    ),
    (
      "2099-09-09 09:09:09",
      "2099|20|99|2099|99|09|September|Sep|Sep|09| 9|252|Wednesday|Wed|3|3|37|36|36|09|"
        + "09| 9| 9|AM|am|09|09|2099-09-09|09:09:09|09:09|09/09/99|09:09:09 AM|%|9| 9|09|9|"
        + " 9|9|9| 9|09|WED|SEPTEMBER|SEP|am|252|252|99"
    ),
    (
      "2012-10-01 20:00:00",
      "2012|20|12|2012|12|10|October|Oct|Oct|01| 1|275|Monday|Mon|1|1|40|40|40|20|08|20"
        + "| 8|PM|pm|00|00|2012-10-01|20:00:00|20:00|10/01/12|08:00:00 PM|%|1| 1|01|10|10|2"
        + "0|8|20|20|MON|OCTOBER|OCT|pm|275|275|12"
    ),
    (
      "2010-05-30 07:45:59",
      "2010|20|10|2010|10|05|May|May|May|30|30|150|Sunday|Sun|7|0|21|22|21|07|07| 7| 7|"
        + "AM|am|45|59|2010-05-30|07:45:59|07:45|05/30/10|07:45:59 AM|%|30|30|30|5| 5|7|7| "
        + "7|07|SUN|MAY|MAY|am|150|150|10"
    ),
    (
      "2018-06-15 15:15:15",
      "2018|20|18|2018|18|06|June|Jun|Jun|15|15|166|Friday|Fri|5|5|24|23|24|15|03|15| 3"
        + "|PM|pm|15|15|2018-06-15|15:15:15|15:15|06/15/18|03:15:15 PM|%|15|15|15|6| 6|15|3"
        + "|15|15|FRI|JUNE|JUN|pm|166|166|18"
    ),
    (
      "2027-11-08 04:04:04",
      "2027|20|27|2027|27|11|November|Nov|Nov|08| 8|312|Monday|Mon|1|1|45|45|45|04|04| "
        + "4| 4|AM|am|04|04|2027-11-08|04:04:04|04:04|11/08/27|04:04:04 AM|%|8| 8|08|11|11|"
        + "4|4| 4|04|MON|NOVEMBER|NOV|am|312|312|27"
    ),
    (
      "2005-04-02 02:22:22",
      "2005|20|05|2005|05|04|April|Apr|Apr|02| 2|092|Saturday|Sat|6|6|13|13|13|02|02| 2"
        + "| 2|AM|am|22|22|2005-04-02|02:22:22|02:22|04/02/05|02:22:22 AM|%|2| 2|02|4| 4|2|"
        + "2| 2|02|SAT|APRIL|APR|am|92| 92|5"
    ),
    (
      "2009-08-16 16:16:16",
      "2009|20|09|2009|09|08|August|Aug|Aug|16|16|228|Sunday|Sun|7|0|33|33|32|16|04|16|"
        + " 4|PM|pm|16|16|2009-08-16|16:16:16|16:16|08/16/09|04:16:16 PM|%|16|16|16|8| 8|16"
        + "|4|16|16|SUN|AUGUST|AUG|pm|228|228|9"
    ),
  ]

  /// A pattern for all times from 1900 to 2099 in steps of 37 hours.
  static let sweepPattern = "%Y %G-W%V-%u %U %W %j %a %b %e %y %g %C %w %I %p %l"
  static let sweepCount = 47384
  /// FNV-1a, 64 bits, over the texts of the sweep without separators.
  static let sweepHash: UInt64 = 0x40956B76F3EF308C
}
