package import CaptureTime
import GRDB
import Store

/// How a plan is followed.
package enum PlanPace: String, Sendable, CaseIterable {
  /// Its days are those of the calendar, from its start on.
  case calendar
  /// Its next day comes once the one before is read, but not on the same day.
  case own
}

/// A time that a plan is followed.
package struct PlanRun: Sendable, Hashable {
  let id: Int64
  package let pace: PlanPace
  /// In seconds since 1970 in UTC.
  package let begun: Int
  /// The date of its day 1, by the calendar; at one's own pace the day on which it was begun.
  package let start: CivilDate
  /// Days before it were passed over.
  package let firstDay: Int

  /// Runs of a plan: an export numbers them.
  static let limit = 10_000
}

extension PlanRun {
  /// Whether a plan has as many runs as it can have.
  static func isLimitReached(of plan: Int64, _ db: Database) throws -> Bool {
    try db.row(
      cached: "SELECT 1 FROM plan_run WHERE plan = ? LIMIT 1 OFFSET ?",
      arguments: [plan, limit - 1]) != nil
  }
}

/// A followed plan's portions on a day: always derived from what was read, never stored.
package struct PlanDay: Sendable, Hashable {
  package let plan: Plan
  package let run: PlanRun
  package let state: State
  /// The number of the plan's day, 1 to ``Plan/days``.
  package let day: Int
  package let portions: [PlanPortion]
  /// How many days before it have portions that were not read, and the first of them; by the calendar.
  package let behind: Int
  package let firstBehind: Int?
  /// Portions of all days.
  package let progress: ReadingProgress

  package enum State: String, Sendable {
    /// Its day 1 is still to come.
    case waiting
    case going
    /// Its last day was before this one; or all of it is read.
    case over
  }

  /// The unread portions of the day.
  package var left: [PlanPortion] { portions.filter { $0.read == nil } }
}

extension Plans {
  /// The followed plans' portions on a day, by name.
  ///
  /// - Parameter today: the day.
  /// - Returns: a day of each plan.
  /// - Throws: ``JournalError``.
  /// - Complexity: O(*n*) in the portions of these plans.
  package func days(on today: CivilDate) throws -> [PlanDay] {
    try journal.read { db in
      try all(db).compactMap { plan in
        try run(of: plan, db).map { try day(of: plan, $0, today, db) }
      }
    }
  }

  /// A followed plan's portions for one of its days.
  ///
  /// - Parameters:
  ///   - number: of its day; nil for that of today.
  ///   - name: the plan's; nil for the only one that is followed.
  ///   - today: the day of the moment.
  /// - Returns: the day.
  /// - Throws: ``PlanError``, ``JournalError``.
  package func day(
    _ number: Int? = nil, of name: PlanName?, today: CivilDate
  ) throws -> PlanDay {
    try journal.read { db in
      let (plan, run) = try followed(name, db)
      if let number { try checkDay(number, of: plan) }
      return try day(of: plan, run, today, number: number, db)
    }
  }

  func checkDay(_ number: Int, of plan: Plan) throws {
    guard 1...plan.days ~= number else { throw PlanError.noDay(number, days: plan.days) }
  }

  /// The run of a plan that goes on; nil where none does.
  func run(of plan: Plan, _ db: Database) throws -> PlanRun? {
    try DecodedRows(
      db,
      cached: """
        SELECT id, pace, begun, start, first_day FROM plan_run
        WHERE plan = ? AND stopped IS NULL
        """, arguments: [plan.id]
    ).map { values in
      PlanRun(
        id: try values.next(), pace: try values.next { PlanPace(rawValue: $0) },
        begun: try values.next(in: DayRule.instants), start: try values.day(),
        firstDay: try values.next(in: Plan.dayRange))
    }.first
  }

