import GRDB
import Store

/// Checks what posts are made of, those of all owners: photos without a post, photos of another owner
/// than their post, and days with several morning pages, which only another program can have made.
struct PartsCheck {
  let store: JournalStore

  /// Gives photos that no post has back to the posts that name one which is not there, where the file's
  /// name shows that it was made for that post; and removes versions and tags of posts that are gone.
  ///
  /// - Throws: ``JournalError``; then nothing has changed.
  func mendReferences() throws {
    try JournalError.wrapping {
      try store.database.write { db in
        try attachPhotos(db)
        try db.execute(
          sql: """
            DELETE FROM post_version WHERE post NOT IN (SELECT id FROM post);
            DELETE FROM post_tag
              WHERE post NOT IN (SELECT id FROM post) OR tag NOT IN (SELECT id FROM tag);
            """)
      }
    }
  }

  private func attachPhotos(_ db: Database) throws {
    let lacking = try DecodedRows(
      db,
      cached: """
        SELECT id, owner, uid FROM post
        WHERE photo IS NOT NULL AND photo NOT IN (SELECT id FROM photo)
        """
    ).map { values in
      (
        post: try values.next(Int64.self), owner: try values.next(Int64.self),
        uid: try values.bytes()
      )
    }
    guard !lacking.isEmpty else { return }
    let alone = try DecodedRows(
      db, cached: "SELECT id, owner, file FROM photo WHERE \(Self.isUnnamed)"
    ).map { values in
      (
        photo: try values.next(Int64.self), owner: try values.next(Int64.self),
        file: try values.next(String.self)
      )
    }
    for post in lacking {
      let photos = alone.filter {
        $0.owner == post.owner && PhotoPlace.isName($0.file, of: post.uid)
      }
      guard let photo = photos.first, photos.count == 1,
        // The uid's beginning, which is in the name, may be that of several posts.
        lacking.count(where: {
          $0.owner == photo.owner && PhotoPlace.isName(photo.file, of: $0.uid)
        }) == 1
      else { continue }
      try db.execute(
        cached: "UPDATE post SET photo = ? WHERE id = ?", arguments: [photo.photo, post.post])
    }
  }

  /// How many photos no post has, and none may be looking for.
  func photosAlone() throws -> Int {
    try count("SELECT count(*) FROM photo WHERE \(Self.isAlone)")
  }

  /// Forgets photos that no post has; their files are then those that no post names.
  func forgetPhotosAlone() throws { try execute("DELETE FROM photo WHERE \(Self.isAlone)") }

  /// How many days have several morning pages.
  func crowdedMornings() throws -> Int {
    try count("SELECT count(DISTINCT owner || ' ' || day) FROM post WHERE \(Self.isSecond)")
  }

  /// Makes all morning pages of a day but the first posts as any other.
  func spreadMornings() throws {
    try execute("UPDATE post SET is_morning = 0 WHERE \(Self.isSecond)")
  }

  /// Gives photos of other owners to the posts that have them, where the file's name shows that it was
  /// made for that post.
  ///
  /// - Returns: the posts.
  /// - Throws: ``JournalError``; then nothing has changed.
  func claimPhotos() throws -> [(owner: OwnerName, number: Int)] {
    try JournalError.wrapping {
      try store.database.write { db in
        let found = try DecodedRows(
          db,
          cached: """
            SELECT photo.id, post.owner, owner.name, post.number, photo.file, post.uid
            FROM post JOIN photo ON photo.id = post.photo AND photo.owner <> post.owner
              JOIN owner ON owner.id = post.owner
            ORDER BY owner.name, post.number
            """
        ).map { values in
          (
            photo: try values.next(Int64.self), owner: try values.next(Int64.self),
            name: try OwnerName(values.next(String.self)), number: try values.next(Int.self),
            file: try values.next(String.self), uid: try values.bytes()
          )
        }
        let own = found.filter { PhotoPlace.isName($0.file, of: $0.uid) }
        for photo in own {
          try db.execute(
            cached: "UPDATE photo SET owner = ? WHERE id = ?",
            arguments: [photo.owner, photo.photo])
        }
        return own.map { ($0.name, $0.number) }
      }
    }
  }

  /// Tags that the search does not find by their names.
  func misnamedTags() throws -> [(owner: OwnerName, name: String)] {
    try JournalError.wrapping {
      try store.database.read { db in try Self.misnamedTags(db).map { ($0.ownerName, $0.name) } }
    }
  }

  /// Lets the search find all tags by their names; those that are the same become one.
  func mendTags() throws {
    try JournalError.wrapping {
      try store.database.write { db in
        let tags = try Self.misnamedTags(db)
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

  private static func misnamedTags(_ db: Database) throws -> [StoredTag] {
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
  func claimTags() throws -> [(owner: OwnerName, number: Int, names: [String])] {
    try JournalError.wrapping {
      try store.database.write { db in
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

  private static let isUnnamed = "NOT EXISTS (SELECT 1 FROM post WHERE post.photo = photo.id)"

  /// As long as a post of the owner lacks its photo, it may be any of those that no post has.
  private static let isAlone = """
    \(isUnnamed) AND NOT EXISTS (
      SELECT 1 FROM post
      WHERE post.owner = photo.owner AND post.photo IS NOT NULL
        AND NOT EXISTS (
          SELECT 1 FROM photo AS own WHERE own.id = post.photo AND own.owner = post.owner))
    """

  private static let isSecond = """
    trashed IS NULL AND is_morning = 1 AND EXISTS (
      SELECT 1 FROM post AS first
      WHERE first.owner = post.owner AND first.day = post.day AND first.trashed IS NULL
        AND first.is_morning = 1 AND first.number < post.number)
    """

  private func count(_ sql: String) throws -> Int {
    try JournalError.wrapping {
      try store.database.read { db in try db.value(Int.self, cached: sql) ?? 0 }
    }
  }

  private func execute(_ sql: String) throws {
    try JournalError.wrapping { try store.database.write { db in try db.execute(sql: sql) } }
  }
}
