package import CaptureTime
import GRDB

/// Which posts are asked for; every condition must hold, and posts in the trash never count.
package struct PostFilter: Sendable, Hashable {
  package var days: DayBounds
  /// Only starred ones.
  package var isStarred = false
  /// Only those that have all of these tags.
  package var tags: [TagName] = []
  /// Words that are all in the caption, also inside other words; see ``SearchText``.
  package var text: String?
  /// Only those that come before this place in the order oldest first, or after it.
  package var before: PostPosition?
  package var after: PostPosition?

  package init(_ days: DayBounds = .all) { self.days = days }
}

/// A post's place in the order of posts, which no other post can have.
package struct PostPosition: Sendable, Hashable {
  package let day: CivilDate
  package let instant: Int
  package let number: Int

  package init(day: CivilDate, instant: Int, number: Int) {
    (self.day, self.instant, self.number) = (day, instant, number)
  }

  package init(of post: Post) {
    self.init(day: post.day, instant: post.time.instant, number: post.number)
  }
}

/// By day and time, and posts of the same time by number.
package enum PostOrder: Sendable {
  case oldestFirst, newestFirst

  var sql: String {
    switch self {
    case .oldestFirst: "post.day, post.instant, post.number"
    case .newestFirst: "post.day DESC, post.instant DESC, post.number DESC"
    }
  }
}

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

  /// A filter with its text looked for in the index; nil where the text has no word, which finds
  /// nothing.
  init?(searching filter: PostFilter, owner: Int64) {
    var match: String?
    if let text = filter.text {
      guard let search = CaptionSearch(text) else { return nil }
      match = search.match
    }
    self.init(filter, match: match, owner: owner)
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
  func posts(_ order: PostOrder, first count: Int) -> SQLRequest<Post> {
    request(chosen, order, "LIMIT \(count)")
  }

  /// The query of whole posts, or of only the latest so many.
  func posts(_ order: PostOrder, latest: Int?) -> SQLRequest<Post> {
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
  ) -> SQLRequest<Post> {
    SQLRequest(
      sql: "SELECT \(Post.columns) \(chosen) ORDER BY \(order.sql) \(end)", arguments: arguments)
  }

  /// The query of days, each with its number of posts, oldest first.
  func counts() -> SQLRequest<DayCount> {
    SQLRequest(
      sql: "SELECT post.day, count(*) \(chosen) GROUP BY post.day ORDER BY post.day",
      arguments: arguments)
  }
}
