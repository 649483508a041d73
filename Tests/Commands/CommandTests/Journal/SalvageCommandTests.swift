import Foundation
import Testing
import TestSupport

@Suite("daystamp check --salvage")
struct SalvageCommandTests {
  let program: JournalProgram

  init() async throws {
    program = try JournalProgram()
    try await program.post("2024-01-31 12:00", "-c", "점심")
    try await program.post("2024-02-01 12:00")
  }

  private var new: String { program.folder.path("new") }

  @Test("makes a new journal, and exits with 0 where nothing is lost")
  func whole() async throws {
    let result = try await program.run("check", "--salvage", new)
    #expect(result.status == 0)
    #expect(result.output == "")
    #expect(
      result.error.hasPrefix(
        "Made a journal of 2 posts in \(new); nothing is lost.\nThe damaged journal did not change")
    )
    let check = try await Program.run(
      Program.daystamp, ["check", "--journal", new], in: program.folder.path)
    #expect(check.status == 0)
    let again = try await program.run("check", "--salvage", new)
    #expect(again.status == 1)
    #expect(again.error.contains("is not empty"))
  }

  @Test("tells each loss in a line, and exits with 1")
  func damaged() async throws {
    try program.folder.write(Array(repeating: 0x58, count: 90_000), to: "journal/journal.sqlite")
    let damaged = try await program.run("check")
    #expect(damaged.status == 1)
    #expect(damaged.error.contains("daystamp check --salvage"))
    let result = try await program.run("check", "--salvage", new, "--json")
    #expect(result.status == 1)
    let rows = result.json.filter { $0["problem"] as? String == "row" }
    #expect(rows.compactMap { $0["post"] as? Int } == [1, 2])
    #expect(rows.first?["day"] as? String == "2024-01-31")
    #expect(rows.first?["owner"] as? String == "anna")
    let summary = try #require(result.json.last?["summary"] as? [String: Int])
    #expect(summary["posts"] == 2 && summary["remade"] == 2 && summary["lost"] == 0)
  }

  @Test("asks for the PIN, by which a locked journal stays locked")
  func locked() async throws {
    _ = try await program.run("lock", "set", "--pin-stdin", input: "7391\n")
    let refused = try await program.run("check", "--salvage", new)
    #expect(refused.status == 77)
    #expect(!FileManager.default.fileExists(atPath: new))
    let result = try await program.run(
      "check", "--salvage", new, "--pin-stdin", input: "7391\n")
    #expect(result.status == 0)
    let list = try await Program.run(
      Program.daystamp, ["list", "--journal", new, "--owner", "anna"], in: program.folder.path,
      environment: program.environment)
    #expect(list.status == 77)
  }

  @Test("does not go with --repair, nor --pin-stdin without it")
  func usage() async throws {
    #expect(try await program.run("check", "--salvage", new, "--repair").status == 64)
    #expect(try await program.run("check", "--pin-stdin").status == 64)
  }
}
