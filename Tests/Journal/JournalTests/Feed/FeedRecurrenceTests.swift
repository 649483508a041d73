import CaptureTime
import Foundation
import People
import Store
import TestSupport
import Testing

@testable import Journal

@Suite("Days of every year in a calendar")
struct FeedRecurrenceTests {
  private static let years = 2_023...2_032

  private static func yearly(
    _ month: Int, _ day: Int, _ year: Int?, uid: String = "a"
  ) throws -> FeedYearly {
    let date = try YearlyDate(month: month, day: day, year: year)
    return FeedYearly(
      uid: uid, FeedWords(title: "x"), every: date, at: try TimeOfDay(hour: 9))
  }

  @Test(
    "come on the days on which Daystamp has them",
    .enabled("needs recurring_ical_events") { await Python.has("recurring_ical_events") },
    arguments: LeapBirthday.allCases)
  func dates(leap: LeapBirthday) async throws {
    let days = try [
      (2, 29, Int?.none), (2, 29, 1_992), (2, 29, 804), (2, 29, 2_028), (2, 28, 1_990),
      (3, 1, 1_990), (12, 31, nil), (1, 1, 1_950), (5, 5, 1),
    ].enumerated().map { try Self.yearly($1.0, $1.1, $1.2, uid: "\($0)") }
    let reader = try FeedReader(CalendarFeed([], days, leap: leap).bytes())
    let script = """
      import icalendar, recurring_ical_events, sys
      feed = icalendar.Calendar.from_ical(open(sys.argv[1], "rb").read())
      found = recurring_ical_events.of(feed).between((2023, 1, 1), (2033, 1, 1))
      for line in sorted(f"{event['UID']} {event['DTSTART'].dt}" for event in found): print(line)
      """
    let lines = try await Python.lines(of: script, [reader.path], with: "recurring_ical_events")
    let expected = days.flatMap { yearly in
      Self.years.filter { $0 >= yearly.date.year ?? 0 }.map {
        "\(yearly.uid) \(yearly.date.date(in: $0, leap))"
      }
    }
    #expect(lines.map(String.init) == expected)
  }

  @Test("begin on the first one, where its year is known and not of long ago; else last year")
  func firsts() throws {
    for (date, leap, first) in [
      (try Self.yearly(2, 14, 1_990), LeapBirthday.usual, "1990-02-14"),
      (try Self.yearly(2, 14, 804), .usual, "1900-02-14"),
      // No leap year.
      (try Self.yearly(2, 29, 804), .lastOfFebruary, "1900-02-28"),
      (try Self.yearly(2, 29, 804), .firstOfMarch, "1900-03-01"),
      (try Self.yearly(2, 14, 2_030), .usual, "2030-02-14"),
      (try Self.yearly(2, 14, nil), .usual, "2023-02-14"),
      (try Self.yearly(2, 29, nil), .lastOfFebruary, "2023-02-28"),
      (try Self.yearly(2, 29, nil), .firstOfMarch, "2023-03-01"),
    ] {
      #expect(date.first(leap, today: CalendarFeed.today).description == first)
    }
  }
}
