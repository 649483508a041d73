import GRDB
package import Store

/// The plans of an owner.
package struct Plans: Sendable {
  let journal: OwnerJournal
}

extension OwnerJournal {
  package var plans: Plans { Plans(journal: self) }
}

extension Plans {
  /// All plans, by name.
  ///
  /// - Returns: them.
  /// - Throws: ``JournalError``.
  package func all() throws -> [Plan] {
    try journal.read { db in try all(db) }
  }

  /// The plan of a name, however it is written.
  ///
  /// - Parameter name: its name.
  /// - Returns: the plan.
  /// - Throws: ``PlanError/unknown(_:known:)``, ``JournalError``.
  package func plan(_ name: PlanName) throws -> Plan {
    try journal.read { db in try plan(name, db) }
  }

  /// Adds a plan of a file, whole or not at all.
  ///
  /// - Parameters:
  ///   - name: by which it is known.
  ///   - bytes: the file's, at most ``byteLimit``.
  ///   - source: the file's name.
  ///   - collection: which one it reads; nil for the only one that has what the file names first.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the plan, and what it reads twice and never.
  /// - Throws: ``PlanError``, ``CollectionError/unknown(_:known:)``, ``JournalError``; then nothing has
  ///   changed.
  @discardableResult
  package func add(
    _ name: PlanName, of bytes: [UInt8], from source: String, in collection: CollectionName? = nil,
    now: Int
  ) throws -> (plan: Plan, coverage: PlanCoverage) {
    var file = PlanFile(bytes)
    // What is looked at more closely is bounded.
    let count = file.lines.reduce(0) { $0 + $1.portions.count }
    guard count <= Plan.totalLimit else {
      throw PlanError.tooManyPortions(observed: count, limit: Plan.totalLimit)
    }
    let places = try journal.read { db in
      try checkIsNew(name, db)
      guard let first = file.lines.first?.portions.first else {
        throw file.problems.isEmpty ? PlanError.empty : .file(file.problems)
      }
      return try PlanPlaces(
        of: try collection.map { try Collections.collection($0, db) } ?? only(having: first, db), db
      )
    }
    let days = file.days(in: places)
    guard file.problems.isEmpty else { throw PlanError.file(file.problems) }
    return try insert(NewPlan(name: name, source: source.boundedSource, days: days), places, now)
  }

  /// Bytes of a plan's file.
  package static let byteLimit = PlanFile.limit

  /// Adds a plan that Daystamp makes of the sections of a collection.
  ///
  /// - Parameters:
  ///   - name: by which it is known.
  ///   - making: how.
  ///   - days: how many.
  ///   - collection: which one it reads; nil for the only one that has sections.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the plan, and what it reads twice and never.
  /// - Throws: ``PlanError``, ``ReadingError/noSections(_:)``, ``CollectionError/unknown(_:known:)``,
  ///   ``JournalError``; then nothing has changed.
  @discardableResult
  package func add(
    _ name: PlanName, made making: PlanMaking, in days: Int, of collection: CollectionName? = nil,
    now: Int
  ) throws -> (plan: Plan, coverage: PlanCoverage) {
    guard Plan.dayRange ~= days else {
      throw PlanError.days(observed: days, expected: Plan.dayRange)
    }
    let (places, lengths) = try journal.read { db in
      try checkIsNew(name, db)
      let read = try collection.map { try Collections.collection($0, db) } ?? only(db)
      let places = try PlanPlaces(of: read, db)
      guard !places.sections.isEmpty else { throw ReadingError.noSections(read.name) }
      return (places, try places.lengths(db))
    }
    let portions = try making.days(days, in: places, lengths: lengths)
    return try insert(NewPlan(name: name, source: "", days: portions), places, now)
  }

  /// Removes a plan, with all that was read by it. The sections that were read stay so.
  ///
  /// - Parameter name: its name.
  /// - Returns: what it was.
  /// - Throws: ``PlanError/unknown(_:known:)``, ``JournalError``.
  @discardableResult
  package func remove(_ name: PlanName) throws -> Plan {
    try journal.writeMakingRoom { db in
      let plan = try plan(name, db)
      try db.execute(cached: "DELETE FROM plan WHERE id = ?", arguments: [plan.id])
      return plan
    }
  }

