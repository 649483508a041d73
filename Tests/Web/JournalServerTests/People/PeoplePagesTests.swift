import CaptureTime
import HTTPTypes
import HummingbirdTesting
import People
import Store
import Testing

@testable import JournalServer

/// It is 31 January 2024 in Seoul.
@Suite("People on pages")
struct PeoplePagesTests {
  private static let form = [
    "name": "Mina & Co", "cadence": "7", "start": "2024-01-20", "birthday": "02-29",
    "days": "06-20 wedding\n\n2015-07-01  the move", "categories": "friends, band",
    "reminder": "18:30", "note": "Tea", "phone": "+49 1", "email": "m@example.org",
  ]

  private func make(_ form: [String: String] = form) async throws -> PageJournal {
    let test = try await PageJournal()
    let added = try await test.submit("/people/new", form)
    #expect(added.status == .seeOther && added.location == "/people/1?saved=1", "\(added.text)")
    return test
  }

  private func `do`(
    _ deed: String, _ test: PageJournal, _ more: [String: String] = [:]
  ) async throws -> TestResponse {
    try await test.submit("/people/1", ["deed": deed].merging(more) { $1 })
  }

  @Test("A form writes a person down, whose page has all of it", arguments: ["en", "ko"])
  func add(language: String) async throws {
    let test = try await make()
    let page = try await test.visit("/people/1?saved=1", language: language).text
    for text in [
      "Mina &amp; Co", "friends", "band", "wedding", "the move", "18:30", "Tea", "tel:+491",
      "mailto:m@example.org", language == "en" ? "Not contacted yet – 4 days late" : "4일 지남",
      language == "en" ? "weekly" : "일주일마다", language == "en" ? "Clover" : "토끼풀",
    ] { #expect(page.contains(text), "\(text)") }
    #expect(page.contains("class=\"plant withered\""))
    let days =
      language == "en"
      ? ["February 29 · next on Feb 29, 2024", "Jul 1, 2015 · next on Jul 1, 2024 · 9 years"]
      : ["2월 29일 · 다음 2024년 2월 29일", "2015년 7월 1일 · 다음 2024년 7월 1일 · 9년"]
    for day in days { #expect(page.contains(day), "\(day)") }
    let list = try await test.visit("/people", language: language).text
    #expect(list.contains("href=\"/people/1\"") && list.contains("Mina &amp; Co"))
    let edit = try await test.visit("/people/1/edit").text
    #expect(edit.contains("2015-07-01 the move\n06-20 wedding</textarea>"))
    #expect(edit.contains("value=\"friends, band\"") && edit.contains("value=\"02-29\""))
  }

  @Test(
    "What is not taken is there again, with the reason at its field",
    arguments: [
      ("cadence", "0"), ("cadence", "91"), ("cadence", "x"), ("name", ""), ("birthday", "02-30"),
      ("birthday", "2024-02-01"),
      ("days", "06-31 x"), ("days", "06-20"), ("days", "06-20 a\n06-21 a"), ("picture", "9"),
      ("picture", "x"), ("reminder", "25:00"), ("start", "x"),
      ("name", String(repeating: "가", count: 41)),
    ])
  func refused(field: String, value: String) async throws {
    let test = try await make()
    let typed = Self.form.merging(["name": "Typed", "note": "kept <note>"]) { $1 }
      .merging([field: value]) { $1 }
    for path in ["/people/new", "/people/1/edit"] {
      let page = try await test.submit(path, typed)
      #expect(page.status == .unprocessableContent, "\(page.text)")
      #expect(page.text.contains("id=\"\(field)-wrong\""), "\(path)")
      #expect(page.text.matches(of: /id="[a-z]+-wrong"/).count == 1)
      #expect(page.text.contains("kept &lt;note&gt;"))
    }
    #expect(try test.journal.people.person(number: 1).name == "Mina & Co")
    #expect(try test.journal.people.names().count == 1)
  }

  @Test("A twin is asked about first")
  func twin() async throws {
    let test = try await make()
    let asked = try await test.submit("/people/new", Self.form)
    #expect(asked.status == .conflict && asked.text.contains("name=\"again\""))
    let added = try await test.submit("/people/new", Self.form.merging(["again": "1"]) { $1 })
    #expect(added.location == "/people/2?saved=1")
    _ = try await test.submit("/people/new", Self.form.merging(["name": "Jun"]) { $1 })
    let renamed = try await test.submit("/people/3/edit", Self.form)
    #expect(renamed.status == .conflict && renamed.text.contains("name=\"again\""))
    #expect(try test.journal.people.person(number: 3).name == "Jun")
    let meant = try await test.submit("/people/3/edit", Self.form.merging(["again": "1"]) { $1 })
    #expect(meant.location == "/people/3?saved=1")
  }

  @Test("A note as long as a person may have comes by form and interface, and waits for memory")
  func longNote() async throws {
    let test = try await make()
    func send(_ note: String, to path: String) async throws -> TestResponse {
      path.hasPrefix("/api/")
        ? try await test.site.send(
          path.hasSuffix("/1") ? .patch : .post, path, #"{"name":"Long","note":"\#(note)"}"#)
        : try await test.submit(
          path, Self.form.merging(["name": "Long", "note": note, "again": "1"]) { $1 })
    }
    func notes() throws -> [String] {
      try test.journal.people.list(today: #require(CivilDate(iso: "2024-01-31")))
        .map(\.person.facts.note.text)
    }
    let longest = 100_000
    let paths = ["/people/1/edit", "/people/new", "/api/v1/people/1", "/api/v1/people?again=true"]
    for (path, letter) in zip(paths, ["가", "나", "다", "라"]) {
      let note = String(repeating: letter, count: longest)
      let answer = try await send(note, to: path)
      #expect([200, 201, 303].contains(answer.status.code), "\(path) \(answer.text.prefix(300))")
      #expect(try notes().contains(note), "\(path)")
    }
    let before = try notes()
    let taken = try test.site.server.bodies.memory.take(255_000_000)
    for path in paths {
      let answer = try await send(String(repeating: "마", count: longest), to: path)
      #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] == "1", "\(path)")
    }
    withExtendedLifetime(taken) {}
    #expect(try notes() == before)
  }

  @Test("A contact is noted, changed and deleted, and each is undone")
  func contacts() async throws {
    let test = try await make()
    let fields = [
      "kind": "called", "keywords": "tea, film", "memo": "By <the> lake", "day": "2024-01-30",
    ]
    let noted = try await `do`("log", test, fields)
    #expect(noted.location == "/people/1?contacted=1")
    let page = try await test.visit(noted.location).text
    #expect(page.contains("By &lt;the&gt; lake") && page.contains("name=\"contact\" value=\"1\""))
    #expect(page.contains("href=\"/contacts/1\"") && page.contains("3 of 12 steps grown"))
    let edited = try await test.submit(
      "/contacts/1", fields.merging(["memo": "Changed", "day": "2024-01-29"]) { $1 })
    #expect(edited.location == "/people/1?saved=1#contacts")
    let deleted = try await `do`("delete-contact", test, ["contact": "1"])
    #expect(deleted.status == .ok && deleted.text.contains("value=\"restore-contact\""))
    #expect(try test.journal.contacts.page(of: 1, atMost: 9).isEmpty)
    let names = deleted.text.matches(of: /<input type="hidden" name="([a-z]+)" value="([^"]*)">/)
    var undo = Dictionary(names.map { (String($0.1), String($0.2)) }) { first, _ in first }
    undo["deed"] = "restore-contact"
    let restored = try await test.submit("/people/1", undo)
    #expect(restored.location == "/people/1#contacts", "\(restored.text)")
    let back = try #require(try test.journal.contacts.page(of: 1, atMost: 9).first)
    #expect((back.facts.memo.text, "\(back.day)") == ("Changed", "2024-01-29"))
    #expect(back.id == 1)
    // To undo it twice, by loading the page anew, does no harm either.
    #expect(try await test.submit("/people/1", undo).location == "/people/1#contacts")
    #expect(try test.journal.contacts.page(of: 1, atMost: 9) == [back])
    #expect(back.facts.keywords.texts == ["tea", "film"] && back.facts.kind == .called)
    // To delete it twice, by loading the page anew, does no harm.
    #expect(try await `do`("delete-contact", test, ["contact": "1"]).status == .ok)
    #expect(try await `do`("delete-contact", test, ["contact": "1"]).status == .seeOther)
  }

  @Test(
    "A contact that is not taken is there again, with the reason",
    arguments: [
      ("keywords", "coffee"), ("keywords", "a b c d"), ("memo", String(repeating: "나", count: 101)),
      ("day", "2024-02-01"), ("day", "x"), ("kind", "x"),
    ])
  func wrongContact(field: String, value: String) async throws {
    let test = try await make()
    _ = try await `do`("tick", test)
    let typed = ["kind": "met", "keywords": "tea", "memo": "typed", "day": "2024-01-31"]
      .merging([field: value]) { $1 }
    for (path, more) in [("/people/1", ["deed": "log"]), ("/contacts/1", [:])] {
      let page = try await test.submit(path, typed.merging(more) { $1 })
      #expect(page.status == .unprocessableContent && page.text.contains("class=\"over\""))
      #expect(page.text.contains(field == "memo" ? value : "typed"), "\(path)")
    }
    #expect(try test.journal.contacts.page(of: 1, atMost: 9).map(\.facts.memo.text) == [""])
  }

  @Test("Today shows who is due first and the others when asked; a tick and a snooze are undone")
  func today() async throws {
    let test = try await PageJournal()
    #expect(try await !test.visit("/").text.contains("today-due"))
    for name in ["Ada", "Bea", "Cem", "Dov", "Eve"] {
      _ = try await test.submit(
        "/people/new", ["name": name, "cadence": "3", "start": "2024-01-01"])
    }
    let page = try await test.visit("/").text
    let section = try #require(
      page.firstMatch(of: /<section class="today-due">[\s\S]*?<\/section>/)
    ).0
    let more = try #require(section.firstMatch(of: /<details[\s\S]*<\/details>/)).0
    #expect(section.matches(of: /data-due/).count == 5 && more.matches(of: /data-due/).count == 4)
    #expect(more.contains("<summary>See 4 more</summary>"))
    #expect(!section.contains("/new?") && section.contains("Not contacted yet – 27 days late"))
    let ticked = try await `do`("tick", test, ["from": "/"])
    #expect(ticked.location == "/?contacted=1")
    let after = try await test.visit(ticked.location).text
    #expect(after.contains("Logged: Ada") && after.contains("See 3 more"))
    #expect(after.contains("contacts-of-day"))
    let undone = try await `do`("untick", test, ["contact": "1", "from": "/"])
    #expect(undone.location == "/")
    #expect(try await test.visit("/").text.contains("See 4 more"))
    let snoozed = try await `do`("snooze", test, ["days": "1", "from": "/"])
    let off = try await test.visit(snoozed.location).text
    #expect(off.contains("Ada snoozed until tomorrow") && off.contains("See 3 more"))
    #expect(try await `do`("unsnooze", test, ["from": "/due"]).location == "/due")
    let due = try await test.visit("/due").text
    #expect(
      due.matches(of: /data-due/).count == 5 && due.contains("/new?day=2024-01-31&amp;morning=1"))
    // What names another site leads to a page of this one.
    let away = try await `do`("tick", test, ["from": "//example.org"])
    #expect(away.location == "/people/1?contacted=1" || away.location == "/people/1?contacted=2")
  }

  @Test("The page of all that is due shows a hundred people, and leads to the others")
  func manyDue() async throws {
    let test = try await PageJournal()
    let start = try #require(CivilDate(iso: "2023-01-01"))
    for number in 1...102 {
      let facts = PersonFacts(try PersonName("person \(number)"), start: start)
      _ = try test.journal.people.add(facts, now: 0)
    }
    let due = try await test.visit("/due").text
    #expect(due.matches(of: /href="\/people\/\d+"/).count == 100)
    #expect(due.contains("<a href=\"/people\">2 more are due</a>"))
  }

  @Test("A contact is a line of its day and found by its words")
  func lines() async throws {
    let test = try await make()
    _ = try await `do`(
      "log", test, ["kind": "met", "keywords": "kite", "memo": "In the wind", "day": "2024-01-30"])
    for path in ["/days/2024-01-30", "/people?q=kite", "/timeline?q=wind"] {
      let page = try await test.visit(path).text
      #expect(page.contains("In the wind") && page.contains("href=\"/people/1\""), "\(path)")
    }
    #expect(try await !test.visit("/days/2024-01-31").text.contains("contacts-of-day"))
    #expect(try await !test.visit("/timeline?q=wind&starred=1").text.contains("In the wind"))
    let calendar = try await test.visit("/people/1?month=2024-01").text
    #expect(calendar.contains("aria-label=\"January 30, 1 contact\""))
    #expect(
      calendar.contains("month=2023-12#calendar") && calendar.contains("month=2024-02#calendar"))
    let february = try await test.visit("/people/1?month=2024-02").text
    #expect(february.contains("February 29, Birthday") && february.contains("February 6, due"))
  }

