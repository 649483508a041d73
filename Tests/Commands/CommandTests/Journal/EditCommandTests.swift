import Files
import Foundation
import Testing
import TestSupport

@Suite("daystamp edit")
struct EditCommandTests {
  let program: JournalProgram

  init() throws { program = try JournalProgram() }

  private var photos: [String] {
    program.folder.files.filter { $0.hasPrefix("journal/photos/") }
  }

  @Test(
    "prints number and day, and the original comes back byte for byte after every edit",
    .enabled(if: InstalledProgram.isThere("cmp"), "needs cmp"))
  func original() async throws {
    try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    _ = try await program.run("post", "a.jpg", "-c", "Hello")
    for (arguments, day) in [
      (["-c", "", "--star"], "2024-01-31"), (["--time", "2024-02-01 08:15"], "2024-02-01"),
      (["--time", "2024-02-01 08:15"], "2024-02-01"),
      (["--time-zone", "Europe/Paris"], "2024-02-01"),
      (["--time", "2019-05-06", "--no-star"], "2019-05-06"),
    ] {
      let result = try await program.edit(1, arguments)
      #expect(result.status == 0 && result.error == "")
      #expect(result.output == "1  \(day)\n")
      #expect(photos.count == 1)
      let photo = try #require(photos.first)
      #expect(photo.hasPrefix("journal/photos/\(day.replacing("-", with: "/"))/"))
      _ = try await Program.daystamp(
        "unstamp", photo, "-o", "back.jpg", "--force", in: program.folder.path)
      let compared = try await Program.run(
        "/usr/bin/env", ["cmp", "a.jpg", "back.jpg"], in: program.folder.path)
      #expect(compared.status == 0, "\(compared.output)\(compared.error)")
    }
    let verified = try await Program.daystamp(
      "verify", #require(photos.first), "--json", in: program.folder.path)
    #expect(verified.json.first?["label"] as? String == "2019-05-06")
  }

  @Test(
    "is refused where it makes no sense, and nothing has changed",
    arguments: [
      ([], "Nothing to change"), (["-c", String(repeating: "가", count: 101)], "101"),
      (["--time", "2024-02-30"], "30"), (["--time-zone", "Asia/Seol"], "Asia/Seoul"),
      (["--tag", "a,b"], "--tag a,b"),
      (["--tag", "Sea", "--untag", "#sea"], "cannot be used together"),
      (["--star", "--no-star"], "star"),
      (["--cover", "1", "-c", "x"], "change the rest in another command"),
      (["--move", "1", "1", "--photo", "1"], "change the rest in another command"),
    ])
  func usage(arguments: [String], says: String) async throws {
    try await program.post("2024-01-31 12:00")
    let before = photos
    let result = try await program.edit(1, arguments)
    #expect(result.status == 64)
    #expect(result.error.contains(says), "\(result.error)")
    #expect(photos == before)
  }

  @Test("says what cannot be done, and nothing has changed")
  func failures() async throws {
    try await program.post("2024-01-31 12:00")
    let before = try photos.map { try program.folder.read($0) }
    let gap = try await program.edit(
      1, ["--time", "2024-03-31 02:30", "--time-zone", "Europe/Berlin"])
    #expect(gap.status == 1)
    #expect(gap.error.contains("clocks went from 02:00 to 03:00"))
    #expect(try photos.map { try program.folder.read($0) } == before)
    let unknown = try await program.edit(7, ["--star"])
    #expect(unknown.status == 1)
    #expect(unknown.error == "Error: there is no post 7.\n")
    _ = try await program.run("delete", "1", "--yes")
    let trashed = try await program.edit(1, ["--star"])
    #expect(trashed.status == 1)
    #expect(trashed.error.contains("daystamp trash restore 1"))
  }
}

extension JournalProgram {
  fileprivate func edit(_ number: Int, _ arguments: [String]) async throws -> Program {
    try await Program.run(
      Program.daystamp,
      ["edit", "\(number)"] + arguments + ["--journal", journal, "--owner", "anna"],
      in: folder.path, environment: ["TZ": "Asia/Seoul"])
  }
}
