import TestSupport
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
      ("Asia/Seoul\0", ["Asia/Seoul"]), ("Asia/Seoul\0<b>", []),
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

@Suite("Wall clock's time in a zone")
struct CaptureZoneWallTests {
  @Test("A time is shown once, twice or never", arguments: cases)
  func counts(zone: String, wall: String, expected: WallTime) throws {
    let seconds = try GivenTime.parse(wall).wallSeconds
    let zone = try CaptureZone.parse(zone)
    #expect(zone.instants(atWall: seconds) == expected)
  }

  @Test("The instants are those at which the zone shows the time", arguments: zones)
  func shown(name: String) throws {
    let zone = try CaptureZone.parse(name)
    for wall in stride(from: 0, through: 1_700_000_000, by: 40_000) {
      switch zone.instants(atWall: wall) {
      case .once(let instant):
        #expect(instant + zone.offset(at: instant) == wall)
      case .twice(let first, let second):
        #expect(first < second)
        #expect(first + zone.offset(at: first) == wall)
        #expect(second + zone.offset(at: second) == wall)
      case .never(let change, let before, let after):
        #expect(before <= wall && wall < after)
        #expect(change - 1 + zone.offset(at: change - 1) == before - 1)
        #expect(change + zone.offset(at: change) == after)
      }
    }
  }

  /// Times around every change since 1970, and within what it skips or repeats.
  @Test(
    "Python's zoneinfo says the same", .enabled("\(Python.note)") { await Python.knowsZones },
    arguments: zones)
  func zoneinfo(name: String) async throws {
    let zone = try CaptureZone.parse(name)
    let lines = try await Python.lines(of: script, [name])
    for line in lines {
      let words = line.split(separator: " ")
      let numbers = words.dropFirst().compactMap { Int($0) }
      try #require(numbers.count == words.count - 1 && numbers.count > 1)
      let expected: WallTime =
        switch words[0] {
        case "once": .once(numbers[1])
        case "twice": .twice(first: numbers[1], second: numbers[2])
        default: .never(change: numbers[1], before: numbers[2], after: numbers[3])
        }
      #expect(zone.instants(atWall: numbers[0]) == expected)
    }
    // Six around each change, and one more.
    #expect(lines.count >= 7)
  }

  static let zones = [
    "Pacific/Apia", "Pacific/Kwajalein", "Australia/Lord_Howe", "America/Sao_Paulo",
    "America/Havana", "Europe/Berlin", "America/St_Johns", "Asia/Seoul", "Africa/Casablanca",
    "Asia/Gaza", "Antarctica/Troll", "Asia/Kathmandu", "Asia/Pyongyang",
  ]

  static let cases: [(String, String, WallTime)] = [
    ("Europe/Berlin", "2024-01-31 12:00", .once(1_706_698_800)),
    (
      "Europe/Berlin", "2024-03-31 02:30",
      .never(change: 1_711_846_800, before: 1_711_850_400, after: 1_711_854_000)
    ),
    ("Europe/Berlin", "2024-03-31 03:00", .once(1_711_846_800)),
    (
      "Europe/Berlin", "2024-10-27 02:30",
      .twice(first: 1_729_989_000, second: 1_729_992_600)
    ),
    (
      "Australia/Lord_Howe", "2024-10-06 02:15",
      .never(change: 1_728_142_200, before: 1_728_180_000, after: 1_728_181_800)
    ),
    (
      "Pacific/Apia", "2011-12-30 00:00",
      .never(change: 1_325_239_200, before: 1_325_203_200, after: 1_325_289_600)
    ),
    (
      "Pacific/Apia", "2011-12-30 23:59:59",
      .never(change: 1_325_239_200, before: 1_325_203_200, after: 1_325_289_600)
    ),
    ("Pacific/Apia", "2011-12-31", .once(1_325_239_200)),
    (
      "America/Sao_Paulo", "2018-11-04 00:00",
      .never(change: 1_541_300_400, before: 1_541_289_600, after: 1_541_293_200)
    ),
    (
      "America/Havana", "2024-11-03 00:00", .twice(first: 1_730_606_400, second: 1_730_610_000)
    ),
    ("+09:00", "1970-01-01 09:00", .once(0)),
  ]

  private let script = """
    from sys import argv
    from zoneinfo import ZoneInfo
    from datetime import datetime, timedelta, timezone
    zone = ZoneInfo(argv[1])
    epoch = datetime(1970, 1, 1, tzinfo=timezone.utc)
    def offset(instant):
        local = (epoch + timedelta(seconds=instant)).astimezone(zone)
        return int(local.utcoffset().total_seconds())
    def change(low, high):
        after = offset(high)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if offset(middle) == after else (middle, high)
        return high
    def tell(wall):
        local = (epoch + timedelta(seconds=wall)).replace(tzinfo=zone)
        one, two = (int((local.replace(fold=fold) - epoch).total_seconds()) for fold in (0, 1))
        if one == two: print("once", wall, one)
        elif one < two: print("twice", wall, one, two)
        else:
            at = change(two - 1, one)
            print("never", wall, at, at + offset(at - 1), at + offset(at))
    before = offset(0)
    for instant in range(86_400, 1_700_000_000, 86_400):
        after = offset(instant)
        if after != before:
            at = change(instant - 86_400, instant)
            low, high = sorted((at + before, at + after))
            for wall in (low - 1, low, (low + high) // 2, high - 1, high, high + 1): tell(wall)
        before = after
    tell(1_600_000_000)
    """
}
