import Formats
import Foundation
import Testing
import TestSupport

@Suite("daystamp stamp")
struct StampCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("says in JSON what it did")
  func json() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let result = try await folder.stamp("a.jpg", "--json")
    let record = try #require(result.json.first)
    #expect(record["input"] as? String == "a.jpg")
    #expect(record["output"] as? String == "a.stamped.jpg")
    #expect(record["status"] as? String == "stamped")
    #expect(record["time"] as? String == "2024-01-31T23:59:58")
    #expect(record["timeSource"] as? String == "exif:DateTimeOriginal")
    #expect(record["timePrecision"] as? String == "second")
    #expect(record["label"] as? String == "2024-01-31 23:59")
    #expect(record["lossless"] as? Bool == true)
    #expect(record["lossReason"] == nil)
    #expect(record["reversible"] as? Bool == true)
    let box = try #require(record["box"] as? [String: Double])
    #expect(abs((box["x"] ?? 0) - 16.0 * 240 / 360) < 1e-6)
    let summary = try #require(result.json.last?["summary"] as? [String: Any])
    #expect(summary["stamped"] as? Int == 1)
    #expect(summary["failed"] as? Int == 0)
    #expect(result.json.count == 2)
  }

  @Test("says in JSON why a photo is not lossless, and whether a stamp can be taken off")
  func fidelity() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    try folder.write(MadePhoto.png(), to: "b.png")
    let arguments = ["--time", "2024-01-31", "--json", "--dry-run"]
    func record(_ more: String...) async throws -> [String: Any] {
      let result = try await Program.run(
        Program.daystamp, ["stamp"] + arguments + more, in: folder.path)
      return try #require(result.json.first)
    }
    let png = try await record("b.png")
    #expect(png["lossless"] as? Bool == true)
    #expect(png["reversible"] as? Bool == true && png["lossReason"] == nil)
    #expect(png["restores"] as? String == "pixels")
    let webp = try await record("b.png", "--to", "webp")
    #expect(webp["lossless"] as? Bool == false)
    #expect(webp["lossReason"] as? String == "WebP is re-encoded")
    let jpeg = try await record("a.jpg", "--quality", "60")
    #expect(jpeg["lossless"] as? Bool == false)
    #expect((jpeg["lossReason"] as? String)?.contains("--quality") == true)
    #expect(jpeg["reversible"] as? Bool == false)
    let final = try await record("a.jpg", "--no-undo")
    #expect(final["lossless"] as? Bool == true)
    #expect(final["reversible"] as? Bool == false)
  }

  @Test("takes a shift to the past as it is typed")
  func shift() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let result = try await folder.stamp("a.jpg", "--shift", "-1h", "--json")
    #expect(result.json.first?["time"] as? String == "2024-01-31T22:59:58")
  }

  @Test("writes nothing in a dry run, and says what it would")
  func dryRun() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let result = try await folder.stamp("a.jpg", "--dry-run")
    #expect(result.status == 0)
    #expect(
      result.output
        == "a.jpg -> a.stamped.jpg  2024-01-31 23:59  (exif:DateTimeOriginal)\n")
    #expect(folder.files == ["a.jpg"])
  }

  @Test("goes on after a photo that fails, and exits with 1")
  func goesOn() async throws {
    try folder.write(Array("no photo".utf8), to: "a.jpg")
    try folder.write(MadePhoto.jpeg(), to: "b.jpg")
    let result = try await folder.stamp("a.jpg", "b.jpg")
    #expect(result.status == 1)
    #expect(result.error.hasPrefix("a.jpg: "))
    #expect(folder.files.contains("b.stamped.jpg"))
    #expect(result.output == "")
  }

  @Test(
    "refuses a given time that the clocks of the zone went over, in the words of post",
    arguments: [
      (
        "2024-03-31 02:30", "Europe/Berlin",
        "there was no 02:30 on 2024-03-31: clocks went from 02:00"
      ),
      ("2011-12-30", "Pacific/Apia", "there was no 2011-12-30: its clocks skipped that day"),
    ])
  func skippedTime(time: String, zone: String, words: String) async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let result = try await folder.stamp("a.jpg", "--time", time, "--time-zone", zone)
    #expect(result.status == 64)
    #expect(result.error.contains("in \(zone) \(words)"), "\(result.error)")
    #expect(folder.files == ["a.jpg"])
    #expect(try await folder.stamp("a.jpg", "--time", time).status == 0)
  }

  @Test("counts in one line what a run came to that did not go without a word")
  func counts() async throws {
    try folder.write(Array("no photo".utf8), to: "a.jpg")
    try folder.write(MadePhoto.jpeg(), to: "b.jpg")
    try folder.write(MadePhoto.jpeg(), to: "c.jpg")
    func last(_ arguments: String...) async throws -> String {
      let result = try await Program.run(
        Program.daystamp, ["stamp"] + arguments, in: folder.path, environment: ["TZ": "UTC"])
      return result.error.split(separator: "\n").last.map(String.init) ?? ""
    }
    #expect(try await last("a.jpg", "b.jpg", "--dry-run") == "1 would be stamped, 1 failed.")
    #expect(try await last("a.jpg", "b.jpg") == "1 stamped → b.stamped.jpg, 1 failed.")
    #expect(
      try await last("a.jpg", "b.jpg", "c.jpg")
        == "1 stamped → c.stamped.jpg, 1 skipped (already there), 1 failed.")
    #expect(try await last("a.jpg", "b.jpg", "--force", "--quiet").hasPrefix("a.jpg: "))
    #expect(try await last("a.jpg", "b.jpg", "--force", "--json").hasPrefix("a.jpg: "))
    #expect(try await last("a.jpg").hasPrefix("a.jpg: "), "of one photo the line itself is enough")
    #expect(
      try await last("b.jpg", "c.jpg", "--force") == "2 stamped beside the originals",
      "where they are")
  }

  @Test(
    "writes other formats on demand",
    arguments: [
      ("png", "png"), ("webp", "webp"), ("jpeg", "jpeg"), ("jpg", "jpeg"), ("JPEG", "jpeg"),
      ("Jpe", "jpeg"), (".PNG", "png"),
    ])
  func formats(typed: String, name: String) async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    #expect(try await folder.stamp("a.jpg", "--to", typed, "-o", "out/").status == 0)
    let file = try #require(folder.files.first { $0.hasPrefix("out/") })
    let photo = try PhotoFile(folder.read(file))
    #expect(photo.header.format.rawValue == name)
    #expect(photo.metadata.exif != nil)
  }

  @Test(
    "refuses metadata loss unless allowed, and turns the picture upright then",
    arguments: ["tiff", "TIF"])
  func allowsLoss(name: String) async throws {
    try folder.write(
      MadePhoto.jpeg(width: 120, height: 90, exif: ExifBlock(orientation: 6)), to: "a.jpg")
    let refused = try await folder.stamp("a.jpg", "--to", name)
    #expect(refused.status == 1)
    #expect(refused.error.contains("--allow-loss"))
    let allowed = try await folder.stamp("a.jpg", "--to", name, "--allow-loss", "--json")
    #expect(allowed.status == 0)
    #expect((allowed.json.first?["warnings"] as? [String])?.first?.contains("EXIF") == true)
    let file = try #require(folder.files.first { $0.hasPrefix("a.stamped") })
    let header = try PhotoFile(folder.read(file)).header
    #expect(header.displayedWidth == 90 && header.displayedHeight == 120)
  }

  @Test("carries EXIF into HEIC and AVIF, upright there", arguments: ["avif", "heic"])
  func carriesMetadata(name: String) async throws {
    try folder.write(
      MadePhoto.jpeg(width: 120, height: 90, exif: ExifBlock(orientation: 6)), to: "a.jpg")
    let done = try await folder.stamp("a.jpg", "--to", name, "--json")
    #expect(done.status == 0)
    let photo = try PhotoFile(folder.read("a.stamped.\(name)"))
    #expect(photo.header.displayedWidth == 90 && photo.header.displayedHeight == 120)
    #expect(photo.header.orientation == .topLeft)
    #expect(photo.metadata.exif != nil)
  }
}

extension TemporaryFolder {
  /// Runs `daystamp stamp` in the folder, on a machine in UTC.
  func stamp(_ arguments: String...) async throws -> Program {
    try await Program.run(
      Program.daystamp, ["stamp"] + arguments, in: path, environment: ["TZ": "UTC"])
  }
}
