import Files
import Foundation
import TestSupport
import Testing

@Suite("A journal that is locked while posts come in")
struct LockedMeanwhileTests {
  @Test("takes no more of them, keeps those that it told of, and has no loose files")
  func posting() throws {
    let program = try JournalProgram.locked()
    try program.unlock()
    // Photos enough that most are to come when the journal is locked after the first.
    let photo = try MadePhoto.jpeg()
    let count = 200
    for number in 0..<count {
      try program.folder.write(photo + Array("\(number)".utf8), to: "in/\(number).jpg")
    }
    let posting = Process()
    posting.executableURL = URL(filePath: Program.daystamp)
    posting.arguments = [
      "post", "--recursive", program.folder.path("in"), "--jobs", "2",
      "--journal", program.journal, "--owner", "anna",
    ]
    posting.environment = ProcessInfo.processInfo.environment
      .merging(program.environment) { _, own in own }
    let output = Pipe()
    posting.standardOutput = output
    posting.standardInput = FileHandle.nullDevice
    posting.standardError = FileHandle.nullDevice
    try posting.run()
    // The first line says that the batch is under way.
    var told = output.fileHandleForReading.availableData
    #expect(try program.run("lock", "now").status == 0)
    told += try output.fileHandleForReading.readToEnd() ?? Data()
    posting.waitUntilExit()
    #expect(posting.terminationStatus == 77)

    let numbers = String(decoding: told, as: UTF8.self).split(separator: "\n")
      .compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
    #expect((1..<count).contains(numbers.count))
    #expect(try program.number("SELECT count(*) FROM loose_file") == 0)
    try program.unlock()
    #expect(try program.run("list", "--json").numbers.sorted() == numbers.sorted())
    #expect(try program.run("check").status == 0)
    let photos = program.folder.files.filter { $0.hasPrefix("journal/photos/") }
    #expect(photos.count == numbers.count)

    // The same command again goes on where this one was ended.
    let rest = try program.run("post", "--recursive", "in", "--quiet")
    #expect(rest.status == 0)
    #expect(try program.number("SELECT count(*) FROM post") == count)
  }
}
