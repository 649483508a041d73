import Files
import Foundation
import Journal
import Testing
import TestSupport

@Suite("daystamp show")
struct ShowPostTests {
  private func show(_ arguments: String...) async throws -> Program {
    try await AskedJournal.program().run(["show"] + arguments)
  }

  @Test("shows everything about a post")
  func everything() async throws {
    let result = try await show("3")
    #expect(result.status == 0 && result.error == "")
    let lines = result.lines
    #expect(
      lines.prefix(8) == [
        "Post 3", "  Day       2024-01-31", "  Time      2024-01-31 12:00:30 +01:00",
        "  Zone      +01:00", "  Source    given, known to the second",
        "  Caption   두 줄", "            LUNCH 점심", "  Tags      work",
      ])
    #expect(lines.contains { $0.hasPrefix("  File      /") && $0.hasSuffix(".jpg") })
    #expect(lines.contains("  Original  restored by unstamping"))
    #expect(lines.count { $0.contains("SHA-256") } == 2)
    #expect(lines.contains { $0.hasPrefix("  Came as   ") })
    #expect(lines.contains { $0.hasPrefix("  Posted    20") && $0.hasSuffix(" +09:00") })
    #expect(!result.output.contains("Trashed"))
  }

  @Test("shows a star, an assumed offset and a time that knows only the day")
  func others() async throws {
    let starred = try await show("1").output
    #expect(starred.hasPrefix("Post 1 ★\n"))
    #expect(starred.contains("  Zone      Asia/Seoul, assumed, for the time has no offset\n"))
    let day = try await show("2").output
    #expect(day.contains("  Time      2024-01-01\n"))
    #expect(day.contains("known to the day"))
    #expect(try await show("5").output.contains("  Caption   \u{2068}\u{202E}침\u{202C}\u{2069}\n"))
  }

  @Test("shows words below the rest, wrapped on a terminal, and when they were written later")
  func words() async throws {
    let program = try JournalProgram()
    let words = "한 줄\n\n" + String(repeating: "word ", count: 40)
    _ = try await program.run(
      "write", "--day", "2024-01-31", "--title", "Snow", "--morning", "--mood", "good", "--star",
      words)
    let result = try await program.run("show", "1")
    #expect(result.output.hasPrefix("Post 1 ★  Morning page\n  Day      2024-01-31\n"))
    #expect(result.output.contains("  Title    Snow\n  Mood     🙂 good\n"), "\(result.output)")
    #expect(result.output.contains(", later than their day\n"))
    #expect(result.output.hasSuffix("\n\n\(words.dropLast())\n"))
    #expect(!result.output.contains("SHA-256") && !result.output.contains("Original"))
    guard await Python.isThere else { return }
    let shown = try await Terminal.run(
      "/bin/sh",
      [
        "-c", "stty columns 60 && exec \"$0\" \"$@\"", Program.daystamp, "show", "1", "--journal",
        program.journal, "--owner", "anna",
      ], environment: program.environment)
    let lines = shown.output.split(separator: "\r\n").drop { !$0.hasPrefix("word") }
    #expect(lines.count == 4 && lines.allSatisfy { $0.count <= 60 }, "\(shown.output)")
  }

  @Test("says where the original is that unstamping does not give back")
  func original() async throws {
    let program = try JournalProgram()
    try program.folder.write(MadePhoto.png(), to: "IMG_20240131_235959.png")
    try await #require(program.run("post", "IMG_20240131_235959.png").status == 0)
    let result = try await program.run("show", "1")
    let line = try #require(result.lines.first { $0.hasPrefix("  Original  ") })
    let path = String(line.dropFirst(12))
    #expect(
      try Data(contentsOf: URL(filePath: path))
        == Data(program.folder.read("IMG_20240131_235959.png")))
    #expect(result.output.contains("  Came as   IMG_20240131_235959.png\n"))
    #expect(result.output.contains("  Source    fileName, known to the second\n"))
  }

  @Test(
    "shows hashes that another program finds in the files",
    .enabled(if: InstalledProgram.isThere("sha256sum"), "needs sha256sum"))
  func hashes() async throws {
    let post = try #require(try await show("1", "--json").json.first)
    let file = try #require(post["file"] as? String)
    let sum = try await InstalledProgram.run("sha256sum", [file]).output.prefix(64)
    #expect(post["sha256"] as? String == String(sum))
    #expect(try await show("1").output.contains("SHA-256 \(sum)"))
  }

  @Test("shows a post in the trash, and says that it is there")
  func trash() async throws {
    let program = try JournalProgram()
    try await program.post("2024-01-01")
    try program.library().trash.move([1], now: 1_750_000_000)
    let result = try await program.run("show", "1")
    #expect(result.status == 0)
    #expect(
      result.output.contains(
        "Trashed   2025-06-16 00:06:40 +09:00; daystamp trash restore 1 restores it"))
    #expect(
      try await program.run("show", "1", "--json").json.first?["trashed"] as? String
        == "2025-06-15T15:06:40Z")
  }

  @Test("fails for a number that no post has", arguments: ["0", "6", "4000000000"])
  func unknown(number: String) async throws {
    let result = try await show(number)
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.error == "Error: there is no post \(number).\n")
  }
}
