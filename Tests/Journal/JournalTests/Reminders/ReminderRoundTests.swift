import CaptureTime
import Foundation
import GRDB
import JournalSupport
import People
import Reminders
import Sending
import Synchronization
import Testing
import Texts

@testable import Journal
@testable import Store

@Suite("A round of reminders")
struct ReminderRoundTests {
  @Test("tells once by each way, however many rounds and processes there are")
  func once() async throws {
    let told = try Told()
    try told.rule(.morning, at: "09:00")
    _ = try told.hook()
    _ = try told.hook("https://example.org/b")
    told.now = 9 * hour
    let other = try Journal(opening: told.test.path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<12 {
        let round = told.round(in: index.isMultiple(of: 2) ? other : nil)
        group.addTask { _ = try await round.run() }
      }
      try await group.waitForAll()
    }
    #expect(told.notices.count == 2)
    #expect(told.notices[0].identifier == "morning-1970-01-01-0900")
    #expect(told.notices[0].link == "/new?day=1970-01-01&morning=1")
    try await told.run(at: 10 * hour)
    #expect(told.notices.count == 2)
  }

  @Test("tells nothing that was done meanwhile, and once more what was not")
  func done() async throws {
    let told = try Told()
    let journal = told.test.journal
    try told.rule(.people, at: "09:00", again: 120)
    _ = try told.hook()
    let start = CivilDate(daysSinceEpoch: -30)
    let mina = try journal.people.add(PersonFacts(PersonName("Mina"), start: start), now: 0)
    let today = CivilDate(daysSinceEpoch: 0)
    try await told.run(at: 9 * hour)
    #expect(told.notices.count == 1 && told.notices[0].body.contains("Mina"))
    try await told.run(at: 11 * hour - 1)
    #expect(told.notices.count == 1)
    try await told.run(at: 11 * hour)
    try await told.run(at: 14 * hour)
    #expect(told.notices.count == 2 && told.notices[1].identifier.hasSuffix("-2"))
    // The next day she is due still, and kept up with before eleven.
    try await told.run(at: 33 * hour)
    #expect(told.notices.count == 3)
    _ = try journal.contacts.add(
      ContactFacts(), with: mina.id, on: today.next, today: today.next, now: 34 * hour)
    try await told.run(at: 35 * hour)
    #expect(told.notices.count == 3)
    // Nothing was due at nine of the day after: nothing comes later either.
    try await told.run(at: 57 * hour)
    try journal.people.edit(mina.id) { $0.cadence = try Cadence(days: 1) }
    try await told.run(at: 58 * hour)
    #expect(told.notices.count == 3)
  }

  @Test("tells each subject with what the journal has of it")
  func subjects() async throws {
    let told = try Told()
    let journal = told.test.journal
    let day = try #require(CivilDate(year: 2026, month: 11, day: 25))
    let noon = day.daysSinceEpoch * 86_400 + 12 * hour
    for subject in ReminderSubject.allCases { try told.rule(subject, at: "12:00") }
    _ = try told.hook()
    _ = try await told.test.post("2021-11-25 08:00", "2024-11-25 08:00", "2025-11-24 08:00")
    var facts = PersonFacts(try PersonName("Mina"), start: day.adding(days: -40))
    facts.birthday = try YearlyDate(month: 11, day: 25, year: 1990)
    let mina = try journal.people.add(facts, now: 0)
    _ = try journal.contacts.add(
      ContactFacts(kind: .called), with: mina.id, on: day.previous, today: day, now: noon)
    _ = try journal.contacts.add(
      ContactFacts(memo: try Memo("Cinema")), with: mina.id, on: day.previous, today: day, now: noon
    )
    try await told.run(at: noon)
    let bodies = Dictionary(uniqueKeysWithValues: told.notices.map { ($0.title, $0) })
    #expect(Set(bodies.keys) == ["morning", "birthdays", "memories", "text", "contacts"])
    // Drawn for the day, and the same wherever it is asked for.
    let text = try journal.texts.text(of: day, today: day, now: noon)
    #expect(bodies["text"]?.body.contains(text.key) == true)
    #expect(bodies["memories"]?.body.contains("[2021, 2024], posts: 2") == true)
    #expect(bodies["memories"]?.link == "/memories?day=2026-11-25")
    #expect(bodies["birthdays"]?.body.contains("years: Optional(36)") == true)
    #expect(bodies["contacts"]?.body.contains("Cinema") == false)
    #expect(bodies["contacts"]?.link == "/days/2026-11-24")
  }

