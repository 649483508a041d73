/// Which posts are asked for; every condition must hold, and posts in the trash never count.
package struct PostFilter: Sendable, Hashable {
  package var days: DayBounds
  /// Only starred ones.
  package var isStarred = false
  /// Only those that have all of these tags.
  package var tags: [TagName] = []
  /// Words that all stand in the caption, also inside other words; see ``SearchText``.
  package var text: String?

  package init(_ days: DayBounds = .all) { self.days = days }
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
