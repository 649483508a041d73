import Files
import Foundation
import Testing
import TestSupport

@Suite("daystamp delete and daystamp trash")
struct TrashCommandTests {
  let program: JournalProgram

  init() async throws {
    program = try JournalProgram()
    for hour in 10...12 { try await program.post("2024-01-31 \(hour):00", "-c", "at\n\(hour)") }
  }

  private var photos: [String] {
    program.folder.files.filter { $0.hasPrefix("journal/photos/") }
  }

  private func trashed() async throws -> [Int] {
    try await program.run("trash", "list", "--json").json.compactMap { $0["number"] as? Int }
  }

  private func onTerminal(_ arguments: String..., typing typed: String) async throws -> Program {
    try await Terminal.daystamp(
      arguments + ["--journal", program.journal, "--owner", "anna"], typing: typed)
  }

  @Test("go to the trash, are listed there, and come back")
  func thereAndBack() async throws {
    #expect(try await program.run("trash").error == "The trash is empty.\n")
    let deleted = try await program.run("delete", "3", "1", "3", "--yes")
    #expect(deleted.status == 0 && deleted.output == "")
    #expect(
      deleted.error
        == "Moved 2 posts to the trash; daystamp trash restore 3 1 brings them back.\n")
    let lines = try await program.run("trash", "list").output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("1  2024-01-31  trashed ") == true)
    #expect(lines.first?.hasSuffix("at 10") == true)
    #expect(photos.count == 3)
    let restored = try await program.run("trash", "restore", "3", "1")
    #expect(restored.output == "3  2024-01-31\n1  2024-01-31\n")
    #expect(try await trashed() == [])
  }

  @Test("stay where they are morning pages of days that have another, which is told")
  func mornings() async throws {
    let morning = ["--morning", "--mood", "good", "--day", "2024-01-31"]
    _ = try await program.run(["write", "one"] + morning)
    _ = try await program.run("delete", "1", "4", "--yes")
    _ = try await program.run(["write", "two"] + morning)
    let restored = try await program.run("trash", "restore", "--all")
    #expect(restored.status == 1)
    #expect(restored.output == "1  2024-01-31\n")
    #expect(
      restored.error
        == "post 4 stays in the trash: 2024-01-31 has a morning page already, post 5; "
        + "daystamp edit 5 --no-morning makes room for it\n")
    #expect(try await program.run("edit", "5", "--no-morning").status == 0)
    #expect(try await program.run("trash", "restore", "--all").output == "4  2024-01-31\n")
  }

  @Test("name the posts that are not there, and change nothing")
  func failures() async throws {
    let unknown = try await program.run("delete", "1", "9", "--yes")
    #expect(unknown.status == 1)
    #expect(unknown.error == "Error: there is no post 9.\n")
    let live = try await program.run("trash", "restore", "2")
    #expect(live.status == 1)
    #expect(live.error == "Error: post 2 is not in the trash.\n")
    #expect(try await trashed() == [])
  }

  @Test("delete posts in the trash for good by number, and bring all others back")
  func byNumber() async throws {
    _ = try await program.run("delete", "1", "2", "3", "--yes")
    let deleted = try await program.run("trash", "delete", "3", "1", "3", "--yes")
    #expect(deleted.status == 0 && deleted.output == "")
    #expect(deleted.error == "Permanently deleted 2 posts and 2 files.\n")
    #expect(photos.count == 1)
    let gone = try await program.run("trash", "delete", "1", "2", "--yes")
    #expect(gone.status == 1 && gone.error == "Error: there is no post 1.\n")
    let restored = try await program.run("trash", "restore", "--all")
    #expect(restored.status == 0 && restored.output == "2  2024-01-31\n")
    let live = try await program.run("trash", "delete", "2", "--yes")
    #expect(live.status == 1 && live.error == "Error: post 2 is not in the trash.\n")
    let nothing = try await program.run("trash", "restore", "--all")
    #expect(nothing.status == 0 && nothing.error == "The trash is empty.\n")
    let both = try await program.run("trash", "restore", "2", "--all")
    #expect(both.status == 64 && both.error.contains("--all"))
  }

  @Test(
    "ask before posts are deleted for good", .enabled("\(Python.note)") { await Python.isThere },
    arguments: [("y\n", true), ("n\n", false)])
  func asked(typed: String, agrees: Bool) async throws {
    _ = try await program.run("delete", "1", "--yes")
    let result = try await onTerminal("trash", "delete", "1", typing: typed)
    #expect(result.output.contains("Permanently delete 1 post and its files? [y/N] "))
    #expect(photos.count == (agrees ? 2 : 3))
  }

  @Test("take ranges of numbers", arguments: ["1-2", "1..2"])
  func ranges(range: String) async throws {
    #expect(try await program.run("delete", range, "2", "--yes").status == 0)
    #expect(try await trashed().sorted() == [1, 2])
    for wrong in ["2-1", "1-", "one", "1-5000"] {
      let refused = try await program.run("delete", wrong, "--yes")
      #expect(refused.status == 64 && refused.error.contains("“\(wrong)” is not a post's number"))
    }
  }

  @Test("ask nobody where there is no terminal, and do nothing without --yes")
  func noTerminal() async throws {
    _ = try await program.run("delete", "2", "--yes")
    for arguments in [["delete", "1"], ["trash", "empty"], ["trash", "delete", "2"]] {
      let result = try await Program.run(
        Program.daystamp, arguments + ["--journal", program.journal, "--owner", "anna"],
        input: Data("y\n".utf8))
      #expect(result.status == 64)
      #expect(result.error.contains("--yes"))
    }
    #expect(try await trashed() == [2])
  }

  @Test(
    "are told that they are not there before anybody is to be asked",
    arguments: [
      (["delete", "9"], "there is no post 9."), (["trash", "delete", "9"], "there is no post 9."),
      (["trash", "delete", "1"], "post 1 is not in the trash."),
    ])
  func nothingToAsk(arguments: [String], says: String) async throws {
    let result = try await program.run(arguments)
    #expect(result.status == 1)
    #expect(result.error == "Error: \(says)\n")
  }

  @Test(
    "need numbers",
    arguments: [["delete"], ["trash", "restore"], ["trash", "delete"], ["delete", "one"]])
  func usage(arguments: [String]) async throws {
    let result = try await Program.run(
      Program.daystamp, arguments + ["--journal", program.journal, "--owner", "anna"])
    #expect(result.status == 64)
  }

  @Test(
    "ask on a terminal, where only a yes agrees",
    .enabled("\(Python.note)") { await Python.isThere },
    arguments: [
      ("y\n", true), (" YES \n", true), ("n\n", false), ("\n", false), ("yesterday\n", false),
      ("\u{4}", false),
    ])
  func terminal(typed: String, agrees: Bool) async throws {
    let result = try await onTerminal("delete", "1", "2", typing: typed)
    #expect(result.output.contains("Move 2 posts to the trash? [y/N] "))
    #expect(result.output.contains(agrees ? "Moved 2 posts" : "Nothing was done."))
    #expect(result.status == (agrees ? 0 : 1))
    #expect(try await trashed() == (agrees ? [1, 2] : []))
  }

  @Test(
    "empty the trash when that is wanted, and say how many posts and files went",
    .enabled("\(Python.note)") { await Python.isThere })
  func emptyTrash() async throws {
    try program.folder.write(MadePhoto.png(), to: "IMG_20240131_235959.png")
    _ = try await program.run("post", "IMG_20240131_235959.png")
    _ = try await program.run("delete", "1", "4", "--yes")
    let refused = try await onTerminal("trash", "empty", typing: "n\n")
    #expect(refused.output.contains("Permanently delete 2 posts and their files? [y/N] "))
    #expect(photos.count == 5)
    let emptied = try await onTerminal("trash", "empty", typing: "y\n")
    #expect(emptied.status == 0)
    #expect(emptied.output.contains("Permanently deleted 2 posts and 3 files."))
    #expect(photos.count == 2)
    #expect(try await program.run("trash", "empty", "--yes").error == "The trash is empty.\n")
  }
}