  @Test("tells people at their own time, and the others at the rule's")
  func ownTimes() async throws {
    let told = try Told()
    try told.rule(.people, at: "09:00")
    _ = try told.hook()
    let start = CivilDate(daysSinceEpoch: -30)
    for (name, time) in [("Mina", "07:30"), ("Jun", "09:00"), ("Ada", nil)] {
      var facts = PersonFacts(try PersonName(name), start: start)
      facts.reminder = try time.map { try TimeOfDay.parse($0) }
      _ = try told.test.journal.people.add(facts, now: 0)
    }
    try await told.run(at: 8 * hour)
    #expect(told.notices.count == 1 && told.notices[0].body.contains("Mina"))
    try await told.run(at: 9 * hour)
    #expect(told.notices.count == 2)
    let body = try #require(told.notices.last?.body)
    #expect(body.contains("Jun") && body.contains("Ada") && !body.contains("Mina"))
  }

  @Test("tries again what did not arrive, ever more rarely, until the day is over")
  func failing() async throws {
    let told = try Told()
    try told.rule(.morning, at: "09:00")
    let hook = try told.hook()
    told.fail(.refused(host: "example.org", status: 500))
    var tries: [Int] = []
    for now in stride(from: 9 * hour, to: 33 * hour, by: 60) {
      if try await told.run(at: now).isEmpty == false { tries.append(now - 9 * hour) }
    }
    #expect(tries.prefix(5) == [0, 60, 360, 1_260, 4_860])
    #expect(tries.count == 18)
    let failure = try #require(try told.test.journal.reminders.way(hook.id).failure)
    #expect(failure.since == 9 * hour)
    #expect(SendingError(stored: failure.text) == .refused(host: "example.org", status: 500))
    told.fail(nil)
    try await told.run(at: 33 * hour)
    #expect(told.notices.count == 1)
    #expect(try told.test.journal.reminders.way(hook.id).failure == nil)
  }

