import Testing

@testable import Journal

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
