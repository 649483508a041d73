import Files
import Journal
import Testing
import TestSupport

@Suite("daystamp memories")
struct MemoriesCommandTests {
  private func memories(_ arguments: String...) async throws -> Program {
    try await AskedJournal.program().run(["memories"] + arguments)
  }

  @Test("lists the day's posts of other years below each year, oldest first")
  func years() async throws {
    let result = try await memories("2023-01-31")
    #expect(result.status == 0 && result.error == "")
    let lines = result.lines
    try #require(lines.count == 5)
    #expect(lines[0] == "2022" && lines[2] == "2024")
    #expect(lines[1].hasPrefix("4  2022-01-31 08:00  "))
    #expect(lines[3].hasPrefix("5  2024-01-31 02:00  "))
    #expect(lines[4].hasPrefix("3  2024-01-31 12:00  "))
  }

  @Test("takes a day of any year as this year's")
  func anyYear() async throws {
    #expect(try await memories("01-31", "--json").numbers == [4, 5, 3])
    let none = try await memories("02-29")
    #expect(none.status == 0 && none.error == "There are no such posts.\n")
    #expect(try await memories("02-30").status == 64)
  }

  @Test("leaves the day's own year out")
  func ownYear() async throws {
    #expect(try await memories("2024-01-31", "--json").numbers == [4])
    #expect(try await memories("2022-01-31", "--json").numbers == [5, 3])
  }

  @Test("prints paths alone for pipes")
  func paths() async throws {
    let lines = try await memories("2023-01-31", "--paths").lines
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.hasPrefix("/") && $0.contains("/01/31/") })
  }

  @Test("says where there are none", arguments: [[], ["--json"], ["--paths"]])
  func none(arguments: [String]) async throws {
    let result = try await AskedJournal.program().run(["memories", "2024-07-07"] + arguments)
    #expect(result.status == 0 && result.output == "")
    #expect(result.error == "There are no such posts.\n")
  }

  @Test("lists the first ten of a year that has more, and all where asked")
  func manyPosts() async throws {
    let program = try JournalProgram()
    for name in 1...11 {
      try program.folder.write(MadePhoto.jpeg() + Array("\(name)".utf8), to: "x/\(name).jpg")
    }
    _ = try await program.run("post", "-r", "x")
    let lines = try await program.run("memories", "2023-01-31").lines
    #expect(lines.count == 12)
    #expect(lines.last == "… and more: daystamp list 2024-01-31")
    #expect(try await program.run("memories", "2023-01-31", "--all").lines.count == 12)
    #expect(try await program.run("memories", "2023-01-31", "--paths").lines.count == 11)
  }

  @Test("takes today where no day is given")
  func today() async throws {
    let (usual, today) = (try await memories("--json"), try await memories("today", "--json"))
    #expect(usual.status == 0 && today.status == 0)
  }
}

@Suite("daystamp random")
struct RandomPostCommandTests {
  @Test("shows the same post each time, as show does")
  func same() async throws {
    let program = try await AskedJournal.program()
    let first = try await program.run("random", "--json")
    let second = try await program.run("random", "--json")
    try #require(first.numbers.count == 1)
    let text = try await program.run("random").output
    // If midnight came meanwhile, nothing can be said.
    guard try await program.run("random", "--json").output == first.output else { return }
    #expect(first.output == second.output)
    #expect(text == (try await program.run("show", "\(first.numbers[0])").output))
  }

  @Test("draws others when asked again")
  func again() async throws {
    let program = try await AskedJournal.program()
    // They are all alike once in some hundred million times.
    var drawn: [Int] = []
    for _ in 0..<13 { drawn += try await program.run("random", "--again", "--json").numbers }
    #expect(drawn.count == 13 && Set(drawn).count > 1)
    #expect(Set(drawn).isSubset(of: [1, 2, 3, 4, 5]))
  }

  @Test("says where there is no post")
  func empty() async throws {
    let program = try JournalProgram()
    try await program.post("2024-01-01")
    try program.library().trash.move([1], now: 0)
    for arguments in [["random"], ["random", "--json"], ["random", "--again"], ["stats"]] {
      let result = try await program.run(arguments)
      #expect(result.status == 0 && result.output == "")
      #expect(result.error == "There are no posts yet.\n")
    }
  }
}
