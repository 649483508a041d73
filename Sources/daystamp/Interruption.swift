import Dispatch
import Glibc

/// Ctrl-C and the other polite ways to end a program.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Calls the handler on the first such signal, on a thread of its own.
  ///
  /// - Returns: what must be kept for as long as signals are to be handled.
  static func handle(_ handler: @escaping @Sendable () -> Never) -> [any DispatchSourceSignal] {
    let queue = DispatchQueue(label: "daystamp.interruption")
    return signals.filter { !isIgnored($0) }.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { handler() }
      // A signal is lost that comes before the system was told to watch for it.
      let watching = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { watching.signal() }
      source.activate()
      watching.wait()
      return source
    }
  }

  /// Whether whoever started the program had it ignore the signal, as nohup(1) does.
  private static func isIgnored(_ number: CInt) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    // SIG_IGN is the number 1 in the shape of a function.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
