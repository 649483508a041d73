package import CaptureTime
import GRDB

/// A day, how many posts it has, and the number of the first of them.
package struct DayCover: Sendable, Hashable {
  package let day: CivilDate
  package let count: Int
  package let first: Int
}

extension OwnerJournal {
  /// What stands for each day that has posts, oldest first.
  ///
  /// - Throws: ``JournalError``.
  /// - Complexity: the posts of the days are counted in an index, and one of each day is looked for
  ///   there; none is read.
  package func covers(_ days: DayRange) throws -> [DayCover] {
    try read { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT day, count(*), (
            SELECT number FROM post AS first
            WHERE first.owner = $1 AND first.trashed IS NULL AND first.day = post.day
            ORDER BY first.instant, first.number LIMIT 1
          )
          FROM post WHERE owner = $1 AND trashed IS NULL AND day BETWEEN $2 AND $3
          GROUP BY day ORDER BY day
          """, arguments: [id, days.first.description, days.last.description])
      return try Array(
        rows.map { row in
          var values = RowValues(row)
          return DayCover(
            day: try values.next { CivilDate(iso: $0) }, count: try values.next(),
            first: try values.next())
        })
    }
  }
}
