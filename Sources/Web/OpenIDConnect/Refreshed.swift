/// A remote value, fetched on first use and again after a time. Callers during a fetch wait for the
/// same one.
actor Refreshed<Value: Sendable> {
  private let lifetime: Int
  private let pause: Int
  private let fetch: @Sendable () async -> Result<Value, OIDCError>
  private var last: (value: Value, at: Int)?
  private var triedAt: Int?
  private var running: Task<Result<Value, OIDCError>, Never>?

  /// - Parameters:
  ///   - lifetime: seconds after which it is fetched again.
  ///   - pause: seconds between two that are fetched although one is there.
  ///   - fetch: gets it.
  init(
    lifetime: Int, pause: Int, _ fetch: @escaping @Sendable () async -> Result<Value, OIDCError>
  ) {
    (self.lifetime, self.pause, self.fetch) = (lifetime, pause, fetch)
  }

  /// The one that is there, or the one that is fetched, at a time in seconds since 1970.
  func value(at now: Int) async throws(OIDCError) -> Value {
    if let last, (0..<lifetime).contains(now - last.at) { return last.value }
    return try await fetched(at: now)
  }

  /// One that is fetched now, although that time is not over; nil where the last was tried a moment ago, so
  /// that nobody can have this machine ask again and again.
  func newer(at now: Int) async throws(OIDCError) -> Value? {
    if let triedAt, (0..<pause).contains(now - triedAt) { return nil }
    return try await fetched(at: now)
  }

  private func fetched(at now: Int) async throws(OIDCError) -> Value {
    if let running { return try await running.value.get() }
    let task = Task { await fetch() }
    (running, triedAt) = (task, now)
    let result = await task.value
    running = nil
    if case .success(let value) = result { last = (value, now) }
    return try result.get()
  }
}

enum Fetched {
  /// What is returned or thrown.
  static func result<Value>(
    _ body: () async throws(OIDCError) -> Value
  ) async -> Result<Value, OIDCError> {
    do throws(OIDCError) {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }
}
