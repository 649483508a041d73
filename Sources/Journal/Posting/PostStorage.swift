import Files
import GRDB
import Stamping
import Store

/// Stores posts together: their files get their names, then their rows are inserted in one transaction.
///
/// One post that cannot be stored keeps no other from it: each gets its file's name on its own, and what
/// SQLite cannot insert together is split until the post that is at fault stands alone.
struct PostStorage {
  let journal: OwnerJournal

  /// - Parameters:
  ///   - posts: what is to be stored.
  ///   - photo: the files of a post, whose paths must be free; those of the posts before it are
  ///     written down by then.
  ///   - insert: inserts the row of a post. What it throws is that post's result, and its files go
  ///     again.
  /// - Returns: a result for each post: file and row, or neither.
  func store<Staged: HasStagedFiles>(
    _ posts: [Staged], photo: (Staged, PostRows) throws -> StagedPhoto,
    insert: (Staged, PostPhoto, PostRows) throws -> Post
  ) -> [Result<Post, any Error>] {
    guard !posts.isEmpty else { return [] }
    do {
      return try storeTogether(posts, photo, insert)
    } catch  where posts.count > 1 && error.isDiskFull {
      return storeFewer(posts, photo, insert)
    } catch  where posts.count > 1 && error.mayBeOfOnePost {
      let middle = posts.count / 2
      return store(Array(posts[..<middle]), photo: photo, insert: insert)
        + store(Array(posts[middle...]), photo: photo, insert: insert)
    } catch {
      return posts.map { _ in .failure(error) }
    }
  }

  /// Stores as many of the first posts as there is room for, once those after them have given theirs
  /// back, on which the rows of the others may depend: one, then two more, then four, …
  private func storeFewer<Staged: HasStagedFiles>(
    _ posts: [Staged], _ photo: (Staged, PostRows) throws -> StagedPhoto,
    _ insert: (Staged, PostPhoto, PostRows) throws -> Post
  ) -> [Result<Post, any Error>] {
    var (kept, step) = (posts.count, 1)
    var full: any Error = JournalError.noRoomLeft
    while kept > 0 {
      let fewer = max(0, kept - step)
      posts[fewer..<kept].flatMap(\.stagedFiles).forEach { $0.giveBack() }
      (kept, step) = (fewer, 2 * step)
      journal.store.shortenLog()
      do {
        return try storeTogether(Array(posts[..<kept]), photo, insert)
          + posts[kept...].map { _ in .failure(full) }
      } catch  where error.isDiskFull {
        full = error
      } catch {
        return store(Array(posts[..<kept]), photo: photo, insert: insert)
          + posts[kept...].map { _ in .failure(full) }
      }
    }
    return posts.map { _ in .failure(full) }
  }

  /// - Throws: ``JournalError`` where none can be stored; then none is.
  private func storeTogether<Staged>(
    _ posts: [Staged], _ photo: (Staged, PostRows) throws -> StagedPhoto,
    _ insert: (Staged, PostPhoto, PostRows) throws -> Post
  ) throws -> [Result<Post, any Error>] {
    guard !posts.isEmpty else { return [] }
    let loose = LooseFiles(journal.store)
    return try loose.working {
      let photos = try journal.write { db in
        try posts.map { post in
          try result(in: db) {
            let photo = try photo(post, PostRows(of: journal, db))
            try loose.announce(photo.photo.files, db)
            return photo
          }
        }
      }
      return try loose.publish(each: photos.map { (try? $0.get().files) ?? [] }) { failures in
        try journal.write { db in
          try posts.indices.map { index in
            try result(in: db) {
              let photo = try photos[index].get().photo
              if let failure = failures[index] { throw failure }
              return try insert(posts[index], photo, PostRows(of: journal, db))
            }
          }
        }
      }
    }
  }

  /// Does the work on one post: all of it or, where that post cannot be stored, nothing.
  ///
  /// - Throws: what SQLite cannot do, which may end the transaction.
  private func result<Success>(
    in db: Database, _ work: () throws -> Success
  ) throws -> Result<Success, any Error> {
    var result: Result<Success, any Error>?
    try db.inSavepoint {
      do {
        result = .success(try work())
        return .commit
      } catch let error as DatabaseError {
        throw error
      } catch {
        result = .failure(error)
        return .rollback
      }
    }
    return result ?? .failure(JournalError.noRoomLeft)
  }
}

/// What is to be stored, with its files, written but without names.
protocol HasStagedFiles {
  var stagedFiles: [StagedFile] { get }
}

extension Error {
  /// Whether others may be stored though these could not be together. What is known to concern all is
  /// not tried again with each.
  fileprivate var mayBeOfOnePost: Bool {
    switch self as any Error {
    case JournalError.database(let failure): [.corrupt, .other].contains(failure.kind)
    case JournalError.file: true
    default: false
    }
  }
}

/// Whether a run has found the disk full, so that what is left of it need not be tried.
struct RoomLeft: Sendable {
  /// How many things one after the other find no room before it is taken that nothing does: some may
  /// be small enough for what is left.
  private static let patience = 8

  private var failures = 0
  private(set) var isNone = false

  /// Something could not be written, though what follows may be smaller.
  mutating func note(_ error: any Error) {
    guard error.isDiskFull else { return }
    failures += 1
    if failures >= Self.patience { isNone = true }
  }

  mutating func note(_ result: Result<CheckedPost, any Error>) {
    switch result {
    case .success: noteSuccess()
    case .failure(let error): note(error)
    }
  }

  /// Something was written.
  mutating func noteSuccess() { failures = 0 }

  /// Not even a row, or a name, has found room.
  mutating func note(_ results: [Result<Post, any Error>]) {
    for case .failure(let error) in results where error.isDiskFull { isNone = true }
  }
}
