import Dispatch
import Glibc
import Synchronization

/// The machine's processors, as far as stamping keeps them busy.
///
/// Photos are worked on side by side, each on one; a photo on its own leaves the others idle.
enum Processors {
  private static let count = sysconf(CInt(_SC_NPROCESSORS_ONLN))
  private static let atWork = Atomic(0)

  static func beginWork() { atWork.add(1, ordering: .relaxed) }
  static func endWork() { atWork.subtract(1, ordering: .relaxed) }

  /// The results of two pieces of work of which neither sees anything of the other's: found at once where
  /// a processor is idle, otherwise one after the other.
  static func both<First, Second: Sendable>(
    _ first: () -> First, _ second: @escaping @Sendable () -> Second
  ) -> (First, Second) {
    guard atWork.load(ordering: .relaxed) < count else { return (first(), second()) }
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
