import Files
import Foundation
import Glibc
import Testing
import TestSupport

@Suite("daystamp import")
struct ImportCommandTests {
  /// A journal of two posts and its export.
  private func exported() async throws -> JournalProgram {
    let program = try JournalProgram()
    try await program.post("2024-01-31 12:00", "-c", "점심\n\u{1F35A}")
    try await program.post("2024-02-01 12:00+01:00")
    #expect(try await program.run("export", "out").status == 0)
    return program
  }

  /// Runs a subcommand on another journal.
  private func run(
    _ program: JournalProgram, _ arguments: String..., owner: String = "anna"
  ) async throws -> Program {
    try await Program.run(
      Program.daystamp, arguments + ["--journal", "other", "--owner", owner],
      in: program.folder.path, environment: ["TZ": "UTC"])
  }

  /// Changes what the posts, or other lines, say, and their hash, as a person would who knows how.
  private func change(
    _ program: JournalProgram, _ file: String = "out/posts.jsonl", _ edit: (String) -> String
  ) async throws {
    func hash() async throws -> Substring {
      let path = program.folder.path(file)
      return try await InstalledProgram.run("sha256sum", [path]).output.prefix { $0 != " " }
    }
    let old = try await hash()
    let lines = String(decoding: try program.folder.read(file), as: UTF8.self)
    try program.folder.write(Array(edit(lines).utf8), to: file)
    let document = String(decoding: try program.folder.read("out/journal.json"), as: UTF8.self)
    let new = try await hash()
    try program.folder.write(
      Array(document.replacing(old, with: new).utf8), to: "out/journal.json")
  }

  @Test("makes a journal with the export's settings, and shows each post's number, day and caption")
  func imports() async throws {
    let program = try await exported()
    let result = try await run(program, "import", "out")
    #expect(result.status == 0)
    #expect(result.output == "1  2024-01-31  점심 \u{1F35A}\n2  2024-02-01\n")
    #expect(result.error.contains("Asia/Seoul"), "\(result.error)")
    #expect(try await run(program, "export", "again").status == 0)
    for file in ["journal.json", "posts.jsonl"] {
      #expect(try program.folder.read("out/\(file)") == program.folder.read("again/\(file)"))
    }
  }

  @Test("names a version that is left out with --quiet too")
  func quietVersion() async throws {
    let program = try JournalProgram()
    try await program.post("2024-01-31 12:00")
    for words in ["first", "second"] {
      #expect(try await program.run("edit", "1", "--words", words).status == 0)
    }
    #expect(try await program.run("export", "out").status == 0)
    try await change(program, "out/versions.jsonl") {
      $0.replacing("\"replaced\":", with: "\"replaced\":-9999999999999")
    }
    let result = try await run(program, "import", "out", "-q")
    #expect(result.status == 0 && result.output == "")
    #expect(result.error.contains("some earlier versions"), "\(result.error)")
  }

