package import CaptureTime
import GRDB
import Store

/// How an owner follows plans.
extension Plans {
  /// Starts following a plan; what an earlier run read stays with that run.
  ///
  /// - Parameters:
  ///   - name: the plan's.
  ///   - start: the date of its day 1.
  ///   - pace: how.
  ///   - today: the day of the moment.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: what it asks for today.
  /// - Throws: ``PlanError/followed(_:since:)``, ``PlanError/tooManyRuns(_:limit:)``,
  ///   ``PlanError/unknown(_:known:)``, ``JournalError``; then nothing has changed.
  @discardableResult
  package func start(
    _ name: PlanName, on start: CivilDate, pace: PlanPace = .calendar, today: CivilDate, now: Int
  ) throws -> PlanDay {
    try journal.writeMakingRoom { db in
      let plan = try plan(name, db)
      if let run = try run(of: plan, db) {
        throw PlanError.followed(plan.name, since: run.start)
      }
      if try PlanRun.isLimitReached(of: plan.id, db) {
        throw PlanError.tooManyRuns(plan.name, limit: PlanRun.limit)
      }
      try db.execute(
        cached: "INSERT INTO plan_run (plan, pace, begun, start) VALUES (?, ?, ?, ?)",
        arguments: [plan.id, pace.rawValue, now, start.description])
      return try present(plan, today, db)
    }
  }

  /// Follows a plan no more.
  ///
  /// - Parameters:
  ///   - name: the plan's; nil for the only one that is followed.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the plan.
  /// - Throws: ``PlanError``, ``JournalError``.
  @discardableResult
  package func stop(_ name: PlanName?, now: Int) throws -> Plan {
    try journal.writeMakingRoom { db in
      let (plan, run) = try followed(name, db)
      try db.execute(
        cached: "UPDATE plan_run SET stopped = max(begun, ?) WHERE id = ?",
        arguments: [now, run.id])
      return plan
    }
  }

  /// Moves a plan so that today is its first day with a portion that was not read.
  ///
  /// - Parameters:
  ///   - name: the plan's; nil for the only one that is followed.
  ///   - today: the day of the moment.
  /// - Returns: what it asks for today.
  /// - Throws: ``PlanError``, ``JournalError``; then nothing has changed.
  @discardableResult
  package func shift(_ name: PlanName?, today: CivilDate) throws -> PlanDay {
    try journal.writeMakingRoom { db in
      let (plan, run) = try followed(name, db)
      let next = try progress(of: plan, run, today, db).first {
        $0.number >= run.firstDay && $0.read < $0.portions
      }
      guard let next else { throw PlanError.allRead(plan.name) }
      try move(run, to: next.number, from: run.firstDay, today, db)
      return try present(plan, today, db)
    }
  }

  /// Puts the days of a plan back to where they were before they were moved.
  ///
  /// - Parameters:
  ///   - name: the plan's; nil for the only one that is followed.
  ///   - start: what ``PlanRun/start`` was.
  ///   - firstDay: what ``PlanRun/firstDay`` was.
  ///   - today: the day of the moment.
  /// - Returns: what it asks for today.
  /// - Throws: ``PlanError``, ``JournalError``; then nothing has changed.
  @discardableResult
  package func moveBack(
    _ name: PlanName?, start: CivilDate, firstDay: Int, today: CivilDate
  ) throws -> PlanDay {
    try journal.writeMakingRoom { db in
      let (plan, run) = try followed(name, db)
      try checkDay(firstDay, of: plan)
      try db.execute(
        cached: "UPDATE plan_run SET start = ?, first_day = ? WHERE id = ?",
        arguments: [start.description, firstDay, run.id])
      return try present(plan, today, db)
    }
  }

