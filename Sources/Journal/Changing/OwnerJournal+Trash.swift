import GRDB

extension OwnerJournal {
  /// Moves posts to the trash, all or none. Their files stay where they are until it is emptied.
  ///
  /// - Parameters:
  ///   - numbers: the posts.
  ///   - now: seconds since 1970 in UTC.
  /// - Throws: ``JournalError/unknownPost(number:)`` and ``JournalError/postInTrash(number:)``.
  package func moveToTrash(_ numbers: [Int], now: Int) throws {
    try write { db in
      for number in numbers {
        guard try post(number, db).trashed == nil else {
          throw JournalError.postInTrash(number: number)
        }
        try setTrashed(number, now, db)
      }
    }
  }

  /// Brings posts back from the trash, all or none.
  ///
  /// - Throws: ``JournalError/unknownPost(number:)`` and ``JournalError/postNotInTrash(number:)``.
  package func restore(_ numbers: [Int]) throws {
    try write { db in
      for number in numbers {
        guard try post(number, db).trashed != nil else {
          throw JournalError.postNotInTrash(number: number)
        }
        try setTrashed(number, nil, db)
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
  ///
  /// - Returns: how many posts are gone.
  package func emptyTrash() throws -> Int {
    try delete("trashed IS NOT NULL") { _ in }
  }

  /// Deletes posts in one transaction, then their files.
  ///
  /// - Parameters:
  ///   - condition: which of the owner's posts, as SQL.
  ///   - further: what is to be done in the same transaction.
  /// - Returns: how many posts are gone.
  func delete(_ condition: String, _ further: (Database) throws -> Void) throws -> Int {
    let loose = LooseFiles(store)
    return try loose.working {
      let posts = try write { db in
        let rows = try Row.fetchCursor(
          db, sql: "SELECT \(Post.columns) FROM post WHERE owner = ? AND \(condition)",
          arguments: [id])
        let posts = try Array(rows.map { try Post(row: $0) })
        for post in posts {
          for file in post.photo.files { try LooseFiles.add(file, db) }
          try removeFromSearch(post.caption, post.id, db)
          try db.execute(sql: "DELETE FROM post WHERE id = ?", arguments: [post.id])
        }
        try forgetUnusedTags(db)
        try further(db)
        return posts
      }
      try loose.remove(posts.flatMap(\.photo.files))
      return posts.count
    }
  }
}
