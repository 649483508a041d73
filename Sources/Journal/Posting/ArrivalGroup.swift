import Stamping
import Synchronization

/// Gathers arrivals from all threads until there are enough to be stored together.
///
/// The thread that brings the last one stores them all, while the others go on stamping.
final class ArrivalGroup: Sendable {
  /// Enough that storing takes a small part of the time, few enough that little is done again after
  /// a run that was ended.
  private static let size = 64

  private let posting: Posting
  private let waiting = Mutex<[Arrival]>([])

  init(_ posting: Posting) { self.posting = posting }

  /// Takes a photo in.
  ///
  /// - Returns: the records that are known now: none where it waits for others.
  func add(_ arrival: Arrival) -> [PostRecord] {
    posting.store(
      waiting.withLock { waiting in
        waiting.append(arrival)
        guard waiting.count >= Self.size else { return [] }
        defer { waiting = [] }
        return waiting
      })
  }

  /// Stores those that still wait.
  func storeRest() -> [PostRecord] {
    posting.store(
      waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      })
  }
}
