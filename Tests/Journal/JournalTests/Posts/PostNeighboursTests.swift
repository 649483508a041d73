import JournalSupport
import Store
import Testing

@testable import Journal

@Suite("The neighbours of a post")
struct PostNeighboursTests {
  let test: TestJournal

  init() throws { test = try TestJournal() }

  private func neighbours(_ number: Int) throws -> PostNeighbours {
    try test.journal.posts.neighbours(of: test.journal.posts.post(number))
  }

  private func numbers(beside number: Int) throws -> [[Int]] {
    let post = try test.journal.posts.post(number)
    let (before, after) = try test.journal.posts.photos(beside: post, atMost: 2)
    return [before.map(\.number), after.map(\.number)]
  }

  @Test("go on over the edges of days, and end where the journal does")
  func overDays() async throws {
    // Not in the order of their numbers; the last two are of one moment.
    try await test.post(
      "2024-02-01 09:00", "2024-01-31 23:59", "2024-01-31 12:00", "2024-03-01 08:00",
      "2024-03-01 08:00")
    #expect(
      try [3, 2, 1, 4, 5].map { try neighbours($0) } == [
        PostNeighbours(previous: nil, next: 2, index: 1, count: 2),
        PostNeighbours(previous: 3, next: 1, index: 2, count: 2),
        PostNeighbours(previous: 2, next: 4, index: 1, count: 1),
        PostNeighbours(previous: 1, next: 5, index: 1, count: 2),
        PostNeighbours(previous: 4, next: nil, index: 2, count: 2),
      ])
  }

  @Test("are none in the trash, and none of another owner")
  func apart() async throws {
    try await test.post("2024-01-30 12:00", "2024-01-31 12:00", "2024-02-01 12:00")
    let other = try TestJournal(adding: "bea", to: test)
    try await other.post("2024-01-31 11:00", "2024-01-31 13:00")
    try test.journal.trash.move([2], now: 1_750_000_000)
    #expect(try neighbours(1) == PostNeighbours(previous: nil, next: 3, index: 1, count: 1))
    #expect(try neighbours(2) == PostNeighbours(previous: nil, next: nil, index: 1, count: 1))
    #expect(try numbers(beside: 1) == [[], [3]])
    #expect(try numbers(beside: 2) == [[], []])
  }

  @Test("with a photo are those of words passed over")
  func photos() async throws {
    try await test.post("2024-01-29 12:00", "2024-01-30 12:00", "2024-02-02 12:00")
    for (day, number) in [(31, 4), (30, 5)] {
      var new = NewWords(try Words("words"))
      new.moment = .day(JournalTests.day(2024, 1, day))
      #expect(try test.journal.posts.write(new, now: 1_750_000_000).post.number == number)
    }
    #expect(try numbers(beside: 2) == [[1], [3]])
    #expect(try numbers(beside: 4) == [[2, 1], [3]])
    #expect(try numbers(beside: 3) == [[2, 1], []])
  }
}
