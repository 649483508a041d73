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
    try db.execute(sql: "INSERT INTO post_search (post_search) VALUES ('delete-all')")
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

  static func add(_ text: PostText, _ post: Int64, _ db: Database) throws {
    let tokens = text.tokens
    guard !tokens.isEmpty else { return }
    try db.execute(cached: insertionSQL, arguments: [post, tokens])
  }

  /// Takes out what was put in of a post.
  static func remove(_ text: PostText, _ post: Int64, _ db: Database) throws {
    let tokens = text.tokens
    guard !tokens.isEmpty else { return }
    try db.execute(
      cached: "INSERT INTO post_search (post_search, rowid, tokens) VALUES ('delete', ?, ?)",
      arguments: [post, tokens])
  }

  private static let insertionSQL = "INSERT INTO post_search (rowid, tokens) VALUES (?, ?)"
}
