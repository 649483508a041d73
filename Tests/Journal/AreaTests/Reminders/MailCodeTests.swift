import GRDB
import Testing

@testable import Reminders
@testable import Store

extension ReminderJournal {
  /// A device as what does something.
  func source(of owner: OwnerName? = nil) throws -> TrySource {
    .device(try device(of: owner), address: nil)
  }

  /// Sets up mail as a device does.
  func mail(
    _ address: String = "mina@example.org", by source: TrySource, now: Int = Self.now
  ) throws -> (way: ReminderWay, code: MailCode) {
    let added = try reminders.addAsking(WayFacts(.mail, to: address), by: source, now: now)
    return (added.way, try #require(added.code))
  }
}

extension MailCode {
  /// Another code.
  fileprivate var wrong: MailCode {
    get throws {
      let digits = text.filter { $0 != " " }
      return try MailCode(typed: (digits.hasPrefix("0") ? "1" : "0") + digits.dropFirst())
    }
  }
}

@Suite("Mail that a device sets up")
struct MailCodeTests {
  private let test: ReminderJournal
  private let phone: TrySource
  private var reminders: Reminders { test.reminders }
  private let now = ReminderJournal.now

  init() throws {
    test = try ReminderJournal()
    phone = try test.source()
  }

  @Test("is sent nothing until the code is typed that went there; what else is set up needs none")
  func confirmed() throws {
    let (way, code) = try test.mail(by: phone)
    #expect(!way.isConfirmed && code.text.wholeMatch(of: /[0-9]{4} [0-9]{4}/) != nil)
    let rule = try test.rule()
    let turn = ReminderTurn(rule, on: ReminderJournal.day, at: rule.facts.time, isAgain: false)
    #expect(try test.sent.claim(turn, way: way.id, now: now) == nil)
    #expect(throws: ReminderError.unconfirmed(way.id)) {
      try reminders.takeTest(ofWay: way.id, now: now)
    }
    let typed = try MailCode(typed: " \(code.text.replacing(" ", with: "-")) ")
    let confirmed = try reminders.confirm(way: way.id, with: typed, now: now + 60)
    // What was to be told before it was confirmed is not caught up with.
    #expect(confirmed.isConfirmed && confirmed.since == now + 60)
    #expect(try reminders.confirm(way: way.id, with: typed, now: now + 90) == confirmed)
    #expect(throws: ReminderError.confirmed(way.id)) {
      try reminders.makeCode(forWay: way.id, now: now)
    }
    #expect(try test.sent.claim(turn, way: way.id, now: now) == 1)
    #expect(try test.strings("SELECT count(*) FROM mail_code") == ["0"])
    let own = try reminders.add(WayFacts(.mail, to: "b@example.org"), now: now)
    let hook = try reminders.add(WayFacts(.hook, to: "https://a.example"), by: phone, now: now)
    #expect(own.isConfirmed && hook.isConfirmed)
    for text in ["", "1234567", "123456789", "1234567x", "１２３４５６７８"] {
      #expect(throws: ReminderError.notACode) { try MailCode(typed: text) }
    }
  }

  @Test("takes its own last code for an hour, and no other")
  func codes() throws {
    let (way, first) = try test.mail(by: phone)
    let (other, foreign) = try test.mail("bea@example.org", by: phone)
    #expect(throws: ReminderError.wrongCode(left: 4)) {
      try reminders.confirm(way: way.id, with: foreign, now: now)
    }
    let second = try reminders.makeCode(forWay: way.id, now: now).code
    #expect(throws: ReminderError.wrongCode(left: 4)) {
      try reminders.confirm(way: way.id, with: first, now: now)
    }
    for time in [now + MailCode.lifetime, now - 1] {
      #expect(throws: ReminderError.noCode) {
        try reminders.confirm(way: way.id, with: second, now: time)
      }
    }
    let last = now + MailCode.lifetime - 1
    #expect(try reminders.confirm(way: way.id, with: second, now: last).isConfirmed)
    #expect(try !reminders.way(other.id).isConfirmed)
    // The digits are in no row.
    let rows = try test.strings("SELECT hex(code_hash) FROM mail_code")
    #expect(rows.count == 1 && rows.allSatisfy { $0.count == 64 })
    let bob = try test.owner("bob")
    #expect(throws: ReminderError.unknownWay(other.id)) {
      try bob.reminders.confirm(way: other.id, with: foreign, now: now)
    }
  }

  @Test("takes five tries of a code, however many come at once; then the right one is of no use")
  func tries() async throws {
    let (way, code) = try test.mail(by: phone)
    let wrong = try code.wrong
    let (reminders, now) = (reminders, now)
    let counted = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 {
        group.addTask {
          do {
            _ = try reminders.confirm(way: way.id, with: wrong, now: now)
            return false
          } catch ReminderError.wrongCode {
            return true
          } catch {
            return false
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(counted == MailCode.tryLimit)
    #expect(throws: ReminderError.noCode) {
      try reminders.confirm(way: way.id, with: code, now: now)
    }
    let next = try reminders.makeCode(forWay: way.id, now: now).code
    #expect(try reminders.confirm(way: way.id, with: next, now: now).isConfirmed)
  }

  @Test("has five codes a day of an owner sent, whichever way they go, also after a new start")
  func codesOfDay() async throws {
    let (reminders, phone, now) = (reminders, phone, now)
    let added = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<20 {
        group.addTask {
          do {
            let facts = WayFacts(.mail, to: "m\(number)@example.org")
            _ = try reminders.addAsking(facts, by: phone, now: now)
            return true
          } catch {
            return false
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(added == 5)
    // What is refused is not there.
    let ways = try reminders.ways(now: now)
    #expect(ways.count == 5)
    for way in ways { try reminders.remove(way: way.id, now: now) }
    let again = try Journal(opening: test.path, areas: [.reminders]).journal(of: test.anna.owner)
    #expect(throws: ReminderError.tooManyCodes(limit: 5, wait: 86_000)) {
      _ = try again.reminders.addAsking(
        WayFacts(.mail, to: "x@example.org"), by: phone, now: now + 400)
    }
    // Another owner's are another's.
    let bob = try test.owner("bob")
    let other = try test.source(of: bob.owner)
    let way = try bob.reminders.addAsking(
      WayFacts(.mail, to: "x@example.org"), by: other, now: now
    ).way
    for _ in 1..<5 { _ = try bob.reminders.makeCode(forWay: way.id, now: now) }
    #expect(throws: ReminderError.tooManyCodes(limit: 5, wait: 86_400)) {
      try bob.reminders.makeCode(forWay: way.id, now: now)
    }
    _ = try test.mail(by: phone, now: now + 86_400)
    #expect(try test.strings("SELECT count(*) FROM way_use WHERE owner = 1") == ["1"])
  }

  @Test("is set up for an owner whom an account made only where that is allowed")
  func accounts() throws {
    let identity = try AccountIdentity(
      issuer: "https://id.example", subject: "1", verifiedEmail: nil, person: "Zoe", session: nil)
    let (device, _) = try test.journals.devices.signIn(
      identity, named: DeviceName("phone"), making: [.timeZone: "UTC"], now: now)
    let (zoe, source) = (
      try test.journals.journal(of: device.owner), TrySource.device(device, address: nil)
    )
    #expect(try zoe.isOwnerMadeByAccount() && !test.anna.isOwnerMadeByAccount())
    let facts = WayFacts(.mail, to: "mina@example.org")
    #expect(throws: ReminderError.noMail) {
      _ = try zoe.reminders.addAsking(facts, by: source, now: now)
    }
    #expect(try zoe.reminders.ways(now: now).isEmpty)
    let way = try zoe.reminders.addAsking(facts, by: source, accountsMayMail: true, now: now).way
    #expect(throws: ReminderError.noMail) {
      try zoe.reminders.makeCode(forWay: way.id, now: now)
    }
    #expect(try zoe.reminders.add(WayFacts(.mail, to: "own@example.org"), now: now).isConfirmed)
    #expect(try zoe.reminders.add(WayFacts(.hook, to: "https://a"), by: source, now: now).id > 0)
  }
}

