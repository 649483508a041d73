import Foundation
import Formats
import Testing
import TestSupport

@Suite("daystamp post and edit, with crop, rotation and filters")
struct EditedPostCommandTests {
  private let program: JournalProgram

  init() throws {
    program = try JournalProgram()
    try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
  }

  private func stored() async throws -> [String: Any] {
    try #require(try await program.run("list", "--json").json.first)
  }

  private func same(_ first: String, _ second: String) async throws -> Bool {
    try await InstalledProgram.run("cmp", [first, second]).status == 0
  }

  @Test(
    "cuts what other programs see cut, and keeps the photo byte for byte",
    .enabled(
      if: InstalledProgram.isThere("cmp") && InstalledProgram.isThere("djpeg"),
      "needs cmp and djpeg"))
  func posted() async throws {
    let result = try await program.run(
      "post", "a.jpg", "--crop", "10%,20%,50%,50%", "--rotate", "90", "--filter", "nashville")
    #expect(result.status == 0 && result.error.contains("--filter was given"), "\(result.error)")
    let post = try await stored()
    #expect(post["edit"] as? String == "rotate=90 crop=0.1,0.2,0.5,0.5 filter=nashville")
    let file = try #require(post["file"] as? String)
    let original = try #require(post["original"] as? String)
    #expect(try await same(program.folder.path("a.jpg"), original))
    let decoded = try await InstalledProgram.run("djpeg", ["-pnm", file])
    #expect(decoded.status == 0)
    let header = try PhotoFile(Array(Data(contentsOf: URL(filePath: file)))).header
    #expect((header.displayedWidth, header.displayedHeight) == (120, 160))
    for (arguments, edit) in [
      (["--time", "2024-02-01 08:15"], "rotate=90 crop=0.1,0.2,0.5,0.5 filter=nashville"),
      (["--filter", "normal"], "rotate=90 crop=0.1,0.2,0.5,0.5"),
      (["--rotate", "0"], "crop=0.2,0.4,0.5,0.5"),
      (["--crop", "4:5", "--gravity", "top", "--exact"], "crop=4:5 gravity=0.5,0 exact"),
      (["--no-crop", "--filter", "noir"], "exact filter=noir"),
      (["--unedited", "--rotate", "180"], "rotate=180"), (["--unedited"], nil),
    ] as [([String], String?)] {
      let result = try await program.run(["edit", "1"] + arguments)
      #expect(result.status == 0)
      #expect(
        result.error.split(separator: "\n").allSatisfy { $0.hasPrefix("post 1: note: ") },
        "\(result.error)")
      let post = try await stored()
      #expect(post["edit"] as? String == edit)
      if edit != nil {
        let original = try #require(post["original"] as? String)
        #expect(try await same(program.folder.path("a.jpg"), original))
      }
    }
    let last = try #require(try await stored()["file"] as? String)
    #expect(try await program.run("check").status == 0)
    _ = try await Program.daystamp("unstamp", last, "-o", "back.jpg", in: program.folder.path)
    #expect(try await same(program.folder.path("a.jpg"), program.folder.path("back.jpg")))
  }

  @Test(
    "is refused where it makes no sense",
    arguments: [
      (["post", "a.jpg", "--crop", "0.6,0,0.5,1"], "0.6,0,0.5,1"),
      (["post", "a.jpg", "--gravity", "top"], "--gravity needs --crop"),
      (["post", "a.jpg", "--crop", "0,0,0.5,1", "--gravity", "top"], "--gravity needs a shape"),
      (["post", "a.jpg", "--filter", "nashvile"], "Did you mean 'nashville'?"),
      (["edit", "1", "--crop", "sqare"], "Did you mean 'square'?"),
      (["edit", "1", "--rotate", "45"], "90, 180 or 270"),
      (["edit", "1", "--no-crop", "--crop", "4:5"], "cannot be used together"),
      (["edit", "1", "2", "--filter", "noir"], "give one number"),
    ])
  func refused(arguments: [String], says: String) async throws {
    let result = try await program.run(arguments)
    #expect(result.status == 64)
    #expect(result.error.contains(says), "\(result.error)")
  }
}

@Suite("daystamp export --stamped, and export-to")
struct AlbumCommandTests {
  private let program: JournalProgram

  init() throws { program = try JournalProgram() }

  private func copies(_ folder: String = "album") -> [String] {
    program.folder.files.filter { $0.hasPrefix("\(folder)/") && $0.hasSuffix(".jpg") }
  }

  @Test("writes the photos of a range, goes on where it was, and says how many are new")
  func exported() async throws {
    for time in ["2023-05-06 12:00", "2024-01-31 12:00", "2024-02-01 12:00"] {
      try await program.post(time)
    }
    let year = try await program.run("export", "--stamped", "album", "2024")
    #expect(year.status == 0 && year.output == "", "\(year.error)")
    #expect(year.error == "album has the stamped photos of 2 posts; 2 are new or changed.\n")
    let all = try await program.run("export", "--stamped", "album")
    #expect(all.error == "album has the stamped photos of 3 posts; 1 is new or changed.\n")
    #expect(copies().count == 3 && copies()[0].hasPrefix("album/2023-05-06_1200_"))
    let none = try await program.run("export", "album2", "2024")
    #expect(none.status == 64 && none.error.contains("--stamped"))
    let inside = try await program.run("export", "--stamped", "journal/x")
    #expect(inside.status == 64)
  }

  @Test("has whole files only where it is killed, and the rest once it is run again")
  func killed() async throws {
    for day in 10..<28 { try await program.post("2024-02-\(day) 12:00") }
    let arguments = [
      "export", "--stamped", "album", "--journal", program.journal, "--owner", "anna",
    ]
    let running = try await RunningProgram(
      Program.daystamp, arguments, in: program.folder.path, environment: program.environment)
    while copies().isEmpty, running.error.text.isEmpty { await Task.yield() }
    running.signal(SIGKILL)
    _ = try await running.wait()
    let before = copies()
    for copy in before {
      let bytes = try program.folder.read(copy)
      #expect(bytes.suffix(2) == [0xFF, 0xD9] || bytes.count > 1_000)
    }
    let result = try await program.run("export", "--stamped", "album")
    #expect(result.status == 0)
    #expect(copies().count == 18)
    #expect(Set(copies()).isSuperset(of: before))
    let again = try await program.run("export", "--stamped", "album")
    #expect(again.error.contains("; 0 are new or changed"), "\(again.error)")
  }

  @Test("follows edits where it is set, and tells of a copy that cannot be made")
  func followed() async throws {
    try await program.addOwner("anna")
    #expect(try await program.run("config", "set", "export-to", "album").status == 0)
    try await program.post("2024-01-31 12:00")
    #expect(copies().count == 1)
    let edited = try await program.run("edit", "1", "--filter", "noir")
    #expect(edited.status == 0 && copies().count == 1)
    #expect(edited.error.hasPrefix("post 1: note: "), "\(edited.error)")
    try FileManager.default.removeItem(atPath: program.folder.path("album"))
    try program.folder.write([0], to: "album")
    let failed = try await program.run("edit", "1", "--filter", "sepia")
    #expect(failed.status == 1 && failed.output == "1  2024-01-31\n")
    #expect(
      failed.error.contains("failed, so the next post or edit tries again"),
      "\(failed.error)")
    try FileManager.default.removeItem(atPath: program.folder.path("album"))
    try await program.post("2024-02-01 12:00")
    #expect(copies().count == 2)
  }
}
