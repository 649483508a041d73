import GRDB
import Store

/// Compares the index of the search with the texts it was made of, those of all owners.
///
/// It reports no text and no owner, only how many posts are concerned.
struct SearchCheck {
  let store: JournalStore

  /// How many posts the index is wrong about; what it has of posts that are gone counts as well. Where
  /// there are more posts than ``SearchSums`` tells apart, some may be counted together.
  ///
  /// - Throws: ``JournalError``.
  /// - Complexity: O(*n*) in the letters of all texts; half a megabyte of memory.
  func wrongPosts() throws -> Int {
    try JournalError.wrapping {
      try store.database.writeWithoutTransaction { db in
        // A table of the connection's own, for which nobody else is kept waiting.
        try db.execute(
          sql: """
            CREATE VIRTUAL TABLE IF NOT EXISTS temp.indexed_token
              USING fts5vocab (main, post_search, instance)
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
    var sums = SearchSums()
    let indexed = try DecodedRows(db, cached: "SELECT doc, term FROM temp.indexed_token")
    while var row = try indexed.next() {
      let post: Int64 = try row.next()
      let token: String = try row.next()
      sums.add(Array(token.utf8), of: post)
    }
    try PostSearchTable.forEachPost(db) { post, tokens in
      // The index has each token of a post once. FTS5 knows bytes, not characters: a token may begin with
      // a mark that joins the blank before it.
      for token in Set(tokens.utf8.split(separator: 0x20).map(Array.init)) {
        sums.remove(token, of: post)
      }
    }
    return sums.unequal
  }

  /// Makes the index again from the posts.
  ///
  /// - Throws: ``JournalError``; then nothing has changed.
  func rebuild() throws {
    try JournalError.wrapping { try store.database.write { try PostSearchTable.rebuild($0) } }
  }
}

/// Sums of what is added of each post, and taken away again, in whatever order: all are zero where both
/// are the same. Posts share a sum with those whose row is greater by a multiple of 65,536.
private struct SearchSums {
  private var sums: [UInt64] = Array(repeating: 0, count: 65_536)

  /// How many posts have more or less added than taken away.
  var unequal: Int { sums.count { $0 != 0 } }

  mutating func add(_ token: [UInt8], of post: Int64) {
    sums[Self.place(post)] &+= Self.fingerprint(token, post)
  }

  mutating func remove(_ token: [UInt8], of post: Int64) {
    sums[Self.place(post)] &-= Self.fingerprint(token, post)
  }

  private static func place(_ post: Int64) -> Int { Int(truncatingIfNeeded: post & 0xFFFF) }

  /// A number for a token of a post (FNV-1a, 64 bits).
  private static func fingerprint(_ token: [UInt8], _ post: Int64) -> UInt64 {
    let start: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bitPattern: post)
    return token.reduce(start &* 0x0000_0100_0000_01B3) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
  }
}
