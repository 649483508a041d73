import GRDB

/// Looks at the database itself, and mends what can be derived from the rest of it.
struct DatabaseCheck {
  let store: JournalStore

  /// What SQLite finds; empty where it finds nothing.
  ///
  /// - Throws: ``JournalError/database(_:)`` where it finds out nothing.
  func integrityProblems() throws -> [String] {
    try JournalError.wrapping {
      // Without a transaction, which could not be committed behind such an error.
      try store.database.unsafeRead { db in
        var texts: [String] = []
        do {
          let rows = try String.fetchCursor(db, sql: "PRAGMA integrity_check")
          while let text = try rows.next() { texts.append(text) }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
          // It ends early where it meets what it cannot read; what it told before stands.
          guard !texts.isEmpty else { throw error }
        }
        return texts.flatMap { $0.split(separator: "\n") }.map { String($0) }
          .filter { $0 != "ok" && !$0.hasPrefix("***") }
      }
    }
  }

  /// Rows that refer to what is not there.
  func danglingRows() throws -> [JournalProblem] {
    try JournalError.wrapping {
      try store.database.read { db in
        try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map { row in
          .danglingRow(
            table: String.fromDatabaseValue(row[0]) ?? "?", row: Int64.fromDatabaseValue(row[1]),
            missing: String.fromDatabaseValue(row[2]) ?? "?")
        }
      }
    }
  }

  /// Derives all indexes again from their tables.
  ///
  /// - Throws: ``JournalError/database(_:)``; then nothing has changed.
  func rebuildIndexes() throws {
    try JournalError.wrapping {
      try store.database.write { db in try db.execute(sql: "REINDEX") }
    }
  }
}
