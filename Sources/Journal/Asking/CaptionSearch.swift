import GRDB

/// Finds captions in which words stand, also inside other words.
///
/// The index gives every match at once and in no useful order. Where only the first few posts are
/// wanted and many match, it is quicker to go through the posts in order and look at each.
struct CaptionSearch {
  private let words: [String]
  private let match: String

  /// Matches up to which the index is asked for all of them.
  private static let fewMatches = 5_000
  /// Posts that are looked at in order before the index is asked all the same.
  private static let manyPosts = 50_000

  /// - Returns: nil where the text has no word in it: no caption is meant.
  init?(_ text: String) {
    guard let match = SearchText.query(text) else { return nil }
    self.match = match
    words = SearchText.words(text)
  }

  /// Goes through the posts that match, in order.
  func forEachPost(
    _ filter: PostFilter, owner: Int64, order: PostOrder, limit: Int?, _ db: Database,
    _ body: (Post) throws -> Void
  ) throws {
    if let limit, try hasManyMatches(db),
      let posts = try firstPosts(filter, owner: owner, order: order, limit: limit, db)
    {
      return try posts.forEach(body)
    }
    let request = PostSelection(filter, match: match, owner: owner).posts(order, limit: limit)
    try Row.fetchCursor(db, request).forEach { try body(Post(row: $0)) }
  }

  private func hasManyMatches(_ db: Database) throws -> Bool {
    let count = try Int.fetchOne(
      db,
      sql: """
        SELECT count(*) FROM (
          SELECT 1 FROM caption_search WHERE caption_search MATCH ? LIMIT \(Self.fewMatches + 1))
        """, arguments: [match])
    return (count ?? 0) > Self.fewMatches
  }

  /// The first posts that match, looked for in order; nil where too many were looked at in vain.
  private func firstPosts(
    _ filter: PostFilter, owner: Int64, order: PostOrder, limit: Int, _ db: Database
  ) throws -> [Post]? {
    var found: [Post] = []
    let rows = try Row.fetchCursor(
      db, PostSelection(filter, owner: owner).posts(order, limit: Self.manyPosts))
    var looked = 0
    while found.count < limit, let row = try rows.next() {
      looked += 1
      guard SearchText.contains(words, caption: row["caption"]) else { continue }
      found.append(try Post(row: row))
    }
    return found.count == limit || looked < Self.manyPosts ? found : nil
  }
}
