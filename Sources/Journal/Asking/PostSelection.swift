import CaptureTime
import GRDB

/// A filter as SQL: what a query selects from, its conditions and their arguments.
struct PostSelection {
  private var source: String
  private var conditions: [String]
  private var arguments: StatementArguments

  /// - Parameters:
  ///   - filter: the conditions, but for the text.
  ///   - match: an FTS5 expression that the caption must match.
  ///   - owner: whose posts.
  init(_ filter: PostFilter, match: String? = nil, owner: Int64) {
    source = "post"
    conditions = ["post.owner = ?", "post.trashed IS NULL"]
    arguments = [owner]
    if let match {
      // CROSS JOIN keeps SQLite to this order: first the index of captions, then their posts.
      source = "caption_search CROSS JOIN post ON post.id = caption_search.rowid"
      add("caption_search MATCH ?", match)
    }
    if let first = filter.days.first { add("post.day >= ?", first.description) }
    if let last = filter.days.last { add("post.day <= ?", last.description) }
    if filter.isStarred { conditions.append("post.is_starred = 1") }
    if let tag = filter.tag {
      source += " JOIN post_tag ON post_tag.post = post.id"
      add(
        "post_tag.tag = (SELECT id FROM tag WHERE owner = \(owner) AND folded = ?)", tag.folded)
    }
  }

  private mutating func add(_ condition: String, _ argument: String) {
    conditions.append(condition)
    arguments += [argument]
  }

  /// The query of whole posts.
  func posts(_ order: PostOrder, limit: Int?) -> SQLRequest<Row> {
    let end = limit.map { " LIMIT \($0)" } ?? ""
    return SQLRequest(
      sql: """
        SELECT \(Post.columns) FROM \(source) WHERE \(conditions.joined(separator: " AND "))
        ORDER BY \(order.sql)\(end)
        """, arguments: arguments)
  }

  /// The query of days, each with its number of posts, oldest first.
  func counts() -> SQLRequest<Row> {
    SQLRequest(
      sql: """
        SELECT post.day, count(*) FROM \(source) WHERE \(conditions.joined(separator: " AND "))
        GROUP BY post.day ORDER BY post.day
        """, arguments: arguments)
  }
}
