package import CaptureTime

/// Which posts are asked for; every condition must hold, and posts in the trash never count.
package struct PostFilter: Sendable, Hashable {
  package var days: DayBounds
  /// Only starred ones.
  package var isStarred = false
  /// Only those that have all of these tags.
  package var tags: [TagName] = []
  /// Words that all stand in the caption, also inside other words; see ``SearchText``.
  package var text: String?
  /// Only those that come before this place in the order oldest first, or after it.
  package var before: PostPosition?
  package var after: PostPosition?

  package init(_ days: DayBounds = .all) { self.days = days }
}

/// A post's place in the order of posts, which is left to nobody else while the post keeps its time.
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
