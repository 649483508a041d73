import Files
import Foundation
import TestSupport
import Testing

@Suite("daystamp check")
struct CheckCommandTests {
  let program: JournalProgram

  init() async throws {
    program = try JournalProgram()
    try await program.post("2024-01-31 12:00", "-c", "점심")
    try await program.post("2024-02-01 12:00")
  }

  private var photos: [String] {
    program.folder.files.filter { $0.hasPrefix("journal/photos/") }
  }

  /// A photo's path from the journal's folder.
  private func photo(_ index: Int) -> String { String(photos[index].dropFirst("journal/".count)) }

  private func move(_ photo: String, to other: String) throws {
    try FileManager.default.moveItem(
      atPath: "\(program.journal)/\(photo)", toPath: "\(program.journal)/\(other)")
  }

  @Test("says that all is well")
  func healthy() async throws {
    let result = try await program.run("check")
    #expect(result.status == 0)
    #expect(result.output == "")
    #expect(result.error == "Looked at 2 posts; all is well.\n")
  }

  @Test("prints one line a problem and fails; --repair mends it")
  func moved() async throws {
    let path = photo(0)
    try move(path, to: "photos/moved.jpg")
    let found = try await program.run("check")
    #expect(found.status == 1)
    #expect(
      found.output == """
        post 1: \(path): the stamped photo is missing
        photos/moved.jpg: no post names this file

        """)
    #expect(found.error.hasPrefix("Looked at 2 posts; 2 problems left.\ndaystamp check --repair"))
    let mended = try await program.run("check", "--repair")
    #expect(mended.status == 0)
    #expect(
      mended.output
        == "post 1: \(path): the stamped photo is missing; put back from photos/moved.jpg\n")
    #expect(mended.error == "Looked at 2 posts; mended 1 problem; all is well.\n")
  }

  @Test("fails where a problem stays, and says what to do")
  func hopeless() async throws {
    let path = photo(1)
    try FileManager.default.removeItem(atPath: "\(program.journal)/\(path)")
    let result = try await program.run("check", "--repair")
    #expect(result.status == 1)
    #expect(
      result.output.hasPrefix("post 2: \(path): the stamped photo is missing; not mended: put"))
    #expect(result.error == "Looked at 2 posts; 1 problem left.\n")
  }

  @Test("says in JSON what was found and what became of it")
  func json() async throws {
    let path = photo(0)
    try move(path, to: "photos/moved.jpg")
    try program.folder.write([1], to: "journal/photos/\u{1B}[31m")
    let result = try await program.run("check", "--repair", "--json")
    #expect(result.status == 0)
    let post = try #require(result.json.first)
    #expect(post["problem"] as? String == "missing-stamped")
    #expect(post["owner"] as? String == "anna")
    #expect(post["post"] as? Int == 1)
    #expect(post["path"] as? String == path)
    #expect(post["place"] as? String == "photos/moved.jpg")
    #expect(post["mended"] as? Bool == true)
    let stray = result.json[1]
    #expect(stray["problem"] as? String == "stray")
    #expect(stray["place"] as? String == "set-aside/\u{1B}[31m")
    #expect((stray["message"] as? String)?.contains("\u{1B}") == false)
    let summary = try #require(result.json.last?["summary"] as? [String: Int])
    #expect(summary == ["posts": 2, "mended": 2, "problems": 0])
  }

  @Test("names owners where there are several, and looks at one alone where asked")
  func owners() async throws {
    try program.folder.write(MadePhoto.jpeg(), to: "b.jpg")
    _ = try await Program.run(
      Program.daystamp, ["owner", "add", "ben", "--journal", program.journal])
    _ = try await program.run("post", "b.jpg", owner: "ben")
    for photo in photos { try FileManager.default.removeItem(atPath: program.folder.path(photo)) }
    let all = try await Program.run(
      Program.daystamp, ["check", "--journal", program.journal], in: program.folder.path)
    let lines = all.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.last?.hasPrefix("post 1 of ben: ") == true)
    #expect(try await program.run("check", owner: "ben").output.split(separator: "\n").count == 1)
    let nobody = try await program.run("check", owner: "eve")
    #expect(nobody.status == 1)
    #expect(nobody.output.hasPrefix("the posts of eve were not all looked at: there is no owner"))
  }

  @Test("makes no journal")
  func noJournal() async throws {
    let folder = program.folder.path("nowhere")
    let result = try await Program.run(Program.daystamp, ["check", "--journal", folder])
    #expect(result.status == 1)
    #expect(result.error.hasPrefix("Error: there is no journal in "))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }
}