  /// The plan that is meant, with its run.
  ///
  /// - Throws: ``PlanError``.
  func followed(_ name: PlanName?, _ db: Database) throws -> (Plan, PlanRun) {
    if let name {
      let plan = try plan(name, db)
      guard let run = try run(of: plan, db) else { throw PlanError.notFollowed(plan.name) }
      return (plan, run)
    }
    let plans = try all(db)
    let found = try plans.compactMap { plan in try run(of: plan, db).map { (plan, $0) } }
    if found.count > 1 { throw PlanError.severalFollowed(found.map(\.0.name)) }
    guard let one = found.first else {
      throw plans.isEmpty ? PlanError.noPlans : PlanError.noneFollowed
    }
    return one
  }

  /// How much of each of a plan's days was read.
  struct DayProgress {
    let number: Int
    let portions: Int
    let read: Int
    /// Of those the ones that were read before today.
    let readBefore: Int
  }

  func progress(of plan: Plan, _ run: PlanRun, _ today: CivilDate, _ db: Database) throws
    -> [DayProgress]
  {
    let count = 0...Plan.totalLimit
    return try DecodedRows(
      db,
      cached: """
        SELECT plan_portion.day, count(*), count(portion_read.day),
          count(CASE WHEN read_on < ? THEN 1 END)
        FROM plan_portion LEFT JOIN portion_read ON portion_read.run = ?
          AND portion_read.day = plan_portion.day AND portion_read.number = plan_portion.number
        WHERE plan = ? GROUP BY plan_portion.day ORDER BY plan_portion.day
        """, arguments: [today.description, run.id, plan.id]
    ).map { values in
      DayProgress(
        number: try values.next(in: Plan.dayRange), portions: try values.next(in: count),
        read: try values.next(in: count), readBefore: try values.next(in: count))
    }
  }

  func day(
    of plan: Plan, _ run: PlanRun, _ today: CivilDate, number given: Int? = nil, _ db: Database
  ) throws -> PlanDay {
    let days = try progress(of: plan, run, today, db)
    let asked = days.drop { $0.number < run.firstDay }
    let (number, state): (Int, PlanDay.State)
    switch run.pace {
    case .calendar:
      let place = today.daysSinceEpoch - run.start.daysSinceEpoch + 1
      number = min(max(place, 1), plan.days)
      state = place < 1 ? .waiting : place > plan.days ? .over : .going
    case .own:
      let next = asked.first { $0.readBefore < $0.portions }
      number = next?.number ?? plan.days
      state = next == nil ? .over : .going
    }
    let shown = given ?? number
    let behind =
      run.pace == .own || state == .waiting
      ? [] : asked.filter { $0.number < number + (state == .over ? 1 : 0) && $0.read < $0.portions }
    return PlanDay(
      plan: plan, run: run, state: state, day: shown,
      portions: try portions(of: plan, run, day: shown, db), behind: behind.count,
      firstBehind: behind.first?.number,
      progress: ReadingProgress(
        read: days.reduce(0) { $0 + $1.read }, count: days.reduce(0) { $0 + $1.portions }))
  }

  private func portions(
    of plan: Plan, _ run: PlanRun, day: Int, _ db: Database
  ) throws -> [PlanPortion] {
    let rows = try DecodedRows(
      db,
      cached: """
        SELECT plan_portion.number, first, last, read_on
        FROM plan_portion LEFT JOIN portion_read ON portion_read.run = ?
          AND portion_read.day = plan_portion.day AND portion_read.number = plan_portion.number
        WHERE plan = ? AND plan_portion.day = ? ORDER BY plan_portion.number LIMIT ?
        """, arguments: [run.id, plan.id, day, Plan.portionLimit]
    ).map { values in
      (
        try values.next(in: 1...Plan.portionLimit), try values.text(atMost: ReadText.keyByteLimit),
        try values.text(atMost: ReadText.keyByteLimit),
        try values.textIfAny(atMost: 10).map { CivilDate(iso: $0) }
      )
    }
    return try rows.map { number, first, last, read in
      if case .some(nil) = read { throw JournalError.corruptValue(of: "read_on") }
      let places = try plan.collection.map { try PortionPlaces(first, last, in: $0, db) }
      return PlanPortion(
        number: number, first: first, last: last,
        title: places?.title ?? (first == last ? first : "\(first) – \(last)"),
        section: places?.first?.section?.section, read: read.flatMap(\.self))
    }
  }
}
