import Files
import GRDB
import People
import Store

/// Permanent deletion.
extension OwnerJournal {
  /// Removes the owner with all posts, also those in the trash, their files, settings and all else.
  /// Posts and contacts go first.
  ///
  /// - Throws: ``JournalError``, ``JournalError/roomUsedUp`` where the disk is full and some are gone.
  package func removeOwner() throws -> OwnerRemoval {
    try drafts.deleteAll()
    let photos = try photoCount()
    let people = try read { db in try peopleCount(db) }
    var removal = try delete(allNumbers())
    do {
      try self.people.removeContacts()
      return try LooseFiles(store).working {
        let (rest, access) = try writeMakingRoom { db in
          // With what was added meanwhile.
          try self.people.removeFromSearch(db)
          let rest = try allNumbers(db).map { try takenFromSearch($0, db) }
          try deleteRows(of: rest, db)
          let access = try AccessHoldings.count(owner: id, db)
          try db.execute(sql: "DELETE FROM owner WHERE id = ?", arguments: [id])
          return (rest, access)
        }
        try removal.add(rest, removeFiles(of: rest))
        return OwnerRemoval(posts: removal, photos: photos, people: people, access: access)
      }
    } catch  where error.isDiskFull {
      throw JournalError.roomUsedUp
    }
  }

  private func allNumbers() throws -> [Int] { try read { db in try allNumbers(db) } }

  private func allNumbers(_ db: Database) throws -> [Int] {
    try db.values(Int.self, cached: "SELECT number FROM post WHERE owner = ?", arguments: [id])
  }

  /// Deletes posts with their files and thumbnails, in short transactions or at once. A full disk has hardly
  /// room to say that they go: there they go at once and are not overwritten, or else some at a time.
  ///
  /// Of the rows only what is needed for it is read, so that posts go too that are damaged elsewhere.
  ///
  /// - Parameters:
  ///   - numbers: the owner's posts.
  ///   - isAtOnce: whether they go in one transaction.
  ///   - trashedOnly: whether those stay that are not in the trash.
  ///   - check: throws where a post must not be deleted, in the transaction that deletes it.
  /// - Returns: how much is gone.
  /// - Throws: ``JournalError``, and what `check` throws.
  func delete(
    _ numbers: [Int], atOnce isAtOnce: Bool = false, trashedOnly: Bool = false,
    checking check: (PostRows, Int) throws -> Void = { _, _ in }
  ) throws -> Removal {
    try LooseFiles(store).working {
      var (removal, limit, isFull) = (Removal(), Int.max, false)
      var left: (first: FileError, count: Int)?
      func deleteSome(_ numbers: ArraySlice<Int>) throws -> [DeletedPost?] {
        try write { db in
          if isFull { try db.execute(sql: "PRAGMA secure_delete = FAST") }
          defer { if isFull { try? db.execute(sql: "PRAGMA secure_delete = ON") } }
          // An index that is made again is smaller than what would say that most of it goes.
          let isMost = try isFull && limit == .max && 2 * numbers.count > postCount(db)
          // All out of the search first: between other statements it writes down what it has gathered.
          let posts = try WritePieces.work(
            on: numbers, atMost: limit, isShort: !isAtOnce && !isFull
          ) { number in
            try check(PostRows(of: self, db), number)
            return isMost
              ? try deletedPost(number, trashedOnly: trashedOnly, db)
              : try takenFromSearch(number, trashedOnly: trashedOnly, db)
          }
          try deleteRows(of: posts, db)
          if isMost { try SearchTable.posts.rebuild(db) }
          return posts
        }
      }
      _ = try WritePieces.all(of: numbers) { numbers in
        var posts: [DeletedPost?] = []
        while posts.isEmpty {
          do {
            posts = try store.makingRoom { try deleteSome(numbers) }
          } catch  where error.isDiskFull && limit > 1 {
            if isFull { limit = limit == .max ? 16 : limit / 4 }
            isFull = true
            store.shortenLog()
          }
        }
        do {
          try removal.add(posts, removeFiles(of: posts))
        } catch JournalError.leftBehind(let error, let count) {
          left = (left?.first ?? error, (left?.count ?? 0) + count)
        }
        if isFull { store.shortenLog() }
        return posts
      }
      if let left { throw JournalError.leftBehind(left.first, count: left.count) }
      return removal
    }
  }

  /// How many posts all owners have.
  private func postCount(_ db: Database) throws -> Int {
    try db.value(Int.self, cached: "SELECT count(*) FROM post") ?? 0
  }

  /// A post that is about to be deleted, and is not found by its words any more; nil where there is none, or
  /// it stays.
  private func takenFromSearch(
    _ number: Int, trashedOnly: Bool = false, _ db: Database
  ) throws -> DeletedPost? {
    let post = try deletedPost(number, trashedOnly: trashedOnly, db)
    if let post { try PostRows(of: self, db).removeFromSearch(post.text, post.id) }
    return post
  }

  private func deletedPost(
    _ number: Int, trashedOnly: Bool, _ db: Database
  ) throws -> DeletedPost? {
    try db.row(
      cached: """
        SELECT post.id, \(PostText.columns) FROM post
        WHERE post.owner = ? AND number = ?\(trashedOnly ? " AND trashed IS NOT NULL" : "")
        """, arguments: [id, number]
    ).map { try DeletedPost($0, db) }
  }

  /// Deletes the rows of posts, and writes their files down as loose.
  private func deleteRows(of posts: [DeletedPost?], _ db: Database) throws {
    for post in posts.compactMap(\.self) {
      for file in post.files { try LooseFiles.add(file, db) }
      try db.execute(cached: "DELETE FROM post WHERE id = ?", arguments: [post.id])
    }
    try PostRows(of: self, db).forgetUnusedTags()
  }

  /// Removes the files and thumbnails of deleted posts.
  ///
  /// - Returns: how many files.
  private func removeFiles(of posts: [DeletedPost?]) throws -> Int {
    let posts = posts.compactMap(\.self)
    ThumbnailFiles(store).remove(posts.flatMap(\.hashes))
    let files = posts.flatMap(\.files)
    try LooseFiles(store).remove(files)
    return files.count
  }
}

/// The values needed to delete a post.
private struct DeletedPost {
  let id: Int64
  let text: PostText
  private(set) var files: [ContainedPath] = []
  /// SHA-256 of the stamped photos, which name their thumbnails; not of what is damaged.
  private(set) var hashes: [[UInt8]] = []

  init(_ row: Row, _ db: Database) throws {
    var values = RowDecoder(row)
    id = try values.next()
    text = try PostText(&values)
    let photos = try db.rows(
      cached: "SELECT file, original_file, video, raw, hash FROM photo WHERE post = ?",
      arguments: [id])
    while let row = try photos.next() {
      var values = RowDecoder(row)
      // What a path that leads out of the journal names is not the journal's to remove.
      for _ in 0..<4 { files += [try? values.pathIfAny()].compactMap(\.self) }
      if let hash = try? values.bytes() { hashes.append(hash) }
    }
  }
}

/// The amount of permanently deleted data.
package struct Removal: Sendable, Hashable {
  package fileprivate(set) var posts = 0
  /// Stamped photos, and their stored originals.
  package fileprivate(set) var files = 0

  fileprivate mutating func add(_ posts: [DeletedPost?], _ files: Int) {
    self.posts += posts.count { $0 != nil }
    self.files += files
  }
}
