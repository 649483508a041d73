import Foundation
import Testing
import TestSupport

@Suite("daystamp unstamp")
struct UnstampCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) async throws -> Program {
    try await Program.run(Program.daystamp, arguments, in: folder.path, environment: ["TZ": "UTC"])
  }

  @Test("writes NAME.unstamped.EXT, the original byte for byte, and says so")
  func besideInput() async throws {
    let photo = try MadePhoto.jpeg()
    try folder.write(photo, to: "a.jpg")
    #expect(try await run("stamp", "a.jpg").status == 0)
    let result = try await run("unstamp", "a.stamped.jpg")
    #expect(result.status == 0)
    #expect(result.output == "" && result.error == "1 unstamped → a.unstamped.jpg\n")
    #expect(folder.files == ["a.jpg", "a.stamped.jpg", "a.unstamped.jpg"])
    #expect(try folder.read("a.unstamped.jpg") == photo)
  }

  @Test("numbers the originals of stamped photos with one name, the same in each run")
  func numbersOutputs() async throws {
    let photos = [try MadePhoto.jpeg(), try MadePhoto.jpeg(width: 200)]
    try folder.write(photos[0], to: "x/a.jpg")
    try folder.write(photos[1], to: "y/a.jpg")
    #expect(try await run("stamp", "x", "y", "--in-place").status == 0)
    #expect(try await run("stamp", "x/a.jpg", "-o", "x/a.stamped.jpg").status == 0)
    for _ in 1...2 {
      let result = try await run("unstamp", "y/a.jpg", "x/a.jpg", "y/a.jpg", "-o", "out")
      #expect(result.status == 0)
      #expect(folder.files.filter { $0.hasPrefix("out/") } == ["out/a-2.jpg", "out/a.jpg"])
      #expect(try await run("unstamp", "x").status == 0)
      #expect(
        folder.files.filter { $0.contains(".unstamped") }
          == ["x/a.unstamped-2.jpg", "x/a.unstamped.jpg"])
    }
    #expect(try folder.read("out/a.jpg") == photos[0])
    #expect(try folder.read("out/a-2.jpg") == photos[1])
    #expect(try folder.read("x/a.unstamped-2.jpg") == photos[0])
  }

  @Test("says in JSON what it did")
  func json() async throws {
    let path = try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    #expect(try await run("stamp", "a.jpg", "--in-place").status == 0)
    let result = try await run("unstamp", "a.jpg", "--json")
    let record = try #require(result.json.first)
    #expect(record["input"] as? String == "a.jpg")
    #expect(record["output"] as? String == "a.unstamped.jpg")
    #expect(record["status"] as? String == "unstamped")
    #expect(record["label"] as? String == "2024-01-31 23:59")
    #expect(record["time"] as? String == "2024-01-31T23:59:58")
    try FileManager.default.removeItem(atPath: path)
    let sum = try await Program.run("/usr/bin/sha256sum", ["a.unstamped.jpg"], in: folder.path)
    #expect(record["sha256"] as? String == String(sum.output.prefix(64)))
    let summary = try #require(result.json.last?["summary"] as? [String: Any])
    #expect(summary["unstamped"] as? Int == 1)
    #expect(summary["stamped"] == nil)
  }

  @Test("restores photos in place, keeping permissions and times")
  func inPlace() async throws {
    let photo = try MadePhoto.jpeg()
    let path = try folder.write(photo, to: "a.jpg")
    let old = Date(timeIntervalSince1970: 1_500_000_000)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640, .modificationDate: old], ofItemAtPath: path)
    #expect(try await run("stamp", "a.jpg", "--in-place").status == 0)
    #expect(try folder.read("a.jpg") != photo)
    #expect(try await run("unstamp", "a.jpg", "--in-place").status == 0)
    #expect(try folder.read("a.jpg") == photo)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(attributes[.modificationDate] as? Date == old)
    #expect(folder.files == ["a.jpg"])
  }

  @Test("goes through a folder of stamped photos beside their originals, and can be resumed")
  func folders() async throws {
    for name in ["a.jpg", "sub/b.JPG"] { try folder.write(MadePhoto.jpeg(), to: "in/\(name)") }
    try folder.write(MadePhoto.png(), to: "in/c.png")
    #expect(try await run("stamp", "in", "--time", "2024-01-31").status == 0)
    #expect(try await run("unstamp", "in").status == 0)
    let restored = folder.files.filter { $0.contains(".unstamped.") }
    #expect(restored == ["in/a.unstamped.jpg", "in/c.unstamped.png", "in/sub/b.unstamped.JPG"])
    for file in restored {
      let original = try file.hasSuffix("png") ? MadePhoto.png() : MadePhoto.jpeg()
      #expect(try folder.read(file) == original)
    }
    let again = try await run("unstamp", "in", "--json")
    #expect(again.status == 0)
    #expect(again.json.count { $0["status"] as? String == "already" } == 3)
    let summary = try #require(again.json.last?["summary"] as? [String: Any])
    #expect(summary["unstamped"] as? Int == 0)
    #expect(summary["failed"] as? Int == 0)
  }

  @Test("mirrors a folder into another, under the originals' names")
  func mirrors() async throws {
    let photo = try MadePhoto.jpeg()
    try folder.write(photo, to: "in/a.jpg")
    try folder.write(photo, to: "in/sub/b.jpg")
    #expect(try await run("stamp", "in").status == 0)
    #expect(try await run("unstamp", "in", "-o", "out").status == 0)
    #expect(folder.files.filter { $0.hasPrefix("out/") } == ["out/a.jpg", "out/sub/b.jpg"])
    #expect(try folder.read("out/sub/b.jpg") == photo)
  }

  @Test("passes a photo from standard input to standard output")
  func pipe() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let script = "\"$0\" stamp - < a.jpg | \"$0\" unstamp - > b.jpg"
    let result = try await Program.run(
      "/bin/sh", ["-c", script, Program.daystamp], in: folder.path)
    #expect(result.status == 0)
    #expect(try folder.read("b.jpg") == folder.read("a.jpg"))
  }

  @Test("writes nothing in a dry run, and says what it would")
  func dryRun() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    #expect(try await run("stamp", "a.jpg").status == 0)
    let result = try await run("unstamp", "a.stamped.jpg", "--dry-run")
    #expect(result.output == "a.stamped.jpg -> a.unstamped.jpg  without “2024-01-31 23:59”\n")
    #expect(folder.files == ["a.jpg", "a.stamped.jpg"])
  }
}

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
    let header: [UInt8] = [
      58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0,
    ]
    try folder.write(
      Array("BM".utf8) + header + [1, 0, 24, 0] + [UInt8](repeating: 0, count: 28), to: "c.bmp")
    try folder.write(Array("a.jpg\nb.png\nc.bmp\n".utf8), to: "list")
    for result in [
      try await run("unstamp", "a.jpg", "b.png", "c.bmp"),
      try await run("unstamp", "--files-from", "list"),
    ] {
      #expect(result.status == 1)
      #expect(result.error.contains("a.jpg: has no stamp by Daystamp\n"))
      #expect(result.error.contains("b.png: has no stamp by Daystamp\n"))
      #expect(result.error.contains("c.bmp: has no stamp by Daystamp\n"))
    }
    #expect(folder.files == ["a.jpg", "b.png", "c.bmp", "list"])
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

  @Test("a file that is not a photo fails wherever it is")
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

  @Test("a PNG's come back to the pixel, and what came back is said")
  func pixels() async throws {
    try folder.write(MadePhoto.png(), to: "a.png")
    let time = ["--time", "2024-01-31 12:34", "--in-place", "--json"]
    let stamped = try await Program.run(
      Program.daystamp, ["stamp", "a.png"] + time, in: folder.path)
    #expect(stamped.json.first?["restores"] as? String == "pixels")
    let result = try await run("unstamp", "a.png", "--json")
    #expect(result.status == 0)
    // Daystamp made the original too, so it comes out as it was.
    #expect(result.json.first?["restores"] as? String == "bytes")
    #expect(try folder.read("a.unstamped.png") == MadePhoto.png())
    // Known by what it was made of, although its time is another.
    try folder.write(MadePhoto.png(), to: "a.unstamped.png")
    #expect(
      try await run("unstamp", "a.png", "--json").json.first?["status"] as? String == "already")
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
    #expect(result.error.contains("another program has changed"))
    #expect(try folder.read("a.jpg") == photo)
    #expect(folder.files == ["a.jpg"])
  }
}
