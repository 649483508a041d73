import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import Testing

@testable import JournalServer

@Suite("Calendar")
struct CalendarRoutesTests {
  @Test("The calendar is this month, without a way around")
  func present() async throws {
    let test = try await PageJournal()
    let page = try await test.visit("/calendar")
    #expect(page.status == .ok && page.text.contains("<span id=\"title\">January 2024</span>"))
    #expect(page.text.contains("href=\"/years/2024#m1\""))
  }

  @Test("A month leads to its neighbours, and to each month of the year")
  func month() async throws {
    let test = try await PageJournal()
    let page = try await test.visit("/months/2023-12").text
    #expect(page.contains("rel=\"prev\" href=\"/months/2023-11\""))
    #expect(page.contains("rel=\"next\" href=\"/months/2024-01\""))
    for month in 1...12 {
      #expect(
        page.contains("class=\"button\" href=\"/months/2023-\(month < 10 ? "0" : "")\(month)\""))
    }
    #expect(!(try await test.visit("/months/0001-01").text.contains("rel=\"prev\"")))
    #expect(!(try await test.visit("/months/9999-12").text.contains("rel=\"next\"")))
  }

  @Test("A month with hardly a day shows the last days of the one before, of each day one post")
  func beginning() async throws {
    let test = try await PageJournal()
    for day in ["2023-11-30", "2023-12-24", "2023-12-30", "2023-12-30"] {
      try await test.post("\(day) 12:00")
    }
    let page = try await test.visit("/calendar").text
    let latest = try #require(page.firstMatch(of: /<section class="latest">[\s\S]*?<\/section>/)).0
    #expect(latest.contains("href=\"/months/2023-12\">From December 2023"))
    #expect(latest.matches(of: /class="strip-card/).count == 2)
    // Another month is itself alone, and so is this one once it has some days.
    #expect(try await !test.visit("/months/2023-12").text.contains("class=\"latest\""))
    for day in 1...3 { try await test.post("2024-01-0\(day) 12:00") }
    #expect(try await !test.visit("/calendar").text.contains("class=\"latest\""))
  }

  @Test("A day with contacts has a mark, in the month and in the week of today")
  func contacts() async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-30 12:00")
    _ = try await test.submit(
      "/people/new", ["name": "Mina", "cadence": "7", "start": "2024-01-20"])
    for day in ["2024-01-30", "2024-01-30", "2024-01-29"] {
      let fields = ["deed": "log", "kind": "met", "keywords": "", "memo": "", "day": day]
      #expect(try await test.submit("/people/1", fields).status == .seeOther)
    }
    let month = try await test.visit("/months/2024-01").text
    #expect(month.matches(of: /class="day-mark met-mark"/).count == 2)
    let both = /href="\/days\/2024-01-30" aria-label="[^"]+, 1 post, 2 contacts"/
    #expect(month.contains(both) && !month.contains(/2024-01-31"[^>]*contact/))
    #expect(try await test.visit("/").text.contains(both))
    #expect(try await !test.visit("/months/2023-12").text.contains("met-mark"))
    // With who is deleted there is no contact.
    _ = try await test.submit("/people/1", ["deed": "delete"])
    #expect(try await !test.visit("/months/2024-01").text.contains("met-mark"))
  }

  @Test("A day has one mark at most: its mood, how many posts, its words, or its contacts")
  func marks() async throws {
    let test = try await PageJournal()
    for day in ["28", "28", "29", "30"] { try await test.post("2024-01-\(day) 12:00") }
    for (day, mood) in [("28", "4"), ("29", "")] {
      let fields = ["words": "Rain", "mood": mood, "day": "2024-01-\(day)"]
      #expect(try await test.submit("/write", fields).status == .seeOther)
    }
    let month = try await test.visit("/months/2024-01").text
    func cell(_ day: Int) throws -> String {
      let start = try #require(month.range(of: "href=\"/days/2024-01-\(day)\""))
      return String(try #require(month[start.lowerBound...].firstMatch(of: /.*?<\/a>/)).0)
    }
    let marks = ["class=\"count\"", "mood-face", "day-mark\"", "met-mark"]
    #expect(try marks.map { try cell(28).contains($0) } == [false, true, false, false])
    #expect(try cell(28).contains("3 posts, with words, Mood 4 of 5 (good)"))
    #expect(try cell(29).contains("aria-hidden=\"true\">2</span>"))
    #expect(try marks.map { try cell(30).contains($0) } == [false, false, false, false])
    // What is written stands below the days.
    #expect(month.matches(of: /class="line" dir="auto">Rain</).count == 2)
    #expect(month.contains("href=\"/timeline?month=2024-01\""))
  }

  @Test("Today and the page of a day end, and lead to what else the day has")
  func manyPosts() async throws {
    let test = try await PageJournal()
    for number in 1...(PostsOfDay.most + 2) {
      let posted = try await test.site.send(
        .post, "/api/v1/posts", #"{"words": "w"}"#, [.idempotencyKey: "day-\(number)"])
      #expect(posted.status == .created)
    }
    for path in ["/", "/days/2024-01-31"] {
      let page = try await test.visit(path).text
      let shown = Set(page.matches(of: /href="(\/posts\/\d+)"/).map { $0.1 })
      #expect(shown.count == PostsOfDay.most)
      #expect(page.contains("\(PostsOfDay.most + 2) posts"))
      let rest = /href="(\/timeline\?at=201)">2 more posts in the timeline</
      let further = try #require(page.firstMatch(of: rest)).1
      #expect(try await test.visit(String(further)).text.contains("/posts/201\""))
    }
    // One that fits is shown whole.
    try test.journal.trash.move([1, 2], now: PageJournal.now)
    #expect(try await !test.visit("/days/2024-01-31").text.contains("in the timeline<"))
  }

  @Test("The page of a day ends with so many bytes of words")
  func longPosts() async throws {
    let test = try await PageJournal()
    let words = String(repeating: "👩‍👩‍👧‍👦", count: 36_000)
    for number in 1...4 {
      let posted = try await test.site.send(
        .post, "/api/v1/posts", #"{"words": "\#(words)"}"#, [.idempotencyKey: "day-\(number)"])
      #expect(posted.status == .created)
    }
    let page = try await test.visit("/days/2024-01-31").text
    #expect(page.contains("/timeline?at=3\">2 more posts") && !page.contains("href=\"/posts/3\""))
  }

  @Test("The page of a day ends with so many contacts, and says how many more there are")
  func manyContacts() async throws {
    let test = try await PageJournal()
    _ = try await test.submit(
      "/people/new", ["name": "Mina", "cadence": "7", "start": "2024-01-20"])
    for _ in 0..<(ContactLines.mostOfDay + 1) {
      let made = try await test.site.send(
        .post, "/api/v1/people/1/contacts", #"{"memo": "m", "day": "2024-01-31"}"#)
      #expect(made.status == .created)
    }
    for path in ["/", "/days/2024-01-31"] {
      #expect(try await test.visit(path).text.contains(">1 more contact<"))
    }
  }

  @Test("A year's map shows posts, or moods where they are asked for")
  func year() async throws {
    let test = try await PageJournal()
    for (day, mood) in [("2024-01-02", 5), ("2024-01-03", 1)] {
      let answer = try await test.site.post(
        Site.photo("\(day.replacing("-", with: ":")) 12:00:00"), [("mood", "\(mood)")])
      #expect(answer.status == .created, "\(answer.text)")
    }
    let posts = try await test.visit("/years/2024").text
    #expect(posts.matches(of: /class="heat level-1" href="\/days\/2024-01-0[23]"/).count == 2)
    #expect(posts.contains("href=\"/years/2024?map=moods\""))
    let moods = try await test.visit("/years/2024?map=moods").text
    #expect(moods.contains("class=\"heat mood-5\" href=\"/days/2024-01-02\""))
    #expect(moods.contains("class=\"heat mood-1\" href=\"/days/2024-01-03\""))
    #expect(moods.contains("class=\"heat level-0\" href=\"/days/2024-01-04\""))
    // The years around it show the same.
    #expect(moods.contains("href=\"/years/2023?map=moods\""))
    #expect(moods.matches(of: /<dt class="heat mood-/).count == 5)
    #expect(try await test.visit("/years/2024?map=other").status == .ok)
    #expect(moods.contains("id=\"m1\" data-now"))
  }

  @Test(
    "A day has its posts at their own shape, photos side by side where no words are between them")
  func day() async throws {
    let test = try await PageJournal()
    for minute in 10...12 { try await test.post("2024-01-31 12:\(minute)", caption: "c") }
    let page = try await test.visit("/days/2024-01-31").text
    #expect(page.matches(of: /<ul class="cards row">/).count == 1)
    #expect(page.matches(of: /<li class="card shape-[0-9]+" data-shape="[0-9.]+">/).count == 3)
    #expect(page.contains("href=\"/new?day=2024-01-31\""))
    #expect(!(try await test.visit("/days/2024-02-01").text.contains("/new?day=")))
  }
}
