import HTTPTypes
import HummingbirdTesting
import Journal
import Reminders
import Sending
import Store
import Testing

@testable import JournalServer

/// It is 31 January 2024, 15:00 in Seoul.
@Suite("Reminders on their page")
struct ReminderPagesTests {
  private static let rule = [
    "deed": "add-rule", "subject": "morning", "time": "07:30:00", "again": "60",
    "quiet-from": "22:00", "quiet-until": "07:00",
  ]

  private func `do`(
    _ deed: String, _ test: PageJournal, _ fields: [String: String] = [:]
  ) async throws -> TestResponse {
    try await test.submit("/reminders", fields.merging(["deed": deed]) { $1 })
  }

  @Test("Switches turn on and off what most people want, at one time")
  func switches() async throws {
    let test = try await PageJournal()
    func set(_ names: String..., at time: String) async throws -> TestResponse {
      let on = Dictionary(uniqueKeysWithValues: names.map { ($0, "1") })
      return try await `do`("set-switches", test, on.merging(["time": time]) { $1 })
    }
    func rules() throws -> [String] {
      try test.journal.reminders.rules().map {
        "\($0.facts.subject) \($0.facts.time)\($0.facts.isOn ? "" : " off")"
      }
    }
    let first = try await set("morning", "people", at: "09:00:00")
    #expect(first.location == "/reminders?saved=1", "\(first.text)")
    #expect(try rules() == ["morning 09:00", "people 09:00"])
    let page = try await test.visit("/reminders").text
    #expect(page.matches(of: /role="switch" name="[a-z]+" value="1" checked/).count == 2)
    // A time within the quiet hours is meant all the same.
    _ = try await set("morning", "memories", at: "06:30")
    #expect(try rules() == ["memories 06:30", "morning 06:30", "people 06:30 off"])
    #expect(try test.journal.reminders.rules().map(\.facts.quiet).allSatisfy { $0 == nil })
    // One that has another time keeps it, and is off and on with its switch.
    let evening = RuleFacts(.morning, at: try TimeOfDay(hour: 21))
    _ = try test.journal.reminders.add(evening, now: PageJournal.now)
    _ = try await set("morning", at: "07:15")
    #expect(
      try rules() == ["memories 07:15 off", "morning 07:15", "people 07:15 off", "morning 21:00"])
    #expect(try await test.visit("/reminders").text.contains("9:00\u{A0}PM</span>"))
    let refused = try await set("morning", at: "21:00")
    #expect(refused.status == .conflict && refused.text.contains("id=\"time-wrong\""))
    #expect(try await set("morning", at: "x").status == .unprocessableContent)
    _ = try await set(at: "07:15")
    #expect(try rules().allSatisfy { $0.hasSuffix("off") })
    _ = try await set("morning", at: "07:15")
    #expect(try rules().filter { !$0.hasSuffix("off") } == ["morning 07:15"])
  }

  @Test("A form makes a rule, changes it, turns it off; what is removed is brought back as it was")
  func rules() async throws {
    let test = try await PageJournal()
    let added = try await test.submit("/reminders", Self.rule)
    #expect(added.location == "/reminders?saved=rules#rules", "\(added.text)")
    let page = try await test.visit(added.location).text
    for text in [
      "Morning page", "<time datetime=\"07:30\">7:30\u{A0}AM</time>",
      "again after 60 minutes", "quiet from 10:00\u{A0}PM to 7:00\u{A0}AM",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    let korean = try await test.visit("/reminders", language: "ko").text
    #expect(korean.contains("60분 뒤 한 번 더"))
    #expect(try await `do`("turn-off", test, ["number": "1"]).status == .seeOther)
    let changed = Self.rule.merging([
      "number": "1", "again": "", "quiet-from": "", "quiet-until": "",
    ]) { $1 }
    #expect(try await `do`("change-rule", test, changed).status == .seeOther)
    let facts = try test.journal.reminders.rule(1).facts
    #expect(!facts.isOn && facts.again == nil && facts.quiet == nil)
    let removed = try await `do`("remove-rule", test, ["number": "1"])
    #expect(removed.status == .ok && removed.text.contains("value=\"restore-rule\""))
    #expect(try test.journal.reminders.rules().isEmpty)
    let names = removed.text.matches(
      of: /<input type="hidden" name="([a-z-]+)" value="([^"]*)">/)
    let undo = Dictionary(names.map { (String($0.1), String($0.2)) }) { first, _ in first }
    for _ in 1...2 {
      let restored = try await test.submit("/reminders", undo)
      #expect(restored.location == "/reminders#rules", "\(restored.text)")
    }
    #expect(try test.journal.reminders.rules().map(\.facts) == [facts])
    // The page was loaded anew.
    #expect(try await `do`("remove-rule", test, ["number": "1"]).location == "/reminders")
  }

  @Test(
    "What is not taken is there again, with the reason at its field",
    arguments: [
      ("subject", "x", "subject"), ("time", "x", "time"), ("again", "4", "again"),
      ("again", "x", "again"), ("quiet-from", "", "quiet"), ("quiet-until", "08:00", "time"),
    ])
  func refusedRule(field: String, value: String, at place: String) async throws {
    let test = try await PageJournal()
    let typed = Self.rule.merging([field: value]) { $1 }
    let page = try await test.submit("/reminders", typed)
    #expect(page.status == .unprocessableContent, "\(page.text)")
    #expect(page.text.contains("id=\"rule-new-\(place)-wrong\""), "\(page.text)")
    #expect(try test.journal.reminders.rules().isEmpty)
    _ = try await test.submit("/reminders", Self.rule)
    let other = try await `do`("change-rule", test, typed.merging(["number": "1"]) { $1 })
    #expect(other.status == .unprocessableContent)
    #expect(other.text.contains("id=\"rule-1-\(place)-wrong\""))
  }

  @Test("Ways are set up by forms; a token is on no page, also where the form is refused")
  func ways() async throws {
    let test = try await PageJournal()
    let hook = [
      "address": " javascript:\"t ", "format": "gotify", "token": "s3cret-T",
      "names": "1",
    ]
    let refused = try await `do`("add-hook", test, hook)
    #expect(refused.status == .unprocessableContent)
    #expect(refused.text.contains("id=\"hook-address-wrong\""))
    #expect(refused.text.contains("&quot;t") && !refused.text.contains("s3cret"))
    let added = try await `do`(
      "add-hook", test, hook.merging(["address": " https://ntfy.example/t "]) { $1 })
    #expect(added.location == "/reminders?saved=ways#ways", "\(added.text)")
    let twice = try await `do`(
      "add-hook", test, hook.merging(["address": "https://ntfy.example/t"]) { $1 })
    #expect(twice.status == .conflict && twice.text.contains("id=\"hook-address-wrong\""))
    let injected = try await `do`("add-mail", test, ["address": "a@b.example\r\nBcc: c@d.example"])
    #expect(injected.status == .unprocessableContent)
    #expect(injected.text.contains("id=\"mail-address-wrong\""))
    _ = try await `do`("add-mail", test, ["address": "mina@example.org"])
    let page = try await test.visit("/reminders").text
    #expect(page.contains("https://ntfy.example/t") && page.contains("mina@example.org"))
    #expect(!page.contains("s3cret"))
    #expect(try await `do`("name-in-way", test, ["number": "1", "names": "0"]).status == .seeOther)
    #expect(try !test.journal.reminders.way(1).facts.names)
    #expect(try test.journal.reminders.way(1).facts.secret == "s3cret-T")
    _ = try await `do`("remove-way", test, ["number": "1"])
    #expect(try test.journal.reminders.ways(now: PageJournal.now).map(\.id) == [2])
    #expect(try await test.visit("/reminders").text.contains("until you set it up again"))
    _ = try SentReminders(of: test.journal).desktop(now: PageJournal.now)
    let hint = "until daystamp reminder way desktop adds it again"
    #expect(try await test.visit("/reminders").text.contains(hint))
    _ = try await `do`("remove-way", test, ["number": "3"])
    #expect(try test.journal.reminders.isDesktopRemoved())
    #expect(try await !test.visit("/reminders").text.contains(hint))
  }

  @Test("A test says whether it went, and a way what failed last and since when")
  func test() async throws {
    let test = try await PageJournal()
    try test.journal.reminders.add(.mail("mina@example.org"), now: PageJournal.now)
    let sent = try await `do`("test", test, ["number": "1"])
    #expect(sent.location == "/reminders?tested=1#ways")
    #expect(try await test.visit("/reminders?tested=1").text.contains("Test sent"))
    test.site.teller.fail(with: .failed(program: "sendmail", status: 67, said: "<no> user"))
    let failed = try await `do`("test", test, ["number": "1"])
    // What the program says is for whoever has the machine.
    #expect(failed.text.contains("sendmail ended with status 67."), "\(failed.text)")
    #expect(!failed.text.contains("no&gt;"))
    let rule = try test.journal.reminders.add(
      RuleFacts(.people, at: TimeOfDay(hour: 9)), now: PageJournal.now - 86_400)
    let turn = ReminderTurn(
      rule, on: try test.journal.today(at: PageJournal.now), at: rule.facts.time, isAgain: false)
    let reminders = SentReminders(of: test.journal)
    _ = try reminders.claim(turn, way: 1, now: PageJournal.now)
    let error = SendingError.refused(host: "mail.example", status: 500)
    try reminders.settle(turn, .failed(error.stored), way: 1, now: PageJournal.now)
    let page = try await test.visit("/reminders").text
    #expect(page.contains("Nothing has arrived since Jan 31, 2024, 3:00\u{A0}PM"), "\(page)")
    #expect(page.contains("ail.example answered 500"))
  }

  @Test("A new feed's address is on one page alone")
  func feed() async throws {
    let test = try await PageJournal()
    let made = try await test.submit("/reminders/feeds", ["name": "My <phone>", "names": "1"])
    #expect(made.status == .ok && made.text.contains("My &lt;phone&gt;"))
    let address = try #require(made.text.firstMatch(of: /value="([^"]*\/feeds\/[^"]*\.ics)"/)?.1)
    #expect(address.hasPrefix("http://localhost/feeds/"))
    let page = try await test.visit("/reminders").text
    #expect(page.contains("My &lt;phone&gt;") && !page.contains(".ics"))
    #expect(page.contains("not read yet"))
    #expect(try await test.visit("/reminders/feeds").location == "/reminders?open=1#feeds")
    let refused = try await test.submit("/reminders/feeds", ["name": ""])
    #expect(refused.status == .unprocessableContent)
    #expect(refused.text.contains("id=\"feed-name-wrong\""))
    #expect(
      try await `do`("name-in-feed", test, ["number": "1", "names": "0"]).status == .seeOther)
    #expect(try test.journal.reminders.feeds().map(\.names) == [false])
    #expect(try await `do`("remove-feed", test, ["number": "1"]).status == .seeOther)
    #expect(try test.journal.reminders.feeds().isEmpty)
  }

  @Test("The language of reminders is set on the settings' page, and not the server's address")
  func settings() async throws {
    let test = try await PageJournal()
    let saved = try await test.submit(
      "/settings", ["web-address": "https://days.example/", "reminder-language": "ko"])
    #expect(saved.location == "/settings/reminders?saved=1", "\(saved.text)")
    let settings = try test.journal.settings.current()
    #expect(settings.webAddress == nil)
    #expect(settings.reminderLanguage == .korean)
    for path in ["/settings/reminders", "/more", "/due"] {
      #expect(try await test.visit(path).text.contains("href=\"/reminders\""), "\(path)")
    }
  }
}
