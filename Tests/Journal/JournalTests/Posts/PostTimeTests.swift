import CaptureTime
import Testing

@testable import Journal
@testable import Store

@Suite("The time of a post")
struct PostTimeTests {
  private func time(
    _ text: String, zone: String = "Europe/Berlin", start: String = "00:00",
    source: CaptureTimeSource = .given
  ) throws -> PostTime {
    let given = try GivenTime.parse(text)
    let found = CaptureTime(
      date: given.date, hour: given.hour, minute: given.minute, second: given.second,
      subsecond: given.subsecond, offset: given.offset, precision: given.precision, source: source)
    return try PostTime(
      found, rule: DayRule(zone: CaptureZone.parse(zone), start: TimeOfDay.parse(start)))
  }

  @Test("takes a wall clock without an offset to be the zone's, and records that")
  func assumed() throws {
    let summer = try time("2024-07-01 12:00:00")
    #expect(summer.instant == 1_719_828_000)
    #expect(summer.offset == 7_200)
    #expect(summer.isOffsetAssumed)
    #expect(summer.zone == "Europe/Berlin")
    #expect(summer.captureTime.description == "2024-07-01T12:00:00+02:00")
  }

  @Test("turns a clock with an offset to the zone, where it may be another day")
  func turned() throws {
    let time = try time("2024-01-31 20:30:00-08:00", zone: "Asia/Seoul")
    #expect(time.captureTime.description == "2024-02-01T13:30:00+09:00")
    #expect(time.day.description == "2024-02-01")
    #expect(!time.isOffsetAssumed)
  }

  @Test(
    "is told by the clock of the photo's place, where the journal follows photos",
    arguments: [
      ("2024-01-31 20:30:00-08:00", "2024-01-31T20:30:00-08:00", "-08:00"),
      ("2024-02-01 13:30:00+09:00", "2024-02-01T13:30:00+09:00", "Asia/Seoul"),
      ("2024-02-01 04:30:00Z", "2024-02-01T04:30:00+00:00", "+00:00"),
      ("2024-02-01 13:30:00", "2024-02-01T13:30:00+09:00", "Asia/Seoul"),
      ("2024-02-01", "2024-02-01", "Asia/Seoul"),
    ])
  func followed(given: String, told: String, zone: String) throws {
    let rule = DayRule(zone: try CaptureZone.parse("Asia/Seoul"), followsPhotos: true)
    let time = try PostTime(GivenTime.parse(given), rule: rule)
    #expect(time.captureTime.description == told)
    #expect(time.day.description == told.prefix(10))
    #expect(time.zone == zone)
    // Whoever reads it finds the same zone again.
    #expect(try CaptureZone.parse(time.zone).offset(at: time.instant) == time.offset)
  }

  @Test("begins its day at the day's start on the clock of the photo's place")
  func followedStart() throws {
    let rule = DayRule(
      zone: try CaptureZone.parse("Asia/Seoul"), start: try TimeOfDay.parse("04:00"),
      followsPhotos: true)
    func day(_ text: String) throws -> String {
      try PostTime(GivenTime.parse(text), rule: rule).day.description
    }
    #expect(try day("2024-02-01 03:59-08:00") == "2024-01-31")
    #expect(try day("2024-02-01 04:00-08:00") == "2024-02-01")
  }

  @Test("counts what is before the day's start to the day before")
  func dayStart() throws {
    #expect(try time("2024-02-01 03:59:59", start: "04:00").day.description == "2024-01-31")
    #expect(try time("2024-02-01 04:00", start: "04:00").day.description == "2024-02-01")
  }

  @Test("leaves a time that knows only the day on its day, whenever days start")
  func dayOnly() throws {
    let time = try time("2024-02-01", start: "04:00")
    #expect(time.day.description == "2024-02-01")
    #expect(time.captureTime.description == "2024-02-01")
    #expect(time.instant == 1_706_756_400)
  }

  @Test("takes the first of two times that a clock shows")
  func twice() throws {
    #expect(try time("2024-10-27 02:30").offset == 7_200)
    #expect(try time("2024-10-27 02:30+01:00").offset == 3_600)
  }

  @Test("refuses a given time that the clocks went over, and says from where to where")
  func gap() throws {
    do {
      _ = try time("2024-03-31 02:30")
      Issue.record("taken")
    } catch JournalError.timeInGap(_, let zone, let start, let end) {
      #expect(zone == "Europe/Berlin")
      #expect(start.description == "2024-03-31T02:00:00")
      #expect(end.description == "2024-03-31T03:00:00")
    }
  }

  @Test("refuses a day that the clocks went over, whenever days start")
  func noDay() throws {
    for start in ["00:00", "04:00", "23:30"] {
      #expect {
        try time("2011-12-30", zone: "Pacific/Apia", start: start)
      } throws: { error in
        guard case JournalError.dayNeverWas(let day, "Pacific/Apia") = error else { return false }
        return day.description == "2011-12-30"
      }
      for day in ["2011-12-29", "2011-12-31"] {
        #expect(try time(day, zone: "Pacific/Apia", start: start).day.description == day)
      }
    }
    // Of these days midnight alone was skipped.
    #expect(
      try time("2018-11-04", zone: "America/Sao_Paulo", start: "00:00").day.description
        == "2018-11-04")
  }

  @Test("refuses it of a camera too, whose zone it cannot be")
  func cameraInGap() {
    #expect(throws: JournalError.self) {
      try time("2024-03-31 02:30", source: .exifDateTimeOriginal)
    }
  }

  @Test(
    "refuses a day outside the years that can be stored",
    arguments: [
      ("0001-01-01 00:00Z", "America/New_York", "00:00"), ("0001-01-01 01:00", "UTC", "02:30"),
      ("9999-12-31 23:59Z", "Asia/Seoul", "00:00"),
    ])
  func years(text: String, zone: String, start: String) {
    #expect {
      try time(text, zone: zone, start: start)
    } throws: { error in
      guard case JournalError.yearOutOfRange = error else { return false }
      return true
    }
  }
}
