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
    _ = try journal.change(numbers, makingRoom: true) { rows, number in
      try check(rows.livePost(number))
    } _: { rows, number in
      try rows.setTrashed(number, now)
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

    package struct Stayed: Error {
      package let post: Post
      /// The number of the morning page that its day has.
      package let other: Int
      /// ``JournalError/morningExists(number:day:)``.
      package var reason: JournalError { .morningExists(number: other, day: post.day) }
    }
  }

  /// Restores all that is in the trash, the first to have come there first. A morning page whose day has
  /// another by then stays.
  package func restoreAll() throws -> Restoration { try restoreThose(of: numbers()) }

  /// Restores those of some posts that are in the trash, as ``restoreAll()``; others are live already, or
  /// deleted for good.
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
    try rows.setTrashed(post.number, nil)
    return .success(try rows.post(post.number))
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

  /// Deletes what is in the trash, with its files. What comes there meanwhile stays.
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

extension OwnerJournal {
  /// Changes posts: on the machine itself all or none. For a device, so that nobody else waits, all are
  /// checked first and then changed in short transactions; those are left as they are that somebody else has
  /// trashed, restored or deleted by then.
  ///
  /// - Parameters:
  ///   - numbers: the posts, each once.
  ///   - makesRoom: whether it is done on a full disk too.
  ///   - check: throws where a post must not be changed.
  ///   - work: changes a post.
  /// - Returns: what `work` returns, in this order.
  /// - Throws: ``JournalError``, and what `check` and `work` throw; then none has changed, unless the disk is
  ///   full for a device.
  func change<Result>(
    _ numbers: [Int], makingRoom makesRoom: Bool = false,
    checking check: (PostRows, Int) throws -> Void, _ work: (PostRows, Int) throws -> Result
  ) throws -> [Result] {
    guard isAskedForByDevice, numbers.count > 1 else {
      func changeAll(_ db: Database) throws -> [Result] {
        let rows = PostRows(of: self, db)
        return try numbers.map { number in
          try check(rows, number)
          return try work(rows, number)
        }
      }
      return try makesRoom ? writeMakingRoom(changeAll) : write(changeAll)
    }
    try read { db in
      let rows = PostRows(of: self, db)
      for number in numbers { try check(rows, number) }
    }
    return try changeInPieces(numbers, makingRoom: makesRoom) { rows, number -> Result? in
      do {
        try check(rows, number)
      } catch JournalError.unknownPost, JournalError.postInTrash, JournalError.postNotInTrash {
        return nil
      }
      return try work(rows, number)
    }.compactMap(\.self)
  }

  fileprivate func changeInPieces<Result>(
    _ numbers: [Int], makingRoom makesRoom: Bool = false, _ work: (PostRows, Int) throws -> Result
  ) throws -> [Result] {
    try WritePieces.all(of: numbers) { numbers in
      func changeSome(_ db: Database) throws -> [Result] {
        let rows = PostRows(of: self, db)
        return try WritePieces.work(on: numbers) { try work(rows, $0) }
      }
      return try makesRoom ? writeMakingRoom(changeSome) : write(changeSome)
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
  /// Posts go first, as of a trash that is emptied, and contacts.
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

  /// Deletes posts with their files and thumbnails, in short transactions or at once. On a full disk, which
  /// has hardly room for what says that they go, they go at once, not overwritten with zeros, or else some at a
  /// time.
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
  fileprivate func delete(
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
          let isMost = try isFull && numbers.count < limit && 2 * numbers.count > postCount(db)
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
    try DeletedPost.fetchOne(
      db,
      sql: """
        SELECT post.id, \(PostText.columns), file, original_file, hash FROM \(Post.tables)
        WHERE post.owner = ? AND number = ?\(trashedOnly ? " AND trashed IS NOT NULL" : "")
        """, arguments: [id, number])
  }

  /// Deletes the rows of posts, whose files are loose from then on.
  private func deleteRows(of posts: [DeletedPost?], _ db: Database) throws {
    for post in posts.compactMap(\.self) {
      for file in post.files { try LooseFiles.add(file, db) }
      try db.execute(cached: "DELETE FROM post WHERE id = ?", arguments: [post.id])
    }
    try PostRows(of: self, db).forgetUnusedTags()
  }

  /// Removes the files of posts whose rows are gone, and their thumbnails.
  ///
  /// - Returns: how many files.
  private func removeFiles(of posts: [DeletedPost?]) throws -> Int {
    let posts = posts.compactMap(\.self)
    ThumbnailFiles(store).remove(posts.compactMap(\.hash))
    let files = posts.flatMap(\.files)
    try LooseFiles(store).remove(files)
    return files.count
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
  package fileprivate(set) var posts = 0
  /// Stamped photos, and originals that were kept beside them.
  package fileprivate(set) var files = 0

  fileprivate mutating func add(_ posts: [DeletedPost?], _ files: Int) {
    self.posts += posts.count { $0 != nil }
    self.files += files
  }
}
