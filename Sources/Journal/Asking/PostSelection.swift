import CaptureTime
import GRDB

/// A filter as SQL: what a query selects from, its conditions and their arguments.
struct PostSelection {
  private let source: String
  private var conditions: [String]
  private var arguments: StatementArguments

  /// - Parameters:
  ///   - filter: the conditions, but for the text.
  ///   - match: an FTS5 expression that the caption must match.
  ///   - owner: whose posts.
  init(_ filter: PostFilter, match: String? = nil, owner: Int64) {
    conditions = ["post.owner = ?", "post.trashed IS NULL"]
    arguments = [owner]
    if let match {
      // CROSS JOIN keeps SQLite to this order: first the index of captions, then their posts.
      source = "caption_search CROSS JOIN post ON post.id = caption_search.rowid"
      add("caption_search MATCH ?", match)
    } else {
      source = "post"
    }
    if let first = filter.days.first { add("post.day >= ?", first.description) }
    if let last = filter.days.last { add("post.day <= ?", last.description) }
    if let place = filter.before { add(place, "<") }
    if let place = filter.after { add(place, ">") }
    if filter.isStarred { conditions.append("post.is_starred = 1") }
    for tag in filter.tags {
      add(
        """
        EXISTS (SELECT 1 FROM post_tag WHERE post_tag.post = post.id
          AND post_tag.tag = (SELECT id FROM tag WHERE owner = \(owner) AND folded = ?))
        """, tag.folded)
    }
  }

  private mutating func add(_ condition: String, _ argument: String) {
    conditions.append(condition)
    arguments += [argument]
  }

  private mutating func add(_ place: PostPosition, _ comparison: String) {
    conditions.append("(post.day, post.instant, post.number) \(comparison) (?, ?, ?)")
    arguments += [place.day.description, place.instant, place.number]
  }

  /// The query of the first so many posts.
  func posts(_ order: PostOrder, first count: Int) -> SQLRequest<Row> {
    request(chosen, order, "LIMIT \(count)")
  }

  /// The query of whole posts, or of only the latest so many.
  func posts(_ order: PostOrder, latest: Int?) -> SQLRequest<Row> {
    guard let latest else { return request(chosen, order) }
    let end = "LIMIT \(latest)"
    switch order {
    case .newestFirst: return request(chosen, order, end)
    case .oldestFirst:
      let rows = "SELECT post.id \(chosen) ORDER BY \(PostOrder.newestFirst.sql) \(end)"
      return request("FROM post WHERE post.id IN (\(rows))", order)
    }
  }

  private var chosen: String {
    "FROM \(source) WHERE \(conditions.joined(separator: " AND "))"
  }

  private func request(
    _ chosen: String, _ order: PostOrder, _ end: String = ""
  ) -> SQLRequest<Row> {
    SQLRequest(
      sql: "SELECT \(Post.columns) \(chosen) ORDER BY \(order.sql) \(end)", arguments: arguments)
  }

  /// The query of days, each with its number of posts, oldest first.
  func counts() -> SQLRequest<Row> {
    SQLRequest(
      sql: "SELECT post.day, count(*) \(chosen) GROUP BY post.day ORDER BY post.day",
      arguments: arguments)
  }
}
