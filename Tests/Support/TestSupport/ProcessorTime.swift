import Foundation

/// Measures work by this thread's own time on a processor, which the load of others does not lengthen.
///
/// - Parameter work: stays on one thread, as everything does that does not suspend.
/// - Returns: the time that it took.
package func processorTime(_ work: () throws -> Void) rethrows -> Duration {
  let start = threadTime()
  try work()
  return threadTime() - start
}

private func threadTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
