import Files
import Foundation
import TestSupport
import Testing

@Suite("daystamp export")
struct ExportCommandTests {
  @Test("writes the owner's journal, and nothing on standard output")
  func exports() async throws {
    let program = try JournalProgram()
    try await program.post("2024-01-31 12:00", "-c", "점심")
    let result = try await program.run("export", "out")
    #expect(result.status == 0)
    #expect(result.output == "")
    #expect(result.error == "")
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(program.folder.read("out/journal.json")))
        as? [String: Any])
    #expect(json["owner"] as? String == "anna")
    let post = try #require((json["posts"] as? [[String: Any]])?.first)
    #expect(post["caption"] as? String == "점심")
    let file = try #require(post["file"] as? String)
    #expect(try program.folder.read("out/\(file)") == program.folder.read("journal/\(file)"))
  }

  @Test("names a photo that is missing, exports the rest and fails")
  func broken() async throws {
    let program = try JournalProgram()
    try await program.post("2024-01-31 12:00")
    try await program.post("2024-02-01 12:00")
    let files = program.folder.files.filter { $0.hasPrefix("journal/photos/2024/01") }
    for file in files { try FileManager.default.removeItem(atPath: program.folder.path(file)) }
    let result = try await program.run("export", "out")
    #expect(result.status == 1)
    #expect(result.error.contains(try #require(files.first)), "\(result.error)")
    #expect(program.folder.files.filter { $0.hasPrefix("out/") }.count == 2)
  }

  @Test("refuses a folder that is not empty, or no folder, and a journal that is not there")
  func refused() async throws {
    let program = try JournalProgram()
    #expect(try await program.run("export", "out").status == 1)
    #expect(program.folder.files == [])
    try await program.post("2024-01-31 12:00")
    try program.folder.write([1], to: "full/a")
    let files = program.folder.files
    for (folder, says) in [("full", "not empty"), ("full/a", "Not a directory")] {
      let result = try await program.run("export", folder)
      #expect(result.status == 1)
      #expect(result.error.contains(says), "\(result.error)")
    }
    #expect(program.folder.files == files)
    #expect(try await program.run("export").status == 64)
  }
}
