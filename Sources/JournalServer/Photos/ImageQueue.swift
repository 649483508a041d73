import HTTPTypes

/// Lets as much work on photos be done at a time as there are cores, some more wait, and refuses the
/// rest: what waits costs a passing file, not memory.
actor ImageQueue {
  private let workers: Workers
  private let jobs: Int
  private let longest: Int
  private var running = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Seconds after which who was refused may come again.
  private static let retryAfter = 5

  /// - Parameters:
  ///   - jobs: how much is worked on at the same time.
  ///   - longest: how many wait at most.
  init(jobs: Int, longest: Int) {
    (self.jobs, self.longest) = (jobs, longest)
    workers = Workers(count: jobs)
  }

  /// Looks whether there is room, before a photo is received.
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
      // Who goes leaves the place to who has waited longest, so it is never counted as free.
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

/// Lets one at a time through for each key, in the order in which they come.
actor Turns<Key: Hashable & Sendable> {
  /// Those who wait, for each key that somebody has.
  private var waiting: [Key: [CheckedContinuation<Void, Never>]] = [:]

  func take<Result: Sendable>(
    _ key: Key, _ work: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    if waiting[key] == nil {
      waiting[key] = []
    } else {
      await withCheckedContinuation { waiting[key]?.append($0) }
    }
    defer { leave(key) }
    return try await work()
  }

  private func leave(_ key: Key) {
    if waiting[key]?.isEmpty == false {
      waiting[key]?.removeFirst().resume()
    } else {
      waiting[key] = nil
    }
  }
}
