import ServiceLifecycle
import Synchronization

/// A service of which is known whether it ended in time.
final class Serving<Work: Service>: Service {
  private let service: Work
  private let cancelled = Mutex(false)

  init(_ service: Work) { self.service = service }

  /// Whether it took so long to end that its group cancelled it, which says nothing of that.
  var isBrokenOff: Bool { cancelled.withLock { $0 } }

  func run() async throws {
    defer { cancelled.withLock { $0 = Task.isCancelled } }
    try await service.run()
  }
}
