import Foundation
import Testing
import TestSupport

@Suite("daystamp verify")
struct VerifyCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) async throws -> Program {
    try await Program.run(Program.daystamp, arguments, in: folder.path, environment: ["TZ": "UTC"])
  }

  /// The SHA-256 that another program finds.
  private func sha256(_ name: String) async throws -> String {
    String(try await Program.run("/usr/bin/sha256sum", [name], in: folder.path).output.prefix(64))
  }

  @Test("says in one line what a stamped photo is, with its original or without")
  func holds() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    #expect(try await run("stamp", "a.jpg").status == 0)
    let line = "a.stamped.jpg: stamped “2024-01-31 23:59”, reversible, original SHA-256 "
    let alone = try await run("verify", "a.stamped.jpg")
    #expect(alone.status == 0)
    let hash = try await sha256("a.jpg")
    #expect(alone.output == "\(line)\(hash)\n")
    let compared = try await run("verify", "a.stamped.jpg", "--original", "a.jpg")
    #expect(compared.status == 0, "\(compared.output)")
    #expect(compared.output.contains("blocks outside the label compared"))
  }

  @Test("says of a PNG that its pixels come back, and compares them with the original's")
  func pixels() async throws {
    try folder.write(MadePhoto.png(), to: "a.png")
    #expect(try await run("stamp", "a.png", "--time", "2024-01-31 12:34").status == 0)
    let result = try await run("verify", "a.stamped.png", "--original", "a.png")
    #expect(result.status == 0)
    #expect(result.output.contains("reversible to the pixel, original SHA-256 "))
    #expect(result.output.contains("pixels outside the label compared"))
    let record = try #require(try await run("verify", "a.stamped.png", "--json").json.first)
    #expect(record["reversible"] as? Bool == true)
    #expect(record["restores"] as? String == "pixels")
    #expect(record["sha256"] as? String == (try await sha256("a.png")))
  }

  @Test("is read by programs as JSON")
  func json() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    #expect(try await run("stamp", "a.jpg").status == 0)
    let record = try #require(try await run("verify", "a.stamped.jpg", "--json").json.first)
    #expect(record["input"] as? String == "a.stamped.jpg")
    #expect(record["stamped"] as? Bool == true)
    #expect(record["label"] as? String == "2024-01-31 23:59")
    #expect(record["time"] as? String == "2024-01-31T23:59:58")
    #expect(record["reversible"] as? Bool == true)
    #expect(record["sha256"] as? String == (try await sha256("a.jpg")))
    #expect(record["holds"] as? Bool == true)
    #expect((record["problems"] as? [String])?.isEmpty == true)
  }

  @Test("compares a photo that was stamped with --no-undo with its original")
  func stampedForGood() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    #expect(try await run("stamp", "a.jpg", "--no-undo").status == 0)
    let result = try await run("verify", "a.stamped.jpg", "--original", "a.jpg", "--json")
    #expect(result.status == 0)
    let record = try #require(result.json.first)
    #expect(record["reversible"] as? Bool == false)
    #expect(try #require(record["comparedBlocks"] as? Int) > 0)
  }

  @Test("tells a photo that was re-encoded, whose label stays, from one that was not stamped")
  func reencoded() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    #expect(try await run("stamp", "a.jpg", "--quality", "80").status == 0)
    let what = "stamped “2024-01-31 23:59”, re-encoded, so not reversible"
    let verified = try await run("verify", "a.stamped.jpg")
    #expect(verified.status == 0)
    let line = try await "a.stamped.jpg: \(what), original SHA-256 \(sha256("a.jpg"))\n"
    #expect(verified.output == line)
    let compared = try await run("verify", "a.stamped.jpg", "--original", "a.jpg", "--json")
    #expect(compared.status == 1)
    let record = try #require(compared.json.first)
    #expect(record["reencoded"] as? Bool == true && record["reversible"] as? Bool == false)
    #expect(record["holds"] as? Bool == false)
    #expect(
      (record["problems"] as? [String])?.first?.contains("every pixel was re-encoded") == true)
    #expect(try await run("info", "a.stamped.jpg").output.contains("\n  \(what)\n"))
    #expect(try await run("info", "a.jpg", "--json").json.first?["stamp"] == nil)
    let info = try await run("info", "a.stamped.jpg", "--json").json.first
    let stamp = try #require(info?["stamp"] as? [String: Any])
    #expect(stamp["label"] as? String == "2024-01-31 23:59")
    #expect(stamp["reencoded"] as? Bool == true && stamp["reversible"] as? Bool == false)
    for again in [["unstamp"], ["stamp", "--quality", "80"], ["stamp", "--in-place"]] {
      let refused = try await Program.run(
        Program.daystamp, [again[0], "a.stamped.jpg"] + again.dropFirst(), in: folder.path)
      #expect(refused.status == 1)
      #expect(refused.error.contains("stamp the original instead"), "\(refused.error)")
    }
    #expect(folder.files == ["a.jpg", "a.stamped.jpg"])
    // It is known by its stamp to be there already.
    try folder.write(folder.read("a.stamped.jpg"), to: "a.stamped.jpg")
    let later = try await run("stamp", "a.jpg", "--quality", "80", "--json").json.first
    #expect(later?["status"] as? String == "already")
    #expect(try await run("stamp", "a.stamped.jpg", "--in-place", "--allow-loss").status == 0)
  }

  @Test("proves a delivery against the folder of its originals, in a table and as JSON")
  func delivery() async throws {
    try folder.write(MadePhoto.jpeg(), to: "in/a.jpg")
    try folder.write(MadePhoto.jpeg(width: 200), to: "in/sub/b.jpg")
    try folder.write(MadePhoto.png(), to: "in/c.png")
    #expect(try await run("stamp", "in", "-o", "out", "--time", "2024-01-31").status == 0)
    let all = try await run("verify", "out", "--original", "in")
    #expect(all.status == 0, "\(all.output)")
    #expect(all.output.split(separator: "\n").count { $0.hasPrefix("ok  ") } == 3)
    #expect(all.output.hasSuffix("\n3 photos proved, 3 originals.\n"))
    // Another name is found by the SHA-256.
    try folder.write(folder.read("out/sub/b.jpg"), to: "out/renamed.jpg")
    try FileManager.default.removeItem(atPath: folder.path("out/sub"))
    try FileManager.default.removeItem(atPath: folder.path("out/a.jpg"))
    try folder.write(MadePhoto.jpeg(width: 90), to: "out/foreign.jpg")
    let some = try await run("verify", "out", "--original", "in")
    #expect(some.status == 1)
    let lines = some.output.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.hasPrefix("ok") && $0.contains("out/renamed.jpg  in/sub/b.jpg") })
    #expect(lines.contains { $0.hasPrefix("FAILED") && $0.contains("out/foreign.jpg") })
    #expect(lines.contains { $0.hasPrefix("MISSING") && $0.contains("in/a.jpg") })
    #expect(lines.last == "2 photos proved, 1 failed, 3 originals, 1 without a photo.")
    let json = try await run("verify", "out", "--original", "in", "--json").json
    #expect(json.count == 5)
    #expect(json.count { $0["holds"] as? Bool == true } == 2)
    let summary = try #require(json.last?["summary"] as? [String: Int])
    #expect(summary == ["proved": 2, "failed": 1, "originals": 3, "missing": 1])
  }

  @Test("exits with 1 where a photo carries no stamp, so that a script can rely on 0")
  func notStamped() async throws {
    try folder.write(MadePhoto.jpeg(), to: "in/a.jpg")
    try folder.write(MadePhoto.png(), to: "in/b.png")
    let result = try await run("verify", "in")
    #expect(result.status == 1)
    #expect(result.error == "")
    let lines = "in/a.jpg: has no stamp by Daystamp\nin/b.png: has no stamp by Daystamp\n"
    #expect(result.output == lines)
    let record = try #require(try await run("verify", "in/a.jpg", "--json").json.first)
    #expect(record["stamped"] as? Bool == false)
    #expect(record["holds"] as? Bool == false)
    #expect((record["problems"] as? [String])?.isEmpty == true)
  }

  @Test("exits with 1 where a photo was changed since it was stamped")
  func edited() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    #expect(try await run("stamp", "a.jpg", "--in-place").status == 0)
    var photo = try folder.read("a.jpg")
    let date = try #require(photo.firstRange(of: Array("2024:01:31".utf8)))
    photo[date.lowerBound + 3] = UInt8(ascii: "5")
    try folder.write(photo, to: "a.jpg")
    let result = try await run("verify", "a.jpg")
    #expect(result.status == 1)
    #expect(result.output.contains("another program has changed"))
  }

  @Test("exits with 1 where the original is another photo", arguments: [(320, 240), (240, 320)])
  func otherOriginal(width: Int, height: Int) async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let other = ExifBlock(dateTimeOriginal: "2023:01:01 00:00:00")
    try folder.write(MadePhoto.jpeg(width: width, height: height, exif: other), to: "b.jpg")
    #expect(try await run("stamp", "a.jpg").status == 0)
    let result = try await run("verify", "a.stamped.jpg", "--original", "b.jpg")
    #expect(result.status == 1)
    #expect(result.output.contains("the SHA-256 differs"), "\(result.output)")
  }

  @Test("reports what it cannot read, goes on, and exits with 1")
  func unreadable() async throws {
    try folder.write(Array("text".utf8), to: "a.jpg")
    try folder.write(MadePhoto.jpeg(), to: "b.jpg")
    let result = try await run("verify", "a.jpg", "b.jpg", "nowhere.jpg", "--json")
    #expect(result.status == 1)
    #expect(result.error.contains("a.jpg: is not a photo"))
    #expect(result.error.contains("nowhere.jpg: cannot be opened"))
    #expect(result.json.compactMap { $0["input"] as? String } == ["a.jpg", "b.jpg", "nowhere.jpg"])
    #expect(result.json.allSatisfy { $0["holds"] as? Bool == false })
    let original = try await run("verify", "b.jpg", "--original", "nowhere.jpg")
    #expect(original.status == 1)
    #expect(original.error.contains("nowhere.jpg: cannot be opened"))
  }
}
