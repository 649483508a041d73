import Files
import Foundation
import TestSupport
import Testing

@Suite("A damaged journal")
struct DamagedJournalTests {
  let program: JournalProgram

  init() async throws {
    program = try JournalProgram()
    for day in 10..<20 { try await program.post("2024-01-\(day) 12:00", "-c", "day \(day)") }
  }

  private func overwrite(_ offset: Int, _ bytes: [UInt8]) throws {
    var database = try program.folder.read("journal/journal.sqlite")
    let end = min(offset + bytes.count, database.count)
    database.replaceSubrange(offset..<end, with: bytes.prefix(end - offset))
    try program.folder.write(database, to: "journal/journal.sqlite")
  }

  /// The files but for the database, which SQLite may touch, and the lock.
  private func photos() throws -> [String: [UInt8]] {
    try Dictionary(
      uniqueKeysWithValues: program.folder.files.filter { $0.contains("photos/") }
        .map { ($0, try program.folder.read($0)) })
  }

  @Test("is told from whatever page is damaged, with what to do, and keeps its photos")
  func pages() async throws {
    let whole = try program.folder.read("journal/journal.sqlite")
    let photos = try photos()
    var generator = SplitMix64(seed: 4)
    for page in 0..<whole.count / 4096 {
      try program.folder.write(whole, to: "journal/journal.sqlite")
      let noise = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &generator) }
      try overwrite(page * 4096, noise)
      for arguments in [["check"], ["check", "--repair"], ["list"], ["post", "x.jpg"]] {
        let result = try await Program.run(
          Program.daystamp, arguments + ["--journal", program.journal], in: program.folder.path)
        #expect([0, 1].contains(result.status), "page \(page), \(arguments): \(result.error)")
        if arguments == ["check"], result.status == 1 {
          #expect(result.error.contains("daystamp backup"))
        }
      }
      #expect(try self.photos() == photos)
    }
  }

  @Test("whose beginning is damaged is left alone", arguments: [0, 16])
  func header(offset: Int) async throws {
    try overwrite(offset, Array(repeating: 0x58, count: 60))
    let before = try program.folder.read("journal/journal.sqlite")
    for command in ["check", "list"] {
      let result = try await program.run(command)
      #expect(result.status == 1)
      #expect(result.error.contains("damaged"))
      #expect(result.error.contains("daystamp backup"))
    }
    #expect(try program.folder.read("journal/journal.sqlite") == before)
  }

  @Test("that was cut short is told")
  func truncated() async throws {
    let whole = try program.folder.read("journal/journal.sqlite")
    try program.folder.write(whole.prefix(8192), to: "journal/journal.sqlite")
    let result = try await program.run("check")
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("database: "))
    #expect(result.error.contains("daystamp backup"))
  }
}
