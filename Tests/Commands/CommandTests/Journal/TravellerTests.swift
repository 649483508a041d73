import Foundation
import TestSupport
import Testing

@Suite("A traveller's posts")
struct TravellerTests {
  let program: JournalProgram

  init() async throws {
    program = try JournalProgram()
    try await program.addOwner("anna")
    try program.folder.write(
      MadePhoto.jpeg(
        exif: ExifBlock(
          dateTimeOriginal: "2026:07:04 17:08:09", offsetTimeOriginal: "-07:00")), to: "a.jpg")
  }

  private func posted(_ arguments: String...) async throws -> (label: String, post: [String: Any]) {
    let result = try await program.run(
      ["post", "a.jpg", "--json"] + arguments, environment: ["TZ": "UTC"])
    let record = try #require(result.json.first, "\(result.error)")
    return (
      try #require(record["label"] as? String, "\(record)"),
      try #require(record["post"] as? [String: Any])
    )
  }

  private func list(_ day: String) async throws -> [Int] {
    try await program.run("list", day, "--json").json.compactMap { $0["number"] as? Int }
  }

  @Test("have the day and the label of the place where the photo was taken")
  func place() async throws {
    let (label, post) = try await posted()
    #expect(label == "2026-07-04 17:08")
    #expect(post["day"] as? String == "2026-07-04")
    #expect(post["time"] as? String == "2026-07-04T17:08:09-07:00")
    #expect(post["timeZone"] as? String == "-07:00")
    #expect(try await list("2026-07-04") == [1])
    #expect(try await list("2026-07-05") == [])
    #expect(try await program.run("check").status == 0)
  }

  @Test("have those of the journal's zone, where its owner wants that, or another is named")
  func journal() async throws {
    let named = try await posted("--time-zone", "Asia/Tokyo")
    #expect(named.label == "2026-07-05 09:08")
    #expect(named.post["timeZone"] as? String == "Asia/Tokyo")
    _ = try await program.run("config", "set", "time-zone", "journal")
    let (label, post) = try await posted("--again")
    #expect(label == "2026-07-05 09:08")
    #expect(post["day"] as? String == "2026-07-05")
    #expect(post["timeZone"] as? String == "Asia/Seoul")
  }

  @Test("stay where they are, whatever is set, and come back from an export as they were")
  func stay() async throws {
    _ = try await posted()
    _ = try await program.run("config", "set", "time-zone", "journal")
    _ = try await program.run("config", "set", "time-zone", "Asia/Tokyo")
    #expect(try await list("2026-07-04") == [1])
    _ = try await program.run("config", "set", "time-zone", "photo")
    #expect(try await program.run("export", "out").status == 0)
    let imported = try await Program.run(
      Program.daystamp, ["import", "out", "--journal", "other", "--owner", "anna"],
      in: program.folder.path, environment: program.environment)
    #expect(imported.status == 0, "\(imported.error)")
    func run(_ arguments: String...) async throws -> Program {
      try await Program.run(
        Program.daystamp, arguments + ["--journal", "other", "--owner", "anna"],
        in: program.folder.path, environment: program.environment)
    }
    let post = try #require(try await run("list", "--json").json.first)
    #expect(post["day"] as? String == "2026-07-04")
    #expect(post["time"] as? String == "2026-07-04T17:08:09-07:00")
    #expect(try await run("config", "get", "post-zone").output == "photo\n")
    #expect(try await run("config", "get", "time-zone").output == "Asia/Tokyo\n")
    #expect(try await run("check").status == 0)
  }

  @Test("keep their zone when they get another time, unless another is named")
  func edit() async throws {
    _ = try await posted()
    _ = try await program.run("edit", "1", "--time", "2026-07-04 23:30")
    #expect(try await post()["time"] as? String == "2026-07-04T23:30-07:00")
    _ = try await program.run("edit", "1", "--time", "2026-07-05 01:30+02:00")
    #expect(try await post()["time"] as? String == "2026-07-04T16:30-07:00")
    #expect(try await post()["day"] as? String == "2026-07-04")
    _ = try await program.run("edit", "1", "--time-zone", "Asia/Seoul")
    #expect(try await post()["time"] as? String == "2026-07-05T08:30+09:00")
    #expect(try await post()["day"] as? String == "2026-07-05")
    #expect(try await program.run("check").status == 0)
  }

  private func post() async throws -> [String: Any] {
    try #require(try await program.run("show", "1", "--json").json.first)
  }

  @Test(
    "are told by the position where a photo says no offset",
    .enabled(if: InstalledProgram.isThere("exiftool")))
  func position() async throws {
    try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let written = try await InstalledProgram.run(
      "exiftool",
      [
        "-q", "-overwrite_original", "-GPSLatitude=34.05", "-GPSLatitudeRef=N",
        "-GPSLongitude=118.25", "-GPSLongitudeRef=W", program.folder.path("a.jpg"),
      ])
    #expect(written.status == 0)
    let info = try await program.folderRun("info", "a.jpg")
    #expect(
      info.output.contains(
        "2024-01-31 23:59:58 -08:00  zone America/Los_Angeles from the position  chosen"),
      "\(info.output)")
    let (label, post) = try await posted()
    #expect(label == "2024-01-31 23:59")
    #expect(post["time"] as? String == "2024-01-31T23:59:58-08:00")
    #expect(post["timeZone"] as? String == "America/Los_Angeles")
    let broken = try await Program.run(
      Program.daystamp, ["info", "a.jpg"], in: program.folder.path,
      environment: ["DAYSTAMP_PLACES": program.folder.path("damaged"), "TZ": "UTC"])
    #expect(broken.output.contains("America/Los_Angeles"))
    try program.folder.write(Array("DSZONES1".utf8), to: "damaged/zones.table")
    let damaged = try await Program.run(
      Program.daystamp, ["info", "a.jpg"], in: program.folder.path,
      environment: ["DAYSTAMP_PLACES": program.folder.path("damaged"), "TZ": "UTC"])
    #expect(damaged.status == 0)
    #expect(damaged.output.contains("note: the position gives no time zone"))
    #expect(damaged.output.contains("is damaged: it has 8 bytes"), "\(damaged.output)")
    #expect(damaged.output.contains("  2024-01-31 23:59:58\n"))
  }

  @Test("are not taken for days after tomorrow, unless that is meant")
  func future() async throws {
    let refused = try await program.run("post", "a.jpg", "--time", "2030-01-01")
    #expect(refused.status == 64)
    #expect(refused.error.contains("2030-01-01 is in the future; today is "), "\(refused.error)")
    #expect(refused.error.contains("--future"))
    let (_, post) = try await posted("--time", "2030-01-01 12:00", "--future")
    #expect(post["day"] as? String == "2030-01-01")
    let edited = try await program.run("edit", "1", "--time", "2031-01-01")
    #expect(edited.status != 0 && edited.error.contains("2031-01-01 is in the future"))
    #expect(edited.error.contains("; if you mean it, give --future."), "\(edited.error)")
    #expect(try await program.run("edit", "1", "--time", "2031-01-01", "--future").status == 0)
    #expect(try await self.post()["day"] as? String == "2031-01-01")
  }
}

extension JournalProgram {
  /// Runs a command that works on no journal.
  fileprivate func folderRun(_ arguments: String...) async throws -> Program {
    try await Program.run(
      Program.daystamp, arguments, in: folder.path, environment: environment)
  }
}
