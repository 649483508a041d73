import GRDB
import Store

/// Checks the tags of all owners, and mends them.
struct TagCheck {
  let store: JournalStore

  /// Tags that the search does not find by their names.
  func misnamed() throws -> [(owner: OwnerName, name: String)] {
    try JournalError.wrapping {
      try store.database.read { db in try Self.misnamed(db).map { ($0.ownerName, $0.name) } }
    }
  }

  /// Lets the search find all tags by their names; those that are the same become one.
  func mendNames() throws {
    try JournalError.wrapping {
      try store.write { db in
        let tags = try Self.misnamed(db)
        // First none of them is in the way of another.
        for tag in tags {
          try db.execute(
            cached: "UPDATE tag SET folded = char(1) || id WHERE id = ?", arguments: [tag.id])
        }
        for tag in tags {
          let folded = SearchText.folded(tag.name)
          let other = try db.value(
            Int64.self, cached: "SELECT id FROM tag WHERE owner = ? AND folded = ?",
            arguments: [tag.owner, folded])
          if let other {
            try join(tag: tag.id, to: other, db)
          } else {
            try db.execute(
              cached: "UPDATE tag SET folded = ? WHERE id = ?", arguments: [folded, tag.id])
          }
        }
      }
    }
  }

  private typealias StoredTag = (id: Int64, owner: Int64, ownerName: OwnerName, name: String)

  private static func misnamed(_ db: Database) throws -> [StoredTag] {
    try DecodedRows(
      db,
      cached: """
        SELECT tag.id, tag.owner, owner.name, tag.name, tag.folded
        FROM tag JOIN owner ON owner.id = tag.owner ORDER BY owner.name, tag.id
        """
    ).map { values -> (StoredTag, folded: String) in
      (
        (
          try values.next(), try values.next(), try OwnerName(values.next(String.self)),
          try values.next()
        ), try values.next()
      )
    }.filter { $0.folded != SearchText.folded($0.0.name) }.map(\.0)
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
