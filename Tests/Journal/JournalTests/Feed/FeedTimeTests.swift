import CaptureTime
import Foundation
import People
import Store
import TestSupport
import Testing

@testable import Journal

@Suite("Times of a calendar")
struct FeedTimeTests {
  private static func day(_ text: String) throws -> CivilDate {
    try #require(CivilDate(iso: text))
  }

  private static func rule(_ zone: String, _ start: String) throws -> DayRule {
    DayRule(zone: try CaptureZone.parse(zone), start: try TimeOfDay.parse(start))
  }

  /// What the zone's clocks show, as Python knows its rules, when a reader shows the event.
  @Test(
    "are what clocks show in the owner's zone, also on days of 23 and 25 hours",
    .enabled("needs icalendar") { await FeedReader.isThere },
    arguments: [
      ("America/New_York", "00:00", "2024-03-10", "01:30", "2024-03-10 01:30"),
      // Skipped: once clocks show it or more.
      ("America/New_York", "00:00", "2024-03-10", "02:30", "2024-03-10 03:00"),
      ("America/New_York", "00:00", "2024-03-10", "09:00", "2024-03-10 09:00"),
      ("America/New_York", "00:00", "2024-11-03", "01:30", "2024-11-03 01:30"),
      ("America/New_York", "00:00", "2024-11-03", "23:59", "2024-11-03 23:59"),
      // The day goes on until 04:00.
      ("America/New_York", "04:00", "2024-03-09", "02:30", "2024-03-10 03:00"),
      ("America/New_York", "04:00", "2024-03-09", "04:00", "2024-03-09 04:00"),
      ("Europe/Berlin", "04:00", "2024-10-26", "02:30", "2024-10-27 02:30"),
      ("Europe/Berlin", "04:00", "2024-10-26", "23:00", "2024-10-26 23:00"),
      ("Asia/Seoul", "04:00", "2024-01-31", "03:59", "2024-02-01 03:59"),
      ("Asia/Seoul", "04:00", "2024-12-31", "00:00", "2025-01-01 00:00"),
      ("Australia/Lord_Howe", "00:00", "2024-10-06", "02:15", "2024-10-06 02:30"),
    ])
  func clocks(zone: String, start: String, day: String, time: String, shown: String) async throws {
    let (rule, day) = (try Self.rule(zone, start), try Self.day(day))
    let task = FeedTask(uid: "a", FeedWords(title: "x"), on: day, at: try TimeOfDay.parse(time))
    let reader = try FeedReader(CalendarFeed([task], rule: rule, today: day).bytes())
    let script = """
      import icalendar, sys, zoneinfo
      feed = icalendar.Calendar.from_ical(open(sys.argv[1], "rb").read())
      for entry in feed.subcomponents:
          time = entry["DUE" if entry.name == "VTODO" else "DTSTART"].dt
          print(time.astimezone(zoneinfo.ZoneInfo(sys.argv[2])).strftime("%Y-%m-%d %H:%M"))
      """
    let lines = try await Python.lines(of: script, [reader.path, zone], with: "icalendar")
    #expect(lines == [shown[...], shown[...]])
  }

  @Test(
    "are within the day of the task, whatever the zone does with its clocks",
    arguments: [
      "America/New_York", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia", "+05:45",
    ], ["00:00", "02:15", "04:00"])
  func withinDay(zone: String, start: String) throws {
    let rule = try Self.rule(zone, start)
    let first = try Self.day("2011-01-01")
    for offset in 0..<3_000 {
      let day = first.adding(days: offset)
      let instants = rule.instants(of: day)
      for time in ["00:00", "00:30", "02:10", "02:30", "03:59", "04:00", "09:00", "23:59"] {
        let instant = rule.instant(of: try TimeOfDay.parse(time), on: day)
        if instants.isEmpty {
          #expect(instant == instants.lowerBound)
        } else if !instants.contains(instant) {
          Issue.record("\(day) \(time)")
        }
      }
    }
  }

  @Test(
    "of days of every year are counted from midnight, past it where the day ends later",
    .enabled("needs icalendar") { await FeedReader.isThere },
    arguments: [
      ("00:00", "00:00", 0), ("00:00", "09:00", 32_400), ("00:00", "09:05", 32_700),
      ("04:00", "09:00", 32_400), ("04:00", "03:30", 99_000), ("04:00", "00:01", 86_460),
    ])
  func yearly(start: String, time: String, seconds: Int) async throws {
    let yearly = FeedYearly(
      uid: "a", FeedWords(title: "x"), every: try YearlyDate(month: 5, day: 5, year: 1_990),
      at: try TimeOfDay.parse(time))
    let feed = CalendarFeed([], [yearly], rule: try Self.rule("Asia/Seoul", start))
    let entry = try #require(try await FeedReader(feed.bytes()).entries().first)
    #expect(entry.start == "1990-05-05" && entry.alarm == seconds && entry.end.isEmpty)
  }
}
