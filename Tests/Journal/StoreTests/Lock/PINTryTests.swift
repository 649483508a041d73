import Foundation
import JournalSupport
import Testing

@testable import Store

@Suite("A try of a PIN")
struct PINTryTests {
  private typealias It = LockedJournal

  /// Tries that are wrong, each as soon as it may be made.
  private func failures(_ count: Int, _ it: LockedJournal) throws {
    for _ in 0..<count {
      it.clock.move(by: try it.lock.tries()?.wait(at: it.clock.now) ?? 0)
      guard case .wrongPIN = try it.lock.attempt(It.wrong) else {
        Issue.record("no wrong PIN")
        return
      }
    }
  }

  @Test("is counted where it was wrong, with what is left and what has to be waited")
  func wrong() throws {
    let it = try It()
    for (number, wait) in [(1, 0), (2, 0), (3, 0), (4, 30)] {
      it.clock.move(by: 1)
      let tries = Tries(failures: number, last: it.clock.now)
      #expect(try it.lock.attempt("000\(number)") == .wrongPIN(tries, wait: wait))
      #expect(try it.failures == number)
      #expect(try it.lastTry == it.clock.now)
    }
    #expect(try it.sessions == 0)
  }

  @Test("clears the count where it was right", arguments: 1...3)
  func right(before: Int) throws {
    let it = try It()
    try failures(before, it)
    #expect(try it.lock.attempt(It.right) == nil)
    #expect(try it.failures == 0)
    #expect(try it.lastTry == nil)
    try failures(3, it)
    #expect(try it.lock.attempt(It.right) == nil)
  }

  @Test("is not made, nor counted, while there is a wait, be it the right one")
  func wait() throws {
    let it = try It()
    try failures(4, it)
    let tries = Tries(failures: 4, last: it.clock.now)
    for left in [30, 29, 1] {
      let refused = LockError.noTry(tries, wait: left)
      #expect(try it.lock.attempt(It.right) == refused)
      #expect(try it.lock.attempt(It.wrong) == refused)
      #expect(throws: refused) { try it.lock.checkMayTry() }
      #expect(throws: refused) { try it.lock.remove(It.right) }
      #expect(throws: refused) { try it.lock.change(It.right, to: "8046") }
      it.clock.move(by: left == 30 ? 1 : left - 1)
    }
    #expect(try it.failures == 4)
    #expect(try it.lastTry == tries.last)
    #expect(try it.sessions == 0)
  }

  @Test("is made and counted again once the wait is over", arguments: 4...9)
  func afterWait(before: Int) throws {
    let it = try It()
    try failures(before, it)
    let tries = try #require(try it.lock.tries())
    let wait = tries.wait(at: it.clock.now)
    #expect(wait == 30 << (before - 4))
    it.clock.move(by: wait - 1)
    #expect(try it.lock.attempt(It.right) == .noTry(tries, wait: 1))
    it.clock.move(by: 1)
    try it.lock.checkMayTry()
    try failures(1, it)
    #expect(try it.failures == before + 1)
  }

  @Test("that is right ends the waiting", arguments: 4...9)
  func rightAfterWait(before: Int) throws {
    let it = try It()
    try failures(before, it)
    it.clock.move(by: 3_600)
    #expect(try it.lock.attempt(It.right) == nil)
    #expect(try it.lock.tries() == Tries(failures: 0, last: nil))
    try failures(3, it)
    #expect(try it.lock.attempt(It.right) == nil)
  }

  @Test("shuts the PIN for ever where it is the tenth that is wrong, until it is reset")
  func tenth() throws {
    let it = try It()
    let session = try it.lock.unlock(It.right, idle: Session.longest)
    try failures(9, it)
    it.clock.move(by: 960)
    let last = Tries(failures: 10, last: it.clock.now)
    #expect(try it.lock.attempt(It.wrong) == .wrongPIN(last, wait: 0))
    #expect(last.isShut)
    for seconds in [0, 3_600, -It.day, 100 * 365 * It.day] {
      it.clock.move(by: seconds)
      guard case .noTry(let tries, _) = try it.lock.attempt(It.right) else {
        Issue.record("it was tried")
        return
      }
      #expect(tries.isShut)
      #expect(throws: LockError.self) { try it.lock.checkMayTry() }
      #expect(throws: LockError.self) { try it.lock.remove(It.right) }
      #expect(throws: LockError.self) { try it.lock.change(It.right, to: "8046") }
      #expect(throws: LockError.pinExists(it.lock.owner)) { try it.lock.set("8046") }
    }
    #expect(try it.failures == 10)
    #expect(try it.lock.session(session) == nil)
    try it.lock.reset()
    try it.lock.set("8046")
    #expect(try it.lock.attempt("8046") == nil)
  }

