import GRDB

/// Checks the database itself, and repairs what can be derived from the rest of it.
struct DatabaseCheck {
  let store: JournalStore

  /// What SQLite finds; empty where it finds nothing.
  ///
  /// - Throws: ``JournalError/database(_:)`` where the check itself cannot be done.
  func integrityProblems() throws -> [String] {
    try JournalError.wrapping {
      // Without a transaction, which could not be committed after such an error.
      try store.database.unsafeRead { db in
        var texts: [String] = []
        do {
          let rows = try String.fetchCursor(db, sql: "PRAGMA integrity_check")
          while let text = try rows.next() { texts.append(text) }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
          // It ends early where it cannot read on; what it reported before stands.
          guard !texts.isEmpty else { throw error }
        }
        return texts.flatMap { $0.split(separator: "\n") }.map { String($0) }
          .filter { $0 != "ok" && !$0.hasPrefix("***") }
      }
    }
  }

  /// The tables, indexes and triggers that are missing.
  func missingThings() throws -> [SchemaThing] {
    try JournalError.wrapping {
      try store.database.read { db in try Schema(store.areas).missing(db) }
    }
  }

  /// Makes what is missing again, a table with all that came with it.
  ///
  /// - Throws: ``JournalError/database(_:)``; then nothing has changed.
  func make(_ thing: SchemaThing) throws {
    try JournalError.wrapping {
      try store.write { db in
        try thing.make(in: db)
        for part in try Schema(store.areas).missing(db) where part.table == thing.name {
          try part.make(in: db)
        }
      }
    }
  }

  /// The tables with rows that an index has not, or not so.
  func disagreements() throws -> [IndexComparison.Disagreement] {
    let derived = store.areas.flatMap { $0.passingTables + $0.derivedTables }
    return try JournalError.wrapping {
      try store.database.read { db in
        try IndexComparison(db: db, derived: Set(derived)).disagreements()
      }
    }
  }

  /// Rows that refer to what is not there.
  func danglingRows() throws -> [DanglingRow] {
    try JournalError.wrapping {
      try store.database.read { db in
        try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map { row in
          DanglingRow(
            table: String.fromDatabaseValue(row[0]) ?? "?", row: Int64.fromDatabaseValue(row[1]),
            missing: String.fromDatabaseValue(row[2]) ?? "?")
        }
      }
    }
  }

  /// Tells whether SQLite finds fault with indexes and derived tables alone, not with how pages belong together.
  ///
  /// - Parameter problems: in the words of `PRAGMA integrity_check` (SQLite's `pragma.c`).
  /// - Returns: true where there are none.
  func concernIndexes(_ problems: [String]) -> Bool {
    let derived = store.areas.flatMap(\.derivedTables).map { "CHECK constraint failed in \($0)" }
    return problems.allSatisfy { problem in
      problem.hasPrefix("row ") && problem.contains(" missing from index ")
        || problem.hasPrefix("wrong # of entries in index ")
        || problem.hasPrefix("non-unique entry in index ") || derived.contains(problem)
    }
  }

  /// Builds all indexes again from their tables, and empties derived tables that break their own rules,
  /// which the areas' checks then fill.
  ///
  /// - Throws: ``JournalError/database(_:)``; then nothing has changed.
  func rebuildIndexes(_ problems: [String]) throws {
    try JournalError.wrapping {
      try store.write { db in
        for table in store.areas.flatMap(\.derivedTables)
        where problems.contains("CHECK constraint failed in \(table)") {
          try db.execute(sql: "DELETE FROM \(table)")
        }
        try db.execute(sql: "REINDEX")
      }
    }
  }
}

/// A row that refers to a missing one.
struct DanglingRow: Equatable {
  let table: String
  /// Nil where the table has no such numbers.
  let row: Int64?
  /// The table that it refers to.
  let missing: String
}

