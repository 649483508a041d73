import CaptureTime
import Files
import GRDB
import Stamping
import Store
package import SystemPackage

/// The copies of an owner's stamped photos in the person's own folder, set by `export-to`: made
/// when a photo is posted and when it is stamped again. Deleting a post leaves its copy there.
///
/// A copy that cannot be made is due: the row is there from the transaction that stores the photo until
/// the copy is made, so that no end of a program loses it.
package struct Album: Sendable {
  let journal: OwnerJournal

  /// How many copies are made up for at once.
  private static let most = 1_000

  /// Makes the missing copies.
  ///
  /// - Returns: those that could not be made; where the folder is at fault, only the first.
  @discardableResult
  package func makeUp() -> [AlbumFailure] {
    do {
      let due = try journal.read { db in
        try db.values(
          Int.self,
          cached: """
            SELECT DISTINCT post.number FROM album_due
              CROSS JOIN photo ON photo.id = album_due.photo
              CROSS JOIN post ON post.id = photo.post
            WHERE post.owner = ? AND post.trashed IS NULL ORDER BY post.number LIMIT ?
            """, arguments: [journal.id, Self.most])
      }
      if due.isEmpty { return [] }
      guard let folder = try journal.settings.albumFolder() else { return [] }
      var failures: [AlbumFailure] = []
      var copied: [Post] = []
      let copies = try AlbumFolder(folder)
      for number in due {
        do {
          guard let post = try livePost(number) else { continue }
          try copies.put(post, of: journal)
          copied.append(post)
        } catch {
          failures.append(AlbumFailure(number: number, error: error))
          if error is FileError { break }
        }
      }
      try settle(copied)
      return failures
    } catch {
      return [AlbumFailure(number: nil, error: error)]
    }
  }

  private func livePost(_ number: Int) throws -> Post? {
    do {
      let post = try journal.posts.post(number)
      return post.trashed == nil ? post : nil
    } catch JournalError.unknownPost {
      return nil
    }
  }

  /// Copies the photos of posts that were stored just now.
  ///
  /// - Parameters:
  ///   - posts: the posts.
  ///   - folder: where the copies are.
  ///   - isDue: whether they are due, so that those that are made are not any more.
  /// - Returns: why a post's copy could not be made, by the posts' numbers.
  func copy(_ posts: [Post], into folder: FilePath, areDue isDue: Bool) -> [Int: any Error] {
    if posts.isEmpty { return [:] }
    var failures: [Int: any Error] = [:]
    do {
      let copies = try AlbumFolder(folder)
      for post in posts {
        do {
          try copies.put(post, of: journal)
        } catch {
          failures[post.number] = error
        }
      }
      // What stays due is looked at again, and found to be there.
      if isDue { try? settle(posts.filter { failures[$0.number] == nil }) }
    } catch {
      for post in posts { failures[post.number] = error }
    }
    return failures
  }

  /// The copies of these photos are made.
  func settle(_ posts: [Post]) throws {
    if posts.isEmpty { return }
    try journal.write { db in
      for post in posts { try PostRows(of: journal, db).settleCopies(of: post) }
    }
  }
}

/// A copy that could not be made.
package struct AlbumFailure: Sendable {
  /// The post's; nil where it concerns all.
  package let number: Int?
  /// ``FileError`` of the folder, or ``JournalError``.
  package let error: any Error
}

extension AlbumFolder {
  /// As ``put(_:_:)``, of all photos of a post.
  ///
  /// - Returns: of each whether it was written.
  @discardableResult
  func put(_ post: Post, of journal: OwnerJournal) throws -> [Bool] {
    try post.photos.map { photo in
      guard let format = photo.file.path.formatByName else { return false }
      return try put(
        Photo(
          // The copies of a post are known by its uid, those of its further photos by one of their own.
          uid: photo == post.photos.first ? post.uid : photo.uid(in: post),
          place: PhotoPlace(post.time, taken: photo.taken, uid: post.uid),
          format: format, hash: photo.hash, instant: photo.taken?.instant ?? post.time.instant)
      ) {
        try journal.posts.bytes(of: photo.file, hash: photo.hash)
      }
    }
  }
}

extension PostPhoto {
  /// 16 bytes that are this photo's in this post, and no other's.
  func uid(in post: Post) -> [UInt8] {
    Array(StampMark.hash(post.uid + originalHash).prefix(Post.uidSize))
  }
}

extension OwnerSettings {
  /// The person's own folder for copies; nil if there is none, if another user may have set it, or
  /// if it is inside the journal.
  package func albumFolder() throws -> FilePath? {
    guard let folder = try followed().settings.exportFolder,
      !folder.isWithin(journal.store.folder)
    else { return nil }
    return folder
  }
}

extension PostRows {
  /// The version 12 of what is due.
  static let albumTable = """
    -- Photos whose copy in the owner's own folder is still to be made.
    CREATE TABLE album_due (
      photo INTEGER PRIMARY KEY REFERENCES photo (id) ON DELETE CASCADE
    ) STRICT;
    """

  /// A post's photos are to be copied.
  func noteCopiesDue(of post: Int64) throws {
    try db.execute(
      cached: "INSERT OR IGNORE INTO album_due (photo) SELECT id FROM photo WHERE post = ?",
      arguments: [post])
  }

  /// A post's photos, as long as they are these, were copied.
  fileprivate func settleCopies(of post: Post) throws {
    for photo in post.photos {
      try db.execute(
        cached: """
          DELETE FROM album_due
          WHERE photo IN (SELECT id FROM photo WHERE post = ? AND file = ?)
          """, arguments: [post.id, String(decoding: photo.file)])
    }
  }
}
