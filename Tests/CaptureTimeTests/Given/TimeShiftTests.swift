import Testing

@testable import CaptureTime

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
    "What is no shift is an error at its place",
    arguments: [
      ("", TimeShiftSyntaxError.noNumber(position: 0)), ("+", .noNumber(position: 1)),
      ("h", .noNumber(position: 0)), ("+1", .noUnit(position: 2)), ("1h30", .noUnit(position: 4)),
      ("1y", .unknownUnit(position: 1)), ("1H", .unknownUnit(position: 1)),
      ("1h2h", .repeatedUnit(position: 3)), ("1h-2m", .noNumber(position: 2)),
      ("1 h", .unknownUnit(position: 1)), ("36526d", .tooLong(limit: 3_155_760_000)),
      ("99999999999999999999s", .tooLong(limit: 3_155_760_000)),
      ("999999999999w", .tooLong(limit: 3_155_760_000)),
    ])
  func errors(text: String, error: TimeShiftSyntaxError) {
    #expect(throws: error) { try TimeShift.parse(text) }
  }
}
