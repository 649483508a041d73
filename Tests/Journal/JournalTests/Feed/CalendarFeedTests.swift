import CaptureTime
import Foundation
import People
import Store
import TestSupport
import Testing

@testable import Journal

@Suite("The text of a calendar")
struct CalendarFeedTests {
  private static let hostile = [
    "a, b; c\\ d \"quoted\" : x=y", "END:VCALENDAR", "x\nEND:VCALENDAR\nBEGIN:VEVENT",
    "BEGIN:VALARM", "line one\n\n line three",
    "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467} Zoë 김민아",
    String(repeating: "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}", count: 40),
    String(repeating: "가", count: 40), String(repeating: ";", count: 200), " blank ends ",
    "e" + String(repeating: "\u{301}", count: 200), "مرحبا", "\ttab", "%0D%0A", "-", "^n^^",
  ]

  private static func task(_ title: String, _ uid: String = "a", at hour: Int = 9) throws
    -> FeedTask
  {
    FeedTask(
      uid: uid, FeedWords(title: title, description: title), on: CalendarFeed.today,
      at: try TimeOfDay(hour: hour))
  }

  private static func tasks() throws -> [FeedTask] {
    try hostile.enumerated().map { try task($1, "n\($0)") }
  }

  @Test("has lines of at most 75 bytes that end with CR LF and are whole characters")
  func folding() throws {
    let bytes = CalendarFeed(try Self.tasks()).bytes()
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    #expect(lines.last?.isEmpty == true)
    for line in lines.dropLast() {
      #expect(line.last == UInt8(ascii: "\r") && line.count <= 76)
      #expect(!line.dropLast().contains(UInt8(ascii: "\r")))
      #expect(String(validating: line, as: UTF8.self) != nil)
    }
    #expect(lines.contains { $0.count == 76 })
  }

  @Test(
    "gives titles back as they are, whatever they have",
    .enabled("needs icalendar") {
      await FeedReader.isThere
    })
  func titles() async throws {
    let entries = try await FeedReader(CalendarFeed(try Self.tasks()).bytes()).entries()
    #expect(entries.map(\.title) == Self.hostile.flatMap { [$0, $0] })
    #expect(entries.map(\.description) == Self.hostile.flatMap { [$0, $0] })
    #expect(Set(entries.map(\.uid)).count == entries.count)
  }

  @Test(
    "is read by vobject too, also backslashes before what is escaped",
    .enabled("needs vobject") {
      await Python.has("vobject")
    })
  func vobject() async throws {
    // The icalendar of Debian 12 takes escapes away twice.
    let titles = Self.hostile + ["C:\\new\\n\\\\N", "\\, \\; \\\\", "\\"]
    let tasks = try titles.enumerated().map { try Self.task($1, "n\($0)") }
    let reader = try FeedReader(CalendarFeed(tasks).bytes(.events))
    let script = """
      import json, sys, vobject
      feed = vobject.readOne(open(sys.argv[1], encoding="utf-8", newline="").read())
      for event in feed.vevent_list: print(json.dumps(event.summary.value))
      """
    let read = try await Python.lines(of: script, [reader.path], with: "vobject").map {
      try JSONDecoder().decode(String.self, from: Data($0.utf8))
    }
    #expect(read == titles)
  }

  @Test("breaks lines at whatever is a line break, and has no other control characters")
  func controls() throws {
    let title = "a\r\nb\u{2028}c\rd\u{85}e\u{0}\u{1B}[1mf\u{7F}\u{9C}\u{B}g"
    let bytes = CalendarFeed([try Self.task(title)]).bytes()
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("\r\nSUMMARY:a\\nb\\nc\\nd\\ne[1mf\\ng\r\n"))
  }

  @Test("cuts what is longer than a calendar has room for, between characters")
  func long() throws {
    let family = "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}"
    let words = FeedWords(
      title: String(repeating: family, count: 1_000),
      description: String(repeating: ",", count: 1_000_000),
      link: "http://x/\r\nX-EVIL:1")
    let task = FeedTask(uid: "a", words, on: CalendarFeed.today, at: .midnight)
    let text = String(decoding: CalendarFeed([task]).bytes(.tasks), as: UTF8.self)
    let unfolded = text.replacing("\r\n ", with: "")
    let count = CalendarFeed.titleLimit / family.utf8.count
    #expect(unfolded.contains("\r\nSUMMARY:\(String(repeating: family, count: count))…\r\n"))
    #expect(text.utf8.count < 15_000)
    #expect(!unfolded.contains("EVIL"))
  }

  @Test("is the same at every moment of a day, and says nothing of the clock")
  func stable() throws {
    let (one, other) = (CalendarFeed(try Self.tasks()), CalendarFeed(try Self.tasks()))
    #expect(one.bytes() == other.bytes())
    let text = String(decoding: one.bytes(), as: UTF8.self)
    let stamps = text.split(separator: "\r\n").filter { $0.hasPrefix("DTSTAMP") }
    #expect(Set(stamps) == ["DTSTAMP:20240131T000000Z"])
  }

  @Test("has tasks, events or both", .enabled("needs icalendar") { await FeedReader.isThere })
  func forms() async throws {
    let words = FeedWords(title: "Mina", link: "https://example.org/people/1?a=b;c,d")
    let feed = CalendarFeed([
      FeedTask(uid: "a", words, on: CalendarFeed.today, at: try TimeOfDay(hour: 23, minute: 50))
    ])
    let both = try await FeedReader(feed.bytes()).entries()
    let task = try #require(both.first)
    let event = try #require(both.last)
    #expect(both.map(\.kind) == ["VTODO", "VEVENT"])
    #expect(task.start == "2024-01-31T23:50:00+00:00" && task.related == "END")
    // It does not run past midnight.
    #expect(event.start == task.start && event.end == "2024-02-01T00:00:00+00:00")
    #expect(task.uid == "a" && event.uid == "a-event")
    for entry in both { #expect(entry.link == words.link && entry.alarm == 0) }
    #expect(try await FeedReader(feed.bytes(.tasks)).entries() == [task])
    #expect(try await FeedReader(feed.bytes(.events)).entries() == [event])
  }

  @Test(
    "without entries is still a calendar",
    .enabled("needs icalendar") {
      await FeedReader.isThere
    })
  func empty() async throws {
    let reader = try FeedReader(CalendarFeed().bytes())
    #expect(try await reader.entries().isEmpty)
    let script = """
      import icalendar, sys
      feed = icalendar.Calendar.from_ical(open(sys.argv[1], "rb").read())
      names = ["VERSION", "METHOD", "NAME", "X-WR-CALNAME", "PRODID", "REFRESH-INTERVAL"]
      for name in names: print(feed[name].to_ical().decode())
      print([entry.name for entry in feed.subcomponents])
      """
    #expect(
      try await Python.lines(of: script, [reader.path], with: "icalendar") == [
        "2.0", "PUBLISH", "Anna", "Anna", "-//Daystamp//Daystamp//EN", "PT1H", "['VTIMEZONE']",
      ])
  }
}
