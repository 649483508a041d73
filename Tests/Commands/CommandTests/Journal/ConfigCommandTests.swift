import Files
import Foundation
import Testing
import TestSupport

@Suite("daystamp config")
struct ConfigCommandTests {
  let program: JournalProgram

  init() async throws {
    program = try JournalProgram()
    try await program.post("2024-01-31 12:00")
  }

  private func get(_ key: String) async throws -> String {
    try await program.run("config", "get", key).output
  }

  @Test("shows all settings, and which of them are defaults")
  func all() async throws {
    _ = try await program.run("config", "set", "day-start", "04:00")
    let table = try await program.run("config").output
    let lines = table.split(separator: "\n").map { line in
      line.split(separator: " ").joined(separator: " ")
    }
    #expect(lines.count == 26)
    #expect(lines[0] == "time-zone Asia/Seoul")
    #expect(lines[1] == "post-zone photo")
    #expect(lines[2] == "day-start 04:00")
    #expect(lines[6] == "text-pool all default")
    #expect(lines[7] == "question-collection Daystamp default")
    #expect(lines[8] == "leap-birthday 28-feb default")
    #expect(lines[9] == "keyword-length 5 default")
    #expect(lines[11] == "reminder-language en default")
    #expect(lines[12] == "video-size 200 default")
    let records = try await program.run("config", "get", "--json").json
    #expect(records.count == 26)
    #expect(records[2]["value"] as? String == "04:00" && records[2]["default"] as? Bool == false)
    #expect(records[3]["value"] == nil && records[3]["default"] as? Bool == true)
  }

  @Test("time-zone photo or journal is about the zone of posts, and leaves the journal's")
  func zones() async throws {
    let photo = try await program.run("config", "set", "time-zone", "journal")
    #expect(photo.status == 0 && photo.error.contains("the journal's zone, Asia/Seoul"))
    #expect(try await get("time-zone") == "Asia/Seoul\n")
    #expect(try await get("post-zone") == "journal\n")
    let back = try await program.run("config", "set", "time-zone", "photo")
    #expect(back.error.contains("A photo gets the day and time of its place"))
    #expect(try await get("time-zone") == "Asia/Seoul\n")
    #expect(try await get("post-zone") == "photo\n")
    _ = try await program.run("config", "set", "time-zone", "Europe/Berlin")
    #expect(try await get("time-zone") == "Europe/Berlin\n")
    #expect(try await get("post-zone") == "photo\n")
    #expect(try await program.run("config", "reset", "post-zone").status == 0)
    #expect(try await get("post-zone") == "journal\n")
    #expect(try await program.run("config", "set", "post-zone", "moon").status == 64)
  }

  @Test("sets, shows and resets a setting")
  func set() async throws {
    let result = try await program.run("config", "set", "label-text", "Site 4 · {time}")
    #expect(result.status == 0 && result.output == "" && result.error == "")
    #expect(try await get("label-text") == "Site 4 · {time}\n")
    #expect(try await program.run("config", "reset", "label-text", "week-start").status == 0)
    #expect(try await get("label-text") == "{time}\n")
    #expect(try await get("week-start") == "\n")
  }

  @Test(
    "refuses a wrong line, and says what would be right",
    arguments: [
      (["set", "colour", "red"], "label-color"), (["get", "colour"], "label-color"),
      (["set", "label-color", "blurple"], "blurple"),
      (["set", "time-zone", "Seoul"], "Asia/Seoul"),
      (["set", "week-start", "lundi"], "monday"), (["set", "day-start", "25:00"], "0 to 23"),
      (["set", "lock-after", "10"], "0, 1, 5, 15, 30"),
      (["set", "keyword-length", "13"], "5, 6, 7, 8, 9, 10, 11, 12"),
      (["set", "label-font", "/nowhere.ttf"], "/nowhere.ttf"),
      (["set", "label-font", "Comic"], "sans"), (["set", "export-to", "a.jpg"], "not a folder"),
      (["set", "label-text", "Site", "4"], "Quote"), (["set", "label-text"], "value"),
      (["reset", "time-zone"], "always has a time zone"),
    ])
  func usage(arguments: [String], says: String) async throws {
    try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let result = try await Program.run(
      Program.daystamp,
      ["config"] + arguments + ["--journal", program.journal, "--owner", "anna"],
      in: program.folder.path)
    #expect(result.status == 64)
    #expect(result.error.contains(says), "\(result.error)")
    #expect(
      try await program.run("config", "get", "--json").json.filter {
        $0["default"] as? Bool == false
      }
      .count == 2)
  }

  @Test("takes an offset west of Greenwich as it is typed, and says that days stay")
  func offset() async throws {
    let result = try await program.run("config", "set", "time-zone", "-03:30")
    #expect(result.status == 0)
    #expect(result.error.contains("keep their days"))
    #expect(try await get("time-zone") == "-03:30\n")
    try await program.post("2024-01-31 12:00")
    #expect(
      try await program.run("config", "set", "day-start", "13:00").error.contains("keep their days")
    )
    #expect(try await program.post("2024-01-31 12:30").output == "3  2024-01-30\n")
  }

  @Test("makes paths those from the root on, and posts write their copies there")
  func paths() async throws {
    #expect(try await program.run("config", "set", "export-to", "x/../My Pictures").status == 0)
    #expect(try await get("export-to") == "\(program.folder.path("My Pictures"))\n")
    try await program.post("2024-01-31 12:00")
    #expect(
      program.folder.files.filter { $0.hasPrefix("My Pictures/") && $0.hasSuffix("jpg") }.count == 1
    )
  }

  @Test("says what overrides a style that is set")
  func style() async throws {
    #expect(try await program.run("config", "set", "label-style", "film").error == "")
    _ = try await program.run("config", "set", "label-color", "red")
    _ = try await program.run("config", "set", "label-text", "a {time}")
    let result = try await program.run("config", "set", "label-style", "box")
    #expect(
      result.error
        == "label-color still overrides the style; daystamp config reset label-color resets it.\n")
  }

  @Test("is what posts look like where nothing else is asked for")
  func look() async throws {
    _ = try await program.run("config", "set", "label-format", "%d.%m.%Y")
    try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let record = try #require(try await program.run("post", "a.jpg", "--json").json.first)
    #expect(record["label"] as? String == "31.01.2024")
  }

  @Test(
    "names a setting that another program broke, and mends it",
    .enabled(if: InstalledProgram.isThere("sqlite3"), "needs sqlite3"))
  func broken() async throws {
    let sql = "INSERT INTO setting SELECT id, 'label-size', 'huge' FROM owner"
    _ = try await InstalledProgram.sqlite3("\(program.journal)/journal.sqlite", sql)
    for command in [["config"], ["post", "a.jpg"]] {
      try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
      let result = try await Program.run(
        Program.daystamp, command + ["--journal", program.journal, "--owner", "anna"],
        in: program.folder.path)
      #expect(result.status == 1)
      #expect(result.error.contains("daystamp config reset label-size mends it"))
    }
    #expect(try await program.run("config", "reset", "label-size").status == 0)
    #expect(try await get("label-size") == "16\n")
  }
}
