import GRDB
import Store

/// Checks the parts of all owners' posts: photos without a post, photos with another owner than
/// their post, and days with several morning pages. Only another program can have made these.
struct PartsCheck {
  let store: JournalStore

  /// Gives photos that no post has back to the posts that name one which is not there, where the file's
  /// name shows that it was made for that post; sees to it that posts and photos name each other; and
  /// removes versions and tags of posts that are gone.
  ///
  /// - Throws: ``JournalError``; then nothing has changed.
  func mendReferences() throws {
    try JournalError.wrapping {
      try store.write { db in
        try attachPhotos(db)
        try db.execute(sql: Self.mendingCovers)
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
          AND id NOT IN (SELECT post FROM photo WHERE post IS NOT NULL)
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
      try db.execute(
        cached: "UPDATE photo SET post = ? WHERE id = ?", arguments: [post.post, photo.photo])
    }
  }

  /// How many photos no post has, and none may be looking for.
  func photosAlone() throws -> Int {
    try count("SELECT count(*) FROM photo WHERE \(Self.isAlone)")
  }

  /// Forgets photos that no post has; their files are then those that no post names.
  func forgetPhotosAlone() throws { try execute("DELETE FROM photo WHERE \(Self.isAlone)") }

  /// How many posts do not name a photo of their own as the one that stands for them, though they have one.
  func postsWithoutCover() throws -> Int {
    try count("SELECT count(*) FROM post WHERE \(Self.lacksCover)")
  }

  /// Has each of these posts name its first photo.
  func mendCovers() throws { try execute(Self.mendingCovers) }

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
      try store.write { db in
        let found = try DecodedRows(
          db,
          cached: """
            SELECT photo.id, post.owner, owner.name, post.number, photo.file, post.uid
            FROM post JOIN photo ON photo.post = post.id AND photo.owner <> post.owner
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

  private static let isUnnamed = """
    NOT EXISTS (SELECT 1 FROM post WHERE post.photo = photo.id)
    AND NOT EXISTS (SELECT 1 FROM post WHERE post.id = photo.post)
    """

  private static let lacksCover = """
    EXISTS (SELECT 1 FROM photo WHERE photo.post = post.id)
    AND NOT EXISTS (
      SELECT 1 FROM photo WHERE photo.id = post.photo AND photo.post = post.id)
    """

  /// First photos of which only their posts know that they are theirs learn it.
  private static let mendingCovers = """
    UPDATE photo SET post = post.id FROM post
      WHERE post.photo = photo.id
        AND (photo.post IS NULL OR photo.post NOT IN (SELECT id FROM post));
    UPDATE post SET photo = (
        SELECT id FROM photo WHERE photo.post = post.id ORDER BY place, id LIMIT 1)
      WHERE \(lacksCover)
    """

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
    try JournalError.wrapping { try store.write { db in try db.execute(sql: sql) } }
  }
}
