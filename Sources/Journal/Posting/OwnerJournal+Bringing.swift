import GRDB
import Stamping
import SystemPackage

extension OwnerJournal {
  /// Stores posts together: their files get their names, then their rows come in one transaction.
  ///
  /// - Parameters:
  ///   - arrivals: what is to become posts.
  ///   - photo: the files of an arrival, whose paths must be free; those of the arrivals before it are
  ///     written down by then.
  ///   - row: brings the row of an arrival. What it throws is that arrival's result, and its files go
  ///     again; only what SQLite cannot do ends them all.
  /// - Returns: a result for each arrival.
  /// - Throws: ``JournalError``, and what `photo` throws; then nothing is stored.
  func bring<Arrival>(
    _ arrivals: [Arrival], photo: (Arrival, Database) throws -> StagedPhoto,
    row: (Arrival, PostPhoto, Database) throws -> Post
  ) throws -> [Result<Post, any Error>] {
    guard !arrivals.isEmpty else { return [] }
    let loose = LooseFiles(store)
    return try loose.working {
      let photos = try write { db in
        try arrivals.map { arrival in
          let photo = try photo(arrival, db)
          try loose.announce(photo.photo.files, db)
          return photo
        }
      }
      let results = try loose.publish(photos.flatMap(\.files)) {
        try write { db in
          try zip(arrivals, photos).map { arrival, photo in
            try result { try row(arrival, photo.photo, db) }
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
