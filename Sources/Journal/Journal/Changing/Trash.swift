import GRDB
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

  /// Moves posts to the trash, as ``OwnerJournal/change(_:makingRoom:checking:_:)``. Their files stay where
  /// they are until it is emptied.
  ///
  /// - Parameters:
  ///   - numbers: the posts, each once.
  ///   - now: seconds since 1970 in UTC.
  ///   - check: looks at each post in the transaction, and throws where it is not the one that was
  ///     meant.
  /// - Throws: ``JournalError/unknownPost(number:)`` and ``JournalError/postInTrash(number:)``, and
  ///   what `check` throws.
  package func move(
    _ numbers: [Int], now: Int, checking check: (Post) throws -> Void = { _ in }
  ) throws {
    let heirs = try ContactHeirs.looked(for: numbers, in: journal) { try $0.postIfAny($1) }
    _ = try journal.change(numbers, makingRoom: true) { rows, number in
      let post = try rows.livePost(number)
      try check(post)
      return post
    } _: { rows, post in
      try rows.setTrashed(post.number, now)
      try rows.forgetPeople(named: post)
      try heirs.take(from: post, rows)
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
        return try rows.restore(number)
      }
    }
  }

  /// The result of restoring everything in the trash.
  package struct Restoration: Sendable {
    /// The restored posts.
    package fileprivate(set) var posts: [Post] = []
    /// Those that stay: morning pages of days that have another.
    package fileprivate(set) var stayed: [Stayed] = []

    package struct Stayed: Error {
      package let post: Post
      /// The number of the morning page that its day has.
      package let other: Int
      /// ``JournalError/morningExists(number:day:)``.
      package var reason: JournalError { .morningExists(number: other, day: post.day) }
    }
  }

  /// Restores everything in the trash, first deleted first. A morning page stays if its day has
  /// another by now.
  package func restoreAll() throws -> Restoration { try restoreThose(of: numbers()) }

  /// Restores some posts from the trash, like ``restoreAll()``; it ignores live and permanently
  /// deleted ones.
  package func restoreThose(of numbers: [Int]) throws -> Restoration {
    var restoration = Restoration()
    for restored in try journal.changeInPieces(numbers, restoreIfThere) {
      switch restored {
      case .success(let post): restoration.posts.append(post)
      case .failure(let stayed): restoration.stayed.append(stayed)
      case nil: break
      }
    }
    return restoration
  }

  private func restoreIfThere(
    _ rows: PostRows, _ number: Int
  ) throws -> Result<Post, Restoration.Stayed>? {
    guard let post = try rows.postIfAny(number), post.trashed != nil else { return nil }
    if post.isMorning, let other = try rows.morning(of: post.day) {
      return .failure(Restoration.Stayed(post: post, other: other))
    }
    return .success(try rows.restore(post.number))
  }

  /// The posts in the trash, first deleted first.
  ///
  /// - Parameters:
  ///   - count: how many at most; nil for all.
  ///   - skipped: how many of the first are left out.
  /// - Returns: the posts.
  /// - Throws: ``JournalError``.
  package func posts(_ count: Int? = nil, skipping skipped: Int = 0) throws -> [Post] {
    try journal.read { db in try Self.posts(of: journal, count, skipping: skipped, db) }
  }

  private static func posts(
    of journal: OwnerJournal, _ count: Int? = nil, skipping skipped: Int = 0, _ db: Database
  ) throws -> [Post] {
    try DecodedRows(
      db,
      cached: """
        SELECT \(Post.columns) FROM \(Post.tables)
        WHERE post.owner = ? AND trashed IS NOT NULL
        ORDER BY trashed, number LIMIT ? OFFSET ?
        """, arguments: [journal.id, count ?? -1, skipped]
    ).map { try Post(&$0, db) }
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

  /// The numbers of the posts in the trash, the first to have come there first.
  private func numbers() throws -> [Int] {
    try journal.read { db in
      try db.values(
        Int.self,
        cached: """
          SELECT number FROM post WHERE owner = ? AND trashed IS NOT NULL ORDER BY trashed, number
          """, arguments: [journal.id])
    }
  }

  /// Empties the trash, with the posts' files. Posts deleted meanwhile stay.
  package func empty() throws -> Removal { try journal.delete(numbers(), trashedOnly: true) }

  /// Deletes posts in the trash with their files, all or none; on a full disk, some at a time.
  ///
  /// - Parameters:
  ///   - numbers: the posts, each once.
  ///   - check: looks at each post in the transaction that deletes it, and throws where it is not the one
  ///     that was meant.
  /// - Returns: how much is gone.
  /// - Throws: as ``restore(_:)``, and what `check` throws; then none is deleted.
  package func delete(
    _ numbers: [Int], checking check: (Post) throws -> Void = { _ in }
  ) throws -> Removal {
    if numbers.count > 1 { try checkAreThere(numbers) }
    return try journal.delete(numbers, atOnce: true, trashedOnly: true) { rows, number in
      try check(rows.trashedPost(number))
    }
  }
}

extension PostRows {
  fileprivate func trashedPost(_ number: Int) throws -> Post {
    let post = try post(number)
    guard post.trashed != nil else { throw JournalError.postNotInTrash(number: number) }
    return post
  }

  func restore(_ number: Int) throws -> Post {
    try setTrashed(number, nil)
    let post = try post(number)
    try notePeople(named: post)
    return post
  }

  func setTrashed(_ number: Int, _ instant: Int?) throws {
    try db.execute(
      cached: "UPDATE post SET trashed = ? WHERE owner = ? AND number = ?",
      arguments: [instant, owner, number])
  }
}
