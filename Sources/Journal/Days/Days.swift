package import CaptureTime
package import GRDB
import Store

/// The days of an owner's journal, as far as they have posts.
package struct Days: Sendable {
  let journal: OwnerJournal

  /// The number of posts of each day that has any, oldest first.
  package func counts(_ days: DayRange) throws -> [DayCount] {
    try counts(PostFilter(DayBounds(days)))
  }

  /// The number of a filter's posts of each day that has any, oldest first.
  package func counts(_ filter: PostFilter) throws -> [DayCount] {
    try journal.read { db in
      guard let selection = PostSelection(searching: filter, owner: journal.id) else { return [] }
      return try DayCount.fetchAll(db, selection.counts())
    }
  }

  /// Each day that has posts, with its first post and how many it has, oldest first.
  ///
  /// - Throws: ``JournalError``.
  /// - Complexity: the posts of the days are counted in an index, and one of each day is looked for
  ///   there; none is read.
  package func covers(_ days: DayRange) throws -> [DayCover] {
    try journal.read { db in
      try DayCover.fetchAll(
        db,
        sql: """
          SELECT day, count(*), (
            SELECT number FROM post AS first
            WHERE first.owner = $1 AND first.trashed IS NULL AND first.day = post.day
            ORDER BY first.instant, first.number LIMIT 1
          )
          FROM post WHERE owner = $1 AND trashed IS NULL AND day BETWEEN $2 AND $3
          GROUP BY day ORDER BY day
          """, arguments: [journal.id, days.first.description, days.last.description])
    }
  }

  /// The journal's figures, with the run of days that reaches today.
  package func statistics(today: CivilDate) throws -> JournalStatistics {
    JournalStatistics(try counts(PostFilter()), today: today)
  }
}

/// A day and how many posts it has.
package struct DayCount: Sendable, Hashable {
  package let day: CivilDate
  package let count: Int
}

/// A day, how many posts it has, and the number of the first of them.
package struct DayCover: Sendable, Hashable {
  package let day: CivilDate
  package let count: Int
  package let first: Int
}

extension [DayCount] {
  /// The counts by their days, of which a damaged index may have one twice.
  package var byDay: [CivilDate: Int] {
    Dictionary(map { ($0.day, $0.count) }, uniquingKeysWith: +)
  }
}

extension DayCount: FetchableRecord {
  package init(row: Row) throws {
    var values = RowDecoder(row)
    day = try values.next { CivilDate(iso: $0) }
    count = try values.next()
  }
}

extension DayCover: FetchableRecord {
  package init(row: Row) throws {
    var values = RowDecoder(row)
    day = try values.next { CivilDate(iso: $0) }
    count = try values.next()
    first = try values.next()
  }
}
