import Dispatch
import Glibc
import Raster
import Synchronization

/// The machine's processors, as far as stamping keeps them busy.
///
/// Photos are worked on side by side, each on one; a photo on its own leaves the others idle.
enum Processors {
  private static let count = sysconf(CInt(_SC_NPROCESSORS_ONLN))
  private static let atWork = Atomic(0)

  /// No more than there are photos worked on at the same time: whoever asks for one job has one
  /// processor kept busy.
  private static var allowed: Int { min(count, MemoryBudget.ofThisProcess.jobs) }

  static func beginWork() { atWork.add(1, ordering: .relaxed) }
  static func endWork() { atWork.subtract(1, ordering: .relaxed) }

  /// Of fewer bytes the work is done before another thread has begun.
  private static let muchWork = 1 << 18

  /// The results of two pieces of work of which neither sees anything of the other's: found at once where
  /// a processor is idle that may be used, otherwise one after the other.
  ///
  /// - Parameters:
  ///   - bytes: how many the second goes through; few are not worth a thread.
  ///   - first: is done on this thread.
  ///   - second: may be done on another.
  /// - Returns: both results.
  static func both<First, Second: Sendable>(
    bytes: Int, _ first: () -> First, _ second: @escaping @Sendable () -> Second
  ) -> (First, Second) {
    guard bytes >= muchWork, atWork.load(ordering: .relaxed) < allowed else {
      return (first(), second())
    }
    let other = Mutex<Second?>(nil)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      let result = second()
      other.withLock { $0 = result }
    }
    let one = first()
    group.wait()
    guard let other = other.withLock({ $0 }) else {
      preconditionFailure("the group is empty once the work is done")
    }
    return (one, other)
  }
}