  @Test("tells mail that a device set up nothing until it is confirmed, nor anything of before")
  func unconfirmed() async throws {
    let told = try Told()
    let (journals, journal) = (told.test.journals, told.test.journal)
    try told.rule(.morning, at: "09:00", again: 120)
    let code = try journals.devices.makePairing(for: journal.owner, now: 0)
    let phone = try #require(
      try journals.devices.pair(with: code, name: DeviceName("phone"), now: 0)
    ).0
    let mail = try journal.reminders.addAsking(
      WayFacts(.mail, to: "mina@example.org"), by: .device(phone, address: nil), now: 0)
    #expect(try await told.run(at: 9 * hour, [.mail]).isEmpty)
    let again = try journal.reminders.makeCode(forWay: mail.way.id, now: 9 * hour)
    _ = try journal.reminders.confirm(way: mail.way.id, with: again.code, now: 9 * hour + 60)
    #expect(try await told.run(at: 10 * hour, [.mail]).isEmpty)
    #expect(try await told.run(at: 33 * hour, [.mail]).map(\.outcome) == [.sent])
  }

  @Test("mails 50 times within a day, and says why it waits then")
  func mailsOfDay() async throws {
    let told = try Told()
    try told.rule(.morning, at: "09:00")
    let journal = told.test.journal
    let mail = try journal.reminders.add(WayFacts(.mail, to: "mina@example.org"), now: 0)
    let sent = SentReminders(of: journal)
    for _ in 0..<50 { _ = try sent.takeMail(by: mail, now: 10 * hour) }
    let waiting = ToldReminder.Outcome.waiting(.overLimit(mails: 50), until: 33 * hour + 60)
    #expect(try await told.run(at: 33 * hour, [.mail]).map(\.outcome) == [waiting])
    #expect(told.notices.isEmpty)
    let failure = try #require(try journal.reminders.way(mail.id).failure)
    #expect(SendingError(stored: failure.text) == .overLimit(mails: 50))
    #expect(try await told.run(at: 34 * hour, [.mail]).map(\.outcome) == [.sent])
    #expect(try journal.reminders.way(mail.id).failure == nil)
  }

  @Test("does not count mails that were not sent, but those of which nobody knows")
  func countedMails() async throws {
    let told = try Told()
    try told.rule(.morning, at: "09:00")
    let journal = told.test.journal
    try journal.reminders.add(WayFacts(.mail, to: "mina@example.org"), now: 0)
    func counted() throws -> Int? {
      try journal.read { try $0.value(Int.self, cached: "SELECT count(*) FROM way_use") }
    }
    told.fail(.failed(program: "sendmail", status: 75, said: ""))
    #expect(try await told.run(at: 9 * hour, [.mail]).count == 1)
    #expect(try counted() == 0)
    told.fail(.hung(program: "sendmail", seconds: 60))
    #expect(try await told.run(at: 9 * hour + 60, [.mail]).count == 1)
    #expect(try counted() == 1)
    told.fail(nil)
    #expect(try await told.run(at: 10 * hour, [.mail]).count == 1)
    #expect(try counted() == 2)
  }

  @Test("does not try again what cannot help, and forgets who is gone")
  func gone() async throws {
    let told = try Told()
    try told.rule(.morning, at: "09:00")
    let hook = try told.hook()
    told.fail(.redirected(host: "example.org", status: 302, location: "http://10.0.0.1/"))
    #expect(try await told.run(at: 9 * hour).count == 1)
    #expect(try await told.run(at: 20 * hour).isEmpty)
    told.fail(.gone(host: "example.org", status: 410))
    #expect(try await told.run(at: 33 * hour).count == 1)
    #expect(throws: ReminderError.unknownWay(hook.id)) {
      try told.test.journal.reminders.way(hook.id)
    }
  }

  @Test("names nothing behind a lock but where the owner lets a way, and a push never")
  func locked() async throws {
    let told = try Told()
    try told.rule(.morning, at: "09:00")
    _ = try told.hook()
    _ = try told.hook("https://example.org/b", names: true)
    try told.test.journal.reminders.add(
      WayFacts(.push, to: "https://push.example.org/c", names: true), now: 0)
    let lock = try told.test.journals.lock(
      of: told.test.journal.owner, iterations: 1_000, now: { 0 })
    let pin = try PIN("918273")
    try lock.set(pin)
    #expect(throws: JournalError.self) { try told.test.journal.checkUnlocked() }
    try await told.run(at: 9 * hour, [.hook, .push])
    #expect(told.notices.map(\.body).sorted().map { $0 == "neutral" } == [false, true, true])
    #expect(told.notices.filter { $0.link == nil }.count == 2)
    let behind = try told.test.journals.behindLock(of: told.test.journal.owner)
    #expect(behind.hasPIN)
    #expect(throws: JournalError.self) { try behind.journal.write { _ in } }
  }

  @Test("tells for a year, once a day, in a zone with days of 23 and of 25 hours")
  func year() async throws {
    let told = try Told("Europe/Berlin")
    try told.rule(.morning, at: "02:30", again: 60)
    _ = try told.hook()
    let rule = try told.test.journal.settings.current().rule
    let first = try #require(CivilDate(year: 2026, month: 1, day: 1))
    let end = try #require(CivilDate(year: 2027, month: 1, day: 1))
    for now in stride(from: rule.start(of: first), to: rule.start(of: end), by: 1_800) {
      try await told.run(at: now)
    }
    let days = told.notices.map(\.identifier)
    #expect(days.count == 730 && Set(days).count == 730)
    #expect(days.contains("morning-2026-03-29-0230") && days.contains("morning-2026-10-25-0230-2"))
    // Rows of more than a week are not kept.
    let rows = try told.test.journal.read { db in
      try db.value(Int.self, cached: "SELECT count(*) FROM reminder_sent")
    }
    #expect(rows == 16)
  }

  @Test("looks at the other owners where one's settings are broken")
  func broken() async throws {
    let told = try Told()
    try told.rule(.morning, at: "09:00")
    _ = try told.hook()
    let other = try OwnerName("ben")
    try told.test.journals.addOwner(other, settings: JournalSettings(zone: .utc))
    let journal = try told.test.journals.journal(of: other)
    try journal.reminders.add(
      RuleFacts(.morning, at: TimeOfDay.parse("09:00"), quiet: nil), now: 0)
    try journal.write { db in
      try db.execute(
        sql: "UPDATE setting SET value = 'Mars' WHERE owner = ? AND key = 'time-zone'",
        arguments: [journal.id])
    }
    told.now = 9 * hour
    let result = try await told.round().run()
    #expect(result.told.count == 1 && result.failures.count == 1)
  }

  @Test("sets up the desktop where there is none, and leaves it to who tells by it")
  func desktop() async throws {
    let told = try Told()
    try told.rule(.morning, at: "09:00")
    #expect(try await told.run(at: 9 * hour).isEmpty)
    #expect(try await told.run(at: 10 * hour, [.desktop]).isEmpty)
    let ways = try told.test.journal.reminders.ways(now: 0)
    #expect(ways.map(\.facts.kind) == [.desktop])
    #expect(try await told.run(at: 33 * hour, [.desktop]).count == 1)
    #expect(try await told.run(at: 33 * hour, [.desktop]).isEmpty)
  }

  @Test("does not set up the desktop again that its owner removed, and tells by the other ways")
  func removedDesktop() async throws {
    let told = try Told()
    let reminders = told.test.journal.reminders
    try told.rule(.morning, at: "09:00")
    try await told.run(at: 9 * hour, [.desktop])
    try reminders.remove(way: #require(try reminders.ways(now: 0).first).id, now: 1)
    #expect(try await told.run(at: 33 * hour, [.desktop]).isEmpty)
    let hook = try told.hook()
    #expect(try await told.run(at: 33 * hour, [.desktop, .hook]).map(\.way.id) == [hook.id])
    try reminders.add(WayFacts(.desktop), now: 0)
    #expect(try await told.run(at: 57 * hour, [.desktop, .hook]).count == 2)
  }
}
