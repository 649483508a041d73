import GRDB
import Testing

@testable import Journal

/// Does work once, when a lock has counted a try and has not yet computed the hash.
final class AfterCounting: TransactionObserver {
  private var work: (() throws -> Void)?

  init(by lock: OwnerLock, _ work: @escaping () throws -> Void) {
    self.work = work
    lock.store.database.add(transactionObserver: self)
  }

  var isDone: Bool { work == nil }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidRollback(_ db: Database) {}

  func databaseDidCommit(_ db: Database) {
    guard let work else { return }
    self.work = nil
    do {
      try work()
    } catch {
      Issue.record(error)
    }
  }
}
