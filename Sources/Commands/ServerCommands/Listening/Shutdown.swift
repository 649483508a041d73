import Glibc
import JournalServer
import ServiceLifecycle
import Shell
import Synchronization
import UnixSignals

/// Ends the program at once on the second Ctrl-C or SIGTERM; after the first one the server finishes
/// what is under way. The first of a group's services: it ends after all others.
struct SecondInterrupt: Service {
  static let signals: [UnixSignal] = [.sigterm, .sigint]

  func run() async {
    await cancelWhenGracefulShutdown {
      var count = 0
      for await _ in await UnixSignalsSequence(trapping: Self.signals) {
        count += 1
        if count == 2 { _exit(ExitStatus.interrupted.rawValue) }
      }
    }
  }
}

/// A service that records whether it ended in time.
final class Serving<Work: Service>: Service {
  private let service: Work
  private let cancelled = Mutex(false)

  init(_ service: Work) { self.service = service }

  /// Whether it took so long to end that its group cancelled it; the group itself does not say so.
  var isBrokenOff: Bool { cancelled.withLock { $0 } }

  func run() async throws {
    defer { cancelled.withLock { $0 = Task.isCancelled } }
    try await service.run()
  }
}

/// Sends reminders until the server ends; one being sent then waits for another try.
struct Reminding: Service {
  let loop: ReminderLoop

  func run() async { await cancelWhenGracefulShutdown { await loop.run() } }
}
