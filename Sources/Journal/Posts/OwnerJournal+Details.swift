import GRDB

/// What a post has beside its row: its words in the search, and its tags.
extension OwnerJournal {
  func addToSearch(_ caption: String, _ post: Int64, _ db: Database) throws {
    guard !caption.isEmpty else { return }
    try db.execute(
      cached: "INSERT INTO caption_search (rowid, grams) VALUES (?, ?)",
      arguments: [post, SearchText.indexTokens(caption)])
  }

  /// Takes a caption out of the search, which keeps no text and has to be told what it was.
  func removeFromSearch(_ caption: String, _ post: Int64, _ db: Database) throws {
    guard !caption.isEmpty else { return }
    try db.execute(
      cached: "INSERT INTO caption_search (caption_search, rowid, grams) VALUES ('delete', ?, ?)",
      arguments: [post, SearchText.indexTokens(caption)])
  }

  /// Gives a post a tag; the first to write a tag says how it is written.
  func addTag(_ tag: TagName, _ post: Int64, _ db: Database) throws {
    try db.execute(
      cached: "INSERT OR IGNORE INTO tag (owner, name, folded) VALUES (?, ?, ?)",
      arguments: [id, tag.text, tag.folded])
    try db.execute(
      cached: """
        INSERT OR IGNORE INTO post_tag (post, tag)
        SELECT ?, id FROM tag WHERE owner = ? AND folded = ?
        """, arguments: [post, id, tag.folded])
  }

  /// Takes a tag from a post, and forgets a tag that no post has.
  func removeTag(_ tag: TagName, _ post: Int64, _ db: Database) throws {
    try db.execute(
      cached: """
        DELETE FROM post_tag WHERE post = ?
          AND tag = (SELECT id FROM tag WHERE owner = ? AND folded = ?)
        """, arguments: [post, id, tag.folded])
    try forgetUnusedTags(db)
  }

  func forgetUnusedTags(_ db: Database) throws {
    try db.execute(
      cached: """
        DELETE FROM tag WHERE owner = ?
          AND NOT EXISTS (SELECT 1 FROM post_tag WHERE post_tag.tag = tag.id)
        """, arguments: [id])
  }
}
