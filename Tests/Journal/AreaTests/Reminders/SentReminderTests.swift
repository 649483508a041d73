import CaptureTime
import Testing

@testable import Reminders
@testable import Store

@Suite("What was sent")
struct SentReminderTests {
  private let test: ReminderJournal
  private let rule: ReminderRule
  private let way: ReminderWay
  private var sent: SentReminders { test.sent }
  private let now = ReminderJournal.now
  private let day = ReminderJournal.day

  init() throws {
    test = try ReminderJournal()
    (rule, way) = (try test.rule(), try test.hook())
  }

  private func turn(on day: CivilDate? = nil, isAgain: Bool = false) -> ReminderTurn {
    ReminderTurn(rule, on: day ?? self.day, at: rule.facts.time, isAgain: isAgain)
  }

  @Test("is taken on by one alone, by each way and each turn")
  func claimed() throws {
    #expect(try sent.claim(turn(), way: way.id, now: now) == 1)
    #expect(try sent.claim(turn(), way: way.id, now: now) == nil)
    let other = try Journal(opening: test.path, areas: [.reminders]).journal(of: test.anna.owner)
    #expect(try SentReminders(of: other).claim(turn(), way: way.id, now: now + 9) == nil)
    #expect(try sent.claim(turn(isAgain: true), way: way.id, now: now) == 1)
    #expect(try sent.claim(turn(on: day.next), way: way.id, now: now) == 1)
    let mail = try test.reminders.add(WayFacts(.mail, to: "anna@example.org"), now: now)
    #expect(try sent.claim(turn(), way: mail.id, now: now) == 1)
    #expect(try sent.sent(on: day).mapValues(\.count) == [way.id: 2, mail.id: 1])
    for outcome in [SentReminders.Outcome.sent, .done, .failed("x")] {
      try sent.settle(turn(), outcome, way: way.id, now: now)
      #expect(try sent.claim(turn(), way: way.id, now: now + 1_000_000) == nil)
    }
  }

  @Test("waits until its time, and counts its tries, up to so many")
  func waiting() throws {
    _ = try sent.claim(turn(), way: way.id, now: now)
    try sent.settle(turn(), .waiting(until: now + 60, failure: "{}"), way: way.id, now: now)
    #expect(try sent.claim(turn(), way: way.id, now: now + 59) == nil)
    #expect(try sent.claim(turn(), way: way.id, now: now + 60) == 2)
    #expect(try sent.claim(turn(), way: way.id, now: now + 60) == nil)
    for count in 3...SentReminders.tryLimit {
      try sent.settle(turn(), .waiting(until: now, failure: "{}"), way: way.id, now: now)
      #expect(try sent.claim(turn(), way: way.id, now: now) == count)
    }
    try sent.settle(turn(), .waiting(until: now, failure: "{}"), way: way.id, now: now)
    #expect(try sent.claim(turn(), way: way.id, now: now) == nil)
  }

  @Test("tells of its way since when it fails, and that it does no more")
  func failure() throws {
    func settle(_ outcome: SentReminders.Outcome, _ now: Int) throws -> (Int, String)? {
      let turn = turn(on: day.adding(days: now))
      _ = try sent.claim(turn, way: way.id, now: now)
      try sent.settle(turn, outcome, way: way.id, now: now)
      return try test.reminders.way(way.id).failure.map { ($0.since, $0.text) }
    }
    #expect(try settle(.done, 1) == nil)
    #expect(try #require(try settle(.waiting(until: 9, failure: "a"), 2)) == (2, "a"))
    #expect(try #require(try settle(.failed("b"), 3)) == (2, "b"))
    // There was nothing to tell, and so it is not known whether it would have arrived.
    #expect(try #require(try settle(.done, 4)) == (2, "b"))
    #expect(try settle(.sent, 5) == nil)
  }

  @Test("is not kept for more than a week, and of one owner alone")
  func old() throws {
    let bob = try test.owner("bob")
    let others = try bob.reminders.add(rule.facts, now: now)
    let othersWay = try bob.reminders.add(way.facts, now: now)
    let othersTurn = ReminderTurn(others, on: day, at: rule.facts.time, isAgain: false)
    _ = try SentReminders(of: bob).claim(othersTurn, way: othersWay.id, now: now)
    for days in 0...8 {
      _ = try sent.claim(turn(on: day.adding(days: days)), way: way.id, now: now)
    }
    #expect(
      try test.strings("SELECT day FROM reminder_sent WHERE rule = \(rule.id) ORDER BY day")
        == (1...8).map { day.adding(days: $0).description })
    #expect(try SentReminders(of: bob).sent(on: day).count == 1)
  }

  @Test("is not taken on of what was removed, nor of another owner's")
  func foreign() throws {
    let bob = try test.owner("bob")
    let theirs = try bob.reminders.add(way.facts, now: now)
    #expect(try SentReminders(of: bob).claim(turn(), way: theirs.id, now: now) == nil)
    #expect(try sent.claim(turn(), way: theirs.id, now: now) == nil)
    _ = try sent.claim(turn(), way: way.id, now: now)
    try test.reminders.remove(way: way.id, now: 1)
    #expect(try sent.sent(on: day).isEmpty)
    #expect(try sent.claim(turn(), way: way.id, now: now) == nil)
    let hook = try test.hook()
    _ = try sent.claim(turn(), way: hook.id, now: now)
    try test.reminders.remove(rule: rule.id)
    #expect(try test.strings("SELECT count(*) FROM reminder_sent") == ["0"])
    #expect(try sent.claim(turn(), way: hook.id, now: now) == nil)
  }
}
