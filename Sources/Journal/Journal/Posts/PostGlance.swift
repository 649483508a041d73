import GRDB
import Store

/// A post as lists of many show it: of long words the beginning alone is read, however many pages of
/// the database the rest takes.
package struct PostGlance: Sendable {
  /// The post; do not store its shortened words.
  package private(set) var post: Post

  /// Words of no more characters are read whole.
  private static let wholeCharacters = 1_000
  /// Bytes that are read of others.
  private static let beginning = 2_048

  /// What a query selects for ``init(_:_:)``, from ``Post/tables``.
  static let columns = """
    \(Post.selecting(words: "iif(post.character_count <= \(wholeCharacters), post.words, '')")),
    post.character_count > \(wholeCharacters)
    """

  init(_ values: inout RowDecoder, _ db: Database) throws {
    post = try Post(&values, db)
    if try values.next(Bool.self) {
      post.words = try db.beginning(
        of: "words", in: "post", row: post.id, bytes: Self.beginning)
    }
  }
}

extension Posts {
  /// Some posts of a filter, without most of long words.
  ///
  /// - Parameters:
  ///   - filter: which posts.
  ///   - order: that in which they come.
  ///   - count: how many at most.
  ///   - skipped: how many of the first are left out.
  /// - Returns: the posts, in order.
  /// - Throws: ``JournalError``.
  /// - Complexity: without a text no more than an index is read of those that are left out.
  package func glances(
    _ filter: PostFilter, order: PostOrder, count: Int, skipping skipped: Int = 0
  ) throws -> [PostGlance] {
    guard count > 0 else { return [] }
    return try journal.read { db in
      guard let text = filter.text else {
        return try PostSelection(filter, owner: journal.id)
          .glances(order, count, skipping: skipped, db)
      }
      guard let search = PostSearch(text, tags: filter.tags) else { return [] }
      let rows = try search.rows(
        filter, owner: journal.id, order, atMost: skipped + count, db)
      return try rows.dropFirst(skipped).flatMap { row in
        try DecodedRows(
          db, cached: "SELECT \(PostGlance.columns) FROM \(Post.tables) WHERE post.id = ?",
          arguments: [row]
        ).map { try PostGlance(&$0, db) }
      }
    }
  }
}

extension PostSelection {
  fileprivate func glances(
    _ order: PostOrder, _ count: Int, skipping skipped: Int, _ db: Database
  ) throws -> [PostGlance] {
    // The index has them in order; rows are read of those that are wanted alone.
    try DecodedRows(
      db,
      cached: """
        SELECT \(PostGlance.columns) FROM \(Post.tables)
        WHERE post.id IN (\(idsInOrder(order)) LIMIT ? OFFSET ?) ORDER BY \(order.sql)
        """, arguments: arguments + [count, skipped]
    ).map { try PostGlance(&$0, db) }
  }
}
