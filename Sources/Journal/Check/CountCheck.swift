import GRDB
import Store

/// Compares how many posts each day is said to have with the posts, those of all owners.
///
/// Like ``SearchCheck`` it reports no owner and no day, only how many days are concerned.
struct CountCheck {
  let store: JournalStore

  /// How many days have a wrong count, or a count though they have no posts.
  ///
  /// - Throws: ``JournalError``.
  /// - Complexity: O(*n*) in the number of posts, which are counted in an index.
  func wrongDays() throws -> Int {
    try JournalError.wrapping {
      try store.database.read { db in
        try db.value(
          Int.self,
          cached: """
            SELECT count(DISTINCT owner || ' ' || day) FROM (
              SELECT * FROM (
                SELECT owner, day, \(DayCountTable.columns) FROM day_count
                EXCEPT \(DayCountTable.counted))
              UNION ALL
              SELECT * FROM (
                \(DayCountTable.counted)
                EXCEPT SELECT owner, day, \(DayCountTable.columns) FROM day_count))
            """) ?? 0
      }
    }
  }

  /// Counts the posts again.
  ///
  /// - Throws: ``JournalError``; then nothing has changed.
  func rebuild() throws {
    try JournalError.wrapping {
      try store.database.write { db in
        try db.execute(sql: "DELETE FROM day_count; \(DayCountTable.filling)")
      }
    }
  }
}
