import Files
import Foundation
import Glibc
import Testing
import TestSupport

@Suite("daystamp post")
struct PostCommandTests {
  let program: JournalProgram

  init() throws { program = try JournalProgram() }

  private var photos: [String] {
    program.folder.files.filter { $0.hasPrefix("journal/photos/") }
  }

  @Test("makes the journal for its owner alone, says so once, and prints number and day")
  func firstPost() async throws {
    try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let first = try await program.run("post", "a.jpg", "-c", "Hello")
    #expect(first.status == 0)
    #expect(first.output == "1  2024-01-31\n")
    #expect(first.error.hasPrefix("Made a journal in \(program.journal) for anna"))
    #expect(first.error.contains("Asia/Seoul"))
    let attributes = try FileManager.default.attributesOfItem(atPath: program.journal)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    try program.folder.write(MadePhoto.jpeg(width: 400), to: "b.jpg")
    let second = try await program.run("post", "b.jpg")
    #expect(second.output == "2  2024-01-31\n")
    #expect(second.error == "")
  }

  @Test("says in JSON what became of each photo")
  func json() async throws {
    try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let result = try await program.run(
      "post", "a.jpg", "-c", "점심", "--star", "--tag", "#sea", "--json")
    let record = try #require(result.json.first)
    #expect(record["status"] as? String == "posted")
    #expect(record["label"] as? String == "2024-01-31 23:59")
    let post = try #require(record["post"] as? [String: Any])
    #expect(post["number"] as? Int == 1)
    #expect(post["day"] as? String == "2024-01-31")
    #expect(post["time"] as? String == "2024-01-31T23:59:58+09:00")
    #expect(post["offsetAssumed"] as? Bool == true)
    #expect(post["caption"] as? String == "점심")
    #expect(post["starred"] as? Bool == true)
    #expect(post["tags"] as? [String] == ["sea"])
    let file = try #require(post["file"] as? String)
    #expect(FileManager.default.fileExists(atPath: file))
    #expect((result.json.last?["summary"] as? [String: Any])?["posted"] as? Int == 1)
  }

