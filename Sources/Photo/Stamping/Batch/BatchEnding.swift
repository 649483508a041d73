import Dispatch
import Glibc
import Synchronization

/// How a batch ends before its end: what it has put on the disk is reported, and nothing more is put
/// there.
package final class BatchEnding: Sendable {
  /// What was begun and is not reported.
  private let underWay = DispatchGroup()
  private let isClosed = Mutex(false)

  package init() {}

  /// Begins a reported step, or waits for the end of the program.
  package func enter() {
    let mayBegin = isClosed.withLock { isClosed in
      if !isClosed { underWay.enter() }
      return !isClosed
    }
    while !mayBegin { pause() }
  }

  /// Ends what ``enter()`` began: it is reported, or came to nothing.
  package func leave() { underWay.leave() }

  /// Lets nothing more begin, and waits until what is under way is reported, for so many seconds at
  /// most: whoever reads the reports may have stopped.
  package func close(patience: Double) {
    isClosed.withLock { $0 = true }
    _ = underWay.wait(timeout: .now() + patience)
  }
}