  /// Moves a plan so that today is a day of it; those before are passed over.
  ///
  /// - Parameters:
  ///   - name: the plan's; nil for the only one that is followed.
  ///   - day: the number of the plan's day.
  ///   - today: the day of the moment.
  /// - Returns: what it asks for today.
  /// - Throws: ``PlanError``, ``JournalError``; then nothing has changed.
  @discardableResult
  package func go(_ name: PlanName?, to day: Int, today: CivilDate) throws -> PlanDay {
    try journal.writeMakingRoom { db in
      let (plan, run) = try followed(name, db)
      try checkDay(day, of: plan)
      try move(run, to: day, from: day, today, db)
      return try present(plan, today, db)
    }
  }

  /// Marks portions as read, and the sections that they complete.
  ///
  /// - Parameters:
  ///   - portions: their numbers; empty for all of the day.
  ///   - number: of the plan's day; nil for today's, or where that is read, at one's own pace, for the next.
  ///   - name: the plan's; nil for the only one that is followed.
  ///   - today: the day of the moment.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the day as it is then.
  /// - Throws: ``PlanError``, ``JournalError``; then nothing has changed.
  @discardableResult
  package func done(
    _ portions: [Int] = [], day number: Int? = nil, of name: PlanName?, today: CivilDate, now: Int
  ) throws -> PlanDay {
    try journal.writeMakingRoom { db in
      let (plan, run) = try followed(name, db)
      let day = try dayMeant(number, of: plan, run, today, isNextMeant: portions.isEmpty, db)
      for portion in try chosen(portions, of: day) where portion.read == nil {
        try db.execute(
          cached: """
            INSERT INTO portion_read (run, day, number, read_on, moment) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """, arguments: [run.id, day.day, portion.number, today.description, now])
        guard let collection = plan.collection else { continue }
        let sections = try sectionsRead(with: portion, of: collection, run, db)
        try journal.reading.markRead(sections, in: collection.name.folded, today, now, db)
      }
      return try self.day(of: plan, run, today, number: day.day, db)
    }
  }

  /// Takes away that portions were read, with the sections that were read with them.
  ///
  /// - Parameters:
  ///   - portions: their numbers; empty for all of the day that were.
  ///   - number: of the plan's day; nil for today's.
  ///   - name: the plan's; nil for the only one that is followed.
  ///   - today: the day of the moment.
  /// - Returns: the day as it is then.
  /// - Throws: ``PlanError``, ``JournalError``; then nothing has changed.
  @discardableResult
  package func undo(
    _ portions: [Int] = [], day number: Int? = nil, of name: PlanName?, today: CivilDate
  ) throws -> PlanDay {
    try journal.writeMakingRoom { db in
      let (plan, run) = try followed(name, db)
      let day = try dayMeant(number, of: plan, run, today, isNextMeant: false, db)
      let chosen = try chosen(portions, of: day)
      if let portion = portions.isEmpty
        ? (day.left == day.portions ? chosen.first : nil)
        : chosen.first(where: { $0.read == nil })
      {
        throw PlanError.notRead(portion.number, day: day.day)
      }
      for portion in chosen where portion.read != nil {
        try unmarkSections(of: portion, plan, run, db)
        try db.execute(
          cached: "DELETE FROM portion_read WHERE run = ? AND day = ? AND number = ?",
          arguments: [run.id, day.day, portion.number])
      }
      return try self.day(of: plan, run, today, number: day.day, db)
    }
  }

  private func present(_ plan: Plan, _ today: CivilDate, _ db: Database) throws -> PlanDay {
    guard let run = try run(of: plan, db) else { throw PlanError.notFollowed(plan.name) }
    return try day(of: plan, run, today, db)
  }

  private func move(
    _ run: PlanRun, to day: Int, from firstDay: Int, _ today: CivilDate, _ db: Database
  ) throws {
    let start = run.pace == .own ? run.start : today.adding(days: 1 - day)
    try db.execute(
      cached: "UPDATE plan_run SET start = ?, first_day = ? WHERE id = ?",
      arguments: [start.description, firstDay, run.id])
  }

