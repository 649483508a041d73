import NIOPosix

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
