import Files
import Foundation
import TestSupport
import Testing

@Suite("Beside an owner whose journal is locked")
struct OwnersBesideTests {
  let program: JournalProgram

  init() throws {
    program = try LockedJournal.full.copy()
    _ = try program.addOwner("bob")
    _ = try program.run("post", "photo.jpg", "--time", "2019-05-06", "-c", "Bob's", owner: "bob")
  }

  private func run(_ arguments: String...) throws -> Program {
    try Program.run(
      Program.daystamp, arguments + ["--journal", program.journal], in: program.folder.path,
      environment: program.environment)
  }

  @Test(
    "another one's is open",
    arguments: [
      ["list"], ["show", "1"], ["stats"], ["random"], ["calendar", "2019"], ["config"], ["trash"],
      ["edit", "1", "--star"], ["export", "new-folder"], ["delete", "1", "--yes"],
    ])
  func other(command: [String]) throws {
    let result = try program.run(command, owner: "bob")
    #expect(result.status == 0, "\(result.error)")
    let seen = (result.output + result.error).replacing(program.folder.path, with: "…")
    for secret in LockedJournal.secrets { #expect(!seen.contains(secret)) }
    #expect(try !program.isOpen())
  }

  @Test(
    "what concerns all owners is refused and leaves no file, whosever is asked for",
    arguments: [
      ["backup", "new-file"], ["backup", "new-file", "--force"], ["check"], ["check", "--json"],
      ["check", "--repair"], ["check", "--owner", "anna"], ["check", "--owner", "bob"],
    ])
  func all(command: [String]) throws {
    let files = try program.files()
    let result = try Program.run(
      Program.daystamp, command + ["--journal", program.journal], in: program.folder.path,
      environment: program.environment)
    #expect(result.status == 77)
    #expect(result.output == "")
    #expect(
      result.error == "Error: the journal of anna is locked; daystamp unlock opens it.\n",
      "\(result.error)")
    #expect(try program.files() == files)
  }

  @Test("what concerns all owners is done once the door is open, with no session in the backup")
  func opened() throws {
    try program.unlock()
    #expect(try run("backup", "new-file").status == 0)
    #expect(try run("check").status == 0)
    let tables = try program.rows(of: "new-file")
    #expect(tables["session"] == [] && tables["post"]?.count == 5 && tables["lock"]?.count == 1)
  }

  @Test("the list of owners tells the names, and of who is locked nothing else")
  func owners() throws {
    let text = try run("owner", "list")
    #expect(text.status == 77)
    #expect(text.output == "anna  locked\nbob   1 post\n")
    #expect(text.error == "")
    let json = try run("owner", "list", "--json")
    #expect(json.status == 77)
    #expect(
      json.output == """
        {"locked":true,"name":"anna"}
        {"inTrash":0,"locked":false,"name":"bob","posts":1}\n
        """)
    try program.unlock()
    let open = try run("owner", "list")
    #expect(open.status == 0)
    #expect(open.output == "anna  3 posts, 1 more in the trash\nbob   1 post\n")
  }

  @Test("an open session of one opens no other's door, be its file copied")
  func copied() throws {
    _ = try program.run("lock", "set", pins: [JournalProgram.pin], owner: "bob")
    try program.unlock(owner: "bob")
    let bobs = try #require(program.sessionFiles.first)
    let token = try program.folder.read(bobs)
    try program.unlock()
    for file in program.sessionFiles where file != bobs {
      try program.folder.overwrite(file, with: token)
    }
    #expect(try program.run("list").status == 77)
    #expect(try program.run("list", owner: "bob").status == 0)
  }
}
