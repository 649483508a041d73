import Testing

@testable import Journal

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
