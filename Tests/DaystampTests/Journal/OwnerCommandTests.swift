import Files
import Foundation
import TestSupport
import Testing

@Suite("daystamp owner")
struct OwnerCommandTests {
  let program: JournalProgram

  init() throws { program = try JournalProgram() }

  private func owner(_ arguments: String...) throws -> Program {
    try Program.run(
      Program.daystamp, ["owner"] + arguments + ["--journal", program.journal],
      environment: ["TZ": "Asia/Seoul"])
  }

  private func names() throws -> [String] {
    try owner("list", "--json").json.compactMap { $0["name"] as? String }
  }

  @Test("makes the journal with the first owner, and further ones in it")
  func add() throws {
    let first = try owner("add", "mina")
    #expect(first.status == 0)
    #expect(first.error.hasPrefix("Made a journal in \(program.journal) for mina"))
    let second = try owner("add", " Zoë ")
    #expect(second.error.contains("Made the journal of Zoë, whose days are told in Asia/Seoul"))
    let again = try owner("add", "mina")
    #expect(again.status == 1)
    #expect(again.error == "Error: there is an owner “mina” already.\n")
    #expect(try names() == ["Zoë", "mina"])
  }

  @Test("refuses what is no name", arguments: ["", " ", "two\nlines", "\u{1B}[31m"])
  func badName(name: String) throws {
    #expect(try owner("add", name).status == 64)
    #expect(!FileManager.default.fileExists(atPath: program.journal))
  }

  @Test("lists owners with the number of their posts")
  func list() throws {
    try program.post("2024-01-31 10:00")
    try program.post("2024-01-31 11:00")
    _ = try program.run("delete", "1", "--yes")
    _ = try owner("add", "bob")
    #expect(try owner("list").output == "anna  1 post, 1 more in the trash\nbob   0 posts\n")
    let record = try #require(try owner("list", "--json").json.first)
    #expect(record["posts"] as? Int == 1 && record["inTrash"] as? Int == 1)
  }

  @Test("renames an owner, whose posts stay theirs")
  func rename() throws {
    try program.post("2024-01-31 10:00")
    _ = try owner("add", "bob")
    let taken = try owner("rename", "anna", "bob")
    #expect(taken.status == 1)
    #expect(taken.error.contains("“bob” already"))
    #expect(try owner("rename", "anna", "Anna Kim").error.contains("goes by Anna Kim"))
    #expect(try program.run("edit", "1", "--star", owner: "Anna Kim").status == 0)
    let gone = try owner("rename", "anna", "x")
    #expect(gone.status == 1)
    #expect(gone.error.contains("only Anna Kim, bob"))
  }

  @Test("removes an owner only when the name is given twice")
  func remove() throws {
    try program.post("2024-01-31 10:00")
    #expect(try owner("remove", "anna").status == 64)
    let other = try owner("remove", "anna", "--confirm", "ana")
    #expect(other.status == 64)
    #expect(other.error.contains("--confirm"))
    #expect(try names() == ["anna"])
    let removed = try owner("remove", "anna", "--confirm", "anna")
    #expect(removed.status == 0)
    #expect(removed.error == "Removed anna. Deleted 1 post and 1 file for good.\n")
    #expect(try names() == [])
    #expect(!program.folder.files.contains { $0.hasPrefix("journal/photos/") })
    #expect(try owner("list").error.contains("There is no owner"))
    let post = try program.run("trash")
    #expect(post.status == 1)
    #expect(post.error.contains("daystamp owner add makes one"))
  }

  @Test(
    "has the name typed on a terminal", .enabled(if: Python.isThere, "\(Python.note)"),
    arguments: [("anna\n", true), ("  anna \n", true), ("y\n", false), ("\n", false)])
  func terminal(typed: String, goes: Bool) throws {
    try program.post("2024-01-31 10:00")
    let result = try Terminal.daystamp(
      ["owner", "remove", "anna", "--journal", program.journal], typing: typed)
    #expect(result.output.contains("the journal of anna for good: 1 post, with all files"))
    #expect(result.status == (goes ? 0 : 1))
    #expect(try names() == (goes ? [] : ["anna"]))
  }

  @Test("says where there is no journal")
  func noJournal() throws {
    for arguments in [["list"], ["rename", "a", "b"], ["remove", "a", "--confirm", "a"]] {
      let result = try Program.run(
        Program.daystamp, ["owner"] + arguments + ["--journal", program.journal])
      #expect(result.status == 1)
      #expect(result.error.contains("there is no journal in \(program.journal)"))
    }
  }
}
