import GRDB
import Store

/// Checks the tags of all owners, and mends them.
struct TagCheck {
  let store: JournalStore

  struct TagOfOwner: Hashable {
    let owner: OwnerName
    let name: String
  }

  /// Tags that the search does not find by their names.
  func misnamed() throws -> [TagOfOwner] {
    try JournalError.wrapping {
      try store.database.read { db in
        try Self.misnamed(db).map { TagOfOwner(owner: $0.ownerName, name: $0.name) }
      }
    }
  }

  /// Lets the search find tags by their names. Two that have the same name stay two: the name of one of them may
  /// be damaged, and its posts would not be told from those of the other any more.
  ///
  /// - Returns: the tags that stay as they are.
  /// - Throws: ``JournalError``; then nothing has changed.
  func mendNames() throws -> Set<TagOfOwner> {
    try JournalError.wrapping {
      try store.write { db in
        var staying: Set<TagOfOwner> = []
        let tags = try Self.misnamed(db)
        // First none of them is in the way of another.
        for tag in tags {
          try db.execute(
            cached: "UPDATE tag SET folded = char(1) || id WHERE id = ?", arguments: [tag.id])
        }
        for tag in tags {
          try fold(tag, as: SearchText.folded(tag.name), db)
          if db.changesCount == 0 {
            staying.insert(TagOfOwner(owner: tag.ownerName, name: tag.name))
            try fold(tag, as: tag.folded, db)
          }
        }
        return staying
      }
    }
  }

  /// Folds a tag's name, unless the owner has another one of that name.
  private func fold(_ tag: StoredTag, as folded: String, _ db: Database) throws {
    try db.execute(
      cached: "UPDATE OR IGNORE tag SET folded = ? WHERE id = ?", arguments: [folded, tag.id])
  }

  private struct StoredTag {
    let id: Int64
    let ownerName: OwnerName
    let name: String
    let folded: String
  }

  private static func misnamed(_ db: Database) throws -> [StoredTag] {
    try DecodedRows(
      db,
      cached: """
        SELECT tag.id, owner.name, tag.name, tag.folded
        FROM tag JOIN owner ON owner.id = tag.owner ORDER BY owner.name, tag.id
        """
    ).map { values in
      StoredTag(
        id: try values.next(), ownerName: try OwnerName(values.next(String.self)),
        name: try values.next(), folded: try values.next())
    }.filter { $0.folded != SearchText.folded($0.name) }
  }

  /// Gives tags of other owners to the one whose posts alone have them; where the owner has the same tag
  /// already, the posts get that one.
  ///
  /// - Returns: the posts, each with the names of its tags.
  /// - Throws: ``JournalError``; then nothing has changed.
  func claim() throws -> [(owner: OwnerName, number: Int, names: [String])] {
    try JournalError.wrapping {
      try store.write { db in
        let found = try DecodedRows(
          db,
          cached: """
            SELECT tag.id, tag.name, tag.folded, post.owner, owner.name, post.number
            FROM tag JOIN post_tag ON post_tag.tag = tag.id JOIN post ON post.id = post_tag.post
              JOIN owner ON owner.id = post.owner
            WHERE post.owner <> tag.owner AND NOT EXISTS (
              SELECT 1 FROM post_tag AS joined JOIN post AS other ON other.id = joined.post
              WHERE joined.tag = tag.id AND other.owner <> post.owner)
            ORDER BY owner.name, post.number, tag.folded
            """
        ).map { values in
          (
            tag: try values.next(Int64.self), name: try values.next(String.self),
            folded: try values.next(String.self), owner: try values.next(Int64.self),
            ownerName: try OwnerName(values.next(String.self)),
            number: try values.next(Int.self)
          )
        }
        var given: Set<Int64> = []
        var posts: [(owner: OwnerName, number: Int, names: [String])] = []
        for row in found {
          if given.insert(row.tag).inserted {
            try give(tag: row.tag, row.folded, to: row.owner, db)
          }
          if let last = posts.indices.last, posts[last].owner == row.ownerName,
            posts[last].number == row.number
          {
            posts[last].names.append(row.name)
          } else {
            posts.append((row.ownerName, row.number, [row.name]))
          }
        }
        return posts
      }
    }
  }

  private func give(tag: Int64, _ folded: String, to owner: Int64, _ db: Database) throws {
    let own = try db.value(
      Int64.self, cached: "SELECT id FROM tag WHERE owner = ? AND folded = ?",
      arguments: [owner, folded])
    guard let own else {
      return try db.execute(
        cached: "UPDATE tag SET owner = ? WHERE id = ?", arguments: [owner, tag])
    }
    try join(tag: tag, to: own, db)
  }

  /// Gives a tag's posts another tag in its place.
  private func join(tag: Int64, to other: Int64, _ db: Database) throws {
    try db.execute(
      cached:
        "INSERT OR IGNORE INTO post_tag (post, tag) SELECT post, ? FROM post_tag WHERE tag = ?",
      arguments: [other, tag])
    try db.execute(cached: "DELETE FROM post_tag WHERE tag = ?", arguments: [tag])
    try db.execute(cached: "DELETE FROM tag WHERE id = ?", arguments: [tag])
  }
}
