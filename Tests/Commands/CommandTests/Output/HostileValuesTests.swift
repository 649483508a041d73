import Foundation
import GRDB
import Testing
import TestSupport
import Wording

/// What other people's files, databases and arguments say must do nothing to a terminal: no control
/// character but the end of a line reaches it, and no value begins a line of its own, or changes the
/// direction of what is beside it.
@Suite("Hostile values")
struct HostileValuesTests {
  /// A title, a CSI of C1, a change of direction, and a line that pretends to be ours.
  private static let hostile = "\u{1B}]0;a\u{07}\u{9B}2J\u{202E}\u{2066}\u{7F}\r\nFORGED"

  private static func acts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case ..<0x20, 0x7F...0x9F, 0x2028...0x2029: true
    default: false
    }
  }

  /// Whether every change of direction ends in its line, and lies in an isolate.
  private static func isIsolated(_ line: Substring) -> Bool {
    var isolates = 0
    for scalar in line.unicodeScalars {
      switch scalar.value {
      case 0x2066...0x2068: isolates += 1
      case 0x2069: isolates -= 1
      case 0x202A...0x202E: if isolates < 1 { return false }
      default: break
      }
    }
    return isolates == 0 && Isolation.closed(String(line)) == String(line)
  }

  /// Checks what a program printed.
  private static func check(_ result: Program, _ arguments: [String]) {
    let comment = Comment(rawValue: "\(arguments): \(result.output)\(result.error)")
    for text in [result.output, result.error] {
      #expect(!text.unicodeScalars.contains(where: acts), comment)
      #expect(text.split(separator: "\n").allSatisfy(isIsolated), comment)
      #expect(!text.split(separator: "\n").contains { $0.hasPrefix("FORGED") }, comment)
    }
    #expect(result.signal == nil, comment)
    if arguments.contains("--json"), result.status != 64 {
      #expect(result.json.count == result.output.split(separator: "\n").count, comment)
    }
  }

  private func run(_ program: JournalProgram, _ commands: [[String]]) async throws {
    for arguments in commands { Self.check(try await program.run(arguments), arguments) }
  }

  /// A journal of one post, changed by another program.
  private func journal(_ changes: [String]) async throws -> JournalProgram {
    let program = try JournalProgram()
    try await program.post("2024-01-31 12:00", "-c", "a", "--tag", "b")
    try change(program, changes)
    return program
  }

  private func change(_ program: JournalProgram, _ changes: [String]) throws {
    let database = try DatabaseQueue(path: "\(program.journal)/journal.sqlite")
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
      for sql in changes {
        try db.execute(sql: sql, arguments: sql.contains("?") ? [Self.hostile] : [])
      }
    }
    try database.close()
  }

  private static let readers = [
    ["list"], ["list", "--json"], ["show", "1"], ["show", "1", "--json"], ["random"], ["trash"],
    ["trash", "--json"], ["calendar", "2024-01"], ["memories", "2023-01-31"], ["stats"],
    ["config"], ["config", "--json"], ["check"], ["check", "--json"], ["owner"],
    ["owner", "--json"], ["lock"], ["post", "nowhere.jpg"], ["list", "--search", "a"],
  ]

  @Test(
    "in the rows of a post",
    arguments: [
      ["caption", "subsecond", "original_name", "title", "words"], ["zone"], ["precision"],
      ["source"], ["day"],
      ["file", "original_file"],
    ])
  func posts(columns: [String]) async throws {
    let program = try await journal(
      columns.map { column in
        let prefix = column.hasSuffix("file") ? "'photos/2024/01/31/\(column)' || " : ""
        let isOfPhoto = ["caption", "original_name", "file", "original_file"].contains(column)
        return "UPDATE \(isOfPhoto ? "photo" : "post") SET \(column) = \(prefix)?"
      })
    try await run(program, Self.readers.filter { !["owner", "lock"].contains($0[0]) })
    try await run(program, [["export", "out"], ["edit", "1", "--time", "2024-02-01 12:00"]])
    try await run(program, [["delete", "1", "--yes"], ["trash"], ["trash", "restore", "1"]])
  }

  @Test("in the names of owners, tags and tables")
  func names() async throws {
    let program = try await journal([
      "UPDATE tag SET name = ?", "INSERT INTO owner (name) VALUES (?)",
    ])
    try await run(program, Self.readers + [["list", "--owner", "nobody"], ["backup", "copy"]])
  }

  @Test("in every setting")
  func settings() async throws {
    for key in ["time-zone", "day-start", "week-start", "lock-after", "export-to"]
      + [
        "label-style", "label-format", "label-locale", "label-text", "label-size", "label-margin",
        "label-position", "label-color", "label-outline", "label-background", "label-font",
      ]
    {
      let program = try await journal([
        "INSERT OR REPLACE INTO setting VALUES (1, '\(key)', '/' || ?)"
      ])
      try await run(program, [["list"], ["config"], ["config", "get", key, "--json"]])
      try program.folder.write(MadePhoto.jpeg(width: 200), to: "other.jpg")
      try await run(program, [["post", "other.jpg"]])
    }
  }

  @Test("in an export")
  func exports() async throws {
    let program = try await journal([])
    _ = try await program.run("export", "out")
    let whole = try #require(
      JSONSerialization.jsonObject(with: Data(program.folder.read("out/journal.json")))
        as? [String: Any])
    func imported(_ document: [String: Any]) async throws {
      try program.folder.write(
        JSONSerialization.data(withJSONObject: document), to: "out/journal.json")
      for flags in [[], ["--json"]] {
        let arguments =
          ["import", "out", "--dry-run", "--journal", "other", "--owner", "anna"] + flags
        let result = try await Program.run(
          Program.daystamp, arguments, in: program.folder.path, environment: program.environment)
        Self.check(result, arguments)
      }
    }
    for key in whole.keys {
      var document = whole
      document[key] = Self.hostile
      try await imported(document)
    }
    let post = try #require(
      JSONSerialization.jsonObject(with: Data(program.folder.read("out/posts.jsonl")))
        as? [String: Any])
    for key in Array(post.keys) + [Self.hostile] {
      let changed = post.merging([key: Self.hostile]) { $1 }
      // Version 1 had the posts in the same file.
      var document = whole
      document["version"] = 1
      document["posts"] = [changed]
      try await imported(document)
      let path = try program.folder.write(
        JSONSerialization.data(withJSONObject: changed) + [UInt8(ascii: "\n")],
        to: "out/posts.jsonl")
      let hash = try await InstalledProgram.run("sha256sum", [path]).output.prefix { $0 != " " }
      document = whole
      document["sha256"] = ["posts.jsonl": String(hash)]
      try await imported(document)
    }
    let unknown: [String: Any] = [
      "sha256": [Self.hostile: Self.hostile], "counts": [Self.hostile: 1], Self.hostile: 1,
    ]
    for (key, value) in unknown {
      try await imported(whole.merging([key: value]) { $1 })
    }
    let settings = ["time-zone": "UTC", "export-to": "/\(Self.hostile)", Self.hostile: "a"]
    for left in ["export-to", Self.hostile] {
      var document = whole
      document["settings"] = settings.filter { $0.key != left }
      try await imported(document)
    }
  }

  @Test("in the names of files and folders, in metadata and in stamps")
  func photos() async throws {
    let program = try JournalProgram()
    let (folder, photo) = (Self.hostile, "\(Self.hostile).jpg")
    try program.folder.write(
      MadePhoto.jpeg(exif: ExifBlock(dateTimeOriginal: Self.hostile)), to: photo)
    try program.folder.write(MadePhoto.jpeg(), to: "\(folder)/a.jpg")
    try program.folder.write(Array(Self.hostile.utf8), to: "bad.jpg")
    let label = ["--text", "\u{202E}\u{2066}{time}", "--time", "2024-01-31"]
    let commands =
      [
        ["info", photo], ["info", photo, "--json"], ["stamp", photo, "--dry-run"],
        ["stamp", folder, "-o", "out", "--json"],
        ["stamp", photo, "-o", "\(folder)/b.jpg"] + label,
        ["stamp", photo, "--force", "--dry-run", "--json"] + label,
        ["verify", "\(folder)/b.jpg"], ["verify", "\(folder)/b.jpg", "--json"],
        ["unstamp", "\(folder)/b.jpg", "--dry-run"], ["unstamp", "\(folder)/b.jpg", "--json"],
        ["stamp", "bad.jpg", "--font", photo], ["stamp", folder, photo, "-o", "bad.jpg"],
        ["stamp", "\(folder)/none.jpg"], ["verify", photo, "--original", "\(folder)/none.jpg"],
      ]
    for arguments in commands {
      let result = try await Program.run(
        Program.daystamp, arguments, in: program.folder.path, environment: program.environment)
      Self.check(result, arguments)
    }
    try await run(
      program,
      [
        ["post", photo, "--time", "2024-01-31 12:00", "--export-to", "\(folder)/c"],
        ["list"], ["show", "1"], ["export", "\(folder)/d"], ["import", "\(folder)/e"],
        ["backup", "\(folder)/f"], ["backup", "\(folder)/f"],
      ])
    for command in [["list"], ["check"], ["post", "\(folder)/a.jpg"], ["list"], ["show", "1"]] {
      let arguments = command + ["--journal", "\(folder)/journal"]
      let result = try await Program.run(
        Program.daystamp, arguments, in: program.folder.path, environment: program.environment)
      Self.check(result, arguments)
    }
  }

  @Test("as arguments, whose errors ArgumentParser words, and in the environment")
  func arguments() async throws {
    let program = try await journal([])
    let options = [
      "size", "margin", "position", "color", "outline", "background", "font", "format", "locale",
      "text", "style", "time", "time-zone", "shift", "jobs", "max-pixels", "to", "quality",
      "output",
      Self.hostile,
    ]
    try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    for option in options {
      for arguments in [["--\(option)", Self.hostile], ["--\(option)=\(Self.hostile)"]] {
        let arguments = ["stamp", "a.jpg", "--dry-run"] + arguments
        let result = try await Program.run(
          Program.daystamp, arguments, in: program.folder.path, environment: program.environment)
        Self.check(result, arguments)
      }
    }
    try await run(
      program,
      [
        [Self.hostile], ["list", Self.hostile], ["list", "--from", Self.hostile],
        ["list", "--tag", Self.hostile], ["list", "--search", Self.hostile],
        ["memories", Self.hostile], ["calendar", Self.hostile], ["show", Self.hostile],
        ["config", "get", Self.hostile], ["config", "set", "label-font", "/\(Self.hostile)"],
        ["config", "set", "time-zone", Self.hostile], ["config", "set", "export-to", Self.hostile],
        ["config", "get"], ["post", "a.jpg", "-c", Self.hostile], ["owner", "add", Self.hostile],
        ["owner", "rename", "anna", Self.hostile], ["post", "a.jpg", "--tag", Self.hostile],
        ["unlock", "--for", Self.hostile], ["import", Self.hostile],
        ["edit", "1", "--tag", "\u{9B}"],
      ])
    for variable in ["TZ", "DAYSTAMP_FONTS", "LC_ALL", "DAYSTAMP_JOURNAL", "XDG_RUNTIME_DIR"] {
      for arguments in [["stamp", "a.jpg", "--dry-run"], ["calendar"], ["owner", "add", "x"]] {
        let result = try await Program.run(
          Program.daystamp, arguments, in: program.folder.path,
          environment: program.environment.merging([variable: Self.hostile]) { $1 })
        Self.check(result, arguments)
      }
    }
  }
}
