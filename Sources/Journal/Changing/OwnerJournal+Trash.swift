import GRDB
import SystemPackage

extension OwnerJournal {
  /// Looks whether posts could be moved to the trash.
  ///
  /// - Throws: as ``moveToTrash(_:now:)``.
  package func checkAreLive(_ numbers: [Int]) throws {
    try read { db in
      for number in numbers { _ = try livePost(number, db) }
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
  package func moveToTrash(
    _ numbers: [Int], now: Int, checking check: (Post) throws -> Void = { _ in }
  ) throws {
    try write { db in
      for number in numbers {
        try check(livePost(number, db))
        try setTrashed(number, now, db)
      }
    }
  }

  /// Brings posts back from the trash, all or none.
  ///
  /// - Parameter numbers: the posts, each once.
  /// - Returns: the posts as they are now, in this order.
  /// - Throws: ``JournalError/unknownPost(number:)`` and ``JournalError/postNotInTrash(number:)``.
  package func restore(_ numbers: [Int]) throws -> [Post] {
    try write { db in
      try numbers.map { number in
        guard try post(number, db).trashed != nil else {
          throw JournalError.postNotInTrash(number: number)
        }
        try setTrashed(number, nil, db)
        return try post(number, db)
      }
    }
  }

  private func setTrashed(_ number: Int, _ instant: Int?, _ db: Database) throws {
    try db.execute(
      sql: "UPDATE post SET trashed = ? WHERE owner = ? AND number = ?",
      arguments: [instant, id, number])
  }

  /// The posts in the trash, the first to have come there first.
  package func trash() throws -> [Post] {
    try read { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT \(Post.columns) FROM post WHERE owner = ? AND trashed IS NOT NULL
          ORDER BY trashed, number
          """, arguments: [id])
      return try Array(rows.map { try Post(row: $0) })
    }
  }

  /// Deletes what is in the trash, with its files.
  package func emptyTrash() throws -> Removal {
    try delete("trashed IS NOT NULL") { _ in }
  }

  /// Deletes posts in one transaction, then their files and thumbnails.
  ///
  /// Of the rows only what is needed for it is read, so that posts go too that are damaged elsewhere.
  ///
  /// - Parameters:
  ///   - condition: which of the owner's posts, as SQL.
  ///   - further: what is to be done in the same transaction.
  /// - Returns: how much is gone.
  /// - Throws: ``JournalError``, and what `further` throws; then nothing is deleted.
  func delete(_ condition: String, _ further: (Database) throws -> Void) throws -> Removal {
    let loose = LooseFiles(store)
    return try loose.working {
      let posts = try write { db in
        let posts = try DeletedPost.fetchAll("owner = \(id) AND \(condition)", db)
        for post in posts {
          for file in post.files { try LooseFiles.add(file, db) }
          try removeFromSearch(post.caption, post.id, db)
          try db.execute(cached: "DELETE FROM post WHERE id = ?", arguments: [post.id])
        }
        try forgetUnusedTags(db)
        try further(db)
        return posts
      }
      ThumbnailFiles(store).remove(posts.compactMap(\.hash))
      let files = posts.flatMap(\.files)
      try loose.remove(files)
      return Removal(posts: posts.count, files: files.count)
    }
  }
}

/// What has to be known of a post to delete it.
private struct DeletedPost {
  let id: Int64
  let caption: String
  let files: [FilePath]
  /// SHA-256 of the stamped photo, which names its thumbnails; nil where it is damaged.
  let hash: [UInt8]?

  static func fetchAll(_ condition: String, _ db: Database) throws -> [DeletedPost] {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT id, caption, file, original_file, hash FROM post WHERE \(condition)")
    return try Array(rows.map { try DeletedPost(row: $0) })
  }

  private init(row: Row) throws {
    var values = RowValues(row)
    id = try values.next()
    caption = try values.next()
    let file: String = try values.next()
    let original: String? = try values.nextIfAny()
    files = ([file] + (original.map { [$0] } ?? [])).map { FilePath($0) }
    hash = try? values.bytes()
  }
}
