import GRDB
import Store

/// Compares how many posts each day is said to have with the posts, those of all owners.
///
/// Like ``SearchCheck`` it reports no owner and no day, only how many days are concerned.
struct CountCheck {
  let store: JournalStore

  /// How many days have a wrong count, or a count though they have no posts; nil where the counts are
  /// right, but nothing keeps them.
  ///
  /// - Throws: ``JournalError``.
  /// - Complexity: O(*n*) in the number of posts, which are counted in an index.
  func wrongDays() throws -> Int? {
    try JournalError.wrapping {
      try store.database.read { db in
        let wrong = try db.value(
          Int.self,
          cached: """
            SELECT count(*) FROM (
              SELECT 1 FROM (
                SELECT owner, day, count(*) AS posts FROM post INDEXED BY post_by_day
                  WHERE trashed IS NULL GROUP BY owner, day
                UNION ALL SELECT owner, day, -posts FROM day_count
              ) GROUP BY owner, day HAVING sum(posts) <> 0)
            """)
        return try wrong == 0 && !missingTriggers(db).isEmpty ? nil : wrong
      }
    }
  }

  /// What keeps the counts and is not there, as after another program had the table made anew.
  private func missingTriggers(_ db: Database) throws -> [String] {
    let names = try db.values(
      String.self, cached: "SELECT name FROM sqlite_schema WHERE type = 'trigger'")
    return DayCountTable.triggers.filter { !names.contains($0.name) }.map(\.statement)
  }

  /// Counts the posts again.
  ///
  /// - Throws: ``JournalError``; then nothing has changed.
  func rebuild() throws {
    try JournalError.wrapping {
      try store.database.write { db in
        for trigger in try missingTriggers(db) { try db.execute(sql: trigger) }
        try db.execute(sql: "DELETE FROM day_count; \(DayCountTable.filling)")
      }
    }
  }
}
