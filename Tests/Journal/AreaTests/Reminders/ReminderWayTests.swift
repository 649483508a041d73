import Testing

@testable import Reminders
@testable import Store

@Suite("Ways to be reminded")
struct ReminderWayTests {
  private let test: ReminderJournal
  private var reminders: Reminders { test.reminders }
  private let now = ReminderJournal.now

  init() throws { test = try ReminderJournal() }

  private func push(_ address: String, of device: Device, in journal: OwnerJournal) throws
    -> ReminderWay
  {
    try journal.reminders.add(
      WayFacts(.push, to: "https://push.example.org/\(address)", secret: "key"), of: device.id,
      now: now)
  }

  @Test("are kept as they are said, each to an address once")
  func kept() throws {
    let hook = WayFacts(
      .hook, to: "https://example.org/a", detail: "json", secret: "token", names: true)
    let mail = WayFacts(.mail, to: "anna@example.org")
    for facts in [hook, mail] { try reminders.add(facts, now: now) }
    let ways = try reminders.ways(now: now)
    #expect(ways.map(\.facts) == [hook, mail])
    #expect(ways.allSatisfy { $0.since == now && $0.device == nil && $0.failure == nil })
    #expect(throws: ReminderError.wayExists(.hook)) {
      try reminders.add(WayFacts(.hook, to: hook.address), now: now + 1)
    }
    #expect(try reminders.ways(now: now) == ways)
    try reminders.add(WayFacts(.mail, to: hook.address), now: now)
    #expect(try reminders.setNames(false, ofWay: ways[0].id, now: 1).facts.names == false)
    #expect(try reminders.remove(way: ways[1].id, now: 1).facts == mail)
    #expect(throws: ReminderError.unknownWay(ways[1].id)) { try reminders.way(ways[1].id) }
  }

  @Test("of a push are one for each device, the last that its browser said")
  func pushes() throws {
    let (phone, laptop) = (try test.device(), try test.device("laptop"))
    let bob = try test.owner("bob")
    let foreign = try push("1", of: try test.device(of: bob.owner), in: bob)
    let first = try push("1", of: phone, in: test.anna)
    let other = try push("2", of: laptop, in: test.anna)
    let second = try push("3", of: phone, in: test.anna)
    #expect(second.id != first.id)
    #expect(try reminders.ways(now: now) == [other, second])
    // The same browser with the same address, and one that was given to another device since.
    let same = try push("3", of: phone, in: test.anna)
    let moved = try push("3", of: laptop, in: test.anna)
    #expect(try !reminders.ways(now: now).contains(same))
    #expect(try reminders.ways(now: now).contains(moved))
    #expect(try bob.reminders.ways(now: now) == [foreign])
  }

  @Test("of a device that is forgotten are not told by, and its address can be another's")
  func expired() throws {
    let phone = try test.device()
    let way = try push("1", of: phone, in: test.anna)
    #expect(try reminders.ways(now: phone.ends - 1) == [way])
    #expect(try reminders.ways(now: phone.ends).isEmpty)
    let laptop = try test.device("laptop", now: phone.ends)
    let facts = way.facts
    let new = try reminders.add(facts, of: laptop.id, now: phone.ends)
    #expect(try reminders.ways(now: phone.ends) == [new])
    #expect(try test.strings("SELECT count(*) FROM reminder_way") == ["1"])
  }

  @Test("go with a device that is revoked")
  func revoked() throws {
    let phone = try test.device()
    _ = try push("1", of: phone, in: test.anna)
    let hook = try test.hook()
    _ = try test.journals.devices.revoke(phone.id, of: test.anna.owner, now: now)
    #expect(try reminders.ways(now: now) == [hook])
    #expect(try test.strings("SELECT count(*) FROM reminder_way") == ["1"])
  }

  @Test("are so many at most, and a push in the place of another is no new one")
  func limit() throws {
    let phone = try test.device()
    _ = try push("1", of: phone, in: test.anna)
    for number in 1..<Reminders.wayLimit { try test.hook("https://example.org/\(number)") }
    #expect(throws: ReminderError.tooManyWays(limit: 50)) {
      try test.hook("https://example.org/x")
    }
    _ = try push("2", of: phone, in: test.anna)
    #expect(try reminders.ways(now: now).count == 50)
  }

  @Test("are one owner's")
  func owners() throws {
    let hook = try test.hook()
    let bob = try test.owner("bob")
    #expect(try bob.reminders.ways(now: now).isEmpty)
    #expect(throws: ReminderError.unknownWay(hook.id)) {
      try bob.reminders.remove(way: hook.id, now: 1)
    }
    #expect(throws: ReminderError.unknownWay(hook.id)) {
      try bob.reminders.setNames(true, ofWay: hook.id, now: 1)
    }
    try bob.reminders.add(hook.facts, now: now)
    try SentReminders(of: bob).forget(way: hook.id)
    #expect(try reminders.ways(now: now) == [hook])
  }

  @Test("have one desktop, set up where there is none")
  func desktop() throws {
    let desktop = try #require(try test.sent.desktop(now: now))
    #expect(try test.sent.desktop(now: now + 1) == desktop)
    #expect(desktop.facts == WayFacts(.desktop) && desktop.since == now)
    #expect(throws: ReminderError.wayExists(.desktop)) {
      try reminders.add(WayFacts(.desktop), now: now)
    }
  }

  @Test("have no desktop where it was removed, until it is added by hand")
  func removedDesktop() throws {
    let bob = try test.owner("bob")
    let rule = try test.rule()
    let desktop = try #require(try test.sent.desktop(now: now))
    #expect(try !reminders.isDesktopRemoved())
    #expect(try reminders.remove(way: desktop.id, now: 1) == desktop)
    #expect(try reminders.isDesktopRemoved() && reminders.ways(now: now).isEmpty)
    #expect(try test.sent.desktop(now: now + 1) == nil)
    #expect(try !bob.reminders.isDesktopRemoved())
    #expect(try SentReminders(of: bob).desktop(now: now) != nil)
    let turn = ReminderTurn(rule, on: ReminderJournal.day, at: rule.facts.time, isAgain: false)
    #expect(try test.sent.claim(turn, way: desktop.id, now: now) == nil)
    // What stands for it is no way to anybody.
    let rows = try test.strings("SELECT id FROM reminder_way WHERE owner = \(test.anna.id)")
    let number = try #require(rows.first.flatMap { Int64($0) })
    #expect(throws: ReminderError.unknownWay(number)) { try reminders.remove(way: number, now: 1) }
    #expect(throws: ReminderError.unknownWay(number)) {
      try reminders.setNames(true, ofWay: number, now: 1)
    }
    let added = try reminders.add(WayFacts(.desktop, names: true), now: now + 2)
    #expect(try !reminders.isDesktopRemoved() && reminders.ways(now: now) == [added])
    #expect(try test.sent.desktop(now: now + 3) == added)
  }
}
