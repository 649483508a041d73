package import CaptureTime
import Foundation
import GRDB
package import Store

/// A new post without a photo.
package struct NewWords: Sendable {
  package var title = Title.empty
  package var words = Words.empty
  package var mood: Mood?
  /// Whether it is the morning page of its day, which needs words and a mood.
  package var isMorning = false
  package var moment = Moment.now
  package var isStarred = false
  package var tags: [TagName] = []

  /// The time that the words are about, in the journal's zone.
  package enum Moment: Sendable, Hashable {
    case now
    /// Some time of a day; of today, now.
    case day(CivilDate)
    /// A time of a day's own; nil for today. Before the day's start the clock shows the next date.
    case clock(TimeOfDay, CivilDate?)
    /// A time with its date; a wall clock without an offset is that of the zone.
    case time(CaptureTime)
  }

  package init() {}

  package init(_ words: Words) { self.words = words }
}

extension Posts {
  /// Writes a post without a photo.
  ///
  /// - Parameters:
  ///   - new: what is written.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: the post, and whether it was made now.
  /// - Throws: ``JournalError/emptyPost``, ``JournalError/incompleteMorning``,
  ///   ``JournalError/morningExists(number:day:)``, ``JournalError/futureDay(_:today:)`` and what
  ///   ``PostTime`` throws; then nothing is written.
  @discardableResult
  package func write(_ new: NewWords, now: Int) throws -> (post: Post, isNew: Bool) {
    let prose = NamingProse(of: new.words.text)
    return try journal.writeMakingRoom { db in
      try PostRows(of: journal, db).write(new, now: now, prose)
    }
  }

  /// A day's morning page outside the trash; nil if it has none.
  ///
  /// - Throws: ``JournalError``.
  package func morningPage(of day: CivilDate) throws -> Post? {
    try journal.read { db in
      let rows = PostRows(of: journal, db)
      return try rows.morning(of: day).map(rows.post)
    }
  }
}

extension PostRows {
  /// Writes a post without a photo.
  ///
  /// - Parameters:
  ///   - new: what is written.
  ///   - uid: the post's own; a new one where it is nil.
  ///   - now: seconds since 1970 in UTC.
  ///   - prose: that of its words.
  /// - Returns: the post, and whether it was made now.
  /// - Throws: as ``Posts/write(_:now:)``, and ``JournalError/morningExists(number:day:)``.
  func write(
    _ new: NewWords, uid: [UInt8]? = nil, now: Int, _ prose: NamingProse
  ) throws -> (post: Post, isNew: Bool) {
    let rule = try JournalSettings.load(owner: owner, db).rule
    let today = rule.day(of: now)
    let time = try PostTime(new.moment.time(rule, now: now), rule: rule)
    guard time.day <= today else { throw JournalError.futureDay(time.day, today: today) }
    if new.isMorning { try checkHasNoMorning(on: time.day) }
    guard !new.words.isEmpty || new.mood != nil else { throw JournalError.emptyPost }
    if new.isMorning, new.words.isEmpty || new.mood == nil { throw JournalError.incompleteMorning }
    let post = Post(
      number: try newNumber(), time: time, title: new.title.text, words: new.words.text,
      written: now, mood: new.mood, isMorning: new.isMorning, isWrittenLater: time.day < today,
      isStarred: new.isStarred, tags: new.tags.map(\.text), posted: now, trashed: nil, id: 0,
      uid: uid ?? .random(count: Post.uidSize))
    let stored = try insert(post)
    try notePeople(named: stored, prose)
    return (stored, true)
  }

  /// The number of the morning page that a day has outside the trash.
  func morning(of day: CivilDate) throws -> Int? {
    try db.value(
      cached: """
        SELECT number FROM post
        WHERE owner = ? AND day = ? AND trashed IS NULL AND is_morning = 1
        """, arguments: [owner, day.description])
  }

  /// Checks that no other post is the morning page of a post's day, or of another, where it is one.
  ///
  /// - Throws: ``JournalError/morningExists(number:day:)``.
  func checkIsFree(_ post: Post, on day: CivilDate? = nil) throws {
    if post.isMorning { try checkHasNoMorning(on: day ?? post.day, but: post.number) }
  }

  /// Checks that a day has no morning page, or none but this one.
  ///
  /// - Throws: ``JournalError/morningExists(number:day:)``.
  func checkHasNoMorning(on day: CivilDate, but number: Int? = nil) throws {
    guard let other = try morning(of: day), other != number else { return }
    throw JournalError.morningExists(number: other, day: day)
  }
}

extension NewWords.Moment {
  /// The time in a zone.
  package func time(_ rule: DayRule, now: Int) -> CaptureTime {
    let offset = rule.zone.offset(at: now)
    switch self {
    case .now:
      return CaptureTime(wallSeconds: now + offset, offset: offset, source: .given)
    case .day(let day) where day == rule.day(of: now): return Self.now.time(rule, now: now)
    case .day(let day): return CaptureTime(date: day, precision: .day, source: .given)
    case .clock(let clock, let day):
      let day = day ?? rule.day(of: now)
      let date = clock.seconds < rule.start.seconds ? day.next : day
      return CaptureTime(
        wallSeconds: date.daysSinceEpoch * 86_400 + clock.seconds, precision: .minute,
        source: .given)
    case .time(let time): return time
    }
  }
}
