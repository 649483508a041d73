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
