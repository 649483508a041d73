import CaptureTime
import GRDB
package import Stamping
import Store

extension Posts {
  /// Changes a post. Another time or zone puts another label on the photo, which is stamped again from
  /// the original, with the look that it had.
  ///
  /// - Parameters:
  ///   - number: the post's.
  ///   - change: what is to be different. A time is in the post's zone, unless another is given with
  ///     it; another zone alone keeps the instant where the photo or a person gave it, else the wall
  ///     clock. The day follows, by the owner's start of the day.
  ///   - check: looks at the post in the transaction that changes it, and throws where it is not the
  ///     one that was meant.
  ///   - stamper: makes what draws a look; asked for only where the photo is stamped again.
  /// - Returns: the post as it is now.
  /// - Throws: ``JournalError`` or `StampError`, and what `check` throws; then nothing has changed.
  package func edit(
    _ number: Int, _ change: PostChange, checking check: (Post) throws -> Void = { _ in },
    stamper: (LabelLook) throws -> Stamper
  ) throws -> Post {
    guard change.restamps else {
      return try journal.write { db in
        let rows = PostRows(of: journal, db)
        let post = try rows.livePost(number)
        try check(post)
        try rows.apply(change, to: post)
        return try rows.post(number)
      }
    }
    let (post, look, rule) = try journal.read { db in
      let rows = PostRows(of: journal, db)
      let post = try rows.livePost(number)
      try check(post)
      let zone = try change.zone ?? CaptureZone.parse(post.time.zone)
      let start = try JournalSettings.load(owner: journal.id, db).dayStart
      return (post, try rows.look(post.look), DayRule(zone: zone, start: start))
    }
    let time = try PostTime(change.time ?? post.time.told, rule: rule)
    return try Restamping(
      post: post, original: original(of: post), time: time, zone: rule.zone,
      stamper: stamper(look)
    ).run(in: journal) { rows in
      let post = try rows.livePost(number)
      try check(post)
      try rows.apply(change, to: post)
    }
  }
}

extension PostRows {
  fileprivate func apply(_ change: PostChange, to post: Post) throws {
    if let caption = change.caption?.text {
      try removeFromSearch(post.caption, post.id)
      try db.execute(
        sql: "UPDATE post SET caption = ? WHERE id = ?", arguments: [caption, post.id])
      try addToSearch(caption, post.id)
    }
    if let isStarred = change.isStarred {
      try db.execute(
        sql: "UPDATE post SET is_starred = ? WHERE id = ?", arguments: [isStarred, post.id])
    }
    if let tags = change.allTags {
      let kept = Set(tags.map(\.folded))
      for tag in try post.tags.map({ try TagName($0) }) where !kept.contains(tag.folded) {
        try removeTag(tag, post.id)
      }
      for tag in tags { try addTag(tag, post.id) }
    }
    for tag in change.removedTags { try removeTag(tag, post.id) }
    for tag in change.tags { try addTag(tag, post.id) }
  }
}

extension PostTime {
  /// The time without what the journal added to it: an offset that nobody gave.
  fileprivate var told: CaptureTime {
    guard isOffsetAssumed, precision != .day else { return captureTime }
    return CaptureTime(
      wallSeconds: instant + offset, subsecond: subsecond, precision: precision, source: source)
  }
}
