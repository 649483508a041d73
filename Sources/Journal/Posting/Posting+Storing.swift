import GRDB
import Stamping
import SystemPackage

extension Posting {
  /// Stores arrivals: their files get their names and their rows in one transaction.
  ///
  /// - Returns: a record for each, in the order of the walk.
  func store(_ arrivals: [Arrival]) -> [PostRecord] {
    guard !arrivals.isEmpty else { return [] }
    let arrivals = arrivals.sorted { $0.index < $1.index }
    do {
      let results = try LooseFiles(journal.store).working { try storeTogether(arrivals) }
      return zip(arrivals, results).map { arrival, result in
        switch result {
        case .success(let post): record(arrival, post)
        case .failure(let error): failure(of: arrival.input, error)
        }
      }
    } catch {
      return arrivals.map { failure(of: $0.input, error) }
    }
  }

  private func storeTogether(_ arrivals: [Arrival]) throws -> [Result<Post, any Error>] {
    let loose = LooseFiles(journal.store)
    let results = try loose.bring(arrivals.flatMap(\.staged.files)) {
      try journal.write { db in
        try arrivals.map { arrival in
          try result { try journal.insert(arrival, settings, db) }
        }
      }
    }
    try loose.remove(
      zip(arrivals, results).filter { $1.isFailure }.flatMap { $0.0.staged.photo.files })
    return results
  }

  /// What belongs to one photo is its own result; what SQLite cannot do ends the whole group.
  private func result(_ work: () throws -> Post) throws -> Result<Post, any Error> {
    do {
      return .success(try work())
    } catch let error as JournalError {
      return .failure(error)
    }
  }

  private func record(_ arrival: Arrival, _ post: Post) -> PostRecord {
    var record = PostRecord(
      input: arrival.input.path, result: .posted(post, label: arrival.stamped.label),
      warnings: arrival.stamped.warnings)
    guard let folder = settings.exportFolder else { return record }
    do throws(FileError) {
      try journal.copy(post.photo.file, into: folder)
    } catch {
      record = PostRecord(
        input: record.input, result: .notExported(post, error), warnings: record.warnings)
    }
    return record
  }
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
