import Synchronization

/// A clock that stands still until a test moves it.
final class TestClock: Sendable {
  private let seconds: Atomic<Int>

  init(_ now: Int = 1_750_000_000) { seconds = Atomic(now) }

  /// Seconds since 1970 in UTC.
  var now: Int { seconds.load(ordering: .sequentiallyConsistent) }

  func move(by seconds: Int) {
    self.seconds.add(seconds, ordering: .sequentiallyConsistent)
  }

  /// The clock as what is tested takes it.
  var read: @Sendable () -> Int { { self.now } }
}