  @Test("tells at its end what was written, and where")
  func tells() async throws {
    let program = try await exported()
    let again = try await program.run("export", "again")
    #expect(again.status == 0 && again.output == "")
    #expect(
      again.error
        == "again holds 2 posts, with photos and journal.json; daystamp import reads it.\n")
    let photo = try #require(
      program.folder.files.first { $0.contains("photos/2024/01/31/") && $0.hasPrefix("journal") })
    try FileManager.default.removeItem(atPath: program.folder.path(photo))
    let broken = try await program.run("export", "broken")
    #expect(broken.status == 1)
    #expect(broken.error.contains("1 exported, 1 failed.\n"))
    #expect(
      broken.error.hasSuffix(
        "broken holds 1 of 2 posts, with photos and journal.json; daystamp import reads it.\n"))
  }

  @Test("passes over what is there, and says so")
  func repeated() async throws {
    let program = try await exported()
    let result = try await program.run("import", "out")
    #expect(result.status == 0)
    #expect(result.output == "")
    #expect(result.error.contains("2 posts were skipped"), "\(result.error)")
  }

  @Test("names a post whose photo is here without its words, and fails")
  func wordsNotTaken() async throws {
    let program = try JournalProgram()
    try await program.post("2024-01-31 12:00")
    let photo = try #require(
      program.folder.files.first { $0.hasSuffix(".jpg") && !$0.contains("/") })
    #expect(
      try await program.run("edit", "1", "--words", "Ten pages", "--mood", "5", "--tag", "keep")
        .status == 0)
    #expect(try await program.run("export", "out").status == 0)
    #expect(try await run(program, "post", photo, "--time", "2024-01-31 12:00").status == 0)
    for flags in [[], ["--dry-run"]] {
      let result = try await Program.run(
        Program.daystamp, ["import", "out", "--journal", "other", "--owner", "anna"] + flags,
        in: program.folder.path)
      #expect(result.status == 1 && result.output == "")
      #expect(
        result.error.contains(
          "post 1: its photo is posted already, as post 1, without all of its words, mood, "
            + "tags; --again imports it too\n"), "\(result.error)")
    }
    let json = try await run(program, "import", "out", "--json").json
      .first { $0["place"] != nil }
    #expect(json?["status"] as? String == "failed" && json?["earlier"] as? Int == 1)
    #expect(json?["notTaken"] as? [String] == ["words", "mood", "tags"])
    #expect(try await run(program, "import", "out", "--again").status == 0)
    #expect(try await run(program, "import", "out").status == 0)
  }

  @Test("tells which words show another photo here, and does not fail", arguments: [false, true])
  func strays(isJSON: Bool) async throws {
    let program = try JournalProgram()
    #expect(try await program.run("write", "![](post:2)").status == 0)
    #expect(try await program.run("export", "out").status == 0)
    try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    #expect(try await run(program, "write", "mine").status == 0)
    #expect(try await run(program, "post", "a.jpg").status == 0)
    let arguments = ["import", "out", "--journal", "other", "--owner", "anna"]
    let result = try await Program.run(
      Program.daystamp, arguments + (isJSON ? ["--json"] : []), in: program.folder.path)
    #expect(result.status == 0)
    let reason =
      "it shows the photo of post 2, which the export lacks; here 2 is another post, so check it"
    #expect(result.error.contains("note: post 3: \(reason)\n"), "\(result.error)")
    if isJSON {
      let reference = result.json.compactMap { $0["reference"] as? [String: Any] }.first
      #expect(reference?["post"] as? Int == 3 && reference?["shows"] as? Int == 2)
      #expect(reference?["reason"] as? String == reason)
    }
  }

  @Test("makes nothing on a dry run, and says what would come and what is doubtful")
  func dryRun() async throws {
    let program = try await exported()
    let files = program.folder.files
    let result = try await run(program, "import", "out", "--dry-run")
    #expect(result.status == 0)
    #expect(result.error == "")
    #expect(result.output.contains("1  2024-01-31  점심"))
    #expect(result.output.contains("doubtful"))
    #expect(program.folder.files == files)
    let there = try await program.run("import", "out", "--dry-run")
    #expect(there.output.contains("it is here already, as post 2"), "\(there.output)")
  }

  @Test("reports each post and the sum to programs", arguments: [[], ["--dry-run"]])
  func json(flags: [String]) async throws {
    let program = try await exported()
    let result = try await Program.run(
      Program.daystamp,
      ["import", "out", "--json", "--journal", "other", "--owner", "anna"] + flags,
      in: program.folder.path)
    let lines = result.json
    #expect(lines.count == 3)
    #expect(lines.compactMap { $0["status"] as? String } == ["imported", "imported"])
    #expect(lines.compactMap { $0["number"] as? Int } == [1, 2])
    #expect((lines.first?["doubts"] as? [String])?.count == 1)
    #expect((lines.last?["summary"] as? [String: Any])?["imported"] as? Int == 2)
  }

  @Test("says which post is not right and why, imports the others and fails")
  func wrong() async throws {
    let program = try await exported()
    try await change(program) { $0.replacing("\"2024-02-01\"", with: "\"2024-02-31\"") }
    let result = try await run(program, "import", "out")
    #expect(result.status == 1)
    #expect(result.output.contains("1  2024-01-31"))
    #expect(
      result.error.contains("posts.jsonl, line 2, post 2: day is “2024-02-31”"), "\(result.error)")
  }

  @Test("does nothing to a terminal that an export would have done")
  func escapes() async throws {
    let program = try await exported()
    try await change(program) { text in
      text.replacing("\"2024-02-01\"", with: "\"\\u001b[2J\"").replacing("점심", with: "\\u202e")
    }
    let result = try await run(program, "import", "out")
    #expect(result.error.contains("\\u{1b}[2J"), "\(result.error)")
    #expect(
      result.output.contains("\u{2068}\u{202E} \u{1F35A}\u{202C}\u{2069}"), "\(result.output)")
    #expect(!(result.error + result.output).unicodeScalars.contains { $0 == "\u{1B}" })
  }

  @Test("refuses what is not an export, and makes no journal for it")
  func noExport() async throws {
    let program = try JournalProgram()
    try program.folder.write(Array("{}".utf8), to: "wrong/journal.json")
    for folder in ["nowhere", "wrong"] {
      let result = try await run(program, "import", folder)
      #expect(result.status == 1)
      #expect(result.error.contains(folder), "\(result.error)")
    }
    #expect(program.folder.files == ["wrong/journal.json"])
    #expect(try await run(program, "import").status == 64)
  }

  @Test("makes no owner in a journal that is there")
  func unknownOwner() async throws {
    let program = try await exported()
    let result = try await program.run("import", "out", owner: "bob")
    #expect(result.status == 1)
    #expect(result.error.contains("owner add"), "\(result.error)")
  }
}

