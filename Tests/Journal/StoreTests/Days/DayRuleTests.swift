import CaptureTime
import Testing
import TestSupport

@testable import Store

@Suite("Day rule")
struct DayRuleTests {
  @Test("Days have the hours that the zone gives them", arguments: lengths)
  func length(zone: String, start: String, day: String, minutes: Int) throws {
    let rule = try DayRule(zone: .parse(zone), start: .parse(start))
    #expect(rule.instants(of: try #require(CivilDate(iso: day))).count == minutes * 60)
  }

  @Test("A time before the start of day counts to the day before")
  func start() throws {
    let rule = try DayRule(zone: .parse("Asia/Seoul"), start: .parse("04:00"))
    for (time, day) in [
      ("2024-01-31 03:59:59+09:00", "2024-01-30"), ("2024-01-31 04:00+09:00", "2024-01-31"),
      ("2024-02-01 03:59+09:00", "2024-01-31"), ("2024-01-30 23:59:59Z", "2024-01-31"),
    ] {
      let instant = try #require(try GivenTime.parse(time).instant)
      #expect(rule.day(of: instant).description == day)
    }
  }

  @Test("A minute that a midnight's change shows again stays in the day that had begun")
  func again() throws {
    // 2010-11-07 00:01 became 2010-11-06 23:01 in Newfoundland.
    let rule = try DayRule(zone: .parse("America/St_Johns"))
    let days = rule.instants(of: try #require(CivilDate(iso: "2010-11-07")))
    #expect(days.lowerBound == 1_289_097_000)
    #expect(rule.day(of: days.lowerBound + 60 * 30).description == "2010-11-07")
    #expect(days.count == 25 * 3_600)
  }

  /// Steps of 53 minutes and 1 second meet every minute of the day, and every change's sides.
  @Test("Every instant belongs to the one day whose instants have it", arguments: zones, starts)
  func consistent(name: String, start: String) throws {
    let rule = try DayRule(zone: .parse(name), start: .parse(start))
    for year in try #require(Self.years[name]) {
      var day = try #require(CivilDate(year: year, month: 1, day: 1)).previous
      var instant = rule.start(of: day)
      let end = instant + 367 * 86_400
      while instant < end {
        let found = rule.day(of: instant)
        #expect(rule.instants(of: found).contains(instant))
        #expect(found >= day)
        while day < found {
          #expect(!rule.instants(of: day).contains(instant))
          #expect(rule.instants(of: day).upperBound == rule.start(of: day.next))
          day = day.next
        }
        #expect(rule.day(of: rule.start(of: found)) == found)
        #expect(rule.day(of: rule.start(of: found) - 1) < found)
        instant += 3_181
      }
    }
  }

