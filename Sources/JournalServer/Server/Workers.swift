import NIOPosix

/// Threads for work that waits for the disk, so that no request waits for another's.
struct Workers: Sendable {
  private let pool: NIOThreadPool

  /// - Parameter count: how much is worked on at the same time.
  init(count: Int) {
    pool = NIOThreadPool(numberOfThreads: count)
    pool.start()
  }

  func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result
  {
    try await pool.runIfActive(work)
  }
}
