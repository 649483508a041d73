import CaptureTime
import GRDB
import Store

/// Words of a post as they were before they were changed.
package struct PostVersion: Sendable, Hashable {
  /// Counted from 1 for each post.
  package let number: Int
  package let title: String
  package let words: String
  /// When they were written, in seconds since 1970 in UTC; nil where there were none.
  package let written: Int?
  /// When others took their place.
  package let replaced: Int

  /// How many of a post are kept, the last ones.
  package static let limit = 50
  /// Seconds after a version within which no other is kept.
  static let stretch = 600
}

extension PostRows {
  /// Gives a post the words, title and mood of a change, and keeps the words that were there before.
  ///
  /// - Parameters:
  ///   - post: as it is stored.
  ///   - change: what is to be different.
  ///   - keepsAlways: whether what was there is kept however long ago a version was kept.
  ///   - now: seconds since 1970 in UTC.
  /// - Throws: ``JournalError`` where it would be no post, or no or a second morning page.
  func setWords(
    of post: Post, _ change: PostChange, keepingAlways keepsAlways: Bool = false, now: Int
  ) throws {
    let title = change.title?.text ?? post.title
    let words = change.words?.text ?? post.words
    let mood = change.mood ?? post.mood
    let isMorning = change.isMorning ?? post.isMorning
    let changesText = (title, words) != (post.title, post.words)
    guard changesText || mood != post.mood || isMorning != post.isMorning else { return }
    guard post.photo != nil || !words.isEmpty || mood != nil else { throw JournalError.emptyPost }
    if isMorning {
      if words.isEmpty || mood == nil { throw JournalError.incompleteMorning }
      if let other = try morning(of: post.day), other != post.number {
        throw JournalError.morningExists(number: other, day: post.day)
      }
    }
    var isLater = post.isWrittenLater
    if post.written == nil, post.mood == nil { isLater = try day(of: now) > post.day }
    if words.isEmpty, mood == nil { isLater = false }
    if changesText { try keepVersion(of: post, before: words, always: keepsAlways, now: now) }
    let written = words.isEmpty ? nil : words == post.words ? post.written : now
    try db.execute(
      cached: """
        UPDATE post SET title = ?, words = ?, written = ?, mood = ?, is_morning = ?,
          is_written_later = ?
        WHERE id = ?
        """,
      arguments: [title, words, written, mood?.rawValue, isMorning, isLater, post.id])
  }

  /// Keeps the words of a post that others are to take the place of, unless those before them were kept
  /// a moment ago and not much of them goes.
  private func keepVersion(
    of post: Post, before words: String, always: Bool, now: Int
  ) throws {
    if post.title.isEmpty, post.words.isEmpty { return }
    var number = 1
    if let last = try lastVersion(of: post) {
      let isSoon = last.replaced <= now && now - last.replaced < PostVersion.stretch
      if isSoon, !always, words.count * 2 >= post.words.count { return }
      number = last.number + 1
    }
    try db.execute(
      cached: """
        INSERT INTO post_version (post, number, written, replaced, title, words)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
      arguments: [post.id, number, post.written, now, post.title, post.words])
    try db.execute(
      cached: "DELETE FROM post_version WHERE post = ? AND number <= ?",
      arguments: [post.id, number - PostVersion.limit])
  }

  private func lastVersion(of post: Post) throws -> (number: Int, replaced: Int)? {
    try db.row(
      cached: """
        SELECT number, replaced FROM post_version WHERE post = ? ORDER BY number DESC LIMIT 1
        """, arguments: [post.id]
    ).map { row in
      var values = RowDecoder(row)
      return (try values.next(in: Post.readableNumbers), try values.next(in: DayRule.instants))
    }
  }
}
