import Dispatch
import Glibc
import Synchronization

/// A thread that ends with the program alone. The kernel ends a decoding process with the thread that
/// started it, and the threads of a pool come and go.
final class LastingThread: Sendable {
  static let shared = LastingThread()

  private final class Answered<Answer: Sendable>: Sendable {
    let value = Mutex<Answer?>(nil)
  }

  private let work = Mutex<[@Sendable () -> Void]>([])
  private let isThere = DispatchSemaphore(value: 0)

  private init() {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { _ in
        while true {
          LastingThread.shared.isThere.wait()
          let next = LastingThread.shared.work.withLock { $0.isEmpty ? nil : $0.removeFirst() }
          next?()
        }
      }, nil)
    pthread_detach(thread)
  }

  /// Runs work there, and waits for it.
  func run<Answer: Sendable>(_ body: @escaping @Sendable () -> Answer) -> Answer {
    let done = DispatchSemaphore(value: 0)
    let answer = Answered<Answer>()
    work.withLock { work in
      work.append {
        answer.value.withLock { $0 = body() }
        done.signal()
      }
    }
    isThere.signal()
    done.wait()
    guard let answer = answer.value.withLock({ $0 }) else { preconditionFailure("it was done") }
    return answer
  }
}
