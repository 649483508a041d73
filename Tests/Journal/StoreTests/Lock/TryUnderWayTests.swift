import Journal
import GRDB
import JournalSupport
import Testing

@testable import Store

@Suite("A try that is under way")
struct TryUnderWayTests {
  private typealias It = LockedJournal

  @Test("is counted before the hash is computed, be it the right one")
  func counted() throws {
    let it = try It()
    var seen: [Int?] = []
    let lock = try it.reopenedLock()
    let after = AfterCounting(by: lock) { seen = try [it.failures, it.lastTry, it.sessions] }
    #expect(try lock.attempt(It.right) == nil)
    #expect(after.isDone)
    #expect(seen == [1, it.clock.now, 0])
    #expect(try it.failures == 0)
  }

  @Test("is seen by others, who have one less")
  func seen() throws {
    let it = try It()
    try it.count(3)
    let lock = try it.reopenedLock()
    var error: LockError?
    let after = AfterCounting(by: lock) {
      error = try it.lock.attempt(It.right)
    }
    #expect(try lock.attempt(It.wrong) != nil)
    #expect(after.isDone)
    #expect(error == .noTry(Tries(failures: 4, last: it.clock.now), wait: 30))
    #expect(try it.failures == 4)
  }

  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let work: @Sendable (OwnerLock) throws -> Void
  }

  private static let changes = [
    Change(testDescription: "changed") { try $0.change(It.right, to: "8046") },
    Change(testDescription: "changed to the same") { try $0.change(It.right, to: It.right) },
    Change(testDescription: "taken away") { try $0.remove(It.right) },
    Change(testDescription: "reset") { try $0.reset() },
    Change(testDescription: "reset and set again") {
      try $0.reset()
      try $0.set(It.right)
    },
  ]

  @Test("opens, changes and removes nothing where the PIN is another meanwhile", arguments: changes)
  func changed(change: Change) throws {
    let works: [(OwnerLock) throws -> Void] = [
      { _ = try $0.unlock(It.right) }, { try $0.change(It.right, to: "0852") },
      { try $0.remove(It.right) },
    ]
    for work in works {
      let it = try It()
      let lock = try it.reopenedLock()
      var hash: String?
      let after = AfterCounting(by: lock) {
        try change.work(it.lock)
        hash = try it.hash
      }
      #expect(throws: LockError.changedMeanwhile) { try work(lock) }
      #expect(after.isDone)
      #expect(try it.hash == hash)
      #expect(try it.sessions == 0)
      #expect(try it.failures ?? 0 == 0)
    }
  }

  @Test("makes nobody's journal reappear that is removed meanwhile")
  func removed() throws {
    let it = try It()
    let token = try it.lock.unlock(It.right)
    let lock = try it.reopenedLock()
    let after = AfterCounting(by: lock) {
      _ = try it.journals(token).journal(of: it.lock.owner).removeOwner()
    }
    #expect(throws: LockError.changedMeanwhile) { _ = try lock.unlock(It.right) }
    #expect(after.isDone)
    #expect(try it.sessions == 0)
    #expect(try it.test.journals.owners() == [])
  }
}

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

@Suite("A clock that is set back")
struct SetBackClockTests {
  private typealias It = LockedJournal

  @Test("between tries makes no wait shorter, and each ends", arguments: 4...9)
  func wait(failures: Int) throws {
    let it = try It()
    try it.count(failures)
    let wait = 30 << (failures - 4)
    it.clock.move(by: wait / 2)
    it.clock.move(by: -It.day)
    let tries = try #require(try it.lock.tries())
    #expect(try it.lock.attempt(It.right) == .noTry(tries, wait: wait))
    // The wait is counted from then on.
    #expect(try it.failures == failures)
    #expect(try it.lastTry == it.clock.now)
    it.clock.move(by: wait - 1)
    #expect(
      try it.lock.attempt(It.right)
        == .noTry(Tries(failures: failures, last: it.clock.now - wait + 1), wait: 1))
    it.clock.move(by: 1)
    #expect(try it.lock.attempt(It.right) == nil)
  }

  @Test("again and again wins no try")
  func repeated() throws {
    let it = try It()
    try it.count(6)
    for _ in 0..<20 {
      it.clock.move(by: 119)
      it.clock.move(by: -It.day)
      guard case .noTry(let tries, 120) = try it.lock.attempt(It.right) else {
        Issue.record("the wait is shorter")
        return
      }
      #expect(tries.failures == 6)
    }
    #expect(try it.failures == 6)
  }

  @Test("and forward again wins no try")
  func backAndForth() throws {
    let it = try It()
    try it.count(4)
    it.clock.move(by: -It.day)
    #expect(try it.lock.attempt(It.right) != nil)
    it.clock.move(by: 29)
    #expect(try it.lock.attempt(It.right) != nil)
    #expect(try it.failures == 4)
  }

  @Test("does not close for longer than the wait who only asks whether a try may be made")
  func asking() throws {
    let it = try It()
    try it.count(4)
    it.clock.move(by: -It.day)
    #expect(throws: LockError.self) { try it.lock.checkMayTry() }
    it.clock.move(by: 29)
    #expect(throws: LockError.self) { try it.lock.checkMayTry() }
    it.clock.move(by: 1)
    try it.lock.checkMayTry()
  }

  @Test("leaves the free tries, which are counted", arguments: 0...3)
  func free(failures: Int) throws {
    let it = try It()
    try it.count(failures)
    it.clock.move(by: -It.day)
    let counted = Tries(failures: failures + 1, last: it.clock.now)
    #expect(
      try it.lock.attempt(It.wrong)
        == .wrongPIN(counted, wait: failures == 3 ? 30 : 0))
    #expect(try it.failures == failures + 1)
  }

  @Test("opens no PIN that is shut")
  func shut() throws {
    let it = try It()
    try it.count(10)
    it.clock.move(by: -It.day)
    for _ in 0..<3 {
      guard case .noTry(let tries, _) = try it.lock.attempt(It.right) else {
        Issue.record("it was tried")
        return
      }
      #expect(tries.isShut)
      it.clock.move(by: 3_600)
    }
  }
}
