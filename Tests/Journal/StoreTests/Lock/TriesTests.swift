import Journal
import JournalSupport
import Testing

@testable import Store

@Suite("The wait before a try")
struct TriesTests {
  private static let last = 1_750_000_000
  private static let table = [
    (0, 0), (1, 0), (2, 0), (3, 0), (4, 30), (5, 60), (6, 120), (7, 240), (8, 480), (9, 960),
  ]

  @Test("is none after up to three that were wrong, then doubles", arguments: table)
  func waits(failures: Int, wait: Int) {
    let tries = Tries(failures: failures, last: Self.last)
    #expect(tries.wait(at: Self.last) == wait)
    #expect(tries.left == 10 - failures)
    #expect(!tries.isShut)
  }

  @Test("is over at the second, not before and not after", arguments: table)
  func end(failures: Int, wait: Int) {
    let tries = Tries(failures: failures, last: Self.last)
    #expect(tries.wait(at: Self.last + 1) == max(0, wait - 1))
    #expect(tries.wait(at: Self.last + max(wait, 1) - 1) == min(wait, 1))
    for later in [wait, wait + 1, wait + 86_400, 1 << 40] {
      #expect(tries.wait(at: Self.last + later) == 0)
    }
  }

  @Test("is the whole wait again where the clock was set back", arguments: table)
  func setBack(failures: Int, wait: Int) {
    let tries = Tries(failures: failures, last: Self.last)
    for earlier in [1, 29, 60, 3_600, 86_400, 1 << 40] {
      #expect(tries.wait(at: Self.last - earlier) == wait)
    }
  }

  @Test("goes over into a shut PIN with the tenth")
  func shut() {
    let tries = Tries(failures: 10, last: Self.last)
    #expect(tries.isShut)
    #expect(tries.left == 0)
    #expect(Tries(failures: 10, last: nil).isShut)
  }

  @Test("is none before the first try")
  func none() { #expect(Tries(failures: 0, last: nil).wait(at: Self.last) == 0) }

  @Test("can be told at any instant that is stored", arguments: 0...10)
  func extremes(failures: Int) {
    for last in [DayRule.instants.lowerBound, DayRule.instants.upperBound] {
      for now in [DayRule.instants.lowerBound, 0, DayRule.instants.upperBound, 1 << 50] {
        #expect((0...3_600).contains(Tries(failures: failures, last: last).wait(at: now)))
      }
    }
  }
}

@Suite("How long a journal may go without use before it is locked")
struct LockDelayTests {
  private typealias It = LockedJournal

  @Test(
    "is as the owner has set it",
    arguments: [("0", 60), ("1", 60), ("5", 300), ("15", 900), ("30", 1_800)])
  func asSet(text: String, seconds: Int) throws {
    let it = try It(pin: nil)
    try it.test.journal.settings.set(.lockAfter, to: text)
    try it.lock.set(It.right)
    let token = try it.lock.unlock(It.right)
    #expect(try it.lock.session(token)?.idle == seconds)

    it.clock.move(by: seconds - 1)
    #expect(try it.lock.session(token) != nil)
    it.clock.move(by: 1)
    #expect(try it.lock.session(token) == nil)
  }

  @Test("is 15 minutes where nothing is set, or what nobody can read")
  func usual() throws {
    let it = try It()
    #expect(try it.lock.session(it.lock.unlock(It.right))?.idle == 900)
    try it.test.execute("INSERT INTO setting SELECT id, 'lock-after', 'soon' FROM owner")
    #expect(try it.lock.session(it.lock.unlock(It.right))?.idle == 900)
  }

  @Test("gives way to what is asked for when the journal is unlocked")
  func asked() throws {
    let it = try It()
    #expect(try it.lock.session(it.lock.unlock(It.right, idle: 7))?.idle == 7)
  }

  @Test("holds for sessions that are open when it is set, one key at a time or several")
  func openSessions() throws {
    let it = try It()
    let token = try it.lock.unlock(It.right)
    let journal = try it.journals(token).journal(of: it.lock.owner)
    try journal.settings.set(.lockAfter, to: "30")
    #expect(try it.lock.session(token)?.idle == 1_800)
    _ = try journal.settings.set([.lockAfter: "1"])
    #expect(try it.lock.session(token)?.idle == 60)
    try journal.settings.reset(.lockAfter)
    #expect(try it.lock.session(token)?.idle == 900)
    try journal.settings.set(.dayStart, to: "04:00")
    #expect(try it.lock.session(token)?.idle == 900)
  }
}

@Suite("A PIN that costs less to try than today's")
struct PINCostTests {
  private typealias It = LockedJournal

  private func rounds(_ it: LockedJournal) throws -> Int? {
    try it.hash.flatMap { PINHash($0) }?.iterations
  }

  @Test("is stored with today's cost and another salt once it was right, and keeps working")
  func rewritten() throws {
    let it = try It()
    let before = try #require(try it.hash)
    let today = try it.reopenedLock(iterations: 25)
    let token = try today.unlock(It.right)
    #expect(try rounds(it) == 25)
    #expect(try it.opens(token))
    let text = try #require(try it.hash)
    #expect(text.split(separator: "$")[2] != before.split(separator: "$")[2])
    for _ in 0..<2 { #expect(try today.attempt(It.right) == nil) }
    #expect(try it.hash == text)
    #expect(try today.attempt(It.wrong) != nil)
  }

  @Test("stays as it is where the try was wrong, or none was made")
  func wrong() throws {
    let it = try It()
    let before = try it.hash
    let today = try it.reopenedLock(iterations: 25)
    for _ in 0..<4 { #expect(try today.attempt(It.wrong) != nil) }
    #expect(try today.attempt(It.right) != nil)
    #expect(try it.hash == before)
  }

  @Test("is changed to one of today's cost")
  func changed() throws {
    let it = try It()
    try it.reopenedLock(iterations: 25).change(It.right, to: "8046")
    #expect(try rounds(it) == 25)
    #expect(try it.lock.attempt("8046") == nil)
  }

  @Test("is not what one is that costs as much, or more")
  func dear() throws {
    let it = try It(iterations: 25)
    let before = try it.hash
    for rounds in [25, 10] {
      #expect(try it.reopenedLock(iterations: rounds).attempt(It.right) == nil)
    }
    #expect(try it.hash == before)
  }
}
