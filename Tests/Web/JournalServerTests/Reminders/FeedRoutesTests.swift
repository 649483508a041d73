import CaptureTime
import HTTPTypes
import HummingbirdTesting
import Journal
import People
import Reminders
import Store
import Testing

@testable import JournalServer

/// Of the site's clock it is 16 June 2025 in Seoul.
@Suite("Calendar feeds")
struct FeedRoutesTests {
  private struct Feeding {
    let site: Site
    let path: String
    let number: Int64

    init(names: Bool = false) async throws {
      site = try await Site(isSecure: true)
      let journal = try site.journal
      let start = CivilDate(daysSinceEpoch: 20_000)
      var facts = PersonFacts(try PersonName("Mina"), start: start)
      facts.birthday = try YearlyDate(month: 2, day: 29, year: 1992)
      _ = try journal.people.add(facts, now: 0)
      let (feed, token) = try journal.reminders.addFeed(FeedName("Phone"), names: names, now: 0)
      (path, number) = (Feed.path(of: token), feed.id)
    }

    /// As a calendar program asks, which has no device.
    func get(_ more: String = "", _ headers: HTTPFields = [:]) async throws -> TestResponse {
      try await site.request(.get, path + more, headers, token: nil)
    }
  }

  @Test("name what is due, with links, and are read by who has no device")
  func open() async throws {
    let feeding = try await Feeding()
    let answer = try await feeding.get()
    #expect(answer.status == .ok)
    #expect(answer.headers[.contentType] == "text/calendar; charset=utf-8")
    #expect(answer.headers[.cacheControl] == "private, no-cache")
    let text = answer.text.replacing("\r\n ", with: "")
    #expect(text.contains("SUMMARY:Get in touch with Mina"))
    #expect(text.contains("DESCRIPTION:Due since 2024-10-18\\n"))
    #expect(text.contains("URL:https://localhost/people/1"))
    #expect(text.contains("RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1"))
    #expect(text.contains("BEGIN:VTODO") && text.contains("BEGIN:VEVENT"))
    let tasks = try await feeding.get("?show=tasks").text
    #expect(
      tasks.contains("BEGIN:VTODO") && !tasks.contains("SUMMARY:Get in touch with Mina\r\nDTSTART"))
    #expect(try await !feeding.get("?show=events").text.contains("BEGIN:VTODO"))
    #expect(try feeding.site.journal.reminders.feeds().first?.read != nil)
  }

  @Test("say behind a lock no more than that something is due, unless they may name it")
  func locked() async throws {
    let feeding = try await Feeding()
    try feeding.site.setPIN()
    let text = try await feeding.get().text
    #expect(text.contains("SUMMARY:Something is due") && text.contains("A day to remember"))
    // An identifier is random, and may have any digits in it.
    let said = text.split(separator: "\r\n").filter { !$0.hasPrefix("UID:") }
    for secret in ["Mina", "1992", "people/", "localhost"] {
      #expect(!said.contains { $0.contains(secret) })
    }
    let naming = try await Feeding(names: true)
    try naming.site.setPIN()
    #expect(try await naming.get().text.contains("Mina"))
  }

  @Test("are the same bytes as long as nothing changes, and are not sent twice")
  func unchanged() async throws {
    let feeding = try await Feeding()
    let first = try await feeding.get()
    let tag = try #require(first.headers[.eTag])
    feeding.site.clock.advance(600)
    let again = try await feeding.get("", [.ifNoneMatch: tag])
    #expect(again.status == .notModified && again.text.isEmpty)
    _ = try feeding.site.journal.people.add(
      PersonFacts(PersonName("Jun"), start: CivilDate(daysSinceEpoch: 20_000)), now: 0)
    #expect(try await feeding.get("", [.ifNoneMatch: tag]).text.contains("Jun"))
  }

  @Test("are nothing once they are revoked, nor for who guesses")
  func revoked() async throws {
    let feeding = try await Feeding()
    let wrong = "/feeds/" + String(repeating: "A", count: 43) + ".ics"
    for path in [wrong, "/feeds/x.ics", "/feeds/", feeding.path.replacing(".ics", with: "")] {
      let answer = try await feeding.site.request(.get, path, token: nil)
      #expect(answer.status == .notFound, "\(path)")
    }
    try feeding.site.journal.reminders.removeFeed(feeding.number, now: 1)
    #expect(try await feeding.get().status == .notFound)
    // A device does not help.
    #expect(try await feeding.site.get(feeding.path).status == .notFound)
  }

  @Test("say of who is not overdue on which day they are due, today too")
  func due() async throws {
    let feeding = try await Feeding()
    let journal = try feeding.site.journal
    for (name, start) in [("Jun", "2025-06-02"), ("Sora", "2025-06-10")] {
      let start = try #require(CivilDate(iso: start))
      _ = try journal.people.add(PersonFacts(PersonName(name), start: start), now: 0)
    }
    let text = try await feeding.get().text.replacing("\r\n ", with: "")
    for (name, says) in [("Jun", "Due on 2025-06-16"), ("Sora", "Due on 2025-06-24")] {
      #expect(
        text.contains("SUMMARY:Get in touch with \(name)\r\nDESCRIPTION:\(says)\\n"), "\(name)")
    }
    _ = try journal.settings.set([.reminderLanguage: "ko"])
    #expect(try await feeding.get().text.contains("DESCRIPTION:2025-06-16에 연락할 때입니다"))
  }

  @Test("follow the times of rules, and the owner's language and address")
  func settings() async throws {
    let feeding = try await Feeding()
    let journal = try feeding.site.journal
    try journal.reminders.add(
      RuleFacts(.people, at: TimeOfDay.parse("18:30")), now: 0)
    _ = try journal.settings.set([
      .reminderLanguage: "ko", .webAddress: "https://photos.example.org",
    ])
    let text = try await feeding.get().text.replacing("\r\n ", with: "")
    #expect(text.contains("SUMMARY:Mina에게 연락하기"))
    #expect(text.contains("DUE:20250616T093000Z"))
    // Of the person, and neither of the morning page nor of the birthday.
    #expect(text.split(separator: "BEGIN:VALARM").count == 3)
    #expect(text.contains("URL:https://photos.example.org/people/1"))
  }
}
