import Files
import Foundation
import TestSupport
import Testing

@Suite("A journal that is locked while posts come in")
struct LockedMeanwhileTests {
  @Test("takes no more of them, keeps those that it told of, and has no loose files")
  func posting() async throws {
    let program = try await JournalProgram.locked()
    try await program.unlock()
    // Photos enough that most are to come when the journal is locked after the first.
    let photo = try MadePhoto.jpeg()
    let count = 200
    for number in 0..<count {
      try program.folder.write(photo + Array("\(number)".utf8), to: "in/\(number).jpg")
    }
    let posting = try await RunningProgram(
      Program.daystamp,
      [
        "post", "--recursive", program.folder.path("in"), "--jobs", "2",
        "--journal", program.journal, "--owner", "anna",
      ], environment: program.environment)
    // The first line says that the batch is under way.
    _ = await posting.output.wait(for: "\n")
    #expect(try await program.run("lock", "now", as: .shared).status == 0)
    let told = try await posting.wait()
    #expect(told.status == 77)

    let numbers = told.lines
      .compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
    #expect((1..<count).contains(numbers.count))
    #expect(try program.number("SELECT count(*) FROM loose_file") == 0)
    try await program.unlock()
    #expect(try await program.run("list", "--json").numbers.sorted() == numbers.sorted())
    #expect(try await program.run("check").status == 0)
    let photos = program.folder.files.filter { $0.hasPrefix("journal/photos/") }
    #expect(photos.count == numbers.count)

    // The same command again goes on where this one was ended.
    let rest = try await program.run("post", "--recursive", "in", "--quiet")
    #expect(rest.status == 0)
    #expect(try program.number("SELECT count(*) FROM post") == count)
  }
}
