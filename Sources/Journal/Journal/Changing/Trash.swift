import Files
import GRDB
import People
package import Store

/// The trash of an owner's journal, which keeps deleted posts until it is emptied.
package struct Trash: Sendable {
  let journal: OwnerJournal

  /// Checks that posts could be moved to the trash.
  ///
  /// - Throws: as ``move(_:now:checking:)``.
  package func checkAreLive(_ numbers: [Int]) throws {
    try journal.read { db in
      for number in numbers { _ = try PostRows(of: journal, db).livePost(number) }
    }
  }

  /// Moves posts to the trash, all or none. Their files stay where they are until it is emptied.
  ///
  /// - Parameters:
  ///   - numbers: the posts, each once.
  ///   - now: seconds since 1970 in UTC.
  ///   - check: looks at each post in the transaction, and throws where it is not the one that was
  ///     meant.
  /// - Throws: ``JournalError/unknownPost(number:)`` and ``JournalError/postInTrash(number:)``, and
  ///   what `check` throws; then none is moved.
  package func move(
    _ numbers: [Int], now: Int, checking check: (Post) throws -> Void = { _ in }
  ) throws {
    try journal.writeMakingRoom { db in
      let rows = PostRows(of: journal, db)
      for number in numbers {
        try check(rows.livePost(number))
        try rows.setTrashed(number, now)
      }
    }
  }

  /// Restores posts from the trash, all or none.
  ///
  /// - Parameter numbers: the posts, each once.
  /// - Returns: the posts as they are now, in this order.
  /// - Throws: ``JournalError/unknownPost(number:)``, ``JournalError/postNotInTrash(number:)`` and, for
  ///   a morning page of a day that has another, ``JournalError/morningExists(number:day:)``.
  package func restore(_ numbers: [Int]) throws -> [Post] {
    try journal.write { db in
      let rows = PostRows(of: journal, db)
      return try numbers.map { number in
        try rows.checkIsFree(rows.trashedPost(number))
        try rows.setTrashed(number, nil)
        return try rows.post(number)
      }
    }
  }

  /// What became of all that was in the trash.
  package struct Restoration: Sendable {
    /// Those that are back, as they are now.
    package fileprivate(set) var posts: [Post] = []
    /// Those that stay: morning pages of days that have another.
    package fileprivate(set) var stayed: [Stayed] = []

    package struct Stayed: Sendable {
      package let post: Post
      /// The number of the morning page that its day has.
      package let other: Int
      /// ``JournalError/morningExists(number:day:)``.
      package var reason: JournalError { .morningExists(number: other, day: post.day) }
    }
  }

  /// Restores all that is in the trash, the first to have come there first. A morning page whose day has
  /// another by then stays.
  package func restoreAll() throws -> Restoration {
    try journal.write { db in try restore(Self.posts(of: journal, db), db) }
  }

  /// Restores those of some posts that are in the trash, as ``restoreAll()``; others are live already, or
  /// deleted for good.
  package func restoreThose(of numbers: [Int]) throws -> Restoration {
    try journal.write { db in
      let rows = PostRows(of: journal, db)
      let posts = try numbers.compactMap { number in
        do {
          return try rows.trashedPost(number)
        } catch JournalError.unknownPost, JournalError.postNotInTrash {
          return nil
        }
      }
      return try restore(posts, db)
    }
  }

  private func restore(_ posts: [Post], _ db: Database) throws -> Restoration {
    let rows = PostRows(of: journal, db)
    var restoration = Restoration()
    for post in posts {
      if post.isMorning, let other = try rows.morning(of: post.day) {
        restoration.stayed.append(Restoration.Stayed(post: post, other: other))
      } else {
        try rows.setTrashed(post.number, nil)
        restoration.posts.append(try rows.post(post.number))
      }
    }
    return restoration
  }

  /// The posts in the trash, the first to have come there first.
  package func posts() throws -> [Post] {
    try journal.read { db in try Self.posts(of: journal, db) }
  }

  private static func posts(of journal: OwnerJournal, _ db: Database) throws -> [Post] {
    try Post.fetchAll(
      db,
      sql: """
        SELECT \(Post.columns) FROM \(Post.tables)
        WHERE post.owner = ? AND trashed IS NOT NULL
        ORDER BY trashed, number
        """, arguments: [journal.id])
  }

  /// Checks that posts are in the trash.
  ///
  /// - Throws: as ``restore(_:)``.
  package func checkAreThere(_ numbers: [Int]) throws {
    try journal.read { db in
      for number in numbers { _ = try PostRows(of: journal, db).trashedPost(number) }
    }
  }

  /// How many posts are in the trash.
  package func count() throws -> Int {
    try journal.read { db in
      try db.value(
        cached: "SELECT count(*) FROM post WHERE owner = ? AND trashed IS NOT NULL",
        arguments: [journal.id]) ?? 0
    }
  }

  /// Deletes what is in the trash, with its files.
  package func empty() throws -> Removal { try journal.delete("trashed IS NOT NULL") }

  /// Deletes posts in the trash with their files, all or none.
  ///
  /// - Parameters:
  ///   - numbers: the posts, each once.
  ///   - check: looks at each post in the transaction, and throws where it is not the one that was
  ///     meant.
  /// - Returns: how much is gone.
  /// - Throws: as ``restore(_:)``, and what `check` throws; then none is deleted.
  package func delete(
    _ numbers: [Int], checking check: (Post) throws -> Void = { _ in }
  ) throws -> Removal {
    // Numbers have no letters that could be taken for SQL.
    let list = numbers.map(String.init).joined(separator: ", ")
    return try journal.delete("trashed IS NOT NULL AND number IN (\(list))") { db in
      let rows = PostRows(of: journal, db)
      for number in numbers { try check(rows.trashedPost(number)) }
    }
  }
}

