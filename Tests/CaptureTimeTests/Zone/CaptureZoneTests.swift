import Testing

@testable import CaptureTime

@Suite("Capture zone")
struct CaptureZoneTests {
  @Test("Offsets follow the zone's rules over the year and over history", arguments: instants)
  func offsets(zone: String, utc: String, local: String, letters: String?) throws {
    let shown = try GivenTime.parse(utc).inZone(CaptureZone.parse(zone))
    #expect(shown.description == local)
    #expect(shown.zoneAbbreviation == letters)
  }

  @Test(
    "A wall clock's offset is the one before the change where it is skipped or shown twice",
    arguments: wallClocks)
  func walls(zone: String, wall: String, withOffset: String) throws {
    #expect(try GivenTime.parse(wall).inZone(CaptureZone.parse(zone)).description == withOffset)
  }

  @Test(
    "A fixed offset is a zone",
    arguments: [
      ("+09:00", 32_400, nil), ("-0330", -12_600, nil), ("Z", 0, "UTC"), ("UTC", 0, "UTC"),
      ("GMT", 0, "GMT"), ("+14:00", 50_400, nil),
    ])
  func fixed(name: String, offset: Int, letters: String?) throws {
    let zone = try CaptureZone.parse(name)
    #expect(zone.offset(at: 0) == offset)
    #expect(zone.offset(atWall: 1_700_000_000) == offset)
    #expect(zone.abbreviation(offset: offset) == letters)
  }

  @Test(
    "An unknown zone is an error that names near ones",
    arguments: [
      ("Nowhere/City", []), ("", []), ("+15:00", []), ("../../etc/passwd", []),
      ("KST", ["Asia/Pyongyang", "Asia/Seoul"]), ("seoul", ["Asia/Seoul"]),
      ("asia/seoul", ["Asia/Seoul"]), ("Asia/Soul", ["Asia/Seoul"]),
      ("new york", ["America/New_York"]),
      ("Kolkata", ["Asia/Kolkata"]),
    ])
  func unknown(name: String, suggestions: [String]) {
    #expect(throws: CaptureZoneError.unknown(name: name, suggestions: suggestions)) {
      try CaptureZone.parse(name)
    }
  }

  @Test("Every zone of the table of letters exists and has the offsets that it says")
  func table() throws {
    // Instants of 2000 to 2037, one a fortnight.
    let instants = stride(from: 946_684_800, to: 2_145_916_800, by: 1_209_600)
    for name in ZoneAbbreviation.zones {
      let zone = try CaptureZone.parse(name)
      let offsets = Set(instants.lazy.filter { $0 % 5 == 0 }.map { zone.offset(at: $0) })
      #expect(offsets.contains { zone.abbreviation(offset: $0) != nil }, "\(name)")
    }
  }

  /// Checked with Python's zoneinfo (IANA 2025b).
  static let instants: [(String, String, String, String?)] = [
    ("Asia/Seoul", "2024-07-01T00:00:00Z", "2024-07-01T09:00:00+09:00", "KST"),
    ("Asia/Seoul", "1988-07-01T00:00:00Z", "1988-07-01T10:00:00+10:00", nil),
    ("Europe/Berlin", "2024-03-31T00:59:59Z", "2024-03-31T01:59:59+01:00", "CET"),
    ("Europe/Berlin", "2024-03-31T01:00:00Z", "2024-03-31T03:00:00+02:00", "CEST"),
    ("Europe/Berlin", "2024-10-27T00:59:59Z", "2024-10-27T02:59:59+02:00", "CEST"),
    ("Europe/Berlin", "2024-10-27T01:00:00Z", "2024-10-27T02:00:00+01:00", "CET"),
    ("America/New_York", "2024-01-31T23:59:58Z", "2024-01-31T18:59:58-05:00", "EST"),
    ("America/New_York", "2024-07-31T23:59:58Z", "2024-07-31T19:59:58-04:00", "EDT"),
    ("America/St_Johns", "2024-01-31T00:00:00Z", "2024-01-30T20:30:00-03:30", "NST"),
    ("Asia/Kolkata", "2024-01-31T00:00:00Z", "2024-01-31T05:30:00+05:30", "IST"),
    ("Asia/Kathmandu", "2024-01-31T00:00:00Z", "2024-01-31T05:45:00+05:45", nil),
    ("Australia/Lord_Howe", "2024-01-31T00:00:00Z", "2024-01-31T11:00:00+11:00", nil),
    ("Pacific/Kiritimati", "2024-01-31T12:00:00Z", "2024-02-01T02:00:00+14:00", nil),
    ("Europe/Moscow", "2012-01-31T00:00:00Z", "2012-01-31T04:00:00+04:00", nil),
    ("Europe/Moscow", "2024-01-31T00:00:00Z", "2024-01-31T03:00:00+03:00", "MSK"),
    ("Pacific/Apia", "2011-12-30T09:59:59Z", "2011-12-29T23:59:59-10:00", nil),
    ("Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31T00:00:00+14:00", nil),
  ]

  static let wallClocks = [
    ("Europe/Berlin", "2024-01-31 12:00", "2024-01-31T12:00+01:00"),
    ("Europe/Berlin", "2024-07-31 12:00", "2024-07-31T12:00+02:00"),
    ("Europe/Berlin", "2024-03-31 01:59", "2024-03-31T01:59+01:00"),
    ("Europe/Berlin", "2024-03-31 02:30", "2024-03-31T02:30+01:00"),
    ("Europe/Berlin", "2024-03-31 03:00", "2024-03-31T03:00+02:00"),
    ("Europe/Berlin", "2024-10-27 01:59", "2024-10-27T01:59+02:00"),
    ("Europe/Berlin", "2024-10-27 02:30", "2024-10-27T02:30+02:00"),
    ("Europe/Berlin", "2024-10-27 03:00", "2024-10-27T03:00+01:00"),
    ("America/New_York", "2024-03-10 02:30", "2024-03-10T02:30-05:00"),
    ("America/New_York", "2024-11-03 01:30", "2024-11-03T01:30-04:00"),
    ("Asia/Seoul", "2024-01-31 23:59", "2024-01-31T23:59+09:00"),
  ]
}
