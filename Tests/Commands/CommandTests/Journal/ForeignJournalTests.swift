import Foundation
import TestSupport
import Testing

/// What a journal from somebody else may do to whoever looks into it.
@Suite("A journal from elsewhere", .enabled(if: InstalledProgram.isThere("sqlite3")))
struct ForeignJournalTests {
  let program: JournalProgram

  init() async throws {
    program = try JournalProgram()
    try await program.post("2024-01-31 12:00")
    try program.folder.write([1, 2, 3], to: "outside/secret.jpg")
    try program.folder.write([4], to: "secret.jpg")
  }

  private static let commands = [
    ["list"], ["show", "1"], ["check"], ["check", "--repair"], ["delete", "1"],
    ["trash", "empty", "--yes"], ["list"],
  ]

  /// Runs all commands; nothing outside the journal may be changed or told.
  private func runAll(_ change: () throws -> Void) async throws {
    try change()
    for command in Self.commands {
      let result = try await program.run(command)
      #expect(result.signal == nil, "\(command): \(result.error)")
      #expect(try program.folder.read("outside/secret.jpg") == [1, 2, 3], "\(command)")
      #expect(try program.folder.read("secret.jpg") == [4], "\(command)")
    }
  }

  private func execute(_ sql: String) async throws {
    let result = try await InstalledProgram.sqlite3(
      "\(program.journal)/journal.sqlite", "PRAGMA ignore_check_constraints = ON; \(sql)")
    #expect(result.status == 0, "\(result.error)")
  }

  @Test(
    "has no file beside it removed by a path in its rows",
    arguments: [
      "INSERT INTO loose_file VALUES ('photos/../../secret.jpg')",
      "INSERT INTO loose_file VALUES ('../secret.jpg')",
      "UPDATE photo SET file = 'photos/../../secret.jpg'",
      "UPDATE photo SET original_file = 'photos/../../secret.jpg'",
    ])
  func rows(sql: String) async throws {
    try await execute(sql)
    try await runAll {}
  }

  @Test(
    "has no file removed at the end of a symbolic link",
    arguments: ["photos", "photos/2024", "photos/2024/01/31"])
  func links(name: String) async throws {
    try await execute("INSERT INTO loose_file VALUES ('\(name)/secret.jpg')")
    try await runAll {
      let inside = "\(program.journal)/\(name)"
      try FileManager.default.removeItem(atPath: inside)
      try FileManager.default.createSymbolicLink(
        atPath: inside, withDestinationPath: program.folder.path("outside"))
    }
  }

  @Test("is left alone where it has a trigger of somebody else's, and says which")
  func trigger() async throws {
    try await execute("CREATE TRIGGER spy AFTER DELETE ON loose_file BEGIN DELETE FROM post; END")
    let result = try await program.run("list")
    #expect(result.status == 1 && result.error.contains("trigger “spy”"), "\(result.error)")
  }

  @Test("is warned of where everybody may change its folder")
  func exposed() async throws {
    #expect(try await program.run("list").error == "")
    chmod(program.journal, 0o777)
    let result = try await program.run("list")
    #expect(result.status == 0 && result.error.contains("warning: everybody"), "\(result.error)")
  }

  @Test("a batch follows no symbolic link in its output folder", arguments: [["--force"], []])
  func output(options: [String]) async throws {
    try program.folder.write(MadePhoto.jpeg(), to: "in/sub/secret.jpg")
    try FileManager.default.createDirectory(
      atPath: program.folder.path("out"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: program.folder.path("out/sub"), withDestinationPath: program.folder.path("outside"))
    let result = try await Program.run(
      Program.daystamp, ["stamp", "in", "-o", "out", "--time", "2024-01-31"] + options,
      in: program.folder.path)
    #expect(result.status == 1 && result.error.contains("symbolic link"), "\(result.error)")
    #expect(try program.folder.read("outside/secret.jpg") == [1, 2, 3])
  }
}
