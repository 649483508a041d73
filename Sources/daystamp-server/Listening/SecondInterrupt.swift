import Glibc
import ServiceLifecycle
import Shell
import UnixSignals

/// Ends the program at once on the second Ctrl-C or SIGTERM: the first one has what is under way
/// finished. It is told to end when that is done, as the first of a group's services.
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