  @Test("leaves the sessions that are open")
  func sessions() throws {
    let it = try It()
    let token = try it.lock.unlock(It.right)
    try failures(4, it)
    #expect(try it.opens(token))
  }

  @Test("of one owner counts for no other")
  func owners() throws {
    let it = try It()
    let bob = try it.add("bob", pin: "8046")
    try failures(4, it)
    #expect(try bob.tries() == Tries(failures: 0, last: nil))
    #expect(try bob.attempt("8046") == nil)
    #expect(try it.failures == 4)
    #expect(try bob.attempt(It.right) == .wrongPIN(Tries(failures: 1, last: it.clock.now), wait: 0))
  }
}

@Suite("Fifty tries at once")
struct ParallelTriesTests {
  private typealias It = LockedJournal

  /// How tries ended that were made at once, each on a journal of its own, as by other processes.
  private func tryAtOnce(_ digits: String, _ it: LockedJournal) async throws -> [LockError?] {
    let locks = try (0..<50).map { _ in try it.reopenedLock(iterations: 1_000) }
    return try await withThrowingTaskGroup { group in
      for lock in locks { group.addTask { try await Self.attempt(digits, lock) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  /// Tries on a thread of its own, for tasks share a few.
  private static func attempt(_ digits: String, _ lock: OwnerLock) async throws -> LockError? {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try lock.attempt(digits) })
      }
    }
  }

  /// The counts of wrong PINs, and how many tries were not made.
  private func counts(_ errors: [LockError?]) -> (wrong: [Int], refused: Int) {
    var (wrong, refused) = ([Int](), 0)
    for error in errors {
      switch error {
      case .wrongPIN(let tries, _): wrong.append(tries.failures)
      case .noTry: refused += 1
      default: Issue.record("\(String(describing: error))")
      }
    }
    return (wrong.sorted(), refused)
  }

  @Test("are four that are wrong and 46 that are not made")
  func wrong() async throws {
    let it = try It(iterations: 1_000)
    let (wrong, refused) = try counts(await tryAtOnce(It.wrong, it))
    #expect(wrong == [1, 2, 3, 4])
    #expect(refused == 46)
    #expect(try it.failures == 4)

    #expect(
      try it.lock.attempt(It.right)
        == .noTry(Tries(failures: 4, last: it.clock.now), wait: 30))
    it.clock.move(by: 30)
    #expect(try it.lock.attempt(It.right) == nil)
    #expect(try it.failures == 0)
  }

  @Test("are one that is wrong once a wait is over, which shuts the PIN where it is the tenth")
  func afterWait() async throws {
    let it = try It(iterations: 1_000)
    try it.count(9)
    it.clock.move(by: 960)
    let (wrong, refused) = try counts(await tryAtOnce(It.wrong, it))
    #expect(wrong == [10])
    #expect(refused == 49)
    #expect(try it.failures == 10)
    guard case .noTry = try it.lock.attempt(It.right) else {
      Issue.record("the PIN is not shut")
      return
    }
  }

  @Test("that are right leave no count, and a session for each that was made")
  func right() async throws {
    let it = try It(iterations: 1_000)
    let errors = try await tryAtOnce(It.right, it)
    let opened = errors.count { $0 == nil }
    #expect(opened >= 4)
    #expect(counts(errors.filter { $0 != nil }).refused == 50 - opened)
    #expect(try it.sessions == opened)
    #expect(try it.lock.tries() == Tries(failures: 0, last: nil))
  }
}
