import CaptureTime
import Store
import Testing

@testable import Texts

@Suite("A plan that is followed")
struct PlanRunsTests {
  let test: TextsJournal
  private let now = TextsJournal.now
  private let today = TextsJournal.day
  private let name: PlanName

  init() throws {
    test = try TextsJournal(bible: SmallBible.file)
    name = try PlanName("Plan")
    try test.anna.plans.add(
      name, of: Array("1=Gen.1\n2=Gen.2,Exod.1\n4=Gen.3.1-2\n5=Gen.3.3-4,Matt.1".utf8), from: "",
      now: now)
  }

  private var plans: Plans { test.anna.plans }

  private func start(_ pace: PlanPace = .calendar, on offset: Int = 0) throws {
    try plans.start(name, on: today.adding(days: offset), pace: pace, today: today, now: now)
  }

  /// What the plan asks for so many days later, as "day 2: 1✓ 2".
  private func asked(_ days: Int = 0) throws -> String {
    let day = try plans.day(of: name, today: today.adding(days: days))
    let portions = day.portions.map { " \($0.number)\($0.read == nil ? "" : "✓")" }
    let behind = day.behind > 0 ? " -\(day.behind) from \(day.firstBehind ?? 0)" : ""
    return "\(day.state) \(day.day):\(portions.joined())\(behind)"
  }

  private func done(_ portions: [Int] = [], day: Int? = nil, after days: Int = 0) throws {
    try plans.done(
      portions, day: day, of: nil, today: today.adding(days: days), now: now + days * 86_400)
  }

  @Test("by the calendar asks for a day a day, and says what is behind")
  func calendar() throws {
    try start(on: 1)
    #expect(try asked() == "waiting 1: 1")
    #expect(throws: PlanError.notBegun(name, start: today.next)) { try done() }
    #expect(try asked(1) == "going 1: 1")
    try done(after: 1)
    #expect(try asked(1) == "going 1: 1✓")
    try done([2], after: 2)
    #expect(try asked(2) == "going 2: 1 2✓")
    // A day of rest.
    #expect(try asked(3) == "going 3: -1 from 2")
    #expect(try asked(5) == "going 5: 1 2 -2 from 2")
    #expect(try asked(6) == "over 5: 1 2 -3 from 2")
    #expect(try plans.days(on: today).map(\.progress) == [ReadingProgress(read: 2, count: 6)])
  }

