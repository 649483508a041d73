import CaptureTime
import GRDB
import Store

/// The posts before and after one in the order of the journal, over the edges of its day, and its
/// place on the day.
package struct PostNeighbours: Sendable, Hashable {
  /// Nil of the first post there is.
  package let previous: Int?
  /// Nil of the latest.
  package let next: Int?
  /// From 1.
  package let index: Int
  /// Of the day's posts, at least 1.
  package let count: Int
}

extension Posts {
  /// The posts before and after a post. One in the trash has none.
  ///
  /// An index tells all of it: nothing is read of a post, however many its day has.
  ///
  /// - Throws: ``JournalError``.
  package func neighbours(of post: Post) throws -> PostNeighbours {
    guard post.trashed == nil else {
      return PostNeighbours(previous: nil, next: nil, index: 1, count: 1)
    }
    return try journal.read { db in
      func number(_ comparison: String, _ order: PostOrder) throws -> Int? {
        try db.value(
          Int.self,
          cached: """
            SELECT number FROM post
            WHERE owner = ? AND trashed IS NULL AND (day, instant, number) \(comparison) (?, ?, ?)
            ORDER BY \(order.sql) LIMIT 1
            """,
          arguments: [journal.id, post.day.description, post.time.instant, post.number])
      }
      func count(_ further: String) throws -> Int {
        try db.value(
          Int.self,
          cached: """
            SELECT count(*) FROM post
            WHERE owner = ? AND day = ? AND trashed IS NULL AND (instant, number) \(further) (?, ?)
            """,
          arguments: [journal.id, post.day.description, post.time.instant, post.number]) ?? 0
      }
      let (before, after) = (try count("<"), try count(">"))
      return PostNeighbours(
        previous: try number("<", .newestFirst), next: try number(">", .oldestFirst),
        index: before + 1, count: before + 1 + after)
    }
  }

  /// The nearest posts with a photo before one and after it, each the nearest first.
  ///
  /// - Parameters:
  ///   - post: from which it is gone, whether it has a photo or not.
  ///   - count: how many on each side at most.
  /// - Returns: nothing for a post in the trash.
  /// - Throws: ``JournalError``.
  package func photos(
    beside post: Post, atMost count: Int
  ) throws -> (before: [Post], after: [Post]) {
    guard post.trashed == nil else { return ([], []) }
    var (before, after) = (PostFilter(), PostFilter())
    (before.kinds, after.kinds) = ([.photo], [.photo])
    (before.before, after.after) = (PostPosition(of: post), PostPosition(of: post))
    return (
      try first(before, order: .newestFirst, count: count),
      try first(after, order: .oldestFirst, count: count)
    )
  }
}
