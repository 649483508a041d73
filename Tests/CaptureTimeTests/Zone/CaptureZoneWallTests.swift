import TestSupport
import Testing

@testable import CaptureTime

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
