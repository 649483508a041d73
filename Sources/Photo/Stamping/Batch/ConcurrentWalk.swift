import Dispatch

/// Goes through a walk of photos, or any other sequence, working on several elements at a time.
package struct ConcurrentWalk<Walk: Sequence & Sendable>: Sendable where Walk.Element: Sendable {
  private let walk: Walk
  private let jobs: Int

  /// - Parameters:
  ///   - walk: the elements.
  ///   - jobs: how many of them are worked on at the same time, at least 1.
  package init(_ walk: Walk, jobs: Int) {
    self.walk = walk
    self.jobs = jobs
  }

  /// Goes through the walk to its end.
  ///
  /// The work runs on threads of its own, not on those of Swift's cooperative pool, which must not
  /// be blocked. It goes on while a record is reported.
  ///
  /// - Parameters:
  ///   - work: called once for each element of the walk, with the element's index, which counts from
  ///     0 without gaps; several calls at a time.
  ///   - report: called with each record as its work ends, one call at a time. With one job the
  ///     records come in the order of the walk; with more, their indices tell the order.
  package func run<Record: Sendable>(
    _ work: @escaping @Sendable (Walk.Element, _ index: Int) -> Record,
    report: (Record) async -> Void
  ) async {
    let threads = DispatchQueue(label: "daystamp.walk", attributes: .concurrent)
    await withTaskGroup(of: Record.self) { group in
      var running = 0
      for (index, element) in walk.enumerated() {
        var ended: Record?
        if running < jobs { running += 1 } else { ended = await group.next() }
        group.addTask {
          await withCheckedContinuation { continuation in
            threads.async { continuation.resume(returning: work(element, index)) }
          }
        }
        if let ended { await report(ended) }
      }
      for await record in group { await report(record) }
    }
  }
}