  @Test("says what is wrong with a long value first, and then how the value begins")
  func longValue() async throws {
    try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let caption = "Lunch with Mina and Bob by the sea\n" + String(repeating: "가", count: 100)
    let result = try await program.run("post", "a.jpg", "-c", caption)
    #expect(
      result.error.hasPrefix(
        "Error: --caption: the caption has 135 characters; at most 100 are possible. It "
          + "begins “Lunch with Mina and …”.\n"))
    #expect(!result.error.contains("가"))
    let short = try await program.run("post", "a.jpg", "--time-zone", "Asia/Seol")
    #expect(short.error.contains("did you mean Asia/Seoul?\n"))
  }

  @Test("names a photo that is not there once")
  func noPhoto() async throws {
    _ = try await program.addOwner("anna")
    let result = try await program.run("post", "nosuch.jpg")
    #expect(result.status == 1)
    #expect(result.error.hasPrefix("nosuch.jpg: cannot be opened: No such file or directory\n"))
    #expect(result.error.matches(of: /nosuch/).count == 1)
  }

  @Test("tells in its help that folders are taken with --recursive")
  func foldersInHelp() async throws {
    let help = try await Program.daystamp("post", "--help").output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(help.contains("Photos, with --recursive folders (all photos below them), or -"))
    let stamp = try await Program.daystamp("stamp", "--help").output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(stamp.contains("Photos, folders (all photos below them), or -"))
  }

  @Test("takes now for the time, and months of the calendar, whose clamped end is said")
  func calendar() async throws {
    try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let shifted = try await program.run("post", "a.jpg", "--shift", "+1mo")
    #expect(shifted.output == "1  2024-02-29\n")
    #expect(
      shifted.error.hasSuffix(
        "a.jpg: note: --shift leads to a month without a day 31; the label shows its last day, "
          + "2024-02-29\n"))
    let before = Date.now
    let posted = try await program.run("post", "a.jpg", "--again", "--time", "now", "--json")
    let post = try #require(posted.json.first?["post"] as? [String: Any])
    let time = try #require(post["time"] as? String)
    let instant = try Date(time, strategy: .iso8601)
    #expect(time.hasSuffix("+09:00"))
    #expect((before.addingTimeInterval(-1)...Date.now).contains(instant))
    let edited = try await program.run("edit", "1", "--time", "now")
    #expect(edited.status == 0)
    let shown = try await program.run("show", "1", "--json").json.first?["time"] as? String
    #expect(try Date(#require(shown), strategy: .iso8601) >= instant)
    #expect(shown?.hasSuffix("+09:00") == true)
  }

  @Test(
    "refuses a caption before anything is stored, and says how long it is",
    arguments: [
      (String(repeating: "👩🏽‍🚒", count: 101), "101"), ("a\tb", "U+9"),
      (String(repeating: "가", count: 101), "101"),
    ])
  func badCaption(caption: String, reason: String) async throws {
    try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let result = try await program.run("post", "a.jpg", "-c", caption)
    #expect(result.status == 64)
    #expect(result.error.contains(reason))
    #expect(!FileManager.default.fileExists(atPath: program.journal))
  }

  @Test("takes a caption of 100 characters as a reader counts them")
  func longCaption() async throws {
    try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let result = try await program.run(
      "post", "a.jpg", "-c", String(repeating: "👩🏽‍🚒", count: 100))
    #expect(result.status == 0)
  }

  @Test("refuses the same photo, names the earlier post, and takes it with --again")
  func again() async throws {
    try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    _ = try await program.run("post", "a.jpg")
    let refused = try await program.run("post", "a.jpg")
    #expect(refused.status == 1)
    #expect(refused.error.contains("posted already, as post 1"))
    #expect(try await program.run("post", "a.jpg", "--again").output == "2  2024-01-31\n")
    #expect(photos.count == 2)
  }

  @Test("posts a folder with --recursive only, and goes on where it was ended")
  func recursive() async throws {
    for name in ["x/a.jpg", "x/y/b.jpg"] {
      try program.folder.write(MadePhoto.jpeg() + Array(name.utf8), to: name)
    }
    let refused = try await program.run("post", "x")
    #expect(refused.status == 64)
    #expect(refused.error.contains("--recursive"))
    #expect(try await program.run("post", "-r", "x").output == "1  2024-01-31\n2  2024-01-31\n")
    let again = try await program.run("post", "-r", "x")
    #expect(again.status == 0)
    #expect(again.output == "")
    #expect(again.error.contains("2 photos were skipped: they are already posted"))
  }

  @Test("copies photos into no folder of the journal's own")
  func exportIntoJournal() async throws {
    try await program.post("2024-01-31 12:00")
    try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let commands = [["post", "a.jpg", "--export-to", "journal/photos"], ["export", "journal/x"]]
    for arguments in commands {
      let result = try await program.run(arguments)
      #expect(result.status == 64)
      #expect(result.error.contains("is in the journal's own folder"))
    }
    #expect(photos.count == 1)
  }

  @Test(
    "refuses a TZ that names no zone, when the journal is made", arguments: ["KST-9", "No/Zone"])
  func unnamedZone(variable: String) async throws {
    try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let result = try await program.run("post", "a.jpg", environment: ["TZ": variable])
    #expect(result.status == 64)
    #expect(result.error.contains("TZ is “\(variable)”"))
    #expect(!FileManager.default.fileExists(atPath: program.journal))
  }

  @Test("keeps the database for its owner alone, whatever the folder allows")
  func permissions() async throws {
    try FileManager.default.createDirectory(
      atPath: program.journal, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o755])
    try await program.post("2024-01-31 12:00")
    let attributes = try FileManager.default.attributesOfItem(
      atPath: "\(program.journal)/journal.sqlite")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("stores nothing of a photo that cannot be stamped")
  func broken() async throws {
    try program.folder.write(MadePhoto.jpeg()[..<2_000], to: "a.jpg")
    let result = try await program.run("post", "a.jpg")
    #expect(result.status == 1)
    #expect(result.error.contains("a.jpg: "))
    #expect(photos.isEmpty)
  }

  @Test("refuses a time that the clocks went over")
  func timeInGap() async throws {
    try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let result = try await program.run(
      "post", "a.jpg", "--time", "2024-03-31 02:30", "--time-zone", "Europe/Berlin")
    #expect(result.status == 64)
    #expect(result.error.contains("clocks went from 02:00 to 03:00"))
    #expect(photos.isEmpty)
  }

  @Test(
    "follows no path that another user set in their journal, and says so",
    .enabled(if: geteuid() == 0, "needs the right to give files away"))
  func ofAnotherUser() async throws {
    try await program.post("2024-01-31 12:00")
    #expect(try await program.run("config", "set", "export-to", "theirs").status == 0)
    #expect(chown(program.journal, 1, 1) == 0)
    let result = try await program.post("2024-02-01 12:00")
    #expect(result.status == 0)
    #expect(result.error.contains("ignoring export-to of this journal"), "\(result.error)")
    #expect(!program.folder.files.contains { $0.hasPrefix("theirs") })
    #expect(chown(program.journal, geteuid(), getegid()) == 0)
    let followed = try await program.post("2024-02-02 12:00").error
    #expect(followed.hasPrefix("note: copies of these photos go to "), "\(followed)")
    #expect(
      program.folder.files.filter { $0.hasPrefix("theirs") && $0.hasSuffix("jpg") }.count == 1)
  }

  @Test("refuses a day that the clocks went over")
  func noDay() async throws {
    try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let result = try await program.run(
      "post", "a.jpg", "--time", "2011-12-30", "--time-zone", "Pacific/Apia")
    #expect(result.status == 64)
    #expect(result.error.contains("there was no 2011-12-30"), "\(result.error)")
    #expect(photos.isEmpty)
  }

  @Test("tells all that it has stored, where it is ended", arguments: [SIGTERM, SIGINT])
  func interrupted(signal: CInt) async throws {
    let photo = try MadePhoto.jpeg(width: 64, height: 64, exif: nil)
    for number in 0..<400 {
      let time = "12\(number / 50 + 10)\(number % 50 + 10)"
      try program.folder.write(
        photo + Array("\(number)".utf8), to: "many/IMG_20240131_\(time).jpg")
    }
    let batch = try await RunningProgram(
      Program.daystamp,
      ["post", "-r", "many", "--json", "--journal", program.journal, "--owner", "anna"],
      in: program.folder.path, environment: program.environment)
    #expect(await batch.output.wait(for: "posted") != nil)
    batch.signal(signal)
    let result = try await batch.wait()
    let summary = try #require(result.json.last?["summary"] as? [String: Any])
    let stored = try await program.run("list", "--json").json.count
    #expect(stored > 0)
    #expect(summary["posted"] as? Int == stored)
    #expect(result.json.count == stored + 1)
  }

  @Test("makes no owner of a mistyped name in a journal that is there")
  func unknownOwner() async throws {
    try await program.post("2024-01-31 12:00")
    try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let result = try await program.run("post", "a.jpg", owner: "ana")
    #expect(result.status == 1)
    #expect(result.error.contains("there is no owner “ana” here, only anna"))
  }

  @Test("finds the journal by option, then environment, then XDG, then home")
  func places() async throws {
    let folder = program.folder
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let environment = [
      "TZ": "UTC", "HOME": folder.path("home"), "XDG_DATA_HOME": "", "DAYSTAMP_JOURNAL": "",
    ]
    func post(_ changes: [String: String], _ arguments: String...) async throws {
      let result = try await Program.run(
        Program.daystamp, ["post", "a.jpg", "--owner", "anna"] + arguments, in: folder.path,
        environment: environment.merging(changes) { _, new in new })
      #expect(result.status == 0, "\(result.error)")
    }
    try await post([:])
    try await post(["XDG_DATA_HOME": folder.path("xdg")])
    try await post(["XDG_DATA_HOME": folder.path("xdg"), "DAYSTAMP_JOURNAL": folder.path("env")])
    try await post(["DAYSTAMP_JOURNAL": folder.path("env")], "--journal", folder.path("option"))
    #expect(
      folder.files.filter { $0.hasSuffix("journal.sqlite") } == [
        "env/journal.sqlite", "home/.local/share/daystamp/journal.sqlite", "option/journal.sqlite",
        "xdg/daystamp/journal.sqlite",
      ])
  }
}
