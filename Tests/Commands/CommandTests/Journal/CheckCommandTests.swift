import Files
import Foundation
import Glibc
import SystemPackage
import Testing
import TestSupport

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
    #expect(result.error == "Checked 2 posts; all is well.\n")
  }

  @Test("says what it waits for, goes on then, and can be ended meanwhile")
  func waits() async throws {
    try program.folder.write([1], to: "journal/photos/stray.jpg")
    let lock = try FileDescriptor.open(
      FilePath("\(program.journal)/journal.lock"), .readWrite, options: [.create, .closeOnExec],
      permissions: .ownerReadWrite)
    defer { try? lock.close() }
    #expect(flock(lock.rawValue, LOCK_EX) == 0)
    let arguments = ["check", "--journal", program.journal]
    for isInterrupted in [true, false] {
      let check = try await RunningProgram(
        Program.daystamp, arguments, environment: program.environment)
      #expect(await check.error.wait(for: "Ctrl-C") != nil)
      #expect(check.isRunning)
      if isInterrupted { check.signal(SIGINT) } else { flock(lock.rawValue, LOCK_UN) }
      let result = try await check.wait()
      #expect(result.error.contains("Waiting for another program"), "\(result.error)")
      #expect(result.error.contains("journal.lock"), "\(result.error)")
      #expect(result.status == (isInterrupted ? 128 + SIGINT : 1), "\(result.error)")
      #expect(result.error.contains("Interrupted; the check is") == isInterrupted)
    }
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
        photos/moved.jpg: belongs to no post

        """)
    #expect(found.error.hasPrefix("Checked 2 posts; 2 problems left.\ndaystamp check --repair"))
    let mended = try await program.run("check", "--repair")
    #expect(mended.status == 0)
    #expect(
      mended.output
        == "post 1: \(path): the stamped photo is missing; put back from photos/moved.jpg\n")
    #expect(mended.error == "Checked 2 posts; mended 1 problem; all is well.\n")
  }

  @Test("fails where a problem stays, and says what to do")
  func hopeless() async throws {
    let path = photo(1)
    try FileManager.default.removeItem(atPath: "\(program.journal)/\(path)")
    let result = try await program.run("check", "--repair")
    #expect(result.status == 1)
    #expect(
      result.output.hasPrefix("post 2: \(path): the stamped photo is missing; not mended: put"))
    #expect(result.error == "Checked 2 posts; 1 problem left.\n")
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

  @Test("names what the database lacks, and says what to do")
  func missing() async throws {
    let database = program.folder.path("journal/journal.sqlite")
    _ = try await InstalledProgram.sqlite3(database, "DROP INDEX post_by_day")
    let found = try await program.run("check")
    #expect(found.status == 1)
    #expect(found.output.hasPrefix("database: the index post_by_day is missing\n"))
    #expect(found.error.contains("daystamp check --repair"))
    let json = try await program.run("check", "--json").json
    #expect(json.first?["problem"] as? String == "missing")
    let mended = try await program.run("check", "--repair", "-j2")
    #expect(mended.output == "database: the index post_by_day is missing; mended\n")
    #expect(mended.status == 0)
    _ = try await InstalledProgram.sqlite3(
      database, "PRAGMA foreign_keys = 0; DROP TABLE post_tag")
    let lost = try await program.run("check", "--repair")
    #expect(lost.status == 1)
    #expect(lost.output.hasPrefix("database: the table post_tag is missing\n"))
    #expect(
      lost.error.contains("Replace journal.sqlite with a copy from daystamp backup"),
      "\(lost.error)")
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
    #expect(nobody.output == "" && nobody.error.hasPrefix("Error: there is no owner"))
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

  /// The files except the database, which SQLite may touch, and the lock.
  private func photos() throws -> [String: [UInt8]] {
    try Dictionary(
      uniqueKeysWithValues: program.folder.files.filter { $0.contains("photos/") }
        .map { ($0, try program.folder.read($0)) })
  }

  @Test("is reported whatever page is damaged, with what to do, and keeps its photos")
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

  @Test("that was cut short is reported")
  func truncated() async throws {
    let whole = try program.folder.read("journal/journal.sqlite")
    try program.folder.write(whole.prefix(8192), to: "journal/journal.sqlite")
    let result = try await program.run("check")
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("database: "))
    #expect(result.error.contains("daystamp backup"))
  }
}