@Suite("daystamp export")
struct ExportCommandTests {
  @Test("writes the owner's journal, and nothing on standard output")
  func exports() async throws {
    let program = try JournalProgram()
    try await program.post("2024-01-31 12:00", "-c", "점심")
    let result = try await program.run("export", "out")
    #expect(result.status == 0)
    #expect(result.output == "")
    #expect(result.error.hasPrefix("out holds 1 post, "))
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(program.folder.read("out/journal.json")))
        as? [String: Any])
    #expect(json["owner"] as? String == "anna")
    #expect(json["counts"] as? [String: Int] == ["posts": 1, "inTrash": 0])
    let post = try #require(
      JSONSerialization.jsonObject(with: Data(program.folder.read("out/posts.jsonl")))
        as? [String: Any])
    let photos = try #require(post["photos"] as? [[String: Any]])
    #expect(photos.map { $0["caption"] as? String } == ["점심"])
    let file = try #require(photos[0]["file"] as? String)
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
    #expect(program.folder.files.filter { $0.hasPrefix("out/") }.count == 3)
  }

  @Test("goes on, run again, wherever it was killed")
  func killed() async throws {
    let program = try JournalProgram()
    for day in 10..<30 { try await program.post("2024-01-\(day) 12:00") }
    for _ in 1...3 {
      let export = try await RunningProgram(
        Program.daystamp,
        ["export", "out", "--journal", program.journal, "--owner", "anna"],
        in: program.folder.path, environment: program.environment)
      while export.isRunning, program.folder.files.filter({ $0.hasPrefix("out/") }).count < 4 {
        await Task.yield()
      }
      export.signal(SIGKILL)
      _ = try await export.wait()
      if program.folder.files.contains("out/journal.json") { break }
    }
    if program.folder.files.contains("out/journal.unfinished") {
      let result = try await program.run("export", "out")
      #expect(result.status == 0, "\(result.error)")
    }
    #expect(try await program.run("export", "whole").status == 0)
    func exported(_ folder: String) throws -> [String: [UInt8]] {
      let files = program.folder.files.filter { $0.hasPrefix("\(folder)/") }
      return try Dictionary(
        uniqueKeysWithValues: files.map {
          (String($0.dropFirst(folder.count)), try program.folder.read($0))
        })
    }
    #expect(try exported("out") == exported("whole"))
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
