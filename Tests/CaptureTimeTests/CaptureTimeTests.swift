import Testing

@testable import CaptureTime

@Suite("Capture time")
struct CaptureTimeTests {
  @Test("A shift carries over days, months, years and leap days", arguments: shifts)
  func shift(from: String, by: String, to: String) throws {
    let shifted = try GivenTime.parse(from).shifted(by: TimeShift.parse(by))
    #expect(shifted.description == to)
  }

  @Test(
    "A shift finer than what the time knows is refused",
    arguments: [
      ("2024-01-31", "+1h", CaptureTimePrecision.day), ("2024-01-31", "+1d1s", .day),
      ("2024-01-31 23:59", "-30s", .minute),
    ])
  func refusedShift(from: String, by: String, precision: CaptureTimePrecision) throws {
    let shift = try TimeShift.parse(by)
    let time = try GivenTime.parse(from)
    #expect(
      throws: TimeShiftError.finerThanPrecision(shift: shift.seconds, precision: precision)
    ) { try time.shifted(by: shift) }
  }

  @Test("The instant is known where the offset and the time of day are")
  func instant() throws {
    #expect(try GivenTime.parse("1970-01-01 09:00:00+09:00").instant == 0)
    #expect(try GivenTime.parse("2024-01-31T23:59:58Z").instant == 1_706_745_598)
    #expect(try GivenTime.parse("2024-01-31 23:59").instant == nil)
    #expect(try GivenTime.parse("2024-01-31").instant == nil)
  }

  @Test("A leap second is kept as it was and counts as the second that follows")
  func leapSecond() throws {
    let leap = try GivenTime.parse("2016-12-31 23:59:60Z")
    #expect(leap.second == 60)
    #expect(leap.instant == (try GivenTime.parse("2017-01-01 00:00:00Z").instant))
    let seoul = try CaptureZone.parse("Asia/Seoul")
    #expect(leap.inZone(seoul).description == "2017-01-01T09:00:00+09:00")
  }

  @Test("A known instant is shown in the zone, an unknown one gains the zone's offset")
  func inZone() throws {
    let seoul = try CaptureZone.parse("Asia/Seoul")
    let known = try GivenTime.parse("2024-01-31 23:59:58.5+01:00").inZone(seoul)
    #expect(known.description == "2024-02-01T07:59:58.5+09:00")
    #expect(known.zoneAbbreviation == "KST")
    let unknown = try GivenTime.parse("2024-01-31 23:59").inZone(seoul)
    #expect(unknown.description == "2024-01-31T23:59+09:00")
    #expect(unknown.zoneAbbreviation == "KST")
    let day = try GivenTime.parse("2024-01-31").inZone(seoul)
    #expect(day.description == "2024-01-31")
    #expect(day.offset == nil)
  }

  @Test("An adjustment puts the clock right before it is shown in the zone")
  func adjustment() throws {
    let adjustment = CaptureTimeAdjustment(
      shift: try TimeShift.parse("+1h"), zone: try CaptureZone.parse("Europe/Berlin"))
    let adjusted = try adjustment.apply(to: GivenTime.parse("2024-03-31 02:30"))
    #expect(adjusted.description == "2024-03-31T03:30+02:00")
    #expect(adjusted.zoneAbbreviation == "CEST")
  }

  static let shifts = [
    ("2024-01-31 23:59:58", "+2s", "2024-02-01T00:00:00"),
    ("2024-02-28 23:00", "+1h", "2024-02-29T00:00"),
    ("2023-12-31 23:59:58.25+09:00", "+1w", "2024-01-07T23:59:58.25+09:00"),
    ("2024-01-01 00:00:00", "-1s", "2023-12-31T23:59:59"),
    ("2024-01-31", "-1w2d", "2024-01-22"),
    ("2024-01-31 12:00", "+1h30m", "2024-01-31T13:30"),
    ("2024-01-31 12:00:00", "0s", "2024-01-31T12:00:00"),
  ]
}
