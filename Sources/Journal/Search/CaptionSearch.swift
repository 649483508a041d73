import GRDB
import Store

/// Finds captions that have words, also inside other words.
///
/// The index gives every match at once and in no useful order. Where only the latest few posts are
/// wanted and many match, it is quicker to go through the posts from the latest and look at each.
struct CaptionSearch {
  /// The expression that the index of captions is asked with.
  let match: String
  private let words: [String]
  private let fewMatches: Int
  private let manyPosts: Int

  /// A search for words; nil where the text has none: no caption is meant.
  ///
  /// - Parameters:
  ///   - text: words to look for.
  ///   - fewMatches: matches up to which the index is asked for all of them.
  ///   - manyPosts: posts that are looked at before the index is asked all the same.
  init?(_ text: String, fewMatches: Int = 5_000, manyPosts: Int = 50_000) {
    guard let match = SearchText.query(text) else { return nil }
    self.match = match
    words = SearchText.words(text)
    self.fewMatches = fewMatches
    self.manyPosts = manyPosts
  }

  /// Goes through the posts that match, in order, or through only the latest so many.
  func forEachPost(
    _ filter: PostFilter, owner: Int64, order: PostOrder, latest: Int?, _ db: Database,
    _ body: (Post) throws -> Void
  ) throws {
    if let latest, try hasManyMatches(db),
      let posts = try latestPosts(latest, filter, owner: owner, db)
    {
      return try (order == .newestFirst ? posts : posts.reversed()).forEach(body)
    }
    let request = PostSelection(filter, match: match, owner: owner).posts(order, latest: latest)
    try Post.fetchCursor(db, request).forEach(body)
  }

  private func hasManyMatches(_ db: Database) throws -> Bool {
    let count = try Int.fetchOne(
      db,
      sql: """
        SELECT count(*) FROM (
          SELECT 1 FROM caption_search WHERE caption_search MATCH ? LIMIT \(fewMatches + 1))
        """, arguments: [match])
    return (count ?? 0) > fewMatches
  }

  /// The latest posts that match, newest first, found by reading one post after another; nil where too
  /// many were read in vain.
  private func latestPosts(
    _ count: Int, _ filter: PostFilter, owner: Int64, _ db: Database
  ) throws -> [Post]? {
    var found: [Post] = []
    let request = PostSelection(filter, owner: owner).posts(.newestFirst, latest: manyPosts)
    let rows = try Row.fetchCursor(db, request)
    var looked = 0
    while found.count < count, let row = try rows.next() {
      looked += 1
      // What is not a text is reported when the post is read.
      if let caption = String.fromDatabaseValue(row["caption"]),
        !SearchText.contains(words, caption: caption)
      {
        continue
      }
      found.append(try Post(row: row))
    }
    return found.count == count || looked < manyPosts ? found : nil
  }
}