  private func dayMeant(
    _ number: Int?, of plan: Plan, _ run: PlanRun, _ today: CivilDate, isNextMeant: Bool,
    _ db: Database
  ) throws -> PlanDay {
    if let number { try checkDay(number, of: plan) }
    let day = try day(of: plan, run, today, number: number, db)
    guard number == nil else { return day }
    if day.state == .waiting { throw PlanError.notBegun(plan.name, start: run.start) }
    guard isNextMeant, run.pace == .own, day.left.isEmpty else { return day }
    let next = try progress(of: plan, run, today, db).first {
      $0.number >= run.firstDay && $0.read < $0.portions
    }
    guard let next else { throw PlanError.allRead(plan.name) }
    return try self.day(of: plan, run, today, number: next.number, db)
  }

  private func chosen(_ numbers: [Int], of day: PlanDay) throws -> [PlanPortion] {
    if numbers.isEmpty { return day.portions }
    return try numbers.map { number in
      guard let portion = day.portions.first(where: { $0.number == number }) else {
        throw PlanError.noPortion(number, day: day.day, portions: day.portions.count)
      }
      return portion
    }
  }

  /// The sections that are read with a portion: those which it has whole, and those at its ends of which
  /// other portions that were read have the rest.
  private func sectionsRead(
    with portion: PlanPortion, of collection: TextCollection, _ run: PlanRun, _ db: Database
  ) throws -> [String] {
    let places = try PortionPlaces(portion.first, portion.last, in: collection, db)
    return try places.sections(db).filter { section in
      try section.isWhole || isCovered(section.row.id, of: collection, run, db)
    }.map(\.row.section.key)
  }

  /// More texts of a section than portions are laid out over.
  private static let textsOfSection = 5_000

  /// Whether portions that were read have all of a section between them.
  private func isCovered(
    _ section: Int64, of collection: TextCollection, _ run: PlanRun, _ db: Database
  ) throws -> Bool {
    let portions = try DecodedRows(
      db,
      cached: """
        SELECT first, last FROM portion_read
          CROSS JOIN plan_run ON plan_run.id = portion_read.run
          CROSS JOIN plan_portion ON plan_portion.plan = plan_run.plan
            AND plan_portion.day = portion_read.day AND plan_portion.number = portion_read.number
        WHERE portion_read.run = ?1 AND (
          EXISTS (SELECT 1 FROM text WHERE collection = ?2 AND key = first AND text.section = ?3)
          OR EXISTS (SELECT 1 FROM text WHERE collection = ?2 AND key = last AND text.section = ?3))
        LIMIT ?4
        """, arguments: [run.id, collection.id, section, Self.textsOfSection]
    ).map { values in
      (
        try values.text(atMost: ReadText.keyByteLimit),
        try values.text(atMost: ReadText.keyByteLimit)
      )
    }
    let ranges = try portions.compactMap { first, last in
      try PortionPlaces(first, last, in: collection, db).texts(of: section)
    }.sorted { $0.lowerBound < $1.lowerBound }
    let texts = try db.values(
      Int64.self, cached: "SELECT id FROM text WHERE section = ? ORDER BY id LIMIT ?",
      arguments: [section, Self.textsOfSection + 1])
    guard texts.count <= Self.textsOfSection else { return false }
    var next = 0
    for range in ranges {
      guard next < texts.count, range.lowerBound <= texts[next] else { break }
      while next < texts.count, texts[next] <= range.upperBound { next += 1 }
    }
    return next == texts.count
  }

  /// Takes away that the sections of a portion were read, where that was by this run on that day.
  private func unmarkSections(
    of portion: PlanPortion, _ plan: Plan, _ run: PlanRun, _ db: Database
  ) throws {
    guard let collection = plan.collection, let day = portion.read,
      let round = try journal.reading.lastRound(of: collection.name.folded, db)
    else { return }
    let places = try PortionPlaces(portion.first, portion.last, in: collection, db)
    for section in try places.sections(db) {
      try db.execute(
        cached: """
          DELETE FROM section_read WHERE round = ? AND section = ? AND day = ? AND moment IN
            (SELECT moment FROM portion_read WHERE run = ? AND read_on = ?)
          """,
        arguments: [
          round.id, section.row.section.key, day.description, run.id, day.description,
        ])
    }
  }
}
