package import CaptureTime
import GRDB

extension OwnerJournal {
  /// The post of a number, be it in the trash.
  ///
  /// - Throws: ``JournalError/unknownPost(number:)``.
  package func post(_ number: Int) throws -> Post {
    try read { db in try post(number, db) }
  }

  func post(_ number: Int, _ db: Database) throws -> Post {
    let row = try db.row(
      cached: "SELECT \(Post.columns) FROM post WHERE owner = ? AND number = ?",
      arguments: [id, number])
    guard let row else { throw JournalError.unknownPost(number: number) }
    return try Post(row: row)
  }

  /// The posts of a filter, in order; not to be used where there may be more than fit in memory.
  package func posts(
    _ filter: PostFilter, order: PostOrder = .oldestFirst, latest: Int? = nil
  ) throws -> [Post] {
    var posts: [Post] = []
    try forEachPost(filter, order: order, latest: latest) { posts.append($0) }
    return posts
  }

  /// The first so many posts of a filter in an order: a page, with ``PostFilter/before`` or
  /// ``PostFilter/after`` one that is not the first.
  ///
  /// - Throws: ``JournalError``.
  package func firstPosts(
    _ filter: PostFilter, order: PostOrder, count: Int
  ) throws -> [Post] {
    guard order == .oldestFirst else { return try posts(filter, order: order, latest: count) }
    return try read { db in
      var match: String?
      if let text = filter.text {
        guard let search = CaptionSearch(text) else { return [] }
        match = search.match
      }
      let request = PostSelection(filter, match: match, owner: id).posts(order, first: count)
      return try Array(Row.fetchCursor(db, request).map { try Post(row: $0) })
    }
  }

  /// Goes through the posts of a filter as they are at this moment, one at a time.
  ///
  /// - Parameters:
  ///   - filter: which posts.
  ///   - order: that in which they come, also where they are only the latest.
  ///   - latest: how many of them at most, the latest ones; nil for all.
  ///   - body: called with each; it must not ask the journal anything.
  /// - Throws: ``JournalError``, and what `body` throws.
  package func forEachPost(
    _ filter: PostFilter, order: PostOrder = .oldestFirst, latest: Int? = nil,
    _ body: (Post) throws -> Void
  ) throws {
    try read { db in
      guard let text = filter.text else {
        let request = PostSelection(filter, owner: id).posts(order, latest: latest)
        return try Row.fetchCursor(db, request).forEach { try body(Post(row: $0)) }
      }
      guard let search = CaptionSearch(text) else { return }
      try search.forEachPost(filter, owner: id, order: order, latest: latest, db, body)
    }
  }

  /// How many posts each day has that has any, oldest first.
  package func counts(_ days: DayRange) throws -> [DayCount] {
    try counts(PostFilter(DayBounds(days)))
  }

  /// How many posts of a filter each day has that has any, oldest first.
  package func counts(_ filter: PostFilter) throws -> [DayCount] {
    try read { db in
      var match: String?
      if let text = filter.text {
        guard let search = CaptionSearch(text) else { return [] }
        match = search.match
      }
      let request = PostSelection(filter, match: match, owner: id).counts()
      return try Array(
        Row.fetchCursor(db, request).map { row in
          var values = RowValues(row)
          return DayCount(day: try values.next { CivilDate(iso: $0) }, count: try values.next())
        })
    }
  }
}

/// A day and how many posts it has.
package struct DayCount: Sendable, Hashable {
  package let day: CivilDate
  package let count: Int
}