extension JournalCheck {
  /// Checks the database, makes again what it lacks, and builds its indexes again where it contradicts
  /// itself.
  ///
  /// - Parameters:
  ///   - waiting: gets what rows keep from being made, until the areas have mended them.
  ///   - report: called with each problem.
  /// - Returns: whether what it says can be relied on.
  func checkDatabase(_ waiting: inout [SchemaThing], _ report: Report) -> Bool {
    let check = DatabaseCheck(store: store)
    do {
      let problems = try check.integrityProblems()
      // Pages that belong to two trees, or to none, would be written over by whatever is made.
      let mends = repairs && check.concernIndexes(problems)
      let isWhole = try checkSchema(check, mends: mends, &waiting, report)
      var rest = problems
      let disagreements = problems.isEmpty ? [] : try check.disagreements()
      self.report(disagreements, report)
      // An index that was made anew of a damaged row could not tell of it any more.
      if mends, !problems.isEmpty, disagreements.allSatisfy({ $0.contradicted == 0 }) {
        rest = try rebuildIndexes(check, problems)
      }
      for problem in problems {
        let repair: JournalFinding.Repair =
          !repairs ? .notTried : rest.contains(problem) ? .beyondRepair : .rebuilt
        report(JournalFinding(.integrity(problem), repair: repair))
      }
      let isSound = isWhole && rest.isEmpty
      try checkReferences(check, mends: repairs && isSound, report)
      return isSound
    } catch {
      report(JournalFinding(.unreadable(error), repair: repairs ? .beyondRepair : .notTried))
      return false
    }
  }

  /// Tells of rows that indexes do not have as the tables do. No repair makes sure which of the two is right.
  private func report(_ disagreements: [IndexComparison.Disagreement], _ report: Report) {
    let repair = repairs ? JournalFinding.Repair.beyondRepair : .notTried
    for found in disagreements {
      if found.contradicted > 0 {
        report(
          JournalFinding(
            .contradicted(rows: found.contradicted, table: found.table), repair: repair))
      }
      if found.unindexed > 0 {
        report(
          JournalFinding(.unindexed(rows: found.unindexed, table: found.table), repair: repair))
      }
    }
  }

  /// Checks that rows refer to what is there.
  private func checkReferences(_ check: DatabaseCheck, mends: Bool, _ report: Report) throws {
    let problems = try check.danglingRows()
    var rest = problems
    if mends, !problems.isEmpty {
      for area in areas { try area.mendReferences() }
      rest = try check.danglingRows()
    }
    for problem in problems {
      // Rows without a number cannot be told from each other; they are counted.
      let stays = rest.firstIndex(of: problem)
      if let stays { rest.remove(at: stays) }
      report(
        JournalFinding(
          .danglingRow(table: problem.table, row: problem.row, missing: problem.missing),
          repair: !repairs ? .notTried : stays == nil ? .rebuilt : .beyondRepair))
    }
  }

  /// Checks that no table, index or trigger is missing, and makes those again that hold nothing which
  /// only they could: a table that is derived, or whose rows pass.
  ///
  /// - Returns: whether all tables are there.
  private func checkSchema(
    _ check: DatabaseCheck, mends: Bool, _ waiting: inout [SchemaThing], _ report: Report
  ) throws -> Bool {
    let replaceable = store.areas.flatMap { $0.passingTables + $0.derivedTables }
    var isWhole = true
    for thing in try check.missingThings() {
      let isReplaceable = thing.kind != "table" || replaceable.contains(thing.name)
      let repair: JournalFinding.Repair =
        !repairs ? .notTried : isReplaceable && mends ? make(thing, check) : .beyondRepair
      if case .failed = repair, thing.kind == "index" {
        waiting.append(thing)
        continue
      }
      let finding = JournalFinding(.missing(thing, isReplaceable: isReplaceable), repair: repair)
      if thing.kind == "table", !finding.isMended { isWhole = false }
      report(finding)
    }
    return isWhole
  }

  /// Makes what had to wait for the areas: an index of what may be there only once is made when it is.
  func makeWaiting(_ things: [SchemaThing], _ report: Report) {
    for thing in things {
      let repair = make(thing, DatabaseCheck(store: store))
      report(JournalFinding(.missing(thing, isReplaceable: true), repair: repair))
    }
  }

  private func make(_ thing: SchemaThing, _ check: DatabaseCheck) -> JournalFinding.Repair {
    do {
      try check.make(thing)
      return .rebuilt
    } catch {
      return .failed(error)
    }
  }

  /// - Returns: what SQLite finds then.
  private func rebuildIndexes(
    _ check: DatabaseCheck, _ problems: [String]
  ) throws -> [String] {
    do {
      try check.rebuildIndexes(problems)
    } catch JournalError.database(let failure) where failure.kind == .corrupt {
      // The tables are damaged too: what was found stays.
    }
    return try check.integrityProblems()
  }
}
