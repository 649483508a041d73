import CaptureTime
import Foundation
import GRDB
package import Stamping
import Store

extension Posts {
  /// Changes a post. Another time or zone puts other labels on its photos, but for those that show a time
  /// of their own: they are stamped again from their originals, with the looks that they had and edited as
  /// they were; so it is for another look, for another edit, and for another caption where the label shows
  /// it.
  ///
  /// Of words or a title that change, what was there before is kept: see ``versions(_:)``.
  ///
  /// - Parameters:
  ///   - number: the post's.
  ///   - change: what is to be different. A time is in the post's zone, unless another is given with
  ///     it; another zone alone keeps the instant where the photo or a person gave it, else the wall
  ///     clock. The day follows, by the owner's start of the day.
  ///   - now: seconds since 1970 in UTC.
  ///   - check: looks at the post in the transaction that changes it, and throws where it is not the
  ///     one that was meant.
  ///   - tell: gets what a person should know about photos that were stamped again.
  ///   - stamper: makes what draws a look; asked for only where a photo is stamped again.
  /// - Returns: the post as it is now.
  /// - Throws: ``JournalError`` or `StampError`, and what `check` throws; then nothing has changed.
  package func edit(
    _ number: Int, _ change: PostChange, now: Int, checking check: (Post) throws -> Void = { _ in },
    telling tell: ([StampWarning]) -> Void = { _ in }, stamper: (LabelLook) throws -> Stamper
  ) throws -> Post {
    let prose = try prose(of: number, with: change.words)
    let heirs =
      change.words == nil && !change.movesPost
      ? ContactHeirs()
      : try ContactHeirs.looked(for: [number], in: journal) { try $0.postIfAny($1) }
    guard var restamping = try restamping(number, change, check, stamper) else {
      return try journal.write { db in
        let rows = PostRows(of: journal, db)
        let post = try rows.livePost(number)
        try check(post)
        let changed = try rows.apply(change, to: post, now: now, prose)
        try heirs.take(from: post, rows)
        return changed
      }
    }
    restamping.heirs = heirs
    let (post, warnings) = try restamping.run(in: journal) { rows in
      let post = try rows.livePost(number)
      try check(post)
      if change.movesPost {
        try rows.checkHasCome(restamping.time.day, of: post, change, now: now)
      }
      _ = try rows.apply(change.withoutStamp, to: post, now: now, prose)
    }
    tell(warnings)
    return post
  }

  /// Changes several posts alike, as ``OwnerJournal/change(_:makingRoom:checking:_:)``.
  ///
  /// - Parameters:
  ///   - numbers: the posts, each once.
  ///   - change: what is to be different: no time, no zone and no look, which would have photos stamped
  ///     again.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: the posts as they are now, in this order.
  /// - Throws: ``JournalError``.
  package func edit(_ numbers: [Int], _ change: PostChange, now: Int) throws -> [Post] {
    try journal.change(numbers) { rows, number in
      let post = try rows.livePost(number)
      try rows.check(change, of: post)
      return post
    } _: { rows, post in
      try rows.apply(change.withoutStamp, to: post, now: now)
    }
  }

  /// That of the words which a post has and which it gets.
  func prose(of number: Int, with words: Words?) throws -> NamingProse {
    guard let words else { return NamingProse() }
    let old = try journal.read { db in try PostRows(of: journal, db).postIfAny(number) }
    return NamingProse(of: words.text, old?.words)
  }

  /// Whether a change stamps the post's photo again.
  ///
  /// - Throws: ``JournalError``.
  package func restamps(_ number: Int, _ change: PostChange) throws -> Bool {
    // Another caption alone is seen only on a label that shows it.
    try change.restamps || change.caption != nil && showsCaption(number, change.photo)
      || change.captions.keys.contains { try showsCaption(number, $0) }
  }

  /// How long stamping those of a post's photos takes that a change stamps again, one after the other.
  ///
  /// - Throws: ``JournalError``, `StampError`.
  package func effort(of number: Int, _ change: PostChange) throws -> PhotoEffort {
    PhotoEffort(
      try stamps(number, change).photos.filter(\.isChanged).map {
        try effort(ofOriginal: $0.photo, isStill: false)
      })
  }

  /// What is to be done to the photos of a post that get other stamps; nil where none does.
  private func restamping(
    _ number: Int, _ change: PostChange, _ check: (Post) throws -> Void,
    _ stamper: (LabelLook) throws -> Stamper
  ) throws -> Restamping? {
    guard try restamps(number, change) else { return nil }
    let stamps = try stamps(number, change, check)
    let photos = try stamps.photos.filter(\.isChanged).map { stamp in
      Restamping.Photo(
        photo: stamp.photo, original: { try original(of: stamp.photo) },
        stamper: try stamper(stamp.look),
        caption: stamp.caption,
        look: stamp.hasOtherLook ? stamp.look : nil, edit: stamp.edit)
    }
    guard !photos.isEmpty else { return nil }
    return Restamping(post: stamps.post, time: stamps.time, zone: stamps.zone, photos: photos)
  }

  /// Whether the label of the photo that is meant shows the caption; a look that cannot be read shows
  /// nothing.
  private func showsCaption(_ number: Int, _ place: Int?) throws -> Bool {
    try journal.read { db in
      let rows = PostRows(of: journal, db)
      return try rows.showsCaption(rows.livePost(number).photo(at: place))
    }
  }
}

extension PostRows {
  /// Whether the label of a photo shows the caption; a look that cannot be read shows nothing.
  func showsCaption(_ photo: PostPhoto) -> Bool {
    guard let text = try? look(photo.look).text() else { return false }
    return text.fields.contains(.caption)
  }

