import CaptureTime
import Markup
import People
import Store

/// The words of a post name people as `@Mina`, which makes a contact of the post's day.
extension PostRows {
  /// Writes down contacts with the people whom a post names, once a day each, and takes back those with
  /// people whom it names no more.
  ///
  /// - Parameters:
  ///   - post: as it is now.
  ///   - old: as it was before; nil of one that is new or was in the trash.
  /// - Throws: ``JournalError``.
  func notePeople(named post: Post, insteadOf old: Post? = nil) throws {
    guard post.words != old?.words, post.namesSomebody || old?.namesSomebody == true,
      let journal
    else { return }
    let people = try journal.people.named(db)
    let (now, before) = (
      people.named(in: post.prose), old.map { people.named(in: $0.prose) } ?? []
    )
    try journal.contacts.remove(with: before.subtracting(now), by: post.uid, db)
    try journal.contacts.add(
      with: now.subtracting(before), by: post.uid, on: post.day,
      made: post.written ?? post.posted, db)
  }

  /// Takes back the contacts that a post made.
  func forgetPeople(named post: Post) throws {
    guard post.namesSomebody, let journal else { return }
    try journal.contacts.remove(by: post.uid, db)
  }

  /// Moves the contacts that a post made to its new day.
  func movePeople(named post: Post, to day: CivilDate) throws {
    guard post.namesSomebody, post.day != day, let journal else { return }
    try journal.contacts.move(by: post.uid, from: post.day, to: day, db)
  }
}

extension Post {
  /// Whether it may name people: most posts do not, and nothing more is read of them.
  fileprivate var namesSomebody: Bool { words.utf8.contains(UInt8(ascii: "@")) }

  /// The words that may name people.
  fileprivate var prose: String { namesSomebody ? Markup(words).prose() : "" }
}
