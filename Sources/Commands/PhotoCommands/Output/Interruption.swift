import Dispatch
import Glibc
import Synchronization

/// Ctrl-C and the other polite ways to end a program.
///
/// The signals are watched once for the whole process: if two parts of it watched them, the first to end would
/// leave them ignored for the other.
package enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  /// By number, in the order in which they came; the last one is called.
  private static let handlers = Mutex<[(number: Int, call: @Sendable () -> Never)]>([])
  private static let count = Atomic(0)
  /// Watch the signals from the first handler on; never changed.
  private nonisolated(unsafe) static let sources = watched()

  /// Handles signals for as long as it is kept.
  package final class Handling: Sendable {
    private let number: Int

    fileprivate init(_ handler: @escaping @Sendable () -> Never) {
      let number = count.add(1, ordering: .relaxed).newValue
      self.number = number
      handlers.withLock { $0.append((number, handler)) }
    }

    deinit {
      let number = number
      handlers.withLock { $0.removeAll { $0.number == number } }
    }
  }

  /// Calls the handler on the first such signal, on a thread of its own, unless a later one is there.
  ///
  /// - Returns: what must be kept for as long as signals are to be handled; they are ignored where no handler is
  ///   left.
  package static func handle(_ handler: @escaping @Sendable () -> Never) -> Handling {
    let handling = Handling(handler)
    _ = sources
    return handling
  }

  private static func watched() -> [any DispatchSourceSignal] {
    let queue = DispatchQueue(label: "daystamp.interruption")
    // A signal that comes before the watch begins is lost.
    let watching = DispatchGroup()
    let sources = signals.filter { !isIgnored($0) }.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        let last = handlers.withLock { $0.last }
        last?.call()
      }
      watching.enter()
      source.setRegistrationHandler { watching.leave() }
      source.activate()
      return source
    }
    watching.wait()
    return sources
  }

  /// Whether whoever started the program had it ignore the signal, as nohup(1) does.
  private static func isIgnored(_ number: CInt) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    // SIG_IGN is the number 1 in the shape of a function.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
