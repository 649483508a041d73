import Dispatch
import Synchronization

/// Waits for a disk that are waited for together: what the kernel and the disk do for one serves all that
/// wait at the time.
enum Waits {
  /// How many are under way at most: more than the processor has cores, for they only wait. A few are
  /// enough that all share what is written for them.
  private static let width = 4

  /// Queues of which each has a thread when it needs one, as none of a concurrent queue is sure to.
  private static let queues = (1..<width).map { DispatchQueue(label: "daystamp.waiting.\($0)") }

  /// Waits for each of some things, several at a time.
  ///
  /// - Parameters:
  ///   - things: what is waited for.
  ///   - wait: waits for one; several calls at a time.
  /// - Returns: what `wait` returned for each, in the order of the things.
  static func all<Thing: Sendable, Result: Sendable>(
    of things: [Thing], _ wait: @escaping @Sendable (Thing) -> Result
  ) -> [Result] {
    guard things.count > 1 else { return things.map(wait) }
    let turns = Turns<Result>(count: things.count)
    // Who comes late, after others kept the queue, finds nothing to do.
    @Sendable func work() {
      while let index = turns.next() { turns.end(index, wait(things[index])) }
    }
    for queue in queues.prefix(things.count - 1) { queue.async(execute: work) }
    work()
    return turns.results()
  }

  /// The waits of one call, which threads take one after the other.
  private final class Turns<Result: Sendable>: Sendable {
    private let state: Mutex<State>
    private let allEnded = DispatchSemaphore(value: 0)

    private struct State {
      var next = 0
      var ended = 0
      var results: [Result?]
    }

    init(count: Int) { state = Mutex(State(results: Array(repeating: nil, count: count))) }

    /// Nil where none is left.
    func next() -> Int? {
      state.withLock { state in
        guard state.next < state.results.count else { return nil }
        defer { state.next += 1 }
        return state.next
      }
    }

    func end(_ index: Int, _ result: Result) {
      let isLast = state.withLock { state in
        state.results[index] = result
        state.ended += 1
        return state.ended == state.results.count
      }
      if isLast { allEnded.signal() }
    }

    /// Waits for those that others have begun. To be called once.
    func results() -> [Result] {
      allEnded.wait()
      return state.withLock { $0.results.compactMap(\.self) }
    }
  }
}
