import Files
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("daystamp lock reset")
struct LockResetTests {
  @Test("takes away a PIN that is forgotten, with its sessions and its tries, and nothing else")
  func reset() async throws {
    let program = try await LockedJournal.full.copy()
    try await program.unlock()
    _ = try await program.run("unlock", pins: [JournalProgram.wrongPIN])
    let before = try program.rows()
    let result = try await program.run("lock", "reset", "--yes")
    #expect(result.status == 0 && result.output == "")
    #expect(result.error == "The journal of anna has no PIN any more; it is open.\n")
    let after = try program.rows()
    #expect(after["lock"] == [] && after["session"] == [])
    #expect(program.sessionFiles == [])
    for table in before.keys where !["lock", "session"].contains(table) {
      #expect(after[table] == before[table])
    }
    #expect(try await program.isOpen())
    #expect(try await program.run("lock", "set", pins: ["730519264487"]).status == 0)
    #expect(try await program.run("unlock", pins: ["730519264487"]).status == 0)
  }

  @Test("asks, and so needs --yes where there is no terminal")
  func noTerminal() async throws {
    let program = try await JournalProgram.locked()
    let result = try await program.run("lock", "reset", input: "y\n")
    #expect(result.status == 64)
    #expect(result.error.contains("--yes"))
    #expect(try program.number("SELECT count(*) FROM lock") == 1)
  }

  @Test("leaves another owner's PIN alone")
  func others() async throws {
    let program = try await JournalProgram.locked()
    _ = try await program.addOwner("bob")
    _ = try await program.run("lock", "set", pins: [JournalProgram.pin], owner: "bob")
    #expect(try await program.run("lock", "reset", "--yes").status == 0)
    #expect(try await program.isOpen())
    #expect(try await !program.isOpen(owner: "bob"))
    #expect(try await program.unlock(owner: "bob").status == 0)
  }

  /// Runs the program as who may write to no file of this user: this user, where it is not the
  /// machine's superuser, from whom nothing is withheld.
  private static func asStranger(_ arguments: [String]) async throws -> Program {
    let change = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    return try await Program.run(
      "/usr/bin/env", (geteuid() == 0 ? change : []) + [Program.daystamp] + arguments)
  }

  @Test(
    "is not done without the right to write to journal.pepper",
    .enabled("needs setpriv where the tests run as the superuser, and a build that others may run") {
      (try? await asStranger(["--version"]).status) == 0
    })
  func withoutTheRight() async throws {
    let program = try await JournalProgram.locked()
    // All is open to everybody but for the pepper, which this user may not change either.
    try program.folder.setPermissions(0o777, of: "journal")
    for file in ["journal.sqlite", "journal.lock"] {
      try program.folder.setPermissions(0o666, of: "journal/\(file)")
    }
    try program.folder.setPermissions(0o400, of: "journal/journal.pepper")
    let result = try await Self.asStranger(
      ["lock", "reset", "--yes", "--journal", program.journal, "--owner", "anna"])
    #expect(result.status == 1 && result.output == "")
    #expect(
      result.error.hasPrefix("Error: this takes the right to write to "), "\(result.error)")
    #expect(result.error.contains("journal/journal.pepper, as who owns the machine has it"))
    #expect(try program.number("SELECT count(*) FROM lock") == 1)
    #expect(try await program.unlock().status == 0)
  }
}
