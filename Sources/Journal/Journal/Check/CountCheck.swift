import GRDB
import Store

/// Compares what each day is said to have with the posts, and the count of each post's words with the
/// words, those of all owners.
///
/// Like ``SearchTableCheck`` it reports no owner and no day, only how many days are concerned.
struct CountCheck {
  let store: JournalStore

  /// How many days have a wrong count or a post with one, or a count though they have no posts.
  ///
  /// - Throws: ``JournalError``.
  /// - Complexity: O(*n*) in the letters of all words, and in the number of posts, which are counted in
  ///   an index.
  func wrongDays() throws -> Int {
    try JournalError.wrapping {
      try store.database.read { db in
        var days = Set(try Self.wrongPosts(db).map(\.day))
        let counts = try DecodedRows(
          db,
          cached: """
            SELECT DISTINCT owner || ' ' || day FROM (
              SELECT * FROM (
                SELECT owner, day, \(DayCountTable.columns) FROM day_count
                EXCEPT \(DayCountTable.counted))
              UNION ALL
              SELECT * FROM (
                \(DayCountTable.counted)
                EXCEPT SELECT owner, day, \(DayCountTable.columns) FROM day_count))
            """)
        while var row = try counts.next() { days.insert(try row.next()) }
        return days.count
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

  /// A post whose words are not as many as it says.
  private struct WrongPost {
    let row: Int64
    /// With the owner.
    let day: String
    /// As many as they are.
    let count: WordCount
  }

  private static func wrongPosts(_ db: Database) throws -> [WrongPost] {
    let posts = try DecodedRows(
      db,
      cached: """
        SELECT id, owner || ' ' || day, word_count, character_count, words FROM post
        WHERE words <> '' OR word_count <> 0 OR character_count <> 0
        """)
    var wrong: [WrongPost] = []
    while var row = try posts.next() {
      let (id, day) = (try row.next(Int64.self), try row.next(String.self))
      let said = WordCount(words: try row.next(), characters: try row.next())
      // What is no text is reported of the post itself.
      let count = row.withText { WordCount(of: String(decoding: $0, as: UTF8.self)) }
      if let count, count != said { wrong.append(WrongPost(row: id, day: day, count: count)) }
    }
    return wrong
  }
}
