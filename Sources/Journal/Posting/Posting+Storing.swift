import Files
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
      let results = try journal.bring(arrivals) { arrival, _ in
        arrival.staged
      } row: { arrival, _, db in
        try journal.insert(arrival, settings, db)
      }
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
