import Files
import Foundation
import TestSupport
import Testing

@Suite("Beside an owner whose journal is locked")
struct OwnersBesideTests {
  let program: JournalProgram

  init() async throws {
    program = try await LockedJournal.full.copy()
    _ = try await program.addOwner("bob")
    _ = try await program.run("post", "photo.jpg", "--time", "2019-05-06", "-c", "Bob's", owner: "bob")
  }

  private func run(_ arguments: String...) async throws -> Program {
    try await Program.run(
      Program.daystamp, arguments + ["--journal", program.journal], in: program.folder.path,
      environment: program.environment)
  }

  @Test(
    "another one's is open",
    arguments: [
      ["list"], ["show", "1"], ["stats"], ["random"], ["calendar", "2019"], ["config"], ["trash"],
      ["edit", "1", "--star"], ["export", "new-folder"], ["delete", "1", "--yes"],
    ])
  func other(command: [String]) async throws {
    let result = try await program.run(command, owner: "bob")
    #expect(result.status == 0, "\(result.error)")
    let seen = (result.output + result.error).replacing(program.folder.path, with: "…")
    for secret in LockedJournal.secrets { #expect(!seen.contains(secret)) }
    #expect(try await !program.isOpen())
  }

  @Test(
    "what concerns all owners is refused and leaves no file, whosever is asked for",
    arguments: [
      ["backup", "new-file"], ["backup", "new-file", "--force"], ["check"], ["check", "--json"],
      ["check", "--repair"], ["check", "--owner", "anna"], ["check", "--owner", "bob"],
    ])
  func all(command: [String]) async throws {
    let files = try program.files()
    let result = try await Program.run(
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
  func opened() async throws {
    try await program.unlock()
    #expect(try await run("backup", "new-file").status == 0)
    #expect(try await run("check").status == 0)
    let tables = try program.rows(of: "new-file")
    #expect(tables["session"] == [] && tables["post"]?.count == 5 && tables["lock"]?.count == 1)
  }

  @Test("the list of owners tells the names, and of who is locked nothing else")
  func owners() async throws {
    let text = try await run("owner", "list")
    #expect(text.status == 77)
    #expect(text.output == "anna  locked\nbob   1 post\n")
    #expect(text.error == "")
    let json = try await run("owner", "list", "--json")
    #expect(json.status == 77)
    #expect(
      json.output == """
        {"locked":true,"name":"anna"}
        {"inTrash":0,"locked":false,"name":"bob","posts":1}\n
        """)
    try await program.unlock()
    let open = try await run("owner", "list")
    #expect(open.status == 0)
    #expect(open.output == "anna  3 posts, 1 more in the trash\nbob   1 post\n")
  }

  @Test("an open session of one opens no other's door, be its file copied")
  func copied() async throws {
    _ = try await program.run("lock", "set", pins: [JournalProgram.pin], owner: "bob")
    try await program.unlock(owner: "bob")
    let bobs = try #require(program.sessionFiles.first)
    let token = try program.folder.read(bobs)
    try await program.unlock()
    for file in program.sessionFiles where file != bobs {
      try program.folder.overwrite(file, with: token)
    }
    #expect(try await program.run("list").status == 77)
    #expect(try await program.run("list", owner: "bob").status == 0)
  }
}
