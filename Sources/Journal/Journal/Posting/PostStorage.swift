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
  ///   - placed: the files of a post's photos, whose paths must be free; those of the posts before it are
  ///     written down by then.
  ///   - insert: inserts the row of a post. What it throws is that post's result, and its files go
  ///     again.
  /// - Returns: a result for each post: file and row, or neither.
  func store<Staged: HasStagedFiles>(
    _ posts: [Staged], photos placed: (Staged, PostRows) throws -> [StagedPhoto],
    insert: (Staged, [PostPhoto], PostRows) throws -> Post
  ) -> [Result<Post, any Error>] {
    guard !posts.isEmpty else { return [] }
    let loose = LooseFiles(journal.store)
    do {
      return try loose.working {
        let photos = divided(posts.indices, posts) { range in
          try inOneTransaction(range) { index, rows in
            let photos = try placed(posts[index], rows)
            try loose.announce(photos.flatMap(\.photo.files), rows.db)
            return photos
          }
        }
        let files = photos.map { photos in (try? photos.get().flatMap(\.files)) ?? [] }
        return try loose.publish(each: files) { failures in
          divided(posts.indices, posts) { range in
            try inOneTransaction(range) { index, rows in
              let photos = try photos[index].get().map(\.photo)
              if let failure = failures[index] { throw failure }
              return try insert(posts[index], photos, rows)
            }
          }
        }
      }
    } catch {
      return posts.map { _ in .failure(error) }
    }
  }

  /// Does work on some of the posts in one transaction or, where that cannot be, in several.
  ///
  /// The files keep their names meanwhile: a nameless one gets a name only once.
  ///
  /// - Parameters:
  ///   - range: the posts.
  ///   - posts: all of them.
  ///   - work: the work on those of a range, together; what it throws has changed nothing.
  /// - Returns: a result for each post of the range.
  private func divided<Staged: HasStagedFiles, Success>(
    _ range: Range<Int>, _ posts: [Staged],
    _ work: (Range<Int>) throws -> [Result<Success, any Error>]
  ) -> [Result<Success, any Error>] {
    guard !range.isEmpty else { return [] }
    do {
      return try work(range)
    } catch  where error.isDiskFull {
      return fewer(range, posts, work, error)
    } catch  where range.count > 1 && error.mayBeOfOnePost {
      let middle = range.lowerBound + range.count / 2
      return divided(range.lowerBound..<middle, posts, work)
        + divided(middle..<range.upperBound, posts, work)
    } catch {
      return range.map { _ in .failure(error) }
    }
  }

  /// Does the work on as many of the first posts as there is room for, once those after them have given
  /// theirs back, on which the rows of the others may depend.
  private func fewer<Staged: HasStagedFiles, Success>(
    _ range: Range<Int>, _ posts: [Staged],
    _ work: (Range<Int>) throws -> [Result<Success, any Error>], _ error: any Error
  ) -> [Result<Success, any Error>] {
    var (end, full) = (range.upperBound, error)
    // At most sixteen times.
    let step = (range.count + 15) / 16
    var isWorthATry = journal.store.shortenLog()
    while true {
      do {
        if isWorthATry {
          return try work(range.lowerBound..<end)
            + (end..<range.upperBound).map { _ in .failure(full) }
        }
      } catch  where error.isDiskFull {
        full = error
      } catch {
        return divided(range.lowerBound..<end, posts, work)
          + (end..<range.upperBound).map { _ in .failure(full) }
      }
      guard end > range.lowerBound else { return range.map { _ in .failure(full) } }
      let start = max(range.lowerBound, end - step)
      posts[start..<end].flatMap(\.stagedFiles).forEach { $0.giveBack() }
      (end, isWorthATry) = (start, true)
      journal.store.shortenLog()
    }
  }

  /// Does the work on each of some posts: all of it or, where that post cannot be stored, nothing.
  ///
  /// A savepoint for each would take as long as half of its statements. Hardly any post fails, and of
  /// those that do most have changed nothing by then; so savepoints are for a second transaction, where
  /// in the first one post left something to undo.
  ///
  /// - Throws: what SQLite cannot do, which may end the transaction.
  private func inOneTransaction<Success>(
    _ range: Range<Int>, _ work: (Int, PostRows) throws -> Success
  ) throws -> [Result<Success, any Error>] {
    do {
      return try journal.write { db in
        let search = PostRows.WaitingForSearch()
        let rows = PostRows(of: journal, db, addingTo: search)
        let results = try range.map { index in
          let changes = db.totalChangesCount
          let result = try result { try work(index, rows) }
          if case .failure = result, db.totalChangesCount != changes { throw SomethingToUndo() }
          return result
        }
        try search.store(db)
        return results
      }
    } catch is SomethingToUndo {
      return try journal.write { db in
        let search = PostRows.WaitingForSearch()
        let results = try range.map { index in
          var result: Result<Success, any Error>?
          try db.inSavepoint {
            let own = PostRows.WaitingForSearch()
            let rows = PostRows(of: journal, db, addingTo: own)
            let found = try self.result { try work(index, rows) }
            result = found
            guard case .success = found else { return .rollback }
            search.add(own)
            return .commit
          }
          return result ?? .failure(JournalError.noRoomLeft)
        }
        try search.store(db)
        return results
      }
    }
  }

  /// - Throws: what SQLite cannot do.
  private func result<Success>(_ work: () throws -> Success) throws -> Result<Success, any Error> {
    do {
      return .success(try work())
    } catch let error as DatabaseError {
      throw error
    } catch {
      return .failure(error)
    }
  }

  /// A post that cannot be stored has changed something before that was found.
  private struct SomethingToUndo: Error {}
}

/// Something to store, with its files written but not yet named.
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

/// Whether a run has found the disk full, so that it need not try the rest.
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

  /// Of posts that were to be stored together, none was, since not even a row or a name found room.
  mutating func note(_ results: [Result<Post, any Error>]) {
    if results.contains(where: { if case .success = $0 { true } else { false } }) { return }
    for case .failure(let error) in results where error.isDiskFull { isNone = true }
  }
}
