import Testing

@testable import Journal

@Suite("A post drawn by lot")
struct RandomPostTests {
  private func journal(posts: Int) throws -> TestJournal {
    let test = try TestJournal()
    try test.journal.store((0..<posts).map { MadePost(time: "2024-01-01", posted: 100 + $0) })
    return test
  }

  private func draws(_ test: TestJournal, before: Int = .max) throws -> [Int?] {
    try (0..<200).map { try test.journal.randomPost(seed: $0, before: before)?.number }
  }

  @Test("is any of them, and the same one for the same seed")
  func any() throws {
    let test = try journal(posts: 10)
    #expect(try Set(draws(test)) == Set(1...10))
    #expect(try draws(test) == draws(test))
  }

  @Test(
    "does not depend on the process",
    arguments: [(19_753, 42), (19_754, 65), (20_000, 91), (UInt64.max, 90)])
  func seeds(seed: UInt64, number: Int) throws {
    #expect(try journal(posts: 100).journal.randomPost(seed: seed, before: .max)?.number == number)
  }

  @Test("stays the same whatever is posted from the instant on")
  func stable() throws {
    let test = try journal(posts: 10)
    let before = try draws(test, before: 200)
    try test.journal.store((0..<50).map { _ in MadePost(time: "2020-01-01", posted: 200) })
    #expect(try draws(test, before: 200) == before)
    #expect(try draws(test) != before)
  }

  @Test("is a later one only where there are no earlier ones")
  func later() throws {
    let test = try journal(posts: 10)
    #expect(try Set(draws(test, before: 103)) == [1, 2, 3])
    #expect(try Set(draws(test, before: 100)) == Set(1...10))
  }

  @Test("is never one in the trash, and none in an empty journal")
  func trash() throws {
    let test = try journal(posts: 10)
    try test.journal.moveToTrash([1, 4, 5, 10], now: 0)
    #expect(try Set(draws(test)) == [2, 3, 6, 7, 8, 9])
    #expect(try TestJournal().journal.randomPost(seed: 1, before: .max) == nil)
  }
}
