import Files
import Foundation
import Testing
import TestSupport

/// What can be wrong with the folder, the disk and the limits under which the program runs.
@Suite("The journal's folder")
struct JournalFolderTests {
  let program: JournalProgram

  init() throws { program = try JournalProgram() }

  private func count(_ table: String) async throws -> String {
    try await InstalledProgram.sqlite3(
      "\(program.journal)/journal.sqlite", "SELECT count(*) FROM \(table)"
    ).output
  }

  @Test(
    "is made once by processes that start together, and keeps what each of them posts",
    .enabled(if: InstalledProgram.isThere("sqlite3")))
  func madeTogether() async throws {
    for index in 0..<8 {
      try program.folder.write(MadePhoto.jpeg(width: 100 + index), to: "\(index).jpg")
    }
    for _ in 0..<3 {
      try await withThrowingTaskGroup { group in
        for index in 0..<8 {
          group.addTask { try await program.run("post", "\(index).jpg") }
        }
        for try await run in group { #expect(run.status == 0, "\(run.error)") }
      }
      #expect(try await count("post") == "8\n")
      #expect(try await count("owner") == "1\n")
      #expect(try await count("loose_file") == "0\n")
      #expect(try await program.run("check").status == 0)
      try FileManager.default.removeItem(atPath: program.journal)
    }
  }

  @Test("is not made among other things unless --yes says so")
  func otherThings() async throws {
    try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    try program.folder.write(MadePhoto.jpeg(), to: "journal/holiday.jpg")
    let refused = try await program.run("post", "a.jpg")
    #expect(refused.status == 64 && refused.error.contains("holds other things; --yes makes a"))
    #expect(program.folder.files == ["a.jpg", "journal/holiday.jpg"])
    #expect(try await program.run("post", "a.jpg", "--yes").status == 0)
    try program.folder.write(MadePhoto.jpeg(width: 90), to: "b.jpg")
    #expect(try await program.run("post", "b.jpg").status == 0)
  }

  @Test("is never the one at hand because none was named")
  func noName() async throws {
    for arguments in [["post", "a.jpg"], ["list"]] {
      try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
      let result = try await Program.run(
        Program.daystamp, arguments + ["--journal", "", "--owner", "anna"],
        in: program.folder.path)
      #expect(
        result.status == 64 && result.error.contains("is empty; give a folder"), "\(result.error)")
      #expect(program.folder.files == ["a.jpg"])
    }
  }

  @Test("takes smaller groups where few files may be open", arguments: [64, 32])
  func fewFiles(limit: Int) async throws {
    for index in 0..<40 {
      try program.folder.write(MadePhoto.png(width: 100 + index), to: "in/\(index).png")
    }
    let script = """
      ulimit -n \(limit); "$0" post -r in --time 2024-01-31 --jobs 2 --journal journal --owner anna
      """
    let result = try await Program.run(
      "/bin/sh", ["-c", script, Program.daystamp], in: program.folder.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.output.split(separator: "\n").count == 40)
    #expect(try await program.run("check").status == 0)
  }

  @Test(
    "on a full disk stays whole, and says that the disk is full", .enabled { await Self.canMount })
  func fullDisk() async throws {
    for index in 0..<3 {
      try program.folder.write(
        MadePhoto.jpeg(width: 2000, height: 1200 + index), to: "\(index).jpg")
    }
    // The disk is gone with the shell.
    let script = """
      mkdir disk && mount -t tmpfs -o size=$1 tmpfs disk || exit 99
      for i in 0 1 2; do "$0" post $i.jpg --journal disk/j --owner anna && posted=y; done
      [ -z "$posted" ] || "$0" check --journal disk/j || exit 98
      """
    for size in ["64k", "160k", "220k", "300k", "400k"] {
      let result = try await Program.run(
        "/usr/bin/env", ["unshare", "-rm", "sh", "-c", script, Program.daystamp, size],
        in: program.folder.path)
      #expect(result.status == 0, "\(size): \(result.error)")
      #expect(result.error.contains("the disk is full"), "\(size): \(result.error)")
      try FileManager.default.removeItem(atPath: program.folder.path("disk"))
    }
  }

  private static var canMount: Bool {
    get async {
      let arguments = ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
      return (try? await InstalledProgram.run("unshare", arguments))?.status == 0
    }
  }

  @Test("that cannot be written is reported", .enabled { await Self.canBeNobody })
  func readOnly() async throws {
    try await program.post("2024-01-31 12:00")
    let script = """
      chmod -R a+rX . && chmod -R a-w journal && cd journal &&
      setpriv --reuid=65534 --regid=65534 --clear-groups "$0" post ../*.jpg --again --time 2024-01-31 \
        --journal . --owner anna
      """
    let result = try await Program.run(
      "/bin/sh", ["-c", script, Program.daystamp], in: program.folder.path)
    #expect(result.status == 1)
    #expect(result.error.contains("can be read and exported here, but not changed"))
  }

  private static var canBeNobody: Bool {
    get async {
      let arguments = [
        "--reuid=65534", "--regid=65534", "--clear-groups", Program.daystamp, "--version",
      ]
      return (try? await InstalledProgram.run("setpriv", arguments))?.status == 0
    }
  }
}
