import CaptureTime
import Foundation
import People
import Store
import TestSupport

@testable import Journal

/// What other programs read of a calendar's bytes.
struct FeedReader {
  let folder: TemporaryFolder
  let path: String

  static var isThere: Bool { get async { await Python.has("icalendar") } }

  init(_ bytes: [UInt8]) throws {
    folder = try TemporaryFolder()
    path = folder.path("feed.ics")
    try Data(bytes).write(to: URL(filePath: path))
  }

  /// An entry as icalendar reads it; times as they are in UTC, "2024-01-31T00:00:00+00:00".
  struct Entry: Decodable, Hashable {
    let kind: String
    let uid: String
    let title: String
    let description: String
    let link: String
    /// DTSTART of an event, DUE of a task.
    let start: String
    let end: String
    /// Seconds of the alarm's trigger, and what it is related to.
    let alarm: Int
    let related: String
  }

  func entries() async throws -> [Entry] {
    let script = """
      import icalendar, json, sys
      feed = icalendar.Calendar.from_ical(open(sys.argv[1], "rb").read())
      for entry in feed.subcomponents:
          if entry.name == "VTIMEZONE": continue
          (alarm,) = entry.subcomponents
          time = lambda name: entry[name].dt.isoformat() if name in entry else ""
          print(json.dumps({
              "kind": entry.name, "uid": str(entry["UID"]), "title": str(entry["SUMMARY"]),
              "description": str(entry.get("DESCRIPTION", "")), "link": str(entry.get("URL", "")),
              "start": time("DUE" if entry.name == "VTODO" else "DTSTART"), "end": time("DTEND"),
              "alarm": int(alarm["TRIGGER"].dt.total_seconds()),
              "related": alarm["TRIGGER"].params.get("RELATED", "")}))
      """
    return try await Python.lines(of: script, [path], with: "icalendar").map {
      try JSONDecoder().decode(Entry.self, from: Data($0.utf8))
    }
  }
}

/// A calendar of a few entries.
extension CalendarFeed {
  /// 2024-01-31.
  static let today = CivilDate(daysSinceEpoch: 19_753)

  init(
    _ tasks: [FeedTask] = [], _ days: [FeedYearly] = [], rule: DayRule = DayRule(zone: .utc),
    leap: LeapBirthday = .usual, today: CivilDate = today
  ) {
    self.init(named: "Anna", tasks, days, rule, leap, today: today)
  }
}
