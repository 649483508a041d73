import CaptureTime
import GRDB
import Store

/// Words of a post as they were before they were changed.
package struct PostVersion: Sendable, Hashable {
  /// Counted from 1 for each post.
  package let number: Int
  package let title: String
  package let words: String
  /// When they were written, in seconds since 1970 in UTC; nil if there were none.
  package let written: Int?
  /// When others took their place.
  package let replaced: Int

  /// How many versions of a post are kept.
  package static let limit = 50
  /// Seconds after a version within which no other is kept of words that are only added to.
  static let stretch = 600
}

extension Posts {
  /// The earlier versions of a post's words, also of a post in the trash, oldest first, without the
  /// current words.
  ///
  /// - Throws: ``JournalError/unknownPost(number:)``.
  package func versions(_ number: Int) throws -> [PostVersion] {
    try journal.read { db in
      let rows = PostRows(of: journal, db)
      return try rows.versions(of: rows.post(number))
    }
  }

  /// One version of a post's words.
  ///
  /// - Throws: ``JournalError/unknownPost(number:)``, ``JournalError/unknownVersion(_:number:)``.
  package func version(_ number: Int, _ version: Int) throws -> PostVersion {
    try journal.read { db in
      let rows = PostRows(of: journal, db)
      guard let found = try rows.versions(of: rows.post(number), number: version).first else {
        throw JournalError.unknownVersion(version, number: number)
      }
      return found
    }
  }

  /// Restores words and title of a version; those that they replace become a version.
  ///
  /// - Parameters:
  ///   - number: the post's.
  ///   - version: the version's.
  ///   - now: seconds since 1970 in UTC.
  ///   - check: looks at the post in the transaction that changes it, and throws where it is not the
  ///     one that was meant.
  /// - Returns: the post as it is now; as it was, where it has these words.
  /// - Throws: ``JournalError/unknownVersion(_:number:)``, ``JournalError/emptyPost`` and
  ///   ``JournalError/incompleteMorning`` where the version has no words, and what `check` throws.
  package func restoreVersion(
    _ number: Int, _ version: Int, now: Int, checking check: (Post) throws -> Void = { _ in }
  ) throws -> Post {
    let prose = try prose(of: number, with: try? Words(self.version(number, version).words))
    return try journal.writeMakingRoom { db in
      let rows = PostRows(of: journal, db)
      let post = try rows.livePost(number)
      try check(post)
      guard let found = try rows.versions(of: post, number: version).first else {
        throw JournalError.unknownVersion(version, number: number)
      }
      var change = PostChange()
      // What a foreign database holds is checked as what is typed.
      do {
        (change.title, change.words) = (try Title(found.title), try Words(found.words))
      } catch {
        throw JournalError.corruptValue(of: "words")
      }
      return try rows.apply(change, to: post, keepingAlways: true, now: now, prose)
    }
  }
}

extension PostRows {
  /// The versions of a post, or the one of a number.
  func versions(of post: Post, number: Int? = nil) throws -> [PostVersion] {
    try DecodedRows(
      db,
      cached: """
        SELECT number, title, words, written, replaced FROM post_version
        WHERE post = ?1 AND (?2 IS NULL OR number = ?2) ORDER BY number
        """, arguments: [post.id, number]
    ).map { values in
      PostVersion(
        number: try values.next(in: Post.readableNumbers),
        title: try values.text(atMost: Title.byteLimit),
        words: try values.text(atMost: Words.byteLimit),
        written: try values.nextIfAny(in: DayRule.instants),
        replaced: try values.next(in: DayRule.instants))
    }
  }

  /// The numbers of the versions that are kept of a post, the last ones, in their order.
  func versionNumbers(of post: Post) throws -> [Int] {
    try db.values(
      cached: "SELECT number FROM post_version WHERE post = ? ORDER BY number DESC LIMIT ?",
      arguments: [post.id, PostVersion.limit]
    ).reversed()
  }

