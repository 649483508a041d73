import Dispatch
package import GRDB
import Synchronization

/// Writes of minor records, such as when a device was last seen. They fail no request and delay
/// none; a later request writes what this one could not.
final class Notes: Sendable {
  /// Seconds that a note is waited for, for which it is usually there.
  private static let patience = 1.0

  /// Whether one was begun and has not ended. The others are left out meanwhile, so that no more than
  /// one waits for what this process itself writes.
  private let isUnderWay = Atomic(false)

  /// - Returns: what the work returned; nil where it was left out, failed, or is not yet done.
  func write<Value: Sendable>(
    to database: any DatabaseWriter, _ work: @escaping @Sendable (Database) throws -> Value?
  ) -> Value? {
    let begun = isUnderWay.compareExchange(
      expected: false, desired: true, ordering: .sequentiallyConsistent)
    guard begun.exchanged else { return nil }
    let (value, done) = (Note<Value>(), DispatchSemaphore(value: 0))
    database.asyncWriteWithoutTransaction { db in
      let written = try? db.withoutWaiting(work)
      value.set(written ?? nil)
      self.isUnderWay.store(false, ordering: .sequentiallyConsistent)
      done.signal()
    }
    guard done.wait(timeout: .now() + Self.patience) == .success else { return nil }
    return value.get()
  }
}

private final class Note<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  func set(_ new: Value?) { value.withLock { $0 = new } }
  func get() -> Value? { value.withLock { $0 } }
}

extension JournalStore {
  /// Notes something, where that can be done at once.
  package func note<Value: Sendable>(
    _ work: @escaping @Sendable (Database) throws -> Value?
  ) -> Value? {
    isReadOnly ? nil : notes.write(to: database, work)
  }
}

extension Database {
  /// Does work in a transaction; gives up at once where another process writes.
  fileprivate func withoutWaiting<Value>(_ work: (Database) throws -> Value?) throws -> Value? {
    let patience = try Int.fetchOne(self, sql: "PRAGMA busy_timeout") ?? 0
    try execute(sql: "PRAGMA busy_timeout = 0")
    defer { try? execute(sql: "PRAGMA busy_timeout = \(patience)") }
    var value: Value?
    try inTransaction(.immediate) {
      value = try change(work)
      return .commit
    }
    return value
  }
}
