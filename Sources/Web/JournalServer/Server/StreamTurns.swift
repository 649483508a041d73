import Synchronization

/// How many requests of one HTTP/2 connection are answered at a time: few until one of them shows a
/// device's token, then all. A stranger who opens connections with a hundred streams each and
/// closes them again costs the server only those few.
final class StreamTurns: Sendable {
  /// Somewhat fewer than the connections of HTTP/1.1 that a browser opens to one server.
  static let ofStranger = 4

  private let state = Mutex(State())

  private struct State {
    var isOpen = false
    var taken = 0
    /// There is one at most: streams are taken from the connection one after the other.
    var waiting: CheckedContinuation<Void, Never>?

    /// Gives what waits its turn, if there is one.
    mutating func next() -> CheckedContinuation<Void, Never>? {
      guard isOpen || taken < StreamTurns.ofStranger, let next = waiting.take() else { return nil }
      taken += 1
      return next
    }
  }

  /// Waits for a turn.
  func take() async {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        state.waiting = continuation
        return state.next()
      }?.resume()
    }
  }

  /// Ends a turn.
  func giveBack() {
    state.withLock { state in
      state.taken -= 1
      return state.next()
    }?.resume()
  }

  /// Lets all come at once from now on: the connection is a device's, or is at its end.
  func open() {
    state.withLock { state in
      state.isOpen = true
      return state.next()
    }?.resume()
  }
}
