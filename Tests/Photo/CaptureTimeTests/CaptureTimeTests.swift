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

  @Test(
    "A shift out of the years that there are is refused",
    arguments: [
      ("9999-12-31", "1d", 10_000), ("9999-01-01", "1y", 10_000), ("0001-06-01", "-1y", 0),
    ])
  func yearOutOfRange(from: String, by: String, year: Int) throws {
    let (time, shift) = (try GivenTime.parse(from), try TimeShift.parse(by))
    #expect(throws: TimeShiftError.yearOutOfRange(year)) { try time.shifted(by: shift) }
  }

  @Test(
    "The end of a month that has no such day is told",
    arguments: [
      ("2024-01-31", "1mo", "2024-02-29"), ("2024-02-29", "-1y", "2023-02-28"),
      ("2024-01-31", "-1mo", nil), ("2024-01-31", "1d", nil), ("2024-01-30", "1y", nil),
    ])
  func monthsEnd(from: String, by: String, end: String?) throws {
    let adjustment = CaptureTimeAdjustment(shift: try TimeShift.parse(by))
    #expect(try adjustment.monthsEnd(for: GivenTime.parse(from))?.description == end)
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

  @Test(
    "A given time that clocks in the zone went over is refused, after the shift",
    arguments: [
      ("2024-03-31 02:30", nil, "2024-03-31T02:00:00 2024-03-31T03:00:00"),
      ("2024-03-31 02:59:59", nil, "2024-03-31T02:00:00 2024-03-31T03:00:00"),
      ("2024-03-31 01:59:59", nil, nil), ("2024-03-31 03:00", nil, nil),
      ("2024-03-31 02:30+02:00", nil, nil), ("2024-10-27 02:30", nil, nil),
      ("2024-03-31", nil, nil), ("2024-03-31 02:30", "+1h", nil),
      ("2024-03-31 01:30", "+1h", "2024-03-31T02:00:00 2024-03-31T03:00:00"),
      // That it cannot be shifted is told where it is shifted.
      ("2024-03-31", "+1h", nil),
    ] as [(String, String?, String?)])
  func skipped(time: String, shift: String?, gap: String?) throws {
    let given = try GivenTime.parse(time)
    let adjustment = CaptureTimeAdjustment(
      shift: try shift.map { try TimeShift.parse($0) }, zone: try CaptureZone.parse("Europe/Berlin")
    )
    do throws(SkippedTime) {
      try adjustment.check(given)
      #expect(gap == nil)
    } catch {
      guard case .time(_, "Europe/Berlin", let start, let end) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(gap == "\(start) \(end)")
    }
    try CaptureTimeAdjustment(shift: adjustment.shift).check(given)
  }

  @Test("A given day that clocks in the zone went over is refused, and none that was shorter")
  func skippedDay() throws {
    let apia = CaptureTimeAdjustment(zone: try CaptureZone.parse("Pacific/Apia"))
    let day = try GivenTime.parse("2011-12-30")
    #expect(throws: SkippedTime.day(day.date, zone: "Pacific/Apia")) { try apia.check(day) }
    try apia.check(GivenTime.parse("2011-12-29"))
    try apia.check(GivenTime.parse("2011-12-31"))
    // Its midnight was skipped.
    try CaptureTimeAdjustment(zone: CaptureZone.parse("America/Sao_Paulo"))
      .check(GivenTime.parse("2018-11-04"))
  }

  static let shifts = [
    ("2024-01-31 23:59:58", "+2s", "2024-02-01T00:00:00"),
    ("2024-02-28 23:00", "+1h", "2024-02-29T00:00"),
    ("2023-12-31 23:59:58.25+09:00", "+1w", "2024-01-07T23:59:58.25+09:00"),
    ("2024-01-01 00:00:00", "-1s", "2023-12-31T23:59:59"),
    ("2024-01-31", "-1w2d", "2024-01-22"),
    ("2024-01-31 12:00", "+1h30m", "2024-01-31T13:30"),
    ("2024-01-31 12:00:00", "0s", "2024-01-31T12:00:00"),
    ("2024-03-15 12:00:00+09:00", "+1y", "2025-03-15T12:00:00+09:00"),
    ("2024-01-31", "-1y1mo", "2022-12-31"),
    ("2024-01-31 12:00", "+1mo", "2024-02-29T12:00"),
    ("2023-01-31 12:00", "+1mo", "2023-02-28T12:00"),
    ("2024-02-29", "-1y", "2023-02-28"),
    ("2024-02-29", "+4y", "2028-02-29"),
    ("2024-12-31 23:59", "-1mo", "2024-11-30T23:59"),
    // The calendar first: a day after the end of February, not a month after 1 February.
    ("2024-01-31", "+1d1mo", "2024-03-01"),
  ]
}