extension PostRows {
  fileprivate func trashedPost(_ number: Int) throws -> Post {
    let post = try post(number)
    guard post.trashed != nil else { throw JournalError.postNotInTrash(number: number) }
    return post
  }

  fileprivate func setTrashed(_ number: Int, _ instant: Int?) throws {
    try db.execute(
      sql: "UPDATE post SET trashed = ? WHERE owner = ? AND number = ?",
      arguments: [instant, owner, number])
  }
}

/// Deleting for good.
extension OwnerJournal {
  /// Removes the owner with all of their posts, those in the trash too, their files, settings and all else.
  package func removeOwner() throws -> OwnerRemoval {
    try drafts.deleteAll()
    let photos = try photoCount()
    var (people, access) = (0, AccessHoldings())
    let posts = try delete("TRUE") { _ in
    } then: { db in
      people = try peopleCount(db)
      access = try AccessHoldings.count(owner: id, db)
      try self.people.removeFromSearch(db)
      try db.execute(sql: "DELETE FROM owner WHERE id = ?", arguments: [id])
    }
    return OwnerRemoval(posts: posts, photos: photos, people: people, access: access)
  }

  /// Deletes posts in one transaction, then their files and thumbnails. On a full disk, where there is
  /// no room for what says that they all go, it deletes some of them at a time.
  ///
  /// Of the rows only what is needed for it is read, so that posts go too that are damaged elsewhere.
  ///
  /// - Parameters:
  ///   - condition: which of the owner's posts, as SQL.
  ///   - check: throws where nothing is to be deleted, in the transaction that deletes the first of
  ///     them.
  ///   - further: what is to be done in the transaction that deletes the last of them.
  /// - Returns: how much is gone.
  /// - Throws: ``JournalError``, and what `check` and `further` throw; then nothing is deleted, unless
  ///   the disk was full.
  fileprivate func delete(
    _ condition: String, checking check: (Database) throws -> Void = { _ in },
    then further: (Database) throws -> Void = { _ in }
  ) throws -> Removal {
    let loose = LooseFiles(store)
    return try loose.working {
      var (removal, limit) = (Removal(posts: 0, files: 0), Int.max)
      while true {
        do {
          let posts = try store.makingRoom {
            try deleteRows(condition, limit, removal.posts == 0 ? check : { _ in }, further)
          }
          ThumbnailFiles(store).remove(posts.compactMap(\.hash))
          let files = posts.flatMap(\.files)
          try loose.remove(files)
          removal = Removal(posts: removal.posts + posts.count, files: removal.files + files.count)
          if posts.count < limit { return removal }
          store.shortenLog()
        } catch  where error.isDiskFull && limit > 1 {
          limit = limit == .max ? 16 : limit / 4
        }
      }
    }
  }

  /// - Returns: the posts whose rows are gone; fewer than the limit where there are no more.
  private func deleteRows(
    _ condition: String, _ limit: Int, _ check: (Database) throws -> Void,
    _ further: (Database) throws -> Void
  ) throws -> [DeletedPost] {
    try write { db in
      try check(db)
      let rows = PostRows(of: self, db)
      let posts = try DeletedPost.fetchAll(
        db,
        sql: """
          SELECT post.id, \(PostText.columns), file, original_file, hash FROM \(Post.tables)
          WHERE post.owner = ? AND \(condition) LIMIT ?
          """, arguments: [id, limit])
      for post in posts {
        for file in post.files { try LooseFiles.add(file, db) }
        try rows.removeFromSearch(post.text, post.id)
        try db.execute(cached: "DELETE FROM post WHERE id = ?", arguments: [post.id])
        // An index with a post that is not there would have it the next time too.
        guard db.changesCount == 1 || limit == .max else {
          throw JournalError.corruptValue(of: "id")
        }
      }
      try rows.forgetUnusedTags()
      if posts.count < limit { try further(db) }
      return posts
    }
  }
}

/// What has to be known of a post to delete it.
private struct DeletedPost: FetchableRecord {
  let id: Int64
  let text: PostText
  let files: [ContainedPath]
  /// SHA-256 of the stamped photo, which names its thumbnails; nil where it is damaged.
  let hash: [UInt8]?

  init(row: Row) throws {
    var values = RowDecoder(row)
    id = try values.next()
    text = try PostText(&values)
    // What a path that leads out of the journal names is not the journal's to remove.
    files = [try? values.pathIfAny(), try? values.pathIfAny()].compactMap(\.self)
    hash = try? values.bytes()
  }
}

/// How much was deleted for good.
package struct Removal: Sendable, Hashable {
  package let posts: Int
  /// Stamped photos, and originals that were kept beside them.
  package let files: Int
}
