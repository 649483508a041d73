import Testing

@testable import CaptureTime

@Suite("Time format with parts unknown")
struct TimeFormatLineTests {
  @Test(
    "A time that knows only the day shows only the day",
    arguments: [
      ("%Y-%m-%d %H:%M", "2024-01-31"), ("%Y년 %m월 %d일 (%a) %H:%M", "2024년 01월 31일 (수)"),
      ("%H시 %M분", ""), ("%H:%M", ""), ("%Y-%m-%d %H:%M %z", "2024-01-31"),
      ("%H:%M %d.%m.%Y", "31.01.2024"),
      ("%d.%m.%Y, %H:%M", "31.01.2024"), ("%d.%m.%Y · %H:%M", "31.01.2024"),
      ("%H:%M | %F", "2024-01-31"),
      ("%F | %H:%M | %z", "2024-01-31"), ("%F (%H:%M)", "2024-01-31"),
      ("%F [%H:%M:%S]", "2024-01-31"),
      ("(%F %H:%M)", "(2024-01-31)"), ("(%H:%M %F)", "(2024-01-31)"), ("%FT%T%z", "2024-01-31"),
      ("%Y%m%d_%H%M%S", "20240131"), ("%F@%H:%M", "2024-01-31"), ("%d일%H시", "31일"),
      ("%F(%H:%M)", "2024-01-31"),
      ("%F%n%T", "2024-01-31"), ("%F%n%T%n%j", "2024-01-31\n031"),
      ("%F  %T  %j", "2024-01-31  031"),
      ("%-d.%-m. %k", "31.1."), ("(%a%H)", "(수)"), ("%F %p %I:%M", "2024-01-31"), ("%b%H", "1월"),
      ("  %F  ", "  2024-01-31  "), ("Foto, %F", "Foto, 2024-01-31"), ("%s", ""), ("%%%H", ""),
    ])
  func day(pattern: String, text: String) throws {
    let time = try GivenTime.parse("2024-01-31")
    #expect(try TimeFormat(pattern, locale: "ko_KR").string(from: time) == text)
  }

  @Test(
    "A line of which nothing is known goes with its break, and no other does",
    arguments: [
      ("%F%n%H:%M", "2024-01-31"), ("%H:%M%n%F", "2024-01-31"),
      ("%F\n%H:%M\n%j", "2024-01-31\n031"),
      ("%F%n%H:%M %p%n%j", "2024-01-31\n031"), ("%F%n%H:%M%n%M%n%j", "2024-01-31\n031"),
      ("%F%n%n%H:%M%n%j", "2024-01-31\n\n031"), ("%F%n%H:%M%n%n%j", "2024-01-31\n\n031"),
      ("%F %H:%M%n%j", "2024-01-31\n031"), ("%F%n%H:%M %j", "2024-01-31\n031"),
      ("%F %H%n%M %j", "2024-01-31\n031"), ("%F%n%j %H:%M", "2024-01-31\n031"),
      ("Oslo%n%H:%M%n%F", "Oslo\n2024-01-31"), ("%H:%M%nOslo%n%M%n", "Oslo"),
      ("%F%n(%H:%M)%n%j", "2024-01-31\n031"), ("(%F%n%H:%M)", "(2024-01-31)"),
      ("(%H:%M%n%F)", "(2024-01-31)"), ("%F, %H:%M%n%j", "2024-01-31\n031"),
      ("%F,%n%H:%M%n%j", "2024-01-31,\n031"), ("%F · %H:%M%n%j", "2024-01-31\n031"),
      ("%F%n%H:%M · %j", "2024-01-31\n031"), ("%F%n· %H:%M%n%j", "2024-01-31\n031"),
      ("%F%n· %j", "2024-01-31\n· 031"), ("%F%n  %H:%M%n  %j", "2024-01-31\n  031"),
      ("%F\r\n%H:%M\r\n%j", "2024-01-31\r\n031"), ("%F%t%H:%M%t%j", "2024-01-31\t031"),
      ("%x%n%H:%M", "2024. 1. 31."), ("%H:%M%n%S", ""),
    ])
  func lines(pattern: String, text: String) throws {
    let time = try GivenTime.parse("2024-01-31")
    #expect(try TimeFormat(pattern, locale: "ko_KR").string(from: time) == text)
  }

  @Test("A line that is known stays as it is")
  func knownLines() throws {
    let time = try GivenTime.parse("2024-01-31 23:59:58")
    let format = try TimeFormat("%F,%n%n  %H:%M\n%t%S")
    #expect(format.string(from: time) == "2024-01-31,\n\n  23:59\n\t58")
  }

  @Test(
    "A time that ends at the minute shows no second",
    arguments: [
      ("%H:%M:%S", "23:59"), ("%H시%M분%S초", "23시59분"), ("%H시 %M분 %S초", "23시 59분"),
      ("%T %F", "23:59 2024-01-31"),
      ("%FT%T%z", "2024-01-31T23:59"), ("%r", "11:59 오후"), ("%M:%S.%f", "59"), ("%S %M", "59"),
      ("(%H:%M:%S)", "(23:59)"), ("%Y-%m-%d %H:%M %Z", "2024-01-31 23:59"),
    ])
  func minute(pattern: String, text: String) throws {
    let time = try GivenTime.parse("2024-01-31 23:59")
    #expect(try TimeFormat(pattern, locale: "ko_KR").string(from: time) == text)
  }

  @Test("What is known in full stays as the pattern has it, white space and all")
  func full() throws {
    let time = try GivenTime.parse("2024-01-31 23:59:58.5+09:00")
    let format = try TimeFormat("  %F ,  %T.%f %z: ")
    #expect(format.string(from: time) == "  2024-01-31 ,  23:59:58.500 +0900: ")
  }

  @Test("Punctuation that belongs to a name stays with it")
  func names() throws {
    let time = try GivenTime.parse("2024-01-31")
    #expect(try TimeFormat("%d %b%H", locale: "de_DE").string(from: time) == "31 Jan.")
    #expect(try TimeFormat("%^b%H", locale: "en").string(from: time) == "JAN")
  }
}
