import CaptureTime
import Testing

@testable import Reminders
@testable import Store

@Suite("Rules of reminders")
struct ReminderRuleTests {
  private let test: ReminderJournal
  private var reminders: Reminders { test.reminders }
  private let now = ReminderJournal.now

  init() throws { test = try ReminderJournal() }

  private func facts(
    _ subject: ReminderSubject, _ time: String, again: Int? = nil, quiet: String? = nil
  ) throws -> RuleFacts {
    RuleFacts(
      subject, at: try TimeOfDay.parse(time), again: again, quiet: try quiet.map(QuietHours.parse))
  }

  @Test("are kept as they are said, in the order of the day")
  func kept() throws {
    let late = try facts(.people, "20:00", again: 30, quiet: "22:00-07:00")
    var off = try facts(.text, "07:30")
    off.isOn = false
    for facts in [late, off] { try reminders.add(facts, now: now) }
    let rules = try reminders.rules()
    #expect(rules.map(\.facts) == [off, late])
    #expect(rules.allSatisfy { $0.since == now })
    #expect(try reminders.rule(rules[0].id) == rules[0])
  }

  @Test(
    "come once more when it is not quiet, on the same day, or never",
    arguments: [
      ("18:00", 120, "22:00-07:00", "00:00", "20:00", "20:00"),
      ("21:00", 120, "22:00-07:00", "00:00", "23:00", nil),
      ("21:00", 60, "22:00-07:00", "00:00", "22:00", nil),
      ("21:00", 59, "22:00-07:00", "00:00", "21:59", "21:59"),
      ("12:30", 60, "13:00-14:00", "00:00", "13:30", "14:00"),
      ("21:00", 120, "22:00-07:00", "08:00", "23:00", "07:00"),
      ("21:00", 120, "22:00-07:00", "07:00", "23:00", nil),
      ("23:30", 60, nil, "00:00", "00:30", nil), ("23:30", 60, nil, "04:00", "00:30", "00:30"),
      ("23:30", 30, nil, "00:00", "00:00", nil), ("03:30", 60, nil, "04:00", "04:30", nil),
    ])
  func secondTime(
    time: String, again: Int, quiet: String?, dayStart: String, planned: String, told: String?
  ) throws {
    let facts = try facts(.plan, time, again: again, quiet: quiet)
    let second = facts.secondTime(dayStart: try TimeOfDay.parse(dayStart))
    #expect(second?.planned.description == planned && second?.told?.description == told)
    #expect(try self.facts(.plan, time).secondTime(dayStart: .midnight) == nil)
  }

  @Test("cannot be what makes no sense, and nothing changes")
  func refused() throws {
    let rule = try reminders.add(facts(.morning, "09:00"), now: now)
    let (nine, hours) = (rule.facts.time, try QuietHours.parse("08:00-10:00"))
    let wrong: [(RuleFacts, ReminderError)] = [
      (try facts(.text, "09:00", again: 60), .nothingToDo(.text)),
      (try facts(.memories, "09:00", again: 60), .nothingToDo(.memories)),
      (try facts(.birthdays, "09:00", again: 60), .nothingToDo(.birthdays)),
      (try facts(.plan, "09:00", again: 4), .again(observed: 4, expected: 5...720)),
      (try facts(.plan, "09:00", again: 721), .again(observed: 721, expected: 5...720)),
      (try facts(.plan, "09:00", quiet: "08:00-10:00"), .withinQuietHours(nine, hours)),
      (try facts(.morning, "09:00", again: 5), .ruleExists(.morning, nine)),
    ]
    let other = try reminders.add(facts(.people, "09:00"), now: now)
    for (facts, error) in wrong {
      #expect(throws: error) { try reminders.add(facts, now: now) }
      #expect(throws: error) { try reminders.edit(other.id, now: now) { $0 = facts } }
    }
    #expect(try reminders.rules() == [rule, other])
  }

