import Testing

@testable import Journal

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
