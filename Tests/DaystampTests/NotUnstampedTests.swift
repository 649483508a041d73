import TestSupport
import Testing

@Suite("Photos that daystamp unstamp leaves alone")
struct NotUnstampedTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) async throws -> Program {
    try await Program.run(Program.daystamp, arguments, in: folder.path, environment: ["TZ": "UTC"])
  }

  @Test("those without a stamp fail where they are named, by the command line or a list")
  func named() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    try folder.write(MadePhoto.png(), to: "b.png")
    try folder.write(Array("a.jpg\nb.png\n".utf8), to: "list")
    for result in [
      try await run("unstamp", "a.jpg", "b.png"), try await run("unstamp", "--files-from", "list"),
    ] {
      #expect(result.status == 1)
      #expect(result.error.contains("a.jpg: carries no stamp of Daystamp's\n"))
      #expect(result.error.contains("b.png: is a PNG, and only a JPEG carries a stamp"))
    }
    #expect(folder.files == ["a.jpg", "b.png", "list"])
  }

  @Test("those without a stamp fail even where their output is there already")
  func outputThere() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    try folder.write(MadePhoto.jpeg(), to: "a.unstamped.jpg")
    #expect(try await run("unstamp", "a.jpg").status == 1)
  }

  @Test("those without a stamp are skipped where they are found in a folder, and it is said")
  func found() async throws {
    try folder.write(MadePhoto.jpeg(), to: "in/a.jpg")
    try folder.write(MadePhoto.png(), to: "in/b.png")
    let result = try await run("unstamp", "in", "--json")
    #expect(result.status == 0)
    #expect(result.error == "")
    #expect(result.json.compactMap { $0["status"] as? String } == ["skipped", "skipped"])
    let summary = try #require(result.json.last?["summary"] as? [String: Any])
    #expect(summary["skipped"] as? Int == 2)
    #expect(folder.files == ["in/a.jpg", "in/b.png"])
  }

  @Test("a file that is no photo fails wherever it is")
  func broken() async throws {
    try folder.write(Array("text".utf8), to: "in/a.jpg")
    #expect(try await run("unstamp", "in").status == 1)
  }

  @Test("those stamped with --no-undo say what to do instead")
  func stampedForGood() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    #expect(try await run("stamp", "a.jpg", "--no-undo").status == 0)
    let result = try await run("unstamp", "a.stamped.jpg")
    #expect(result.status == 1)
    #expect(result.error.contains("stamp the original instead"))
    #expect(folder.files == ["a.jpg", "a.stamped.jpg"])
  }

  @Test("those that another program changed since", arguments: [[], ["--in-place"]])
  func edited(arguments: [String]) async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    #expect(try await run("stamp", "a.jpg", "--in-place").status == 0)
    var photo = try folder.read("a.jpg")
    let date = try #require(photo.firstRange(of: Array("2024:01:31".utf8)))
    photo[date.lowerBound + 3] = UInt8(ascii: "5")
    try folder.write(photo, to: "a.jpg")
    let result = try await Program.run(
      Program.daystamp, ["unstamp", "a.jpg"] + arguments, in: folder.path)
    #expect(result.status == 1)
    #expect(result.error.contains("changed by another program"))
    #expect(try folder.read("a.jpg") == photo)
    #expect(folder.files == ["a.jpg"])
  }
}
