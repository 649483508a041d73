import GRDB
import Store

/// Checks what posts are made of, those of all owners: photos without a post, photos of another owner
/// than their post, and days with several morning pages, which only another program can have made.
struct PartsCheck {
  let store: JournalStore

  /// How many photos no post has.
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

  private static let isAlone = "NOT EXISTS (SELECT 1 FROM post WHERE post.photo = photo.id)"

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