  /// The rule that gives a changed post its day. It has the post's own zone, unless the change names another.
  func rule(of change: PostChange, _ post: Post) throws -> DayRule {
    DayRule(
      zone: try change.zone ?? CaptureZone.parse(post.time.zone),
      start: try JournalSettings.load(owner: owner, db).dayStart)
  }

  /// - Parameters:
  ///   - change: what is to be different.
  ///   - post: as it is stored.
  ///   - keepsAlways: whether words that go are kept however lately others were.
  ///   - now: seconds since 1970 in UTC.
  ///   - prose: that of the words which it has and which it gets.
  /// - Returns: the post as it is now.
  /// - Throws: ``JournalError`` where it would be none, or a second morning page.
  func apply(
    _ change: PostChange, to post: Post, keepingAlways keepsAlways: Bool = false, now: Int,
    _ prose: NamingProse = NamingProse()
  ) throws -> Post {
    try check(change, of: post)
    try setWords(
      of: post, change, keepingAlways: keepsAlways || change.keepsVersion, now: now)
    var captions = try change.captions.map { (try post.photo(at: $0).id, $1) }
    if let caption = change.caption {
      captions.append((try post.photo(at: change.photo).id, caption))
    }
    for (photo, caption) in captions {
      try db.execute(
        sql: "UPDATE photo SET caption = ? WHERE id = ?", arguments: [caption.text, photo])
    }
    if let isStarred = change.isStarred {
      try db.execute(
        sql: "UPDATE post SET is_starred = ? WHERE id = ?", arguments: [isStarred, post.id])
    }
    try setTags(of: post, change)
    if change.movesPost {
      let time = try PostTime(change.time ?? post.time.told, rule: rule(of: change, post))
      try checkHasCome(time.day, of: post, change, now: now)
      try setTime(time, of: self.post(post.number))
    }
    let changed = try self.post(post.number)
    if changed.searchText != post.searchText {
      try removeFromSearch(post)
      try addToSearch(changed)
    }
    try notePeople(named: changed, insteadOf: post, prose)
    return changed
  }

  /// Checks that a post may be changed so, but for its time.
  ///
  /// - Throws: as ``apply(_:to:keepingAlways:now:)``.
  fileprivate func check(_ change: PostChange, of post: Post) throws {
    _ = try change.meantPhotos(of: post)
    for place in change.captions.keys { _ = try post.requirePhoto(place) }
    try checkWords(of: post, change)
    let had = try foldedTags(of: post)
    let kept = change.allTags.map { Set($0.map(\.folded)) } ?? had
    let has = kept.subtracting(change.removedTags.map(\.folded)).union(change.tags.map(\.folded))
    // One that has more, from when there was no limit, may lose some.
    if !has.isSubset(of: had) { try TagName.checkCount(has.count) }
  }

  private func foldedTags(of post: Post) throws -> Set<String> {
    Set(try post.tags.map { try TagName($0).folded })
  }

  private func setTags(of post: Post, _ change: PostChange) throws {
    if let tags = change.allTags {
      let kept = Set(tags.map(\.folded))
      for tag in try post.tags.map({ try TagName($0) }) where !kept.contains(tag.folded) {
        try removeTag(tag, post.id)
      }
      var added = try foldedTags(of: post)
      for tag in tags where added.insert(tag.folded).inserted { try addTag(tag, post.id) }
    }
    for tag in change.removedTags { try removeTag(tag, post.id) }
    for tag in change.tags { try addTag(tag, post.id) }
  }

  /// Gives a post another time, and with it a day.
  ///
  /// - Parameters:
  ///   - time: the time.
  ///   - post: as it is stored.
  /// - Throws: ``JournalError/morningExists(number:day:)``.
  func setTime(_ time: PostTime, of post: Post) throws {
    if post.isMorning { try checkIsFree(post, on: time.day) }
    var isLater = post.isWrittenLater
    if time.day != post.day, post.written != nil || post.mood != nil {
      isLater = try day(of: post.posted) > time.day
    }
    try db.execute(
      sql: """
        UPDATE post SET day = ?, instant = ?, offset = ?, subsecond = ?, precision = ?, source = ?,
          zone = ?, is_offset_assumed = ?, is_written_later = ?
        WHERE id = ?
        """,
      arguments: [
        time.day.description, time.instant, time.offset, time.subsecond, time.precision.rawValue,
        time.source.rawValue, time.zone, time.isOffsetAssumed, isLater, post.id,
      ])
    try movePeople(named: post, to: time.day)
  }

  /// Checks that the day that a change gives a post is not still to come. Where a photo was taken, tomorrow
  /// may have begun, and a photo's later day may be meant.
  ///
  /// - Throws: ``JournalError/futureDay(_:today:)``, or of a photo ``JournalError/futurePhoto(_:today:)``.
  func checkHasCome(
    _ day: CivilDate, of post: Post, _ change: PostChange, now: Int
  ) throws {
    let (today, hasPhotos) = (try self.day(of: now), !post.photos.isEmpty)
    guard day <= (hasPhotos ? today.next : today) || hasPhotos && change.allowsFuture else {
      throw hasPhotos
        ? JournalError.futurePhoto(day, today: today) : JournalError.futureDay(day, today: today)
    }
  }

  /// The day to which an instant belongs by the owner's settings.
  func day(of instant: Int) throws -> CivilDate {
    try JournalSettings.load(owner: owner, db).rule.day(of: instant)
  }
}

extension PostTime {
  /// The time without what the journal added to it: an offset that nobody gave.
  var told: CaptureTime {
    guard isOffsetAssumed, precision != .day else { return captureTime }
    return CaptureTime(
      wallSeconds: instant + offset, subsecond: subsecond, precision: precision, source: source)
  }
}
