import Formats
import Foundation
import Glibc
import Raster
import Testing
import TestSupport

@Suite("daystamp stamp")
struct StampCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func stamp(_ arguments: String...) async throws -> Program {
    try await Program.run(
      Program.daystamp, ["stamp"] + arguments, in: folder.path, environment: ["TZ": "UTC"])
  }

  @Test("writes NAME.stamped.EXT beside the photo, silently into a pipe")
  func besideInput() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let before = try folder.read("a.jpg")
    let result = try await stamp("a.jpg")
    #expect(result.status == 0)
    #expect(result.output == "" && result.error == "")
    #expect(folder.files == ["a.jpg", "a.stamped.jpg"])
    #expect(try folder.read("a.jpg") == before)
    #expect(try folder.read("a.stamped.jpg") != before)
  }

  @Test("says in JSON what it did")
  func json() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let result = try await stamp("a.jpg", "--json")
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
    #expect(png["reversible"] as? Bool == false && png["lossReason"] == nil)
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

  @Test("skips outputs that are there, so that a batch is resumed, and writes them with --force")
  func resumes() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    try folder.write(MadePhoto.png(), to: "b.png")
    #expect(try await stamp(".", "--time", "2024-01-31").status == 0)
    let first = try folder.read("a.stamped.jpg")
    try folder.write(MadePhoto.jpeg(), to: "c.jpg")
    let again = try await stamp(".", "--time", "2023-01-01", "--json")
    #expect(again.status == 0)
    let statuses = again.json.compactMap { $0["status"] as? String }.sorted()
    #expect(statuses == ["skipped", "skipped", "stamped"])
    #expect(try folder.read("a.stamped.jpg") == first)
    #expect(try await stamp(".", "--time", "2023-01-01", "--force").status == 0)
    #expect(try folder.read("a.stamped.jpg") != first)
    #expect(!folder.files.contains { $0.contains("stamped.stamped") })
  }

  @Test("mirrors folders, even into one inside the input, and stamps its own outputs never")
  func mirrors() async throws {
    try folder.write(MadePhoto.jpeg(), to: "in/a.jpg")
    try folder.write(MadePhoto.jpeg(), to: "in/sub/b.JPG")
    for _ in 1...2 { #expect(try await stamp("in", "-o", "in/out").status == 0) }
    #expect(folder.files == ["in/a.jpg", "in/out/a.jpg", "in/out/sub/b.JPG", "in/sub/b.JPG"])
    #expect(try await stamp("in/sub", "-o", "in/sub/x/y").status == 0)
    #expect(folder.files.filter { $0.hasPrefix("in/sub/x/") } == ["in/sub/x/y/b.JPG"])
  }

  @Test("replaces photos in place, keeping permissions and times")
  func inPlace() async throws {
    let path = try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let old = Date(timeIntervalSince1970: 1_500_000_000)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640, .modificationDate: old], ofItemAtPath: path)
    let before = try folder.read("a.jpg")
    #expect(try await stamp("a.jpg", "--in-place").status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(try folder.read("a.jpg") != before)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(attributes[.modificationDate] as? Date == old)
    #expect(folder.files == ["a.jpg"])
  }

  @Test("passes a photo from standard input to standard output")
  func pipe() async throws {
    let photo = try MadePhoto.jpeg()
    try folder.write(photo, to: "in.jpg")
    let script = "\"$0\" stamp - < in.jpg > out.jpg"
    let result = try await Program.run(
      "/bin/sh", ["-c", script, Program.daystamp], in: folder.path)
    #expect(result.status == 0)
    let stamped = try PhotoFile(folder.read("out.jpg"))
    #expect(stamped.header.width == 320)
    #expect(stamped.metadata.exif == (try PhotoFile(photo)).metadata.exif)
  }

  @Test("reads names from a list, with newlines in them where NUL separates")
  func filesFrom() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a b.jpg")
    try folder.write(MadePhoto.jpeg(), to: "new\nline.jpg")
    try folder.write(Array("a b.jpg\n\n".utf8), to: "lines")
    try folder.write(Array("new\nline.jpg\0".utf8), to: "nulls")
    #expect(try await stamp("--files-from", "lines").status == 0)
    #expect(try await stamp("--files-from", "nulls", "-0").status == 0)
    #expect(folder.files.contains("a b.stamped.jpg"))
    #expect(folder.files.contains("new\nline.stamped.jpg"))
  }

  @Test("stamps files whose names are not UTF-8")
  func bytesInNames() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let script = """
      name=$(printf 'caf\\351.jpg'); other=$(printf 'caf\\350.jpg')
      cp a.jpg "$name" && mv a.jpg "$other" && "$0" stamp "$name" "$other" -j 1 --json \
      && test -f "$(printf 'caf\\351.stamped.jpg')" && test -f "$(printf 'caf\\350.stamped.jpg')"
      """
    let result = try await Program.run(
      "/bin/sh", ["-c", script, Program.daystamp], in: folder.path)
    #expect(result.status == 0)
    #expect(result.json.first?["inputBase64"] as? String == "Y2Fm6S5qcGc=")
  }

  @Test("takes a shift to the past as it is typed")
  func shift() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let result = try await stamp("a.jpg", "--shift", "-1h", "--json")
    #expect(result.json.first?["time"] as? String == "2024-01-31T22:59:58")
  }

  @Test("says so where there is no photo")
  func noPhoto() async throws {
    try folder.write(Array("text".utf8), to: "in/notes.txt")
    let result = try await stamp("in")
    #expect(result.status == 0)
    #expect(result.error == "There is no photo among the inputs.\n")
  }

  @Test("counts a photo as skipped that another run wrote meanwhile")
  func twoRuns() async throws {
    for index in 0..<12 { try folder.write(MadePhoto.jpeg(), to: "in/\(index).jpg") }
    let script = """
      "$0" stamp in -o out --json > one & "$0" stamp in -o out --json > two; second=$?
      wait $!; test $? -eq 0 && test $second -eq 0
      """
    let result = try await Program.run(
      "/bin/sh", ["-c", script, Program.daystamp], in: folder.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(folder.files.filter { $0.hasPrefix("out/") }.count == 12)
  }

  @Test("does not write a photo under another format's name")
  func wrongOutputName() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let result = try await stamp("a.jpg", "-o", "b.gif")
    #expect(result.status == 1)
    #expect(result.error.contains(".jpg"))
    #expect(folder.files == ["a.jpg"])
  }

  @Test("writes nothing in a dry run, and says what it would")
  func dryRun() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let result = try await stamp("a.jpg", "--dry-run")
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
    let result = try await stamp("a.jpg", "b.jpg")
    #expect(result.status == 1)
    #expect(result.error.hasPrefix("a.jpg: "))
    #expect(folder.files.contains("b.stamped.jpg"))
  }

  @Test(
    "writes other formats on demand",
    arguments: ["png", "webp", "jpeg"])
  func formats(name: String) async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    #expect(try await stamp("a.jpg", "--to", name, "-o", "out/").status == 0)
    let file = try #require(folder.files.first { $0.hasPrefix("out/") })
    let photo = try PhotoFile(folder.read(file))
    #expect(photo.header.format.rawValue == name)
    #expect(photo.metadata.exif != nil)
  }

  @Test(
    "refuses metadata loss unless allowed, and turns the picture upright then",
    arguments: ["tiff", "avif", "heic"])
  func allowsLoss(name: String) async throws {
    try folder.write(
      MadePhoto.jpeg(width: 120, height: 90, exif: ExifBlock(orientation: 6)), to: "a.jpg")
    let refused = try await stamp("a.jpg", "--to", name)
    #expect(refused.status == 1)
    #expect(refused.error.contains("--allow-loss"))
    let allowed = try await stamp("a.jpg", "--to", name, "--allow-loss", "--json")
    #expect(allowed.status == 0)
    #expect((allowed.json.first?["warnings"] as? [String])?.first?.contains("EXIF") == true)
    let file = try #require(folder.files.first { $0.hasPrefix("a.stamped") })
    let header = try PhotoFile(folder.read(file)).header
    #expect(header.displayedWidth == 90 && header.displayedHeight == 120)
  }
}