  /// Inserts a version as it was, beside those that the post has.
  ///
  /// - Parameters:
  ///   - version: the version.
  ///   - post: the post's row.
  /// - Throws: `DatabaseError`.
  func insert(_ version: PostVersion, of post: Int64) throws {
    try db.execute(
      cached: """
        INSERT INTO post_version (post, number, written, replaced, title, words)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        post, version.number, version.written, version.replaced, version.title, version.words,
      ])
  }

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
    let new = ChangedWords(of: post, change)
    guard new.differ(from: post) else { return }
    try check(new, of: post)
    var isLater = post.isWrittenLater
    if post.written == nil, post.mood == nil { isLater = try day(of: now) > post.day }
    if new.words.isEmpty, new.mood == nil { isLater = false }
    if (new.title, new.words) != (post.title, post.words) {
      // What is gone can be had again by the same tap: ticks leave the versions to what was written.
      let losesNothing =
        new.words.adds(to: post.words) || new.words.isTicked(otherwiseThan: post.words)
      let keepsTitle = post.title.isEmpty || post.title == new.title
      try keepVersion(
        of: post, always: keepsAlways || !losesNothing || !keepsTitle, now: now)
    }
    var changed = post
    (changed.title, changed.words, changed.mood) = (new.title, new.words, new.mood)
    changed.written = new.words.isEmpty ? nil : new.words == post.words ? post.written : now
    (changed.isMorning, changed.isWrittenLater) = (new.isMorning, isLater)
    try storeWords(of: changed, insteadOf: post)
  }

  /// Checks that a post may get the words, title and mood of a change.
  ///
  /// - Throws: as ``setWords(of:_:keepingAlways:now:)``.
  func checkWords(of post: Post, _ change: PostChange) throws {
    let new = ChangedWords(of: post, change)
    if new.differ(from: post) { try check(new, of: post) }
  }

  private func check(_ new: ChangedWords, of post: Post) throws {
    guard post.photo != nil || !new.words.isEmpty || new.mood != nil else {
      throw JournalError.emptyPost
    }
    guard new.isMorning else { return }
    if new.words.isEmpty || new.mood == nil { throw JournalError.incompleteMorning }
    try checkHasNoMorning(on: post.day, but: post.number)
  }

  /// Stores title, words and mood that a post has got, with what is counted of them; the search is the
  /// caller's. Words that stay are not written: of damaged ones more may be stored than was read.
  ///
  /// - Parameters:
  ///   - post: as it is now.
  ///   - old: as it is stored.
  /// - Throws: `DatabaseError`.
  func storeWords(of post: Post, insteadOf old: Post) throws {
    let words = post.words == old.words ? nil : post.words
    let count = words.map { WordCount(of: $0) }
    try db.execute(
      cached: """
        UPDATE post SET title = ?, words = coalesce(?, words), written = ?,
          word_count = coalesce(?, word_count), character_count = coalesce(?, character_count),
          mood = ?, is_morning = ?, is_written_later = ?
        WHERE id = ?
        """,
      arguments: [
        post.title, words, post.written, count?.words, count?.characters, post.mood?.rawValue,
        post.isMorning, post.isWrittenLater, post.id,
      ])
  }

  /// Keeps the words of a post that others are to take the place of; unless they are always to be kept,
  /// not where those before them were kept a moment ago.
  private func keepVersion(of post: Post, always: Bool, now: Int) throws {
    if post.title.isEmpty, post.words.isEmpty { return }
    var number = 1
    if let last = try lastVersion(of: post) {
      let isSoon = last.replaced <= now && now - last.replaced < PostVersion.stretch
      if isSoon, !always { return }
      guard last.number < Post.readableNumbers.upperBound else {
        throw JournalError.corruptValue(of: "number")
      }
      number = last.number + 1
    }
    // As they are stored, not as they were read: damaged ones may be more.
    try db.execute(
      cached: """
        INSERT INTO post_version (post, number, written, replaced, title, words)
        SELECT id, ?, written, ?, title, words FROM post WHERE id = ?
        """, arguments: [number, now, post.id])
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

/// The words, title and mood that a change gives a post.
private struct ChangedWords {
  let title: String
  let words: String
  let mood: Mood?
  let isMorning: Bool

  init(of post: Post, _ change: PostChange) {
    title = change.title?.text ?? post.title
    words = change.words?.text ?? post.words
    mood = change.mood ?? post.mood
    isMorning = change.isMorning ?? post.isMorning
  }

  func differ(from post: Post) -> Bool {
    title != post.title || words != post.words || mood != post.mood || isMorning != post.isMorning
  }
}

/// Words of a post as they were, as one object of JSON, on the command line as over the network.
package struct VersionDescription: Encodable, Sendable {
  let number: Int
  /// Missing where there was none.
  let title: String?
  /// How many characters of words it has, as a reader counts them.
  let characters: Int
  /// Missing in a list over the network: fifty versions of long words are more than anybody wants at once.
  let words: String?
  /// When they were written, in UTC; missing where there were none.
  let written: String?
  /// When others took their place, in UTC.
  let replaced: String

  package init(_ version: PostVersion, hasWords: Bool) {
    number = version.number
    title = version.title.isEmpty ? nil : version.title
    characters = version.words.count
    words = hasWords ? version.words : nil
    written = version.written.map(InstantText.text)
    replaced = InstantText.text(version.replaced)
  }
}

extension String {
  /// Whether these words are others but for marks of tasks: "[ ]" and "[x]".
  fileprivate func isTicked(otherwiseThan other: String) -> Bool {
    let (new, old) = (Array(utf8), Array(other.utf8))
    guard new.count == old.count else { return false }
    return new.indices.allSatisfy { place in
      if new[place] == old[place] { return true }
      let isMark = [new[place], old[place]].allSatisfy { " xX".utf8.contains($0) }
      return isMark && place > 0 && place + 1 < new.count && new[place - 1] == UInt8(ascii: "[")
        && new[place + 1] == UInt8(ascii: "]")
    }
  }
}
