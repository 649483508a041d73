import Journal
import TestSupport
import Testing

@Suite("daystamp random")
struct RandomPostCommandTests {
  @Test("shows the same post each time, as show does")
  func same() throws {
    let program = try AskedJournal.program()
    let first = try program.run("random", "--json")
    let second = try program.run("random", "--json")
    try #require(first.numbers.count == 1)
    let text = try program.run("random").output
    // Where midnight came meanwhile, nothing can be said.
    guard try program.run("random", "--json").output == first.output else { return }
    #expect(first.output == second.output)
    #expect(text == (try program.run("show", "\(first.numbers[0])").output))
  }

  @Test("draws others when asked again")
  func again() throws {
    let program = try AskedJournal.program()
    // All alike once in some hundred million times.
    let drawn = try (0..<13).flatMap { _ in try program.run("random", "--again", "--json").numbers }
    #expect(drawn.count == 13 && Set(drawn).count > 1)
    #expect(Set(drawn).isSubset(of: [1, 2, 3, 4, 5]))
  }

  @Test("says where there is no post")
  func empty() throws {
    let program = try JournalProgram()
    try program.post("2024-01-01")
    try program.library().trash.move([1], now: 0)
    for arguments in [["random"], ["random", "--json"], ["random", "--again"], ["stats"]] {
      let result = try program.run(arguments)
      #expect(result.status == 0 && result.output == "")
      #expect(result.error == "There are no posts yet.\n")
    }
  }
}