@Suite("Ctrl-C")
struct InterruptTests {
  @Test("ends a batch before its end, exits with 130, and leaves whole files only")
  func interrupts() async throws {
    let folder = try TemporaryFolder()
    // So many that the signal comes before the end also where this task is long in being resumed.
    let count = 3_000
    try folder.write(MadePhoto.jpeg(width: 1600, height: 1200), to: "in/0.jpg")
    for index in 1..<count {
      try FileManager.default.linkItem(
        atPath: folder.path("in/0.jpg"), toPath: folder.path("in/\(index).jpg"))
    }
    let batch = try await RunningProgram(
      Program.daystamp, ["stamp", "in", "-o", "out", "--jobs", "2", "--json"], in: folder.path)
    // The first record says that the batch is under way.
    _ = await batch.output.wait(for: "\n")
    batch.signal(SIGINT)
    #expect(try await batch.wait().status == 130)
    let whole = try await Program.run(
      Program.daystamp, ["stamp", "in/0.jpg", "-o", "whole.jpg"], in: folder.path)
    #expect(whole.status == 0)
    let size = try folder.read("whole.jpg").count
    let outputs = folder.files.filter { $0.hasPrefix("out/") }
    for file in outputs { #expect(try folder.read(file).count == size) }
    let rest = try FileManager.default.contentsOfDirectory(atPath: folder.path("out"))
    #expect(rest.count == outputs.count && outputs.count < count)
  }
}
