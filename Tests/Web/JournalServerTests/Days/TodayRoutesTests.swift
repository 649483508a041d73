import CaptureTime
import Foundation
import Hummingbird
import HummingbirdTesting
import Journal
import Store
import TestSupport
import Testing
import Wording

@testable import JournalServer

@Suite("Today")
struct TodayRoutesTests {
  @Test("A journal without posts says what it is, and what to do first")
  func firstRun() async throws {
    let test = try await PageJournal()
    let page = try await test.visit("/").text
    #expect(sections(of: page) == ["today-welcome", "today-composer", "today-text"])
    #expect(page.contains("href=\"/new\"") && page.contains("href=\"/tour\""))
    #expect(try await test.visit("/calendar").text.contains("class=\"greeting\""))

    try await test.post("2024-01-30 12:00")
    let next = try await test.visit("/").text
    // Nothing is of today, nor of this day in other years.
    #expect(
      sections(of: next) == ["today-week", "today-composer", "today-question", "today-text"])
    // What was begun is not forgotten.
    _ = try await test.submit("/drafts/\(DraftName().text)", ["words": "begun"])
    let begun = try await test.visit("/").text
    #expect(
      sections(of: begun) == [
        "today-week", "today-composer", "today-question", "today-drafts", "today-text",
      ])
    #expect(begun.contains(">1 draft</a>"))
    #expect(!(try await test.visit("/calendar").text.contains("class=\"greeting\"")))
  }

  @Test("A question is asked until there is a morning page, and an answer quotes it first")
  func question() async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 12:00")
    func asked(_ path: String) async throws -> (text: String, answer: String, another: String)? {
      let page = try await test.visit(path).text
      let found = page.firstMatch(
        of:
          /id="question">[\s\S]*?href="([^"]+)"[\s\S]*?class="asked"[^>]*>([^<]+)<[\s\S]*?href="([^"]+)"/
      )
      guard let found else { return nil }
      let (another, answer) = (String(found.1), String(found.3))
      return (
        String(found.2), answer.replacing("&amp;", with: "&"),
        another.replacing("&amp;", with: "&")
      )
    }
    let first = try #require(try await asked("/"))
    #expect(try await asked("/")?.text == first.text)
    let other = try #require(try await asked(String(first.another.prefix { $0 != "#" })))
    #expect(other.text != first.text)
    let composer = try await test.visit(other.answer).text
    #expect(composer.contains("&gt; \(other.text)") && composer.contains("name=\"morning\""))
    try test.journal.settings.set(.questionCollection, to: "none")
    #expect(try await asked("/") == nil)
    try test.journal.settings.reset(.questionCollection)
    var page = NewWords(try PostWords("Slept."))
    (page.mood, page.isMorning) = (.good, true)
    page.moment = .day(try #require(CivilDate(iso: "2024-01-31")))
    try test.journal.posts.write(page, now: 1_706_700_000)
    #expect(try await asked("/") == nil)
  }

  @Test("An answer has the mood that the day has, and a day without one is asked for it before")
  func moodOfAnswer() async throws {
    let test = try await PageJournal()
    let path = "/new?morning=1&day=2024-01-31"
    let faceless = try await test.visit(path).text
    #expect(faceless.contains("data-chip=\"mood\" open>"))
    #expect(faceless.contains("data-mood-first>A morning page needs words and a mood."))
    for (mood, day) in [(2, "2024-01-31"), (4, "2024-01-31"), (1, "2024-01-30")] {
      _ = try await test.submit("/new", ["mood": "\(mood)", "day": day, "clock": "07:0\(mood)"])
    }
    let page = try await test.visit(path).text
    #expect(page.contains("name=\"mood\" value=\"4\" checked"))
    #expect(page.contains("data-chip=\"mood\">") && page.contains("data-mood-first hidden>"))
    // What is no morning page has none that was not chosen.
    #expect(try await test.visit("/new?day=2024-01-31").text.contains("value=\"\" checked"))
    let sent = ["words": "Slept.", "mood": "4", "morning": "1", "day": "2024-01-31"]
    #expect(try await test.submit("/new", sent).location == "/posts/4?saved=1")
  }

  @Test("A face leads to the day's question too, the one that is asked, until there is an answer")
  func questionOfFace() async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 12:00")
    func question(_ path: String) async throws -> String? {
      try await test.visit(path).text.firstMatch(of: /class="asked"[^>]*>([^<]+)</)
        .map { String($0.1) }
    }
    let first = try #require(try await question("/"))
    let face = "/new?mood=4&day=2024-01-31&morning=if-written"
    #expect(try await question(face) == first)
    #expect(try await test.visit(face).text.contains("data-asked=\"&gt; "))
    let other = try await test.visit("/?question=1").text
    #expect(other.contains("\(face.replacing("&", with: "&amp;"))&amp;question=1"))
    #expect(try await question("/?question=1") == question(face + "&question=1"))
    for path in ["/new", "/new?mood=4", "/new?mood=4&day=2024-01-30&morning=if-written"] {
      #expect(try await question(path) == nil, "\(path)")
    }
    try test.journal.settings.set(.questionCollection, to: "none")
    #expect(try await question(face) == nil)
  }

  @Test("Templates are kept for programs, and the composer offers them")
  func templates() async throws {
    let test = try await PageJournal()
    #expect(!(try await test.visit("/new").text.contains("data-template")))
    try test.journal.templates.set(
      TemplateWords("Good:\n\nHard:"), as: TemplateName("A & B"), now: 1_706_700_000)
    let page = try await test.visit("/new").text
    #expect(page.contains("href=\"/new?template=A%20%26%20B\""))
    #expect(try await test.visit("/new?template=a%20%26%20b").text.contains("Good:\n\nHard:"))
    #expect(!page.contains("data-with"))
  }

  @Test("What a day has is in sections, in their order")
  func order() async throws {
    let test = try await PageJournal()
    for year in [2021, 2022, 2023, 2024] { try await test.post("\(year)-01-31 12:00") }
    let page = try await test.visit("/").text
    #expect(
      sections(of: page) == [
        "today-week", "today-composer", "today-question", "today-posts", "today-years",
        "today-text",
      ])
    // The latest year first, and today's own post not among them.
    let years = page.matches(of: /(\d) years? ago/).map { String($0.1) }
    #expect(years == ["1", "2", "3"])
    for mood in 1...5 { #expect(page.contains("/new?mood=\(mood)&amp;day=2024-01-31")) }
  }

  @Test("A mood that was answered is one line, and a tap gives its post another one")
  func mood() async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 08:00")
    #expect(!(try await test.visit("/").text.contains("/mood\"")))
    for (mood, hour) in [(Mood.bad, 1_706_662_800), (.good, 1_706_670_000)] {
      var words = NewWords(try PostWords("At \(hour)"))
      (words.mood, words.moment) = (mood, .day(try #require(CivilDate(iso: "2024-01-31"))))
      try test.journal.posts.write(words, now: hour)
    }
    let page = try await test.visit("/").text
    let section = try #require(
      page.firstMatch(of: /<section class="today-composer">[\s\S]*?<\/section>/)
    ).0
    #expect(section.contains("action=\"/posts/3/mood\"") && section.contains("<strong>good"))
    #expect(section.matches(of: /aria-pressed="true"/).count == 1)
    #expect(section.contains("href=\"/new?day=2024-01-31\"") && !section.contains("/new?mood"))
    let changed = try await test.submit("/posts/3/mood", ["mood": "5", "back": "/"])
    #expect(changed.location == "/")
    #expect(try test.journal.posts.post(3).mood == .great)
    #expect(try test.journal.posts.post(2).mood == .bad)
    let away = try await test.submit("/posts/3/mood", ["mood": "4", "back": "//example.org"])
    #expect(away.location == "/example.org")
    for wrong in ["0", "6", "x", "04"] {
      #expect(try await test.submit("/posts/3/mood", ["mood": wrong]).status.code == 422)
    }
    #expect(try await test.submit("/posts/9/mood", ["mood": "4"]).status == .notFound)
    #expect(try test.journal.posts.post(3).mood == .good)
  }

  @Test("Birthdays and other days of the week are told before those who are due")
  func yearlyDays() async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 08:00")
    #expect(!(try await test.visit("/").text.contains("today-yearly")))
    for (name, birthday) in [
      ("Ada", "1990-02-01"), ("Bea", "01-31"), ("Cem", "02-06"), ("Dov", "02-07"),
    ] {
      _ = try await test.submit(
        "/people/new",
        ["name": name, "cadence": "3", "start": "2024-01-01", "birthday": birthday])
    }
    let page = try await test.visit("/").text
    #expect(
      sections(of: page) == [
        "today-week", "today-composer", "today-question", "today-posts", "today-yearly",
        "today-due", "today-text",
      ])
    let section = try #require(
      page.firstMatch(of: /<section class="today-yearly">[\s\S]*?<\/section>/)
    ).0
    let names = section.matches(of: /<bdi>(Ada|Bea|Cem|Dov)</).map { String($0.1) }
    #expect(names == ["Bea", "Ada", "Cem"])
    #expect(section.contains(">Birthday · 34 years<") && section.contains(">tomorrow</time>"))
    #expect(section.contains("datetime=\"2024-01-31\">Today</time>"))
    #expect(section.contains(">Tue, Feb 6</time>"))
  }

  @Test(
    "The week is the owner's, with today in it and days ahead told apart",
    arguments: [
      (WeekStart.monday, "2024-01-29", 4), (.sunday, "2024-01-28", 3), (.thursday, "2024-01-25", 0),
    ])
  func week(start: WeekStart, first: String, ahead: Int) async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-30 12:00")
    try test.journal.settings.set(.weekStart, to: start.name)
    let page = try await test.visit("/").text
    let week = try #require(page.firstMatch(of: /<ul class="week">[\s\S]*?<\/ul>/)).0
    let days = week.matches(of: /href="\/days\/([0-9-]+)"/).map { String($0.1) }
    #expect(days.count == 7 && days.first == first)
    #expect(week.matches(of: /aria-current="date"/).count == 1)
    #expect(week.matches(of: /class="cell ahead"/).count == ahead)
  }

  @Test("A section that another area adds stands where its order says")
  func added() {
    struct Added: TodaySection {
      let order: TodayOrder
      let template = "today-welcome"

      func content(of today: Today) throws -> PageContent? { nil }
    }
    let sections: [any TodaySection] = [
      ComposerSection(), Added(order: .due), Added(order: .text), WeekSection(),
    ]
    #expect(TodayRoutes.inOrder(sections).map(\.order) == [.week, .composer, .due, .text])
    #expect(TodayRoutes.inOrder([TodayRoutes.sections[0], Added(order: .access)])[0] is Added)
  }

  @Test("An empty journal is filled with examples, and one click takes those away alone")
  func samples() async throws {
    let test = try await PageJournal()
    #expect(try await test.visit("/").text.contains("action=\"/samples\""))
    #expect(try await test.visit("/samples").text.contains("no changed sample posts"))
    for _ in 0..<2 { #expect(try await test.submit("/samples").location == "/") }
    #expect(try test.journal.posts.size().posts == SamplePost.all.count)
    let page = try await test.visit("/").text
    #expect(page.contains("Your journal has sample posts."))
    #expect(!page.contains("action=\"/samples\""))
    #expect(page.contains("Slow morning."))
    let wren = try test.journal.posts.post(2)
    #expect("\(wren.day)" == "2024-01-30" && wren.caption == "A wren sang all morning")
    // Whoever has posts of their own gets none, and keeps theirs.
    try await test.post("2024-01-31 12:00", caption: "my own")
    var change = PostChange()
    change.caption = try Caption("Our wren")
    _ = try test.journal.posts.edit([wren.number], change, now: PageJournal.now)
    try test.journal.trash.move([3], now: PageJournal.now)
    let removed = try await test.submit("/samples/remove")
    #expect(removed.location == "/samples")
    #expect(try test.journal.posts.size().posts == 2 && test.journal.trash.count() == 0)
    let asked = try await test.visit("/samples").text
    #expect(asked.contains("Our wren") && asked.contains("name=\"post-2\""))
    #expect(!(try await test.visit("/").text.contains("Your journal has sample posts.")))
    #expect(try await test.submit("/samples/remove", ["asked": "1"]).location == "/")
    #expect(try test.journal.posts.post(2).caption == "Our wren")
    _ = try await test.submit("/samples/remove", ["asked": "1", "post-2": "1", "post-6": "1"])
    #expect(try test.journal.posts.size().posts == 1)
    #expect(try test.journal.posts.post(6).caption == "my own")
    #expect(try await test.submit("/samples").location == "/")
    #expect(try test.journal.posts.size().posts == 1)
  }

  @Test("Examples that are made in one language are known in another, until they are changed")
  func changedSamples() async throws {
    let test = try await PageJournal()
    _ = try await test.submit("/samples")
    let texts = try await Pages(
      folder: Checkout.folder.appending(path: "Sources/Web/JournalServer/Assets").path
    ).texts
    var found = try SamplesFound(in: test.journal, texts)
    #expect(found.asMade.count == SamplePost.all.count && found.changed.isEmpty)
    found = try SamplesFound(in: test.journal, texts, [.korean])
    #expect(found.changed.count == SamplePost.all.count)
    var (starred, tired, tagged) = (PostChange(), PostChange(), PostChange())
    starred.isStarred = true
    tired.mood = .some(.bad)
    tagged.tags = [try TagName("lake")]
    for (number, change) in [(1, tired), (2, starred), (4, tagged)] {
      _ = try test.journal.posts.edit([number], change, now: PageJournal.now)
    }
    found = try SamplesFound(in: test.journal, texts)
    #expect(found.changed.map(\.number) == [1, 2, 4] && found.asMade.map(\.number) == [3, 5])
  }

  private func sections(of page: String) -> [String] {
    page.matches(of: /<section class="(today-[a-z]+)">/).map { String($0.1) }
  }
}