  /// The texts that a plan reads twice or never.
  ///
  /// - Parameter name: its name.
  /// - Returns: the plan and its coverage.
  /// - Throws: ``PlanError/unknown(_:known:)``, ``PlanError/lostCollection(_:collection:)``,
  ///   ``PlanError/tooManyTexts(_:observed:limit:)``, ``JournalError``.
  package func coverage(of name: PlanName) throws -> (plan: Plan, coverage: PlanCoverage) {
    try journal.read { db in
      let plan = try plan(name, db)
      guard let collection = plan.collection else {
        throw PlanError.lostCollection(plan.name, collection: plan.folded)
      }
      let places = try PlanPlaces(of: collection, db)
      let rows = try DecodedRows(
        db,
        cached: """
          SELECT day, first, last FROM plan_portion WHERE plan = ? ORDER BY day, number LIMIT ?
          """, arguments: [plan.id, Plan.totalLimit])
      var spans: [Range<Int>] = []
      var lost: [PlanCoverage.Lost] = []
      while var row = try rows.next() {
        let day = try row.next(in: Plan.dayRange)
        let first = try row.text(atMost: ReadText.keyByteLimit)
        let last = try row.text(atMost: ReadText.keyByteLimit)
        if let start = places.texts(of: first), let end = places.texts(of: last),
          start.lowerBound < end.upperBound
        {
          spans.append(start.lowerBound..<end.upperBound)
        } else {
          lost.append(PlanCoverage.Lost(day: day, first: first, last: last))
        }
      }
      return (plan, PlanCoverage(of: spans, lost: lost, in: places))
    }
  }

  func all(_ db: Database) throws -> [Plan] {
    let collections = try Collections.all(db)
    return try DecodedRows(
      db, cached: "SELECT \(Plan.columns) FROM plan WHERE owner = ? ORDER BY folded LIMIT ?",
      arguments: [journal.id, Plan.limit]
    ).map { try Plan(&$0, collections) }
  }

  func plan(_ name: PlanName, _ db: Database) throws -> Plan {
    let plans = try all(db)
    if let plan = plans.first(where: { $0.name.folded == name.folded }) { return plan }
    throw PlanError.unknown(name, known: plans.map(\.name))
  }

  private func checkIsNew(_ name: PlanName, _ db: Database) throws {
    let plans = try all(db)
    if let other = plans.first(where: { $0.name.folded == name.folded }) {
      throw PlanError.exists(other.name)
    }
    if plans.count >= Plan.limit { throw PlanError.tooMany(limit: Plan.limit) }
  }

  /// The only collection that has what a portion names.
  private func only(having written: String, _ db: Database) throws -> TextCollection {
    let found = try Collections.all(db).filter { collection in
      // Before a hyphen, or with it, there is a key.
      let ends = written.indices.filter { written[$0] == "-" || written[$0] == "–" }.prefix(20)
      return try (ends + [written.endIndex]).contains { end in
        try db.row(
          cached: """
            SELECT 1 FROM text WHERE collection = ?1 AND key = ?2
            UNION ALL SELECT 1 FROM section WHERE collection = ?1 AND key = ?2
            """, arguments: [collection.id, String(written[..<end]).kept]) != nil
      }
    }
    if found.count > 1 { throw PlanError.severalCollections(found.map(\.name)) }
    guard let collection = found.first else { throw PlanError.noCollection(written) }
    return collection
  }

  /// The only collection with more than one section.
  private func only(_ db: Database) throws -> TextCollection {
    let all = try Collections.all(db)
    let found = try all.filter { collection in
      try db.value(
        Int.self,
        cached: "SELECT count(*) FROM (SELECT 1 FROM section WHERE collection = ? LIMIT 2)",
        arguments: [collection.id]) == 2
    }
    if found.count > 1 { throw PlanError.severalCollections(found.map(\.name)) }
    if let collection = found.first ?? all.first { return collection }
    throw TextError.none
  }

  /// Inserts a plan in a transaction of its own: reading a collection takes longer than others may wait.
  private func insert(
    _ new: NewPlan, _ places: PlanPlaces, _ now: Int
  ) throws -> (plan: Plan, coverage: PlanCoverage) {
    let count = new.days.reduce(0) { $0 + $1.portions.count }
    guard count > 0 else { throw PlanError.empty }
    guard count <= Plan.totalLimit else {
      throw PlanError.tooManyPortions(observed: count, limit: Plan.totalLimit)
    }
    let coverage = PlanCoverage(of: new.days.flatMap { $0.portions.map(\.texts) }, in: places)
    return try journal.write { db in
      try checkIsNew(new.name, db)
      try db.execute(
        cached: """
          INSERT INTO plan (owner, name, folded, collection, source, days, added)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          journal.id, new.name.text, new.name.folded, places.collection.name.folded, new.source,
          new.lastDay, now,
        ])
      let row = db.lastInsertedRowID
      for day in new.days {
        for (index, portion) in day.portions.enumerated() {
          try db.execute(
            cached: """
              INSERT INTO plan_portion (plan, day, number, first, last) VALUES (?, ?, ?, ?, ?)
              """, arguments: [row, day.number, index + 1, portion.first, portion.last])
        }
      }
      return (try plan(new.name, db), coverage)
    }
  }
}

extension String {
  /// As much of a file's name as is kept.
  fileprivate var boundedSource: String { String(decoding: utf8.prefix(1_000), as: UTF8.self) }
}
