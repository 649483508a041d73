import Foundation
import Synchronization

/// Lets a process write for each owner one transaction at a time. SQLite runs one after another,
/// and an owner with many waiting would otherwise be ahead of another with all of them.
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
