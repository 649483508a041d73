import Foundation
import Synchronization

/// Lets a process write for each owner once at a time. SQLite writes one transaction after another, and whoever
/// asks for many at once would be ahead of another owner with all of them: now it is one.
final class WriteTurns: Sendable {
  private let locks = Mutex<[Int64: NSLock]>([:])

  /// Does work while no other thread does any for the owner.
  func wait<Result>(for owner: Int64, _ work: () throws -> Result) rethrows -> Result {
    let lock = locks.withLock { locks in
      if let lock = locks[owner] { return lock }
      let lock = NSLock()
      locks[owner] = lock
      return lock
    }
    return try lock.withLock(work)
  }
}