@Suite("What an owner sends")
struct WayUseTests {
  private let test: ReminderJournal
  private var reminders: Reminders { test.reminders }
  private let now = ReminderJournal.now

  init() throws { test = try ReminderJournal() }

  @Test("is three tests an hour to an address, also where the way is set up again")
  func tests() throws {
    let mail = try reminders.add(WayFacts(.mail, to: "mina@example.org"), now: now)
    let hook = try test.hook()
    for second in 0..<3 {
      #expect(try reminders.takeTest(ofWay: mail.id, now: now + second) == mail)
    }
    #expect(throws: ReminderError.tooManyTests(limit: 3, wait: 3_597)) {
      try reminders.takeTest(ofWay: mail.id, now: now + 3)
    }
    try reminders.remove(way: mail.id, now: now)
    let again = try reminders.add(WayFacts(.mail, to: "Mina@Example.org"), now: now)
    #expect(throws: ReminderError.tooManyTests(limit: 3, wait: 1)) {
      try reminders.takeTest(ofWay: again.id, now: now + 3_599)
    }
    #expect(try reminders.takeTest(ofWay: again.id, now: now + 3_600) == again)
    // A clock that is set back makes no wait longer than an hour.
    #expect(throws: ReminderError.tooManyTests(limit: 3, wait: 3_600)) {
      try reminders.takeTest(ofWay: again.id, now: now - 7_200)
    }
    #expect(try reminders.takeTest(ofWay: hook.id, now: now) == hook)
  }

  @Test("is 20 tests an hour in all, whatever the addresses")
  func allTests() throws {
    for number in 0..<20 {
      let hook = try test.hook("https://example.org/?\(number)")
      _ = try reminders.takeTest(ofWay: hook.id, now: now)
      try reminders.remove(way: hook.id, now: now)
    }
    let hook = try test.hook("https://example.org/?20")
    #expect(throws: ReminderError.tooManyTests(limit: 20, wait: 3_600)) {
      try reminders.takeTest(ofWay: hook.id, now: now)
    }
  }

  @Test("is 50 mails within a day, tests and codes among them")
  func mails() throws {
    let mail = try reminders.add(WayFacts(.mail, to: "mina@example.org"), now: now)
    _ = try reminders.takeTest(ofWay: mail.id, now: now)
    _ = try test.mail("bea@example.org", by: test.source(), now: now)
    for second in 0..<48 {
      #expect(try test.sent.takeMail(by: mail, now: now + second) != nil)
    }
    let over = ReminderError.tooManyMails(limit: 50, wait: 86_300)
    #expect(throws: over) { try test.sent.takeMail(by: mail, now: now + 100) }
    #expect(throws: over) { try reminders.takeTest(ofWay: mail.id, now: now + 100) }
    #expect(throws: over) { try test.mail("x@example.org", by: test.source(), now: now + 100) }
    #expect(try test.sent.takeMail(by: test.hook(), now: now + 100) == nil)
    // What was not sent is given back.
    let last = try #require(try test.sent.takeMail(by: mail, now: now + 86_400))
    for _ in 0..<2 { _ = try test.sent.takeMail(by: mail, now: now + 86_400) }
    #expect(throws: ReminderError.self) { try test.sent.takeMail(by: mail, now: now + 86_400) }
    try test.sent.giveBackMail(last)
    #expect(try test.sent.takeMail(by: mail, now: now + 86_400) != nil)
  }
}
