import GRDB
import Store

/// The index that posts are searched by: the tokens of each post's texts and tags, by the post's id; see
/// ``SearchGrams``. It keeps no text, so that what is taken out has to be told again.
enum PostSearchTable {
  static let name = "post_search"

  /// Version 6: the index of captions makes way for that of all texts, which ``fill(_:)`` fills.
  static let schema = """
    DROP TABLE caption_search;
    CREATE VIRTUAL TABLE post_search
      USING fts5 (tokens, content = '', columnsize = 0, detail = none, tokenize = 'ascii');
    """

  /// Puts all posts into the index, which is empty.
  static func fill(_ db: Database) throws {
    let insertion = try db.makeStatement(sql: insertionSQL)
    try forEachPost(db) { post, tokens in
      try insertion.execute(arguments: [post, tokens])
    }
  }

  /// Makes the index again.
  static func rebuild(_ db: Database) throws {
    let emptying = "INSERT INTO post_search (post_search) VALUES ('delete-all')"
    do {
      try db.execute(sql: emptying)
    } catch let error as DatabaseError where error.isOfBrokenIndex {
      // What FTS5 does not read any more gets the two records of an index in which nothing is
      // (fts5_index.c: FTS5_AVERAGES_ROWID, FTS5_STRUCTURE_ROWID), and the version of its format
      // (fts5Int.h: FTS5_CURRENT_VERSION).
      try db.execute(
        sql: """
          DELETE FROM post_search_data;
          DELETE FROM post_search_idx;
          INSERT INTO post_search_data (id, block) VALUES (1, x''), (10, x'00000000000000');
          INSERT OR REPLACE INTO post_search_config (k, v) VALUES ('version', 4);
          \(emptying);
          """)
    }
    try fill(db)
  }

  /// Calls with the row and the tokens of each post that has any, one at a time.
  static func forEachPost(_ db: Database, _ body: (Int64, String) throws -> Void) throws {
    var (grams, document) = (SearchGrams(), SearchDocument())
    let rows = try DecodedRows(
      db, cached: "SELECT post.id, \(PostText.columns) FROM \(Post.tables)")
    while var row = try rows.next() {
      let post: Int64 = try row.next()
      try document.read(&row)
      let tokens = grams.tokens(of: document)
      if !tokens.isEmpty { try body(post, tokens) }
    }
  }

  /// Puts in what the stored row of a post says. An index that cannot be written to is made again.
  static func add(_ text: PostText, _ post: Int64, _ db: Database) throws {
    let tokens = text.tokens
    guard !tokens.isEmpty else { return }
    do {
      try db.execute(cached: insertionSQL, arguments: [post, tokens])
    } catch let error as DatabaseError where error.isOfBrokenIndex {
      try rebuild(db)
    }
  }

  /// Takes out what was put in of a post.
  ///
  /// An index that another program emptied or changed does not have what is to be taken out. It is made
  /// again of the posts as they are by then, and what it has of this one is taken out.
  static func remove(_ text: PostText, _ post: Int64, _ db: Database) throws {
    do {
      try remove(text.tokens, post, db)
    } catch let error as DatabaseError where error.isOfBrokenIndex {
      try rebuild(db)
      let stored = try DecodedRows(
        db, cached: "SELECT \(PostText.columns) FROM \(Post.tables) WHERE post.id = ?",
        arguments: [post]
      ).map { try PostText(&$0) }
      for text in stored { try remove(text.tokens, post, db) }
    }
  }

  private static func remove(_ tokens: String, _ post: Int64, _ db: Database) throws {
    guard !tokens.isEmpty else { return }
    try db.execute(
      cached: "INSERT INTO post_search (post_search, rowid, tokens) VALUES ('delete', ?, ?)",
      arguments: [post, tokens])
  }

  private static let insertionSQL = "INSERT INTO post_search (rowid, tokens) VALUES (?, ?)"
}
