import GRDB
import Store

/// Compares the index of the search with the captions it was made of, those of all owners.
///
/// It reports no caption and no owner, only how many posts are concerned.
struct SearchCheck {
  let store: JournalStore

  /// How many posts the index is wrong about; what it has of posts that are gone counts as well.
  ///
  /// - Throws: ``JournalError``.
  /// - Complexity: O(*n*) in the letters of all captions; 16 bytes of memory for each post.
  func wrongPosts() throws -> Int {
    try JournalError.wrapping {
      try store.database.writeWithoutTransaction { db in
        // A table of the connection's own, for which nobody else is kept waiting.
        try db.execute(
          sql: """
            CREATE VIRTUAL TABLE IF NOT EXISTS temp.indexed_gram
              USING fts5vocab (main, caption_search, instance)
            """)
        var count = 0
        // One transaction, so that both are of the same moment.
        try db.inTransaction(.deferred) {
          count = try Self.wrongPosts(db)
          return .commit
        }
        return count
      }
    }
  }

  private static func wrongPosts(_ db: Database) throws -> Int {
    var indexed: [Int64: UInt64] = [:]
    let grams = try Row.fetchCursor(db, sql: "SELECT doc, term, offset FROM temp.indexed_gram")
    while let row = try grams.next() {
      var values = RowDecoder(row)
      let (post, term, place): (Int64, String, Int) =
        (try values.next(), try values.next(), try values.next())
      indexed[post, default: 0] &+= fingerprint(term[...], at: place)
    }
    var wrong = 0
    try forEachDocument(db) { post, document in
      let tokens = SearchText.indexTokens(document).split(separator: " ")
      let expected = tokens.enumerated().reduce(0) { $0 &+ fingerprint($1.element, at: $1.offset) }
      if indexed.removeValue(forKey: post) ?? 0 != expected { wrong += 1 }
    }
    return wrong + indexed.count
  }

  /// The texts of all posts that have any, with their rows.
  private static func forEachDocument(
    _ db: Database, _ work: (Int64, String) throws -> Void
  ) throws {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT post.id, \(PostText.columns) FROM \(Post.tables)")
    while let row = try rows.next() {
      var values = RowDecoder(row)
      let post: Int64 = try values.next()
      let document = try PostText(&values).document
      if !document.isEmpty { try work(post, document) }
    }
  }

  /// A number for a token at its place in a caption, whose sum tells one caption from another, in
  /// whatever order its tokens come (FNV-1a, 64 bits).
  private static func fingerprint(_ token: Substring, at place: Int) -> UInt64 {
    let start: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(truncatingIfNeeded: place)
    return token.utf8.reduce(start &* 0x0000_0100_0000_01B3) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
  }

  /// Makes the index again from the captions.
  ///
  /// - Throws: ``JournalError``; then nothing has changed.
  func rebuild() throws {
    try JournalError.wrapping {
      try store.database.write { db in
        try db.execute(sql: "INSERT INTO caption_search (caption_search) VALUES ('delete-all')")
        let insertion = try db.makeStatement(
          sql: "INSERT INTO caption_search (rowid, grams) VALUES (?, ?)")
        try Self.forEachDocument(db) { post, document in
          try insertion.execute(arguments: [post, SearchText.indexTokens(document)])
        }
      }
    }
  }
}
