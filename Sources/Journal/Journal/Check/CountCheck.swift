import CaptureTime
import GRDB
import Store

/// Compares the counts of each day with the posts, and the word count of each post with its words,
/// for all owners.
struct CountCheck {
  let store: JournalStore

  /// A day of an owner, by the owner's row.
  struct Day: Hashable {
    let owner: Int64
    let day: String
  }

  /// The days that have a wrong count or a post with one, or a count though they have no posts.
  ///
  /// - Throws: ``JournalError``.
  /// - Complexity: O(*n*) in the letters of all words, and in the number of posts, which are counted in
  ///   an index.
  func wrongDays() throws -> Set<Day> {
    try JournalError.wrapping {
      try store.database.read { db in
        var days = Set(try Self.wrongPosts(db).map(\.day))
        let counts = try DecodedRows(
          db,
          cached: """
            SELECT owner, day FROM (
              SELECT * FROM (
                SELECT owner, day, \(DayCountTable.columns) FROM day_count
                EXCEPT \(DayCountTable.counted))
              UNION ALL
              SELECT * FROM (
                \(DayCountTable.counted)
                EXCEPT SELECT owner, day, \(DayCountTable.columns) FROM day_count))
            """)
        while var row = try counts.next() {
          days.insert(Day(owner: try row.next(), day: try row.next()))
        }
        return days
      }
    }
  }

  /// What is wrong with days that have a count, each by itself: counts that are made again say no more that a post
  /// was altered.
  ///
  /// - Throws: ``JournalError``.
  func problems(of days: Set<Day>) throws -> [PostsProblem] {
    try JournalError.wrapping {
      try store.database.read { db in
        try days.sorted { ($0.owner, $0.day) < ($1.owner, $1.day) }.compactMap { wrong in
          let name = try db.value(
            String.self,
            cached: """
              SELECT name FROM owner JOIN day_count ON day_count.owner = owner.id
              WHERE owner.id = ? AND day = ?
              """, arguments: [wrong.owner, wrong.day])
          guard let name, let day = CivilDate(iso: wrong.day) else { return nil }
          return .counted(try OwnerName(name), day)
        }
      }
    }
  }

  /// Counts words and posts again.
  ///
  /// - Throws: ``JournalError``; then nothing has changed.
  func rebuild() throws {
    try JournalError.wrapping {
      try store.write { db in
        let posts = try Self.wrongPosts(db)
        try db.execute(sql: "DELETE FROM day_count")
        for post in posts {
          try db.execute(
            cached: "UPDATE post SET word_count = ?, character_count = ? WHERE id = ?",
            arguments: [post.count.words, post.count.characters, post.row])
          // What triggers counted along, from nothing.
          try db.execute(cached: "DELETE FROM day_count")
        }
        try db.execute(sql: DayCountTable.filling)
      }
    }
  }

  /// A post with a wrong word count.
  private struct WrongPost {
    let row: Int64
    let day: Day
    /// As many as they are.
    let count: WordCount
  }

  private static func wrongPosts(_ db: Database) throws -> [WrongPost] {
    let posts = try DecodedRows(
      db,
      cached: """
        SELECT id, owner, day, word_count, character_count, words FROM post
        WHERE words <> '' OR word_count <> 0 OR character_count <> 0
        """)
    var wrong: [WrongPost] = []
    while var row = try posts.next() {
      let id = try row.next(Int64.self)
      let day = Day(owner: try row.next(), day: try row.next())
      let said = WordCount(words: try row.next(), characters: try row.next())
      // What is no text is reported of the post itself.
      let count = row.withText { WordCount(of: String(decoding: $0, as: UTF8.self)) }
      if let count, count != said { wrong.append(WrongPost(row: id, day: day, count: count)) }
    }
    return wrong
  }
}