  @Test("Who is archived or deleted is brought back")
  func archive() async throws {
    let test = try await make()
    let archived = try await `do`("archive", test)
    #expect(archived.location == "/people/1?archived=1")
    #expect(try await test.visit(archived.location).text.contains("value=\"unarchive\""))
    #expect(try await test.visit("/people?show=archived").text.contains("/people/1"))
    #expect(try await !test.visit("/").text.contains("today-due"))
    _ = try await `do`("unarchive", test)
    let deleted = try await `do`("delete", test)
    #expect(deleted.location == "/people?deleted=1")
    let list = try await test.visit(deleted.location).text
    #expect(
      list.contains("value=\"restore\"") && !list.contains("peopleDue")
        && !list.contains("class=\"group\""))
    #expect(try await test.visit("/people?show=deleted").text.contains("Mina &amp; Co"))
    #expect(try await `do`("remove", test).status == .unprocessableContent)
    _ = try await `do`("restore", test)
    #expect(try test.journal.people.person(number: 1).isKept)
    _ = try await `do`("delete", test)
    _ = try await `do`("remove", test, ["confirm": "1"])
    #expect(try await test.visit("/people/1").status == .notFound)
  }

  @Test("A rhythm is one that has a name, or a number of days")
  func rhythm() async throws {
    let test = try await PageJournal()
    func add(_ fields: [String: String]) async throws -> Int? {
      let base = ["name": "Mina", "start": "2024-01-20", "again": "1"]
      let added = try await test.submit("/people/new", base.merging(fields) { $1 })
      let number = added.location.firstMatch(of: /people\/(\d+)/).flatMap { Int64($0.1) }
      guard let number else {
        #expect(added.text.contains("id=\"cadence-wrong\""))
        return nil
      }
      return try test.journal.people.person(number: number).facts.cadence.days
    }
    #expect(try await add(["rhythm": "30", "cadence": "5"]) == 30)
    #expect(try await add(["rhythm": "other", "cadence": "5"]) == 5)
    #expect(try await add(["rhythm": "other", "cadence": "91"]) == nil)
    #expect(try await add(["rhythm": "x", "cadence": "5"]) == nil)
    let edit = try await test.visit("/people/1/edit").text
    #expect(edit.contains("<option value=\"30\" selected>monthly"))
    let other = try await test.visit("/people/2/edit").text
    #expect(other.contains("<option value=\"other\" selected>"))
  }

  @Test("A picture is the post's, and one that is gone shows the plant")
  func picture() async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 12:00")
    _ = try await test.submit("/people/new", Self.form.merging(["picture": "1"]) { $1 })
    let page = try await test.visit("/people").text
    #expect(page.contains("<img ") && !page.contains("class=\"plant"))
    #expect(try await test.site.request(.delete, "/api/v1/posts/1").status == .noContent)
    #expect(try await test.visit("/people").text.contains("class=\"plant"))
  }

  @Test("Many people and contacts come a page at a time, to the last")
  func pages() async throws {
    let test = try await PageJournal()
    let today = try #require(CivilDate(iso: "2024-01-31"))
    for index in 1...120 {
      _ = try test.journal.people.add(
        PersonFacts(PersonName("P\(index)"), start: today), now: PageJournal.now)
    }
    for _ in 1...45 {
      _ = try test.journal.contacts.add(
        ContactFacts(), with: 1, on: today, today: today, now: PageJournal.now)
    }
    func all(_ first: String, _ row: Regex<(Substring, Substring)>) async throws -> Set<Substring> {
      var (found, path): (Set<Substring>, String?) = ([], first)
      while let asked = path {
        let page = try await test.visit(asked).text
        found.formUnion(page.matches(of: row).map(\.1))
        path =
          page.matches(of: /class="more-posts"><a class="button"(?: rel="next")? href="([^"]+)"/)
          .map { String($0.1).replacing("&amp;", with: "&").replacing("#contacts", with: "") }
          .first { $0.contains("page=") || $0.contains("after=") }
        if let next = path, next == asked { break }
      }
      return found
    }
    #expect(try await all("/people", /class="who" href="\/people\/(\d+)"/).count == 120)
    #expect(try await all("/people/1", /href="\/contacts\/(\d+)"/).count == 45)
  }

  @Test("Each plant has a drawing of its own at each stage, whose text says which")
  func plants() {
    var drawn: Set<String> = []
    for kind in PlantKind.allCases {
      for stage in Growth.Stage.allCases {
        for isWithered in [false, true] {
          let drawing = PlantDrawing(kind, stage, isWithered: isWithered)
          #expect(drawn.insert(drawing.shapes).inserted, "\(kind) \(stage) \(isWithered)")
          #expect(!drawing.shapes.contains("style="))
        }
      }
    }
  }
}
