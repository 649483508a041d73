import Testing

@testable import CaptureTime

@Suite("Given time")
struct GivenTimeTests {
  @Test(
    "Any part after the day may be missing",
    arguments: [
      ("2024-01-31", "2024-01-31"), ("2024-01-31 23:59", "2024-01-31T23:59"),
      ("2024-01-31T23:59", "2024-01-31T23:59"),
      ("2024-01-31 23:59+09:00", "2024-01-31T23:59+09:00"),
      ("2024-01-31 23:59:58", "2024-01-31T23:59:58"),
      ("2024-01-31 23:59:58.25", "2024-01-31T23:59:58.25"),
      ("2024-01-31 23:59:58,25", "2024-01-31T23:59:58.25"),
      ("2024-01-31 23:59:58Z", "2024-01-31T23:59:58+00:00"),
      ("2024-01-31 23:59:58+09:00", "2024-01-31T23:59:58+09:00"),
      ("2024-01-31 23:59:58 -0330", "2024-01-31T23:59:58-03:30"),
      ("2024-01-31T23:59:58.123456789012Z", "2024-01-31T23:59:58.123456789+00:00"),
      (" 2024-01-31 ", "2024-01-31"), ("2024:01:31 23:59:58", "2024-01-31T23:59:58"),
      ("2024-02-29", "2024-02-29"), ("0001-01-01", "0001-01-01"),
    ])
  func parts(text: String, meaning: String) throws {
    let time = try GivenTime.parse(text)
    #expect(time.description == meaning)
    #expect(time.source == .given)
  }

  @Test("Wrong syntax is an error at its place", arguments: syntaxErrors)
  func syntax(
    text: String, position: Int, expected: TimestampSyntaxError.Expectation
  ) {
    let error = TimestampSyntaxError(position: position, expected: expected)
    #expect(throws: GivenTimeError.syntax(observed: text, error)) { try GivenTime.parse(text) }
  }

  @Test(
    "What calendar and clock lack is an error that says what they have",
    arguments: [
      ("2024-13-01", TimestampField.month, 13, 1...12), ("2024-02-30", .day, 30, 1...29),
      ("2023-02-29", .day, 29, 1...28), ("2024-01-31 24:00", .hour, 24, 0...23),
      ("2024-01-31 23:60", .minute, 60, 0...59), ("2024-01-31 23:59:61", .second, 61, 0...60),
      ("0000-00-00", .year, 0, 1...9_999), ("0000-01-01", .year, 0, 1...9_999),
    ])
  func ranges(text: String, field: TimestampField, observed: Int, expected: ClosedRange<Int>) {
    let error = GivenTimeError.outOfRange(field: field, observed: observed, expected: expected)
    #expect(throws: error) { try GivenTime.parse(text) }
  }

  @Test("now is the time on the zone's clock, and any other text what it says")
  func now() throws {
    let seoul = try CaptureZone.parse("Asia/Seoul")
    for text in ["now", "NOW"] {
      let time = try GivenTime.parse(text, now: 1_706_745_598, in: seoul)
      #expect(time.description == "2024-02-01T08:59:58+09:00")
      #expect(time.source == .given)
    }
    let other = try GivenTime.parse("2024-01-31 23:59", now: 0, in: seoul)
    #expect(other.description == "2024-01-31T23:59")
    #expect(throws: GivenTimeError.self) { try GivenTime.parse("nowadays", now: 0, in: seoul) }
  }

  static let syntaxErrors: [(String, Int, TimestampSyntaxError.Expectation)] = [
    ("", 0, .digits(of: .year)), ("yesterday", 0, .digits(of: .year)),
    ("24-01-31", 0, .digits(of: .year)), ("2024", 4, .separator("-")),
    ("2024/01/31", 4, .separator("-")), ("2024-1-31", 5, .digits(of: .month)),
    ("2024-01", 7, .separator("-")), ("2024-01-3", 8, .digits(of: .day)),
    ("2024-01-31x", 10, .separator("T")), ("2024-01-31 x", 11, .digits(of: .hour)),
    ("2024-01-31 23", 13, .separator(":")), ("2024-01-31 23:5", 14, .digits(of: .minute)),
    ("2024-01-31 23:59:", 17, .digits(of: .second)), ("2024-01-31 23:59:58.", 20, .fraction),
    ("2024-01-31 23:59:58+9", 19, .digits(of: .offset)),
    ("2024-01-31 23:59:58+15:00", 19, .digits(of: .offset)),
    ("2024-01-31 23:59:58Zulu", 20, .end),
  ]
}

@Suite("Time shift")
struct TimeShiftTests {
  @Test(
    "Amounts are added, with a sign for all of them",
    arguments: [
      ("+1h30m", 5_400), ("1h30m", 5_400), ("-2d", -172_800), ("45s", 45), ("+0s", 0),
      ("-1w2d3h4m5s", -788_645), ("90m", 5_400), ("5s1h", 3_605), ("36525d", 3_155_760_000),
    ])
  func amounts(text: String, seconds: Int) throws {
    #expect(try TimeShift.parse(text).seconds == seconds)
  }

  @Test(
    "Years and months are those of the calendar, and m is minutes",
    arguments: [
      ("+1y", 12, 0), ("-2mo", -2, 0), ("1y2mo3d4m", 14, 259_440), ("-1y1m", -12, -60),
      ("5m1mo", 1, 300), ("100y", 1_200, 0), ("90m", 0, 5_400),
    ])
  func calendar(text: String, months: Int, seconds: Int) throws {
    let shift = try TimeShift.parse(text)
    #expect(shift.months == months && shift.seconds == seconds)
  }

  @Test(
    "What is no shift is an error at its place",
    arguments: [
      ("", TimeShiftSyntaxError.noNumber(position: 0)), ("+", .noNumber(position: 1)),
      ("h", .noNumber(position: 0)), ("+1", .noUnit(position: 2)), ("1h30", .noUnit(position: 4)),
      ("1q", .unknownUnit(position: 1)), ("1H", .unknownUnit(position: 1)),
      ("1month", .noNumber(position: 3)), ("1mo2mo", .repeatedUnit(position: 4)),
      ("101y", .tooLong(limit: 3_155_760_000)), ("100y1s", .tooLong(limit: 3_155_760_000)),
      ("9999999999mo", .tooLong(limit: 3_155_760_000)),
      ("1h2h", .repeatedUnit(position: 3)), ("1h-2m", .noNumber(position: 2)),
      ("1 h", .unknownUnit(position: 1)), ("36526d", .tooLong(limit: 3_155_760_000)),
      ("99999999999999999999s", .tooLong(limit: 3_155_760_000)),
      ("999999999999w", .tooLong(limit: 3_155_760_000)),
    ])
  func errors(text: String, error: TimeShiftSyntaxError) {
    #expect(throws: error) { try TimeShift.parse(text) }
  }
}
