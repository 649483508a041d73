import GRDB
import Stamping
import Store

/// Stores posts together: their files get their names, then their rows are inserted in one transaction.
struct PostStorage {
  let journal: OwnerJournal

  /// - Parameters:
  ///   - posts: what is to be stored.
  ///   - photo: the files of a post, whose paths must be free; those of the posts before it are
  ///     written down by then.
  ///   - insert: inserts the row of a post. What it throws is that post's result, and its files go
  ///     again; only what SQLite cannot do ends them all.
  /// - Returns: a result for each post.
  /// - Throws: ``JournalError``, and what `photo` throws; then nothing is stored.
  func store<Staged>(
    _ posts: [Staged], photo: (Staged, PostRows) throws -> StagedPhoto,
    insert: (Staged, PostPhoto, PostRows) throws -> Post
  ) throws -> [Result<Post, any Error>] {
    guard !posts.isEmpty else { return [] }
    let loose = LooseFiles(journal.store)
    return try loose.working {
      let photos = try journal.write { db in
        try posts.map { post in
          let photo = try photo(post, PostRows(of: journal, db))
          try loose.announce(photo.photo.files, db)
          return photo
        }
      }
      let results = try loose.publish(photos.flatMap(\.files)) {
        try journal.write { db in
          try zip(posts, photos).map { post, photo in
            try result { try insert(post, photo.photo, PostRows(of: journal, db)) }
          }
        }
      }
      loose.clear(zip(photos, results).filter { $1.isFailure }.flatMap { $0.0.photo.files })
      return results
    }
  }

  private func result(_ work: () throws -> Post) throws -> Result<Post, any Error> {
    do {
      return .success(try work())
    } catch let error as DatabaseError {
      throw error
    } catch {
      return .failure(error)
    }
  }
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
