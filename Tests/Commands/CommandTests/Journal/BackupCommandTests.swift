import Files
import Foundation
import Glibc
import SystemPackage
import Testing
import TestSupport

@Suite("daystamp backup")
struct BackupCommandTests {
  private func backup(_ program: JournalProgram, _ arguments: String...) async throws -> Program {
    try await Program.run(
      Program.daystamp, ["backup", "--journal", program.journal] + arguments,
      in: program.folder.path)
  }

  @Test("copies the database and says what is and what is not in it")
  func copies() async throws {
    let program = try JournalProgram()
    try await program.post("2024-01-31 12:00")
    let result = try await backup(program, "b.sqlite")
    #expect(result.status == 0)
    #expect(result.output == "")
    #expect(result.error.contains("1 post of 1 owner, without their photos"), "\(result.error)")
  }

  @Test("removes what a backup left that was killed, and nothing that is in use")
  func killed() async throws {
    let program = try JournalProgram()
    try await program.post("2024-01-31 12:00")
    for name in ["a", "a-journal", "used", "used-journal"] {
      try program.folder.write([1], to: "backups/.daystamp-\(name)")
    }
    let others = [".daystamp-a-notes", ".daystamp-a-notes-journal", ".daystamp-b.txt", "other"]
    for name in others { try program.folder.write([1], to: "backups/\(name)") }
    let used = try FileDescriptor.open(
      FilePath(program.folder.path("backups/.daystamp-used")), .readOnly, options: [.closeOnExec])
    defer { try? used.close() }
    #expect(flock(used.rawValue, LOCK_SH) == 0)
    #expect(try await backup(program, "backups/b.sqlite").status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: program.folder.path("backups"))
    #expect(
      Set(names) == Set(others + [".daystamp-used", ".daystamp-used-journal", "b.sqlite"]))
  }

  @Test("replaces a file only with --force")
  func force() async throws {
    let program = try JournalProgram()
    try await program.post("2024-01-31 12:00")
    try program.folder.write(Array("SQLite format 3\0".utf8), to: "b.sqlite")
    let refused = try await backup(program, "b.sqlite")
    #expect(refused.status == 1)
    #expect(refused.error.contains("--force"))
    #expect(try program.folder.read("b.sqlite").count == 16)
    #expect(try await backup(program, "b.sqlite", "--force").status == 0)
    #expect(try program.folder.read("b.sqlite").count > 16)
    try program.folder.write([1], to: "photo.jpg")
    let other = try await backup(program, "photo.jpg", "--force")
    #expect(other.status == 1 && other.error.contains("photo.jpg is not a backup"))
    #expect(try program.folder.read("photo.jpg") == [1])
  }

  @Test("needs a journal, and a folder to write into")
  func refused() async throws {
    let program = try JournalProgram()
    #expect(try await backup(program, "b.sqlite").status == 1)
    #expect(program.folder.files == [])
    try await program.post("2024-01-31 12:00")
    let result = try await backup(program, "nowhere/b.sqlite")
    #expect(result.status == 1)
    #expect(result.error.contains("nowhere"))
    #expect(try await backup(program).status == 64)
  }

  @Test(
    "is whole while another process posts",
    .enabled(if: InstalledProgram.isThere("sqlite3"), "needs sqlite3"))
  func meanwhile() async throws {
    let program = try JournalProgram()
    try await program.post("2024-01-31 12:00")
    let photo = try MadePhoto.jpeg()
    for number in 0..<60 {
      try program.folder.write(photo + Array("\(number)".utf8), to: "photos/\(number).jpg")
    }
    let posting = try await RunningProgram(
      Program.daystamp,
      [
        "post", "--recursive", program.folder.path("photos"), "--quiet",
        "--journal", program.journal, "--owner", "anna",
      ])
    var counts: [Int] = []
    repeat {
      let copy = try await backup(program, "b.sqlite", "--force")
      #expect(copy.status == 0, "\(copy.error)")
      let check = try await InstalledProgram.sqlite3(
        program.folder.path("b.sqlite"),
        "PRAGMA integrity_check; SELECT count(*) FROM post; SELECT last_number FROM owner")
      let lines = check.output.split(separator: "\n").map(String.init)
      #expect(lines.count == 3 && lines[0] == "ok", "\(check.output)\(check.error)")
      // Of one moment: every post with its number.
      #expect(lines.count == 3 && lines[1] == lines[2])
      counts += lines.dropFirst().prefix(1).compactMap { Int($0) }
    } while posting.isRunning
    #expect(try await posting.wait().status == 0)
    #expect(counts == counts.sorted())
    #expect(try await backup(program, "end.sqlite").error.contains("61 posts"))
  }
}
