import Foundation
import Testing

@testable import Journal

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
