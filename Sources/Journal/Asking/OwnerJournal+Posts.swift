package import CaptureTime
import GRDB

extension OwnerJournal {
  /// The post of a number.
  ///
  /// - Throws: ``JournalError/unknownPost(number:)``; a post in the trash is one too.
  package func post(_ number: Int) throws -> Post {
    try read { db in try post(number, db) }
  }

  func post(_ number: Int, _ db: Database) throws -> Post {
    let row = try Row.fetchOne(
      db, sql: "SELECT \(Post.columns) FROM post WHERE owner = ? AND number = ?",
      arguments: [id, number])
    guard let row else { throw JournalError.unknownPost(number: number) }
    return try Post(row: row)
  }

  /// The posts of a filter, in order; not to be used where there may be more than fit in memory.
  package func posts(
    _ filter: PostFilter, order: PostOrder = .oldestFirst, limit: Int? = nil
  ) throws -> [Post] {
    var posts: [Post] = []
    try forEachPost(filter, order: order, limit: limit) { posts.append($0) }
    return posts
  }

  /// Goes through the posts of a filter as they are at this moment, one at a time.
  package func forEachPost(
    _ filter: PostFilter, order: PostOrder = .oldestFirst, limit: Int? = nil,
    _ body: (Post) throws -> Void
  ) throws {
    try read { db in
      guard let text = filter.text else {
        let request = PostSelection(filter, owner: id).posts(order, limit: limit)
        return try Row.fetchCursor(db, request).forEach { try body(Post(row: $0)) }
      }
      guard let search = CaptionSearch(text) else { return }
      try search.forEachPost(filter, owner: id, order: order, limit: limit, db, body)
    }
  }

  /// How many posts each day has that has any, oldest first.
  package func counts(_ days: DayRange) throws -> [DayCount] {
    try counts(PostFilter(DayBounds(days)))
  }

  package func counts(_ filter: PostFilter) throws -> [DayCount] {
    try read { db in
      let rows = try Row.fetchCursor(db, PostSelection(filter, owner: id).counts())
      return try Array(
        rows.compactMap { row in
          CivilDate(iso: row[0]).map { DayCount(day: $0, count: row[1]) }
        })
    }
  }
}

/// A day and how many posts it has.
package struct DayCount: Sendable, Hashable {
  package let day: CivilDate
  package let count: Int
}
