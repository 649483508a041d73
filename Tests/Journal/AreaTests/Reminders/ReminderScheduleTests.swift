import CaptureTime
import Store
import Testing

@testable import Reminders

@Suite("The schedule of reminders")
struct ReminderScheduleTests {
  private static func rule(
    _ number: Int64 = 1, _ subject: ReminderSubject = .morning, at time: String,
    again: Int? = nil, quiet: QuietHours? = nil, since: Int = 0
  ) throws -> ReminderRule {
    let facts = RuleFacts(subject, at: try TimeOfDay.parse(time), again: again, quiet: quiet)
    return ReminderRule(id: number, facts: facts, since: since)
  }

  /// What a machine tells that looks again and again, with every look told at once.
  private struct Machine {
    let days: DayRule
    let rules: [ReminderRule]
    var sent: [CivilDate: [SentReminder]] = [:]
    var told: [(turn: ReminderTurn, at: Int)] = []

    init(_ days: DayRule, _ rules: [ReminderRule]) { (self.days, self.rules) = (days, rules) }

    mutating func look(at now: Int, times: [TimeOfDay] = []) {
      let schedule = ReminderSchedule(days, at: now)
      let turns = schedule.turns(
        of: rules, peoplesTimes: times, since: 0, sent: sent[schedule.day] ?? [])
      for turn in turns {
        told.append((turn, now))
        sent[schedule.day, default: []].append(
          SentReminder(
            rule: turn.rule.id, time: turn.time, isAgain: turn.isAgain, state: .sent, tries: 1,
            at: now))
      }
    }
  }

  @Test(
    "comes once on every day of a year, on one of 23 hours as on one of 25",
    arguments: [
      ("Europe/Berlin", "00:00"), ("Europe/Berlin", "04:00"), ("Australia/Lord_Howe", "00:00"),
      ("America/Santiago", "00:00"), ("Asia/Seoul", "03:00"),
    ])
  func year(zone: String, start: String) throws {
    let days = DayRule(zone: try CaptureZone.parse(zone), start: try TimeOfDay.parse(start))
    let times = ["00:00", "02:30", "03:15", "09:00", "23:55"]
    let rules = try times.enumerated().map { try Self.rule(Int64($0), at: $1) }
    let first = try #require(CivilDate(year: 2026, month: 1, day: 1))
    let end = try #require(CivilDate(year: 2027, month: 1, day: 1))
    var machine = Machine(days, rules)
    for now in stride(from: days.start(of: first), to: days.start(of: end), by: 300) {
      machine.look(at: now)
    }
    #expect(machine.told.count == 365 * times.count)
    let keys = Set(machine.told.map { "\($0.turn.day) \($0.turn.rule.id)" })
    #expect(keys.count == 365 * times.count)
    for (turn, now) in machine.told {
      let late = now - days.instant(of: turn.time, on: turn.day)
      #expect(0..<300 ~= late)
    }
  }

  @Test("shows the wall clock's time but where the zone skips it")
  func wall() throws {
    let days = DayRule(zone: try CaptureZone.parse("Europe/Berlin"))
    let change = try #require(CivilDate(year: 2026, month: 3, day: 29))
    // `date -d '2026-03-29 01:00 UTC' +%s`: 02:00 becomes 03:00.
    #expect(days.instant(of: try TimeOfDay.parse("02:30"), on: change) == 1_774_746_000)
    let back = try #require(CivilDate(year: 2026, month: 10, day: 25))
    // `TZ=UTC date -d '2026-10-25 00:30' +%s`: the first of two.
    #expect(days.instant(of: try TimeOfDay.parse("02:30"), on: back) == 1_792_888_200)
  }

  @Test("tells today's alone after a sleep of days")
  func sleep() throws {
    let days = DayRule(zone: .utc)
    var machine = Machine(days, [try Self.rule(at: "09:00")])
    machine.look(at: 10 * 86_400 + 9 * 3_600)
    machine.look(at: 20 * 86_400 + 8 * 3_600)
    #expect(machine.told.count == 1)
    machine.look(at: 20 * 86_400 + 15 * 3_600)
    #expect(machine.told.map(\.turn.day.daysSinceEpoch) == [10, 20])
  }

  @Test("comes once more after its minutes, on the same day")
  func again() throws {
    let days = DayRule(zone: .utc)
    var machine = Machine(days, [try Self.rule(at: "20:00", again: 120)])
    for now in stride(from: 0, to: 2 * 86_400, by: 60) { machine.look(at: now) }
    #expect(machine.told.map(\.at) == [72_000, 79_200, 158_400, 165_600])
    #expect(machine.told.map(\.turn.isAgain) == [false, true, false, true])
    var late = Machine(days, [try Self.rule(at: "23:00", again: 120)])
    for now in stride(from: 0, to: 2 * 86_400, by: 60) { late.look(at: now) }
    #expect(late.told.map(\.turn.isAgain) == [false, false])
  }

  @Test("waits for the end of quiet hours, and not into the next day")
  func quiet() throws {
    let days = DayRule(zone: .utc)
    let rule = try Self.rule(at: "21:00", again: 120, quiet: .usual)
    var machine = Machine(days, [rule])
    for now in stride(from: 0, to: 86_400 + 8 * 3_600, by: 60) { machine.look(at: now) }
    #expect(machine.told.map(\.at) == [75_600])
    // A machine that wakes in them.
    var asleep = Machine(days, [try Self.rule(at: "06:00", quiet: .usual)])
    asleep.look(at: 6 * 3_600 + 1_800)
    #expect(asleep.told.isEmpty)
    asleep.look(at: 7 * 3_600)
    #expect(asleep.told.count == 1)
  }

  @Test(
    "has times of people for the first rule of people alone, and none from before a rule was set")
  func times() throws {
    let days = DayRule(zone: .utc)
    let rules = [
      try Self.rule(1, .people, at: "18:00"), try Self.rule(2, .people, at: "09:00"),
      try Self.rule(3, .morning, at: "08:00", since: 9 * 3_600),
    ]
    var machine = Machine(days, rules)
    let own = try [TimeOfDay.parse("07:00"), TimeOfDay.parse("18:00")]
    for now in stride(from: 0, to: 86_400, by: 60) { machine.look(at: now, times: own) }
    #expect(machine.told.map(\.turn.rule.id) == [2, 2, 1, 2])
    #expect(machine.told.map(\.turn.time.description) == ["07:00", "09:00", "18:00", "18:00"])
  }

  @Test(
    "knows which times are quiet",
    arguments: [
      ("22:00-07:00", "22:00", true), ("22:00-07:00", "06:59", true),
      ("22:00-07:00", "07:00", false), ("22:00-07:00", "21:59", false),
      ("12:00-13:00", "12:30", true), ("12:00-13:00", "13:00", false),
      ("00:00-06:00", "00:00", true), ("20:00-00:00", "23:59", true),
      ("20:00-00:00", "00:00", false),
    ])
  func quietHours(hours: String, time: String, isQuiet: Bool) throws {
    #expect(try QuietHours.parse(hours).contains(TimeOfDay.parse(time).seconds) == isQuiet)
  }

  @Test(
    "refuses what are no quiet hours",
    arguments: ["", "22:00", "22:00-", "25:00-07:00", "7:00-7:00", "22:00-07:00-08:00"])
  func noQuietHours(text: String) {
    #expect(throws: ReminderError.self) { try QuietHours.parse(text) }
  }
}