  @Test("is not begun more often than an export can number")
  func manyRuns() throws {
    try test.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(PlanRun.limit))
      INSERT INTO plan_run (plan, pace, begun, start, stopped)
      SELECT id, 'own', i, '2025-06-15', i FROM plan, n
      """)
    #expect(throws: PlanError.tooManyRuns(name, limit: PlanRun.limit)) { try start() }
    try test.execute("DELETE FROM plan_run WHERE begun = 7")
    try start()
    #expect(try asked() == "going 1: 1")
  }

  @Test("at one's own pace asks for the next day that is not read, a day later")
  func own() throws {
    try start(.own)
    #expect(try asked() == "going 1: 1")
    try done()
    #expect(try asked() == "going 1: 1✓")
    #expect(try asked(1) == "going 2: 1 2")
    #expect(try asked(9) == "going 2: 1 2")
    // Who goes on at once reads the next day's.
    try done()
    #expect(try asked() == "going 1: 1✓")
    #expect(try asked(1) == "going 4: 1")
    try done([1], after: 1)
    try done(after: 2)
    #expect(try asked(2) == "going 5: 1✓ 2✓")
    #expect(try asked(3) == "over 5: 1✓ 2✓")
    #expect(throws: PlanError.allRead(name)) { try done(after: 3) }
  }

  @Test("moves: today becomes the first day not read, or the day that is said")
  func moves() throws {
    try start(on: -4)
    try done([1], day: 2)
    try done(day: 1)
    #expect(try asked() == "going 5: 1 2 -2 from 2")
    let before = try plans.day(of: nil, today: today).run
    #expect(try plans.shift(nil, today: today).day == 2)
    let (start, first) = (before.start, before.firstDay)
    let back = try plans.moveBack(nil, start: start, firstDay: first, today: today)
    #expect(back.run == before)
    #expect(try asked() == "going 5: 1 2 -2 from 2")
    #expect(throws: PlanError.noDay(6, days: 5)) {
      try plans.moveBack(nil, start: start, firstDay: 6, today: today)
    }
    #expect(try plans.shift(nil, today: today).day == 2)
    #expect(try asked() == "going 2: 1✓ 2" && asked(1) == "going 3: -1 from 2")
    try plans.go(nil, to: 4, today: today)
    #expect(try asked() == "going 4: 1" && asked(1) == "going 5: 1 2 -1 from 4")
    for day in [0, 6, -1, .max] {
      #expect(throws: PlanError.noDay(day, days: 5)) { try plans.go(nil, to: day, today: today) }
    }
    try done(day: 4)
    try done(day: 5)
    #expect(throws: PlanError.allRead(name)) { try plans.shift(nil, today: today) }
  }

  @Test("at one's own pace goes on from the day that is said")
  func ownMoves() throws {
    try start(.own)
    try plans.go(nil, to: 4, today: today)
    #expect(try asked() == "going 4: 1")
    try plans.go(nil, to: 2, today: today)
    #expect(try asked() == "going 2: 1 2")
  }

  @Test("is begun once, stopped, and begun anew")
  func stops() throws {
    #expect(throws: PlanError.noneFollowed) { try day() }
    #expect(throws: PlanError.notFollowed(name)) { try plans.stop(name, now: now) }
    try start()
    #expect(throws: PlanError.followed(name, since: today)) { try start() }
    try done()
    try plans.stop(nil, now: now)
    #expect(try plans.days(on: today).isEmpty)
    try start(.own)
    #expect(try asked() == "going 1: 1")
    #expect(try test.count("SELECT count(*) FROM plan_run") == 2)
    try plans.remove(name)
    #expect(throws: PlanError.noPlans) { try day() }
    for table in ["plan", "plan_portion", "plan_run", "portion_read"] {
      #expect(try test.count("SELECT count(*) FROM \(table)") == 0, "\(table)")
    }
    // What was read stays read.
    #expect(try test.anna.reading.section("Gen.1").read != nil)
  }

  private func day() throws { _ = try plans.day(of: nil, today: today) }

  @Test("is named where several are")
  func several() throws {
    let other = try PlanName("Other")
    try plans.add(other, made: .order, in: 8, now: now)
    try start()
    try plans.start(other, on: today, today: today, now: now)
    #expect(throws: PlanError.severalFollowed([other, name])) { try done() }
    #expect(try plans.days(on: today).map(\.plan.name) == [other, name])
    #expect(throws: PlanError.unknown(try PlanName("None"), known: [other, name])) {
      try plans.plan(PlanName("None"))
    }
    let bob = try test.owner("bob")
    #expect(try bob.plans.days(on: today).isEmpty)
    #expect(throws: PlanError.unknown(name, known: [])) { try bob.plans.plan(name) }
  }

  @Test("marks the sections that are whole with a portion, and takes them back")
  func sections() throws {
    let bible = try CollectionName(SmallBible.name)
    func read() throws -> [String] {
      try test.anna.reading.checklist(bible).books.flatMap(\.sections).filter(\.isRead)
        .map(\.section.key)
    }
    try start(on: -4)
    try done([1], day: 4)
    #expect(try read() == [])
    // Both halves of the chapter make it whole.
    try done([1], day: 5)
    #expect(try read() == ["Gen.3"])
    try done(day: 2)
    #expect(try read() == ["Gen.2", "Gen.3", "Exod.1"])
    try plans.undo([1], day: 4, of: nil, today: today)
    #expect(try read() == ["Gen.2", "Exod.1"])
    try plans.undo(day: 2, of: nil, today: today)
    #expect(try read() == [])
    #expect(throws: PlanError.notRead(1, day: 2)) { try plans.undo(day: 2, of: nil, today: today) }
    // What a person marked before the plan did stays.
    try test.anna.reading.markRead("Gen.2", TextsJournal.rule, now: now - 60)
    try done(day: 2)
    try plans.undo(day: 2, of: nil, today: today)
    #expect(try read() == ["Gen.2"])
  }

  @Test("has no portions that were not said")
  func portions() throws {
    try start()
    for number in [0, 2, -1, .max] {
      #expect(throws: PlanError.noPortion(number, day: 1, portions: 1)) { try done([number]) }
    }
    #expect(throws: PlanError.noDay(9, days: 5)) { try done(day: 9) }
    try done([1, 1])
    try done([1])
    #expect(try test.count("SELECT count(*) FROM portion_read") == 1)
  }

  @Test("keeps its portions, by their keys, while the collection does not have them")
  func lost() throws {
    try start()
    try test.update(
      SmallBible.file.replacing(/\nGen\.1\.[^\n]*/, with: ""), as: SmallBible.name)
    let portion = try #require(plans.day(of: nil, today: today).portions.first)
    #expect(portion.title == "Gen.1" && portion.section == nil)
    try done()
    try test.anna.collections.remove(CollectionName(SmallBible.name), withMarks: false)
    #expect(try plans.day(of: nil, today: today).portions.map(\.title) == ["Gen.1"])
    #expect(try plans.all().map(\.collectionName) == ["bible"])
  }

  @Test("of foreign rows ends in an error")
  func hostile() throws {
    try start()
    try done()
    for (damage, mend) in [
      ("UPDATE plan SET days = 9999", "UPDATE plan SET days = 5"),
      ("UPDATE plan_run SET start = '9999-99-99'", "UPDATE plan_run SET start = '\(today)'"),
      ("UPDATE plan_run SET first_day = 9999", "UPDATE plan_run SET first_day = 1"),
      (
        "UPDATE portion_read SET read_on = '2025-13-01'",
        "UPDATE portion_read SET read_on = '\(today)'"
      ),
      (
        "UPDATE plan_portion SET number = 9000000000000000000 WHERE day = 1",
        "UPDATE plan_portion SET number = 1 WHERE day = 1"
      ),
    ] {
      try test.execute(damage)
      #expect(throws: JournalError.self, "\(damage)") { try day() }
      try test.execute(mend)
    }
    #expect(try asked() == "going 1: 1✓")
  }
}

@Suite("A year's plan")
struct PlanYearTests {
  let test: TextsJournal

  init() throws { test = try TextsJournal() }

  /// Each day is read in the morning at 03:00 or 05:00, or late in the evening, by a person who flies from
  /// Seoul to New York on 1 July and whose days begin at 04:00.
  @Test("is read day by day across a leap day and a change of the zone, each day's portions once")
  func year() throws {
    let sections = (1...731).map { "\($0),text,s.\(($0 + 1) / 2),S \(($0 + 1) / 2)" }
    try test.add(
      "key,text,section,section title\n" + sections.joined(separator: "\n"), as: "Long")
    let name = try PlanName("Year")
    let plans = test.anna.plans
    let (plan, coverage) = try plans.add(name, made: .order, in: 366, now: 0)
    #expect(coverage.isWhole && plan.days == 366)
    let start = try #require(CivilDate(year: 2024, month: 1, day: 1))
    let (seoul, york) = (
      try DayRule(zone: .parse("Asia/Seoul"), start: .parse("04:00")),
      try DayRule(zone: .parse("America/New_York"), start: .parse("04:00"))
    )
    let flight = try #require(CivilDate(year: 2024, month: 7, day: 1))
    try plans.start(name, on: start, today: start, now: 0)
    var read: [String] = []
    for number in 0..<366 {
      let day = start.adding(days: number)
      let rule = day < flight ? seoul : york
      // 23 hours after the day's start it is 03:00 of the next date.
      let moment = rule.start(of: day) + [3_600, 19 * 3_600, 82_800 - 1][number % 3]
      let today = rule.day(of: moment)
      #expect(today == day)
      let asked = try plans.day(of: nil, today: today)
      #expect(asked.day == number + 1 && asked.behind == 0, "\(day)")
      read += asked.portions.map(\.first)
      try plans.done(of: nil, today: today, now: moment)
      #expect(try plans.day(of: nil, today: today).left.isEmpty)
    }
    #expect(read.count == 366 && Set(read).count == 366)
    let last = try #require(CivilDate(year: 2024, month: 12, day: 31))
    let end = try plans.day(of: nil, today: last)
    #expect(end.day == 366 && end.progress.percent == 100)
    let streak = try test.anna.reading.streak(today: last)
    #expect(streak == ReadingStreak(days: 366, isPending: false, longest: 366))
    let year = try test.anna.reading.counts(in: start...last)
    #expect(year.count == 366 && year.values.allSatisfy { $0 == 1 })
    #expect(try plans.day(of: nil, today: last.next).state == .over)
  }
}
