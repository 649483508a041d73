import Dispatch
import Synchronization

/// Goes through elements, working on several at a time, for callers that wait for the end.
struct BlockingWalk<Element: Sendable>: Sendable {
  private let elements: [Element]
  private let jobs: Int

  /// - Parameters:
  ///   - elements: what is worked on.
  ///   - jobs: how many of them are worked on at the same time, at least 1.
  init(_ elements: [Element], jobs: Int) { (self.elements, self.jobs) = (elements, jobs) }

  /// What the threads share.
  private final class State<Result: Sendable>: Sendable {
    /// The next element, and results that are not yet reported.
    let work = Mutex<(next: Int, done: [(Int, Result)])>((0, []))
    let finished = DispatchSemaphore(value: 0)
  }

  /// Works on all elements.
  ///
  /// - Parameters:
  ///   - work: called once for each element, on any thread.
  ///   - report: called with each result as it comes, on the caller's thread.
  func run<Result: Sendable>(
    _ work: @escaping @Sendable (Element) -> Result,
    report: (Element, Result) -> Void
  ) {
    guard jobs > 1, elements.count > 1 else {
      return elements.forEach { report($0, work($0)) }
    }
    let state = State<Result>()
    let threads = DispatchQueue(label: "daystamp.walk", attributes: .concurrent)
    for _ in 0..<min(jobs, elements.count) {
      threads.async { [elements] in
        while let index = state.work.withLock({ work -> Int? in
          defer { work.next += 1 }
          return work.next < elements.count ? work.next : nil
        }) {
          let result = work(elements[index])
          state.work.withLock { $0.done.append((index, result)) }
          state.finished.signal()
        }
      }
    }
    for _ in elements {
      state.finished.wait()
      guard let (index, result) = state.work.withLock({ $0.done.popLast() }) else { continue }
      report(elements[index], result)
    }
  }
}
