import Files
import Foundation
import Testing
import TestSupport

@Suite("daystamp owner")
struct OwnerCommandTests {
  let program: JournalProgram

  init() throws { program = try JournalProgram() }

  private func owner(_ arguments: String...) async throws -> Program {
    try await Program.run(
      Program.daystamp, ["owner"] + arguments + ["--journal", program.journal],
      environment: ["TZ": "Asia/Seoul"])
  }

  private func names() async throws -> [String] {
    try await owner("list", "--json").json.compactMap { $0["name"] as? String }
  }

  @Test("makes the journal with the first owner, and further ones in it")
  func add() async throws {
    let first = try await owner("add", "mina")
    #expect(first.status == 0)
    #expect(first.error.hasPrefix("Made a journal in \(program.journal) for mina"))
    let second = try await owner("add", " Zoë ")
    #expect(second.error.contains("Made the journal of Zoë, with the time zone Asia/Seoul"))
    let again = try await owner("add", "mina")
    #expect(again.status == 1)
    #expect(again.error == "Error: there is an owner “mina” already.\n")
    #expect(try await names() == ["Zoë", "mina"])
  }

  @Test("refuses what is not a name", arguments: ["", " ", "two\nlines", "\u{1B}[31m"])
  func badName(name: String) async throws {
    #expect(try await owner("add", name).status == 64)
    #expect(!FileManager.default.fileExists(atPath: program.journal))
  }

  @Test("lists owners with the number of their posts")
  func list() async throws {
    try await program.post("2024-01-31 10:00")
    try await program.post("2024-01-31 11:00")
    _ = try await program.run("delete", "1", "--yes")
    _ = try await owner("add", "bob")
    #expect(try await owner("list").output == "anna  1 post, 1 more in the trash\nbob   0 posts\n")
    let record = try #require(try await owner("list", "--json").json.first)
    #expect(record["posts"] as? Int == 1 && record["inTrash"] as? Int == 1)
  }

  @Test("knows owners without regard to case, by --owner too")
  func caseless() async throws {
    try await program.post("2024-01-31 10:00", "-c", "tea")
    let again = try await owner("add", "ANNA")
    #expect(again.status == 1)
    #expect(again.error == "Error: there is an owner “anna” already.\n")
    let list = try await program.run("list", owner: "Anna")
    #expect(list.status == 0 && list.output.contains("tea"))
    #expect(try await owner("rename", "ANNA", "Anna").error == "Renamed anna to Anna.\n")
    let removed = try await owner("remove", "anna", "--confirm", "ANNA", "--json")
    let gone = try #require(removed.json.first)
    #expect(gone["owner"] as? String == "Anna" && gone.count == 10)
    #expect(gone["posts"] as? Int == 1 && gone["files"] as? Int == 1)
    #expect(removed.error.isEmpty)
  }

  @Test("warns of owners whose names differ in case alone, and goes on with each")
  func alike() async throws {
    _ = try await owner("add", "mina")
    _ = try await owner("add", "other")
    try program.execute("UPDATE owner SET name = 'MINA' WHERE name = 'other'")
    let warning = "warning: these owners' names differ only in case: MINA, mina. "
    let list = try await owner("list")
    #expect(list.status == 0)
    #expect(list.output == "MINA  0 posts\nmina  0 posts\n")
    #expect(list.error.hasPrefix(warning))
    for name in ["mina", "MINA"] {
      let own = try await program.run("list", owner: name)
      #expect(own.status == 0)
      #expect(own.error.hasPrefix(warning))
    }
    let unclear = try await program.run("list", owner: "Mina")
    #expect(unclear.status == 1)
    #expect(
      unclear.error.hasSuffix(
        "Error: “Mina” matches several owners: MINA, mina; write the name exactly as in this "
          + "list.\n"))
    let other = try await owner("remove", "mina", "--confirm", "MINA")
    #expect(other.status == 1)
    #expect(try await names() == ["MINA", "mina"])
    _ = try await owner("rename", "MINA", "bob")
    #expect(try await owner("list").error == "")
  }

  @Test("adds and renames to no name with a slash, and removes without a question with --yes")
  func slash() async throws {
    let refused = try await owner("add", "bad/name")
    #expect(refused.status == 64 && refused.error.contains("“bad/name” has a slash"))
    _ = try await owner("add", "bob")
    #expect(try await owner("rename", "bob", "a/b").status == 64)
    #expect(try await owner("remove", "bob", "--yes").status == 0)
    #expect(try await names() == [])
  }

  @Test("renames an owner, whose posts stay theirs")
  func rename() async throws {
    try await program.post("2024-01-31 10:00")
    _ = try await owner("add", "bob")
    let taken = try await owner("rename", "anna", "bob")
    #expect(taken.status == 1)
    #expect(taken.error.contains("“bob” already"))
    #expect(try await owner("rename", "anna", "Anna Kim").error.contains("to Anna Kim"))
    #expect(try await program.run("edit", "1", "--star", owner: "Anna Kim").status == 0)
    let gone = try await owner("rename", "anna", "x")
    #expect(gone.status == 1)
    #expect(gone.error.contains("only Anna Kim, bob"))
  }

  @Test("removes an owner only when the name is given twice")
  func remove() async throws {
    try await program.post("2024-01-31 10:00")
    #expect(try await owner("remove", "anna").status == 64)
    let other = try await owner("remove", "anna", "--confirm", "ana")
    #expect(other.status == 64)
    #expect(other.error.contains("--confirm"))
    #expect(try await names() == ["anna"])
    let removed = try await owner("remove", "anna", "--confirm", "anna")
    #expect(removed.status == 0)
    #expect(removed.error == "Removed anna: 1 post, 1 photo.\n")
    #expect(try await names() == [])
    #expect(!program.folder.files.contains { $0.hasPrefix("journal/photos/") })
    #expect(try await owner("list").error.contains("There are no owners"))
    let post = try await program.run("trash")
    #expect(post.status == 1)
    #expect(post.error.contains("add one with daystamp owner add"))
  }

  @Test(
    "has the name typed on a terminal", .enabled("\(Python.note)") { await Python.isThere },
    arguments: [("anna\n", true), ("  anna \n", true), ("y\n", false), ("\n", false)])
  func terminal(typed: String, goes: Bool) async throws {
    try await program.post("2024-01-31 10:00")
    let result = try await Terminal.daystamp(
      ["owner", "remove", "anna", "--journal", program.journal], typing: typed)
    #expect(
      result.output.contains(
        "This permanently deletes the journal of anna: 1 post, with all files and settings."))
    #expect(result.status == (goes ? 0 : 1))
    #expect(try await names() == (goes ? [] : ["anna"]))
  }

  @Test("says where there is no journal")
  func noJournal() async throws {
    for arguments in [["list"], ["rename", "a", "b"], ["remove", "a", "--confirm", "a"]] {
      let result = try await Program.run(
        Program.daystamp, ["owner"] + arguments + ["--journal", program.journal])
      #expect(result.status == 1)
      #expect(result.error.contains("there is no journal in \(program.journal)"))
    }
  }
}
