package import CaptureTime
import GRDB
import Store

/// Which posts to list; every condition must hold, and posts in the trash never count.
package struct PostFilter: Sendable, Hashable {
  package var days: DayBounds
  /// Only starred ones.
  package var isStarred = false
  /// Only those that have all of these.
  package var kinds: Set<PostKind> = []
  /// Only posts with nothing but a mood.
  package var isMoodAlone = false
  /// Only those with a mood in this range.
  package var mood: ClosedRange<Mood>?
  /// Only morning pages.
  package var isMorning = false
  /// Only those that have all of these tags.
  package var tags: [TagName] = []
  /// The words to search for in the post's texts, as typed; see ``SearchQuery``.
  package var text: String?
  /// Only posts before this place in the order oldest first, or after it.
  package var before: PostPosition?
  package var after: PostPosition?

  package init(_ days: DayBounds = .all) { self.days = days }
}

/// The parts that a post can have.
package enum PostKind: String, Sendable, CaseIterable {
  case photo, words

  /// The condition that a post has it.
  var sql: String {
    switch self {
    case .photo: "post.photo IS NOT NULL"
    case .words: "post.written IS NOT NULL"
    }
  }
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

/// A filter as SQL: its source, conditions and arguments.
struct PostSelection {
  private let source: String
  /// Whether posts are looked at themselves, and not what an index finds.
  private let isOfPosts: Bool
  private var conditions: [String]
  private(set) var arguments: StatementArguments

  /// The source of posts; SQLite keeps the order of a CROSS JOIN.
  enum Source {
    case posts
    /// The posts of these rows.
    case rows([Int64])
  }

  /// - Parameters:
  ///   - filter: the conditions, but for the text, which is a ``PostSearch``'s.
  ///   - source: what they choose from.
  ///   - owner: whose posts.
  init(_ filter: PostFilter, from source: Source = .posts, owner: Int64) {
    conditions = ["post.owner = ?", "post.trashed IS NULL"]
    arguments = [owner]
    switch source {
    case .posts: (self.source, isOfPosts) = (Post.tables, true)
    case .rows(let rows):
      self.source = """
        json_each(?) AS chosen CROSS JOIN post ON post.id = chosen.value
        \(Post.photoJoin)
        """
      isOfPosts = false
      arguments = ["[\(rows.map { String($0) }.joined(separator: ","))]", owner]
    }
    if let days = filter.days.ofYear {
      add(days, filter, owner)
    } else {
      if let first = filter.days.first { add("post.day >= ?", first.description) }
      if let last = filter.days.last { add("post.day <= ?", last.description) }
    }
    // The sign keeps SQLite from going through all days from there on in search of those of a year.
    let day = filter.days.ofYear == nil ? "post.day" : "+post.day"
    if let place = filter.before { add(place, "\(day), post.instant, post.number", "<") }
    if let place = filter.after { add(place, "\(day), post.instant, post.number", ">") }
    if filter.isStarred { conditions.append("post.is_starred = 1") }
    conditions += PostKind.allCases.filter(filter.kinds.contains).map(\.sql)
    if filter.isMoodAlone { conditions += PostKind.allCases.map { "NOT (\($0.sql))" } }
    if let mood = filter.mood {
      conditions.append("post.mood IS NOT NULL")
      conditions.append(
        "post.mood BETWEEN \(mood.lowerBound.rawValue) AND \(mood.upperBound.rawValue)")
    }
    if filter.isMorning { conditions.append("post.is_morning = 1") }
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

  /// Days of any year are looked up among those that have posts: as a list of days they are found in
  /// each index of posts, in its order.
  private mutating func add(_ days: DaysOfYear, _ filter: PostFilter, _ owner: Int64) {
    let first = [filter.days.first, filter.after?.day].compactMap(\.self).max()
    let last = [filter.days.last, filter.before?.day].compactMap(\.self).min()
    conditions.append(
      """
      post.day IN (SELECT day FROM day_count WHERE owner = ? AND day BETWEEN ? AND ?
        AND \(days.condition(on: "day")))
      """)
    arguments += [owner, first?.description ?? "", last?.description ?? DayBounds.afterAllDays]
    arguments += StatementArguments(days.arguments)
  }

  private mutating func add(_ place: PostPosition, _ columns: String, _ comparison: String) {
    conditions.append("(\(columns)) \(comparison) (?, ?, ?)")
    arguments += [place.day.description, place.instant, place.number]
  }

  /// The first so many posts, to be read with ``Post/init(_:)``.
  func posts(_ order: PostOrder, first count: Int, _ db: Database) throws -> DecodedRows {
    try posts(order, count, firstIn: order, db)
  }

  /// The posts, or only the latest so many, to be read with ``Post/init(_:)``.
  func posts(_ order: PostOrder, latest: Int?, _ db: Database) throws -> DecodedRows {
    guard let latest else { return try rows(Post.columns, order, nil, db) }
    return try posts(order, latest, firstIn: .newestFirst, db)
  }

  private func posts(
    _ order: PostOrder, _ count: Int, firstIn end: PostOrder, _ db: Database
  ) throws -> DecodedRows {
    // Through an index, which has them in order. Of what else is sorted, no more than that is read.
    if order == end, isOfPosts { return try rows(Post.columns, order, count, db) }
    let first = "SELECT post.id \(chosen) ORDER BY \(end.sql) LIMIT ?"
    return try DecodedRows(
      db,
      cached: """
        SELECT \(Post.columns) FROM \(Post.tables) WHERE post.id IN (\(first)) ORDER BY \(order.sql)
        """, arguments: arguments + [count])
  }

  /// The rows of the posts, in order: no more than an index is read, where the filter allows it.
  func ids(_ order: PostOrder, _ db: Database) throws -> DecodedRows {
    try DecodedRows(db, cached: idsInOrder(order), arguments: arguments)
  }

  /// The query of ``ids(_:_:)``, with the places of ``arguments``.
  func idsInOrder(_ order: PostOrder) -> String {
    """
    SELECT post.id FROM \(isOfPosts ? "post" : source)
    WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order.sql)
    """
  }

  /// How many posts each day has that has any, oldest first.
  func dayCounts(_ db: Database) throws -> [DayCount] {
    try DecodedRows(
      db, cached: "SELECT post.day, count(*) \(chosen) GROUP BY post.day ORDER BY post.day",
      arguments: arguments
    ).map { try DayCount(&$0) }
  }

  private var chosen: String {
    "FROM \(source) WHERE \(conditions.joined(separator: " AND "))"
  }

  private func rows(
    _ columns: String, _ order: PostOrder, _ count: Int?, _ db: Database
  ) throws -> DecodedRows {
    try DecodedRows(
      db, cached: "SELECT \(columns) \(chosen) ORDER BY \(order.sql) LIMIT ?",
      arguments: arguments + [count ?? -1])
  }
}
