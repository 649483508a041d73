import Files
import Foundation
import Testing
import TestSupport

@Suite("daystamp edit of several posts")
struct EditSeveralTests {
  let program: JournalProgram

  init() async throws {
    program = try JournalProgram()
    try await program.post("2024-01-31 10:00", "-c", "tea", "--tag", "old")
    _ = try await program.run("write", "Snow.", "--day", "2024-01-30")
    _ = try await program.run("write", "Rain.", "--day", "2024-01-29")
  }

  private func starred() async throws -> [Int] {
    try await program.run("list", "--starred", "--json").numbers.sorted()
  }

  @Test("changes star, tags and mood of all, and prints each")
  func all() async throws {
    let result = try await program.run(
      "edit", "3", "1", "3", "2", "--tag", "sea", "--untag", "old", "--star", "--mood", "great")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.output == "3  2024-01-29\n1  2024-01-31\n2  2024-01-30\n")
    #expect(try await starred() == [1, 2, 3])
    for number in 1...3 {
      let post = try await program.shown(number)
      #expect(post["tags"] as? [String] == ["sea"] && post["mood"] as? Int == 5)
    }
  }

  @Test("changes all or none", arguments: [["1", "9", "--star"], ["1", "2", "--star"]])
  func none(arguments: [String]) async throws {
    _ = try await program.run("delete", "2", "--yes")
    let result = try await program.run(["edit"] + arguments)
    #expect(result.status == 1)
    #expect(try await starred() == [])
    // A post of a mood alone cannot lose it.
    _ = try await program.run("write", "", "--mood", "2")
    let mood = try await program.run("edit", "1", "3", "4", "--mood", "none", "--star")
    #expect(mood.status == 1)
    #expect(mood.error.contains("a post needs words, a photo or a mood"), "\(mood.error)")
    #expect(try await starred() == [])
  }

  @Test(
    "refuses what is of one post",
    arguments: [
      ["-c", "x"], ["-c", "-"], ["-e"], ["--words", "x"], ["--words", "-"], ["--title", "x"],
      ["--time", "2024-01-31"], ["--time-zone", "Asia/Tokyo"], ["--morning"], [],
    ])
  func ofOne(arguments: [String]) async throws {
    let result = try await program.run(["edit", "1", "2"] + arguments, input: "x")
    #expect(result.status == 64)
    #expect(
      result.error.contains(arguments.isEmpty ? "Nothing to change" : "For several posts"))
  }
}

@Suite("daystamp day")
struct DayCommandTests {
  @Test("shows words, photos and moods of a day in the order of time")
  func all() async throws {
    let program = try JournalProgram()
    try await program.post("2024-01-31 12:05", "-c", "비빔밥\nwith Mina", "--tag", "lunch")
    let day = ["--day", "2024-01-31"]
    _ = try await program.run(
      ["write", "Slept well.\n\nSnow on the roof.", "--morning", "--mood", "good", "--title", "눈"]
        + ["--at", "07:30"] + day)
    _ = try await program.run(["write", "Some time.", "--star"] + day)
    _ = try await program.run(["write", "", "--mood", "5", "--at", "22:00"] + day)
    _ = try await program.run("write", "Another day.", "--day", "2024-01-30")
    let result = try await program.run("day", "2024-01-31")
    #expect(result.status == 0 && result.error == "")
    let path = try await program.shown(1)["file"] as? String ?? ""
    #expect(
      result.output == """
        2024-01-31  😄 4.5, 2 moods

        –      3  ★
               Some time.

        07:30  2  🙂 good  Morning page: 눈
               Slept well.

               Snow on the roof.

        12:05  1  #lunch
               비빔밥
               with Mina
               \(path)

        22:00  4  😄 great\n
        """)
    let json = try await program.run("day", "2024-01-31", "--json").json
    #expect(json.map { $0["number"] as? Int } == [3, 2, 1, 4])
    let one = try await program.run("day", "2024-01-30").output
    #expect(one.hasPrefix("2024-01-30\n\n–      5\n"))
  }

  @Test("says where there is nothing, and takes one day")
  func others() async throws {
    let program = try JournalProgram()
    _ = try await program.run("write", "Tea.", "--mood", "good")
    let today = try await program.run("day")
    #expect(today.output.hasPrefix("\(program.day())  🙂 good\n"))
    #expect(today.output.hasSuffix("  1  🙂 good\n       Tea.\n"))
    let empty = try await program.run("day", "3", "days", "ago")
    #expect(empty.status == 0 && empty.output == "")
    #expect(empty.error == "There is nothing on \(program.day(-3)).\n")
    #expect(try await program.run("day", "last", "week").status == 64)
  }
}
