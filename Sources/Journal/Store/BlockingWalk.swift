import Dispatch
import Foundation
import Synchronization

/// Works through elements, several at a time, and blocks until all are done.
///
/// The work may be to wait too: what the kernel and the disk do for one file serves all that wait at the
/// time.
package struct BlockingWalk<Element: Sendable>: Sendable {
  private let elements: [Element]
  private let jobs: Int

  /// - Parameters:
  ///   - elements: what is worked on.
  ///   - jobs: how many of them are worked on at the same time, at least 1.
  package init(_ elements: [Element], jobs: Int) { (self.elements, self.jobs) = (elements, jobs) }

  /// Works on as many at a time as there are processors: for work that only calculates.
  package init(_ elements: [Element]) {
    self.init(elements, jobs: ProcessInfo.processInfo.activeProcessorCount)
  }

  /// The state that the threads share.
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
  package func run<Result: Sendable>(
    _ work: @escaping @Sendable (Element) -> Result, report: (Element, Result) -> Void
  ) {
    forEach(work) { report(elements[$0], $1) }
  }

  /// Works on all elements.
  ///
  /// - Parameter work: called once for each element, on any thread.
  /// - Returns: what the work made of each, in the order of the elements.
  package func results<Result: Sendable>(
    _ work: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    var results = [Result?](repeating: nil, count: elements.count)
    forEach(work) { results[$0] = $1 }
    return results.compactMap(\.self)
  }

  private func forEach<Result: Sendable>(
    _ work: @escaping @Sendable (Element) -> Result, report: (_ index: Int, Result) -> Void
  ) {
    guard jobs > 1, elements.count > 1 else {
      return elements.indices.forEach { report($0, work(elements[$0])) }
    }
    let state = State<Result>()
    let count = elements.count
    @Sendable func next() -> Int? {
      state.work.withLock { work in
        guard work.next < count else { return nil }
        defer { work.next += 1 }
        return work.next
      }
    }
    for number in 1..<min(jobs, count) {
      // Each with a queue of its own, which has a thread when it needs one: those that work on a
      // concurrent one may be as few as the processors, though all of them wait.
      DispatchQueue(label: "daystamp.walk.\(number)").async { [elements] in
        while let index = next() {
          let result = work(elements[index])
          state.work.withLock { $0.done.append((index, result)) }
          state.finished.signal()
        }
      }
    }
    // The caller works too, and waits only for what others have begun: where so many wait that no queue
    // gets a thread, it goes through all of them alone.
    var left = count
    func reportDone() {
      while let (index, result) = state.work.withLock({ $0.done.popLast() }) {
        report(index, result)
        left -= 1
      }
    }
    while let index = next() {
      report(index, work(elements[index]))
      left -= 1
      reportDone()
    }
    while left > 0 {
      state.finished.wait()
      reportDone()
    }
  }
}

extension Array {
  /// Slices of `size` elements, and one of the rest: handing a single element to a thread may take longer
  /// than the work on it.
  package func pieces(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
