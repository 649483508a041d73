package import CaptureTime
import GRDB
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
      if filter == PostFilter(filter.days) {
        return try counted("posts", of: filter.days, db).map { try DayCount(&$0) }
      }
      guard let text = filter.text else {
        return try PostSelection(filter, owner: journal.id).dayCounts(db)
      }
      guard let search = PostSearch(text, tags: filter.tags) else { return [] }
      let rows = try search.rows(filter, owner: journal.id, .oldestFirst, db)
      return try PostSelection(PostFilter(), from: .rows(rows), owner: journal.id).dayCounts(db)
    }
  }

  /// What the database has counted, without looking at a post: the days that have any, oldest first,
  /// with some columns of ``DayCountTable``.
  func counted(_ columns: String, of days: DayBounds, _ db: Database) throws -> DecodedRows {
    let ofYear = days.ofYear.map { "AND \($0.condition(on: "day"))" } ?? ""
    var arguments: StatementArguments = [
      journal.id, days.first?.description ?? "", days.last?.description ?? DayBounds.afterAllDays,
    ]
    arguments += StatementArguments(days.ofYear?.arguments ?? [])
    return try DecodedRows(
      db,
      cached: """
        SELECT day, \(columns) FROM day_count
        WHERE owner = ? AND day BETWEEN ? AND ? \(ofYear) ORDER BY day
        """, arguments: arguments)
  }

  /// Each day that has posts, with its first post, its first photo and how many it has, oldest first.
  ///
  /// - Throws: ``JournalError``.
  /// - Complexity: of each day posts are looked at up to the first with a photo.
  package func covers(_ days: DayRange) throws -> [DayCover] {
    try journal.read { db in
      try counted(
        "posts, (\(Self.first("TRUE"))), (\(Self.first("photo IS NOT NULL")))",
        of: DayBounds(days), db
      ).map { try DayCover(&$0) }.compactMap(\.self)
    }
  }

  /// The number of the first post of a counted day of which a condition holds.
  private static func first(_ condition: String) -> String {
    """
    SELECT number FROM post
    WHERE post.owner = day_count.owner AND trashed IS NULL AND post.day = day_count.day
      AND \(condition)
    ORDER BY instant, number LIMIT 1
    """
  }

  /// Whether no day has a post.
  ///
  /// - Throws: ``JournalError``.
  package func areEmpty() throws -> Bool {
    try journal.read { db in
      try db.value(
        Int.self, cached: "SELECT EXISTS (SELECT 1 FROM day_count WHERE owner = ?)",
        arguments: [journal.id]) == 0
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

/// A day, how many posts it has, and the numbers of the first of them, and of the first with a photo.
package struct DayCover: Sendable, Hashable {
  package let day: CivilDate
  package let count: Int
  package let first: Int
  /// Nil if there is no photo.
  package var photo: Int?
}

extension [DayCount] {
  /// The counts by day; a damaged index may have a day twice.
  package var byDay: [CivilDate: Int] {
    Dictionary(map { ($0.day, $0.count) }, uniquingKeysWith: +)
  }
}

extension DayCount {
  /// As many as there are numbers for: the counts of all days there are can be added up.
  static let range = 1...Post.numbers.upperBound

  /// Reads a day and a count.
  init(_ values: inout RowDecoder) throws {
    (day, count) = (try values.day(), try values.next(in: Self.range))
  }
}

extension DayCover {
  /// Reads a day, a count and the numbers of two posts; nil where there is no post, since the count is
  /// wrong.
  fileprivate init?(_ values: inout RowDecoder) throws {
    (day, count) = (try values.day(), try values.next(in: DayCount.range))
    guard let number = try values.nextIfAny(Int.self) else { return nil }
    (first, photo) = (number, try values.nextIfAny(Int.self))
  }
}