  @Test("are so many at most, and changing one is no new one")
  func limit() throws {
    for minute in 0..<Reminders.ruleLimit {
      let time = try TimeOfDay(hour: 8, minute: minute)
      try reminders.add(RuleFacts(.morning, at: time), now: now)
    }
    let one = try facts(.morning, "09:00")
    #expect(throws: ReminderError.tooManyRules(limit: 50)) { try reminders.add(one, now: now) }
    let last = try #require(try reminders.rules().last)
    try reminders.edit(last.id, now: now) { $0 = one }
    #expect(try reminders.rules().count == 50)
  }

  @Test("begin anew with another time or subject, or where they were off")
  func since() throws {
    let rule = try reminders.add(facts(.morning, "09:00"), now: now)
    func edited(at now: Int, _ change: (inout RuleFacts) throws -> Void) throws -> Int {
      try reminders.edit(rule.id, now: now, change).since
    }
    #expect(try edited(at: now + 1) { $0.again = 60 } == now)
    #expect(try edited(at: now + 2) { $0.time = try TimeOfDay(hour: 10) } == now + 2)
    #expect(try edited(at: now + 3) { $0.subject = .people } == now + 3)
    #expect(try edited(at: now + 4) { $0.isOn = false } == now + 3)
    #expect(try edited(at: now + 5) { $0.isOn = true } == now + 5)
  }

  @Test("are one owner's, and go with the owner")
  func owners() throws {
    let rule = try test.rule()
    let bob = try test.owner("bob")
    #expect(try bob.reminders.rules().isEmpty)
    #expect(throws: ReminderError.unknownRule(rule.id)) { try bob.reminders.rule(rule.id) }
    #expect(throws: ReminderError.unknownRule(rule.id)) { try bob.reminders.remove(rule: rule.id) }
    #expect(throws: ReminderError.unknownRule(rule.id)) {
      try bob.reminders.edit(rule.id, now: now) { $0.isOn = false }
    }
    try bob.reminders.add(rule.facts, now: now)
    #expect(try reminders.remove(rule: rule.id) == rule)
    #expect(try reminders.rules().isEmpty && bob.reminders.rules().count == 1)
    #expect(throws: ReminderError.unknownRule(rule.id)) { try reminders.remove(rule: rule.id) }
    // A number is never given again.
    #expect(try test.rule().id > rule.id + 1)
  }

  @Test("are neither read nor changed behind a lock, as ways and feeds")
  func locked() throws {
    let (rule, way) = (try test.rule(), try test.hook())
    let feed = try reminders.addFeed(FeedName("calendar"), names: false, now: now).feed
    try test.lock()
    func isLocked<Result>(_ work: () throws -> Result) -> Bool {
      do {
        _ = try work()
        return false
      } catch JournalError.locked {
        return true
      } catch {
        return false
      }
    }
    #expect(isLocked { try reminders.rules() } && isLocked { try reminders.rule(rule.id) })
    #expect(isLocked { try reminders.add(rule.facts, now: now) })
    #expect(isLocked { try reminders.edit(rule.id, now: now) { $0.isOn = false } })
    #expect(isLocked { try reminders.remove(rule: rule.id) })
    #expect(isLocked { try reminders.ways(now: now) } && isLocked { try reminders.way(way.id) })
    #expect(isLocked { try reminders.add(WayFacts(.mail, to: "a@example.org"), now: now) })
    #expect(isLocked { try reminders.setNames(true, ofWay: way.id, now: 1) })
    #expect(isLocked { try reminders.remove(way: way.id, now: 1) })
    #expect(isLocked { try reminders.feeds() })
    #expect(isLocked { try reminders.setNames(true, ofFeed: feed.id, now: 1) })
    #expect(isLocked { try reminders.removeFeed(feed.id, now: 1) })
    #expect(isLocked { try reminders.addFeed(FeedName("b"), names: true, now: now) })
    for (table, names) in [("reminder_way", "0"), ("calendar_feed", "0"), ("reminder_rule", "1")] {
      let column = table == "reminder_rule" ? "is_on" : "names"
      #expect(try test.strings("SELECT \(column) FROM \(table)") == [names], "\(table)")
    }
  }
}
