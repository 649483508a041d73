import HTTPTypes
import NIOPosix
import Wording

/// Threads for work that waits for the disk, so that no request waits for another's.
final class Workers: Sendable {
  private let pool: NIOThreadPool

  /// - Parameter count: how much is worked on at the same time.
  init(count: Int) {
    pool = NIOThreadPool(numberOfThreads: count)
    pool.start()
  }

  deinit { pool.shutdownGracefully { _ in } }

  func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result
  {
    try await pool.runIfActive(work)
  }
}

/// Works on as many photos at a time as there are cores, has some more wait, and refuses the rest:
/// one that waits costs a temporary file, not memory.
actor ImageQueue {
  private let workers: Workers
  private let jobs: Int
  private let longest: Int
  private var running = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Seconds after which a refused request may come again.
  private static let retryAfter = 5

  /// - Parameters:
  ///   - jobs: how much is worked on at the same time.
  ///   - longest: how many wait at most.
  init(jobs: Int, longest: Int) {
    (self.jobs, self.longest) = (jobs, longest)
    workers = Workers(count: jobs)
  }

  /// Checks that there is room, before a photo is received.
  ///
  /// - Throws: ``Problem``.
  func checkRoom() throws {
    guard running < jobs || waiting.count < longest else {
      throw Problem("queue-full", retryAfter: Self.retryAfter)
    }
  }

  /// Does work on a thread of its own, once it is its turn.
  ///
  /// - Throws: ``Problem`` where too many wait, and what the work throws.
  func run<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try checkRoom()
    if running < jobs {
      running += 1
    } else {
      // Whatever ends hands its place to what has waited longest, so the place is never counted as free.
      await withCheckedContinuation { waiting.append($0) }
    }
    defer { leave() }
    try Task.checkCancellation()
    return try await workers.run(work)
  }

  private func leave() {
    if waiting.isEmpty {
      running -= 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}

/// A lock for each key, taken in the order of asking, for work that suspends.
actor KeyedLock<Key: Hashable & Sendable> {
  /// What waits, for each key that is taken.
  private var waiting: [Key: [CheckedContinuation<Void, Never>]] = [:]

  func withLock<Result: Sendable>(
    _ key: Key, _ work: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    if waiting[key] == nil {
      waiting[key] = []
    } else {
      await withCheckedContinuation { waiting[key]?.append($0) }
    }
    defer { unlock(key) }
    return try await work()
  }

  private func unlock(_ key: Key) {
    if waiting[key]?.isEmpty == false {
      waiting[key]?.removeFirst().resume()
    } else {
      waiting[key] = nil
    }
  }
}