  @Test(
    "Python's zoneinfo starts days at the same instants",
    .enabled("\(Python.note)") { await Python.knowsZones }, arguments: zones, starts)
  func zoneinfo(name: String, start: String) async throws {
    let rule = try DayRule(zone: .parse(name), start: .parse(start))
    for year in try #require(Self.years[name]) {
      let lines = try await Python.lines(
        of: script, [name, "\(rule.start.seconds / 60)", "\(year)"])
      #expect(lines.count >= 365)
      var day = try #require(CivilDate(year: year, month: 1, day: 1))
      for line in lines {
        #expect("\(rule.start(of: day))" == line)
        day = day.next
      }
    }
  }

  static let lengths = [
    ("Europe/Berlin", "00:00", "2024-03-30", 24 * 60),
    ("Europe/Berlin", "00:00", "2024-03-31", 23 * 60),
    ("Europe/Berlin", "00:00", "2024-10-27", 25 * 60),
    ("Europe/Berlin", "04:00", "2024-03-30", 23 * 60),
    ("Europe/Berlin", "04:00", "2024-03-31", 24 * 60),
    ("Europe/Berlin", "02:30", "2024-03-30", 23 * 60 + 30),
    ("Europe/Berlin", "02:30", "2024-03-31", 23 * 60 + 30),
    ("Australia/Lord_Howe", "00:00", "2024-04-07", 24 * 60 + 30),
    ("Australia/Lord_Howe", "00:00", "2024-10-06", 23 * 60 + 30),
    ("America/Sao_Paulo", "00:00", "2018-11-04", 23 * 60),
    ("America/Sao_Paulo", "00:00", "2018-02-17", 25 * 60),
    ("America/Havana", "00:00", "2024-03-10", 23 * 60),
    ("America/Havana", "00:00", "2024-11-03", 25 * 60),
    ("Pacific/Apia", "00:00", "2011-12-29", 24 * 60),
    ("Pacific/Apia", "00:00", "2011-12-30", 0),
    ("Pacific/Apia", "00:00", "2011-12-31", 24 * 60),
    ("Pacific/Apia", "04:00", "2011-12-30", 4 * 60),
    ("Pacific/Kwajalein", "00:00", "1993-08-21", 0),
    ("+09:00", "00:00", "2024-03-31", 24 * 60),
  ]

  static let years: [String: [Int]] = [
    "Europe/Berlin": [2024], "Australia/Lord_Howe": [2024], "America/Sao_Paulo": [2018],
    "America/Havana": [2024], "Pacific/Apia": [2011], "America/St_Johns": [2010],
    "Pacific/Kwajalein": [1993],
  ]
  static let zones = years.keys.sorted()
  static let starts = ["00:00", "02:30", "04:00", "23:30"]

  private let script = """
    from sys import argv
    from zoneinfo import ZoneInfo
    from datetime import datetime, timedelta, timezone
    zone = ZoneInfo(argv[1])
    epoch = datetime(1970, 1, 1, tzinfo=timezone.utc)
    def offset(instant):
        return (epoch + timedelta(seconds=instant)).astimezone(zone).utcoffset()
    day = datetime(int(argv[3]), 1, 1, tzinfo=zone) + timedelta(minutes=int(argv[2]))
    while day.year == int(argv[3]):
        one, two = (int((day.replace(fold=fold) - epoch).total_seconds()) for fold in (0, 1))
        low, high = two - 1, one
        while one > two and high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if offset(middle) == offset(one) else (middle, high)
        print(high)
        day += timedelta(days=1)
    """
}

@Suite("Time of day")
struct TimeOfDayTests {
  @Test(
    "An hour and a minute are read and written with two digits each",
    arguments: [
      ("04:00", 14_400, "04:00"), ("4:00", 14_400, "04:00"), ("00:00", 0, "00:00"),
      ("0:05", 300, "00:05"), ("23:59", 86_340, "23:59"),
    ])
  func read(text: String, seconds: Int, description: String) throws {
    let time = try TimeOfDay.parse(text)
    #expect(time.seconds == seconds)
    #expect(time.description == description)
    #expect(try TimeOfDay.parse(description) == time)
  }

  @Test(
    "Other texts are no times of day",
    arguments: [
      "", "4", "04", "0400", "04:0", "04:000", "004:00", ":00", "04:", "04:00:00", "+4:00", "-1:00",
      " 04:00", "04:00 ", "4am", "０４:00",
    ])
  func syntax(text: String) {
    #expect(throws: TimeOfDayError.syntax(observed: text)) { try TimeOfDay.parse(text) }
  }

  @Test("Hours end at 23 and minutes at 59")
  func ranges() {
    #expect(throws: TimeOfDayError.outOfRange(field: .hour, observed: 24, expected: 0...23)) {
      try TimeOfDay.parse("24:00")
    }
    #expect(throws: TimeOfDayError.outOfRange(field: .minute, observed: 60, expected: 0...59)) {
      try TimeOfDay.parse("04:60")
    }
    #expect(throws: TimeOfDayError.outOfRange(field: .hour, observed: -1, expected: 0...23)) {
      try TimeOfDay(hour: -1)
    }
  }
}
