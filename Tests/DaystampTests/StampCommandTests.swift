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
    try folder.write([0xEF, 0xBB, 0xBF] + Array("a b.jpg\r\n\r\nc.jpg\r\n".utf8), to: "windows")
    try folder.write(Array("end\r\0".utf8), to: "returns")
    try folder.write(MadePhoto.jpeg(), to: "c.jpg")
    try folder.write(MadePhoto.jpeg(), to: "end\r")
    try folder.write(Array("new\nline.jpg\0".utf8), to: "nulls")
    #expect(try await stamp("--files-from", "lines").status == 0)
    #expect(try await stamp("--files-from", "nulls", "-0").status == 0)
    let windows = try await stamp("--files-from", "windows", "--json")
    #expect(windows.status == 0)
    #expect(windows.json.compactMap { $0["input"] as? String } == ["a b.jpg", "c.jpg"])
    #expect(try await stamp("--files-from", "returns", "-0").status == 0)
    #expect(folder.files.contains("end\r.stamped.jpg"))
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

  @Test("fails a photo where another's stamped one is, and skips its own though its time is lost")
  func outputOfAnother() async throws {
    try folder.write(MadePhoto.jpeg(), to: "A/p.jpg")
    try folder.write(MadePhoto.jpeg(width: 200), to: "B/p.jpg")
    func run(_ arguments: String...) async throws -> Program {
      let more = arguments[0] == "stamp" ? ["--time", "2024-01-31", "-o", "out"] : []
      return try await Program.run(Program.daystamp, arguments + more, in: folder.path)
    }
    #expect(try await run("stamp", "B/p.jpg").status == 0)
    let first = try folder.read("out/p.jpg")
    let another = try await run("stamp", "A/p.jpg", "B/p.jpg")
    #expect(another.status == 1)
    #expect(another.error.contains("A/p.jpg: out/p.jpg is there already, of another photo"))
    #expect(folder.files.contains("out/p-2.jpg"), "B's, which no longer has the name alone")
    #expect(try folder.read("out/p.jpg") == first)
    #expect(try await run("stamp", "B/p.jpg").status == 0)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: folder.path("out/p.jpg"))
    #expect(try await run("stamp", "B/p.jpg").status == 0)
    #expect(try await run("unstamp", "out/p.jpg", "-o", "B").status == 0, "its original is there")
    let over = try await run("unstamp", "out/p.jpg", "-o", "A")
    #expect(over.status == 1 && over.error.contains("A/p.jpg is there already, of another photo"))
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
    #expect(result.output == "")
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
    #expect(try await last("a.jpg", "b.jpg") == "1 stamped, 1 failed.")
    #expect(
      try await last("a.jpg", "b.jpg", "c.jpg")
        == "1 stamped, 1 skipped (there already), 1 failed.")
    #expect(try await last("a.jpg", "b.jpg", "--force", "--quiet").hasPrefix("a.jpg: "))
    #expect(try await last("a.jpg", "b.jpg", "--force", "--json").hasPrefix("a.jpg: "))
    #expect(try await last("a.jpg").hasPrefix("a.jpg: "), "of one photo the line itself is enough")
    #expect(try await last("b.jpg", "c.jpg", "--force") == "", "nothing to tell")
  }

  @Test("stamps a file once that is named twice, under whatever path")
  func namedTwice() async throws {
    try folder.write(MadePhoto.jpeg(), to: "in/a.jpg")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.jpg"), withDestinationPath: folder.path("in/a.jpg"))
    let result = try await stamp(
      "in/a.jpg", "./in/a.jpg", "link.jpg", folder.path("in/a.jpg"), "in", "--json")
    #expect(result.status == 0 && result.error == "")
    #expect(result.json.count == 2)
    #expect(folder.files == ["in/a.jpg", "in/a.stamped.jpg", "link.jpg"])
    let one = try await stamp("in/a.jpg", "link.jpg", "in/a.jpg", "-o", "one.jpg")
    #expect(one.status == 0, "it is one photo: \(one.error)")
  }

  @Test("numbers the outputs of photos with one name, the same in each run, and says so")
  func numbersOutputs() async throws {
    try folder.write(MadePhoto.jpeg(), to: "IMG_1.jpg")
    try folder.write(MadePhoto.jpeg(width: 200), to: "IMG_1.HEIC")
    try folder.write(MadePhoto.jpeg(), to: "x/a.jpg")
    try folder.write(MadePhoto.jpeg(width: 200), to: "y/a.jpg")
    let beside = try await stamp("IMG_1.HEIC", "IMG_1.jpg")
    #expect(beside.status == 0)
    #expect(
      beside.error.contains(
        "IMG_1.HEIC: note: is written to IMG_1.stamped-2.jpg, because IMG_1.stamped.jpg is that of "
          + "IMG_1.jpg\n"))
    #expect(beside.error.hasSuffix("\n2 stamped.\n"))
    #expect(try PhotoFile(folder.read("IMG_1.stamped-2.jpg")).header.width == 200)
    let mirrored = try await stamp("x", "y", "-o", "out", "--json")
    #expect(mirrored.status == 0)
    let numbered = mirrored.json.first { $0["input"] as? String == "y/a.jpg" }
    #expect(numbered?["output"] as? String == "out/a-2.jpg")
    #expect(
      numbered?["warnings"] as? [String]
        == ["is written to out/a-2.jpg, because out/a.jpg is that of x/a.jpg"])
    let files = folder.files
    let named = files.filter { !$0.hasPrefix("out/") }
    for arguments in [["y", "x", "-o", "out"], ["x", "y", "-o", "out"], named, named] {
      let again = try await Program.run(
        Program.daystamp, ["stamp", "--json"] + arguments, in: folder.path)
      #expect(again.status == 0, "\(again.error)")
    }
    let made = ["x/a.stamped.jpg", "y/a.stamped.jpg"]
    #expect(folder.files == (files + made).sorted())
  }

  @Test("leaves out photos whose output is another's, or ends, as it is asked", arguments: [1, 0])
  func onConflict(index: Int) async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.HEIC")
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let way = ["fail", "skip"][index]
    let result = try await stamp("a.HEIC", "a.jpg", "--on-conflict", way)
    #expect(result.status == [64, 0][index])
    #expect(folder.files == [["a.HEIC", "a.jpg"], ["a.HEIC", "a.jpg", "a.stamped.jpg"]][index])
    #expect(
      result.error.contains(
        [
          "a.jpg and a.HEIC would both be written to a.stamped.jpg; nothing was written",
          "a.HEIC: skipped: a.stamped.jpg is that of a.jpg; --on-conflict suffix writes both\n"
            + "1 stamped, 1 skipped (another's output).",
        ][index]), "\(result.error)")
  }

  @Test("never writes over an input, and goes on with the others", arguments: [[], ["--force"]])
  func keepsInputs(force: [String]) async throws {
    for name in ["out/a.jpg", "x/a.jpg", "x/b.jpg"] {
      try folder.write(MadePhoto.jpeg(), to: name)
    }
    let before = try folder.read("out/a.jpg")
    let result = try await Program.run(
      Program.daystamp, ["stamp", "out/a.jpg", "x", "-o", "out"] + force, in: folder.path)
    #expect(result.status == 1)
    #expect(result.error.contains("x/a.jpg: would be written over out/a.jpg, which is an input"))
    #expect(result.error.hasSuffix("1 stamped, 2 failed.\n"))
    #expect(folder.files == ["out/a.jpg", "out/b.jpg", "x/a.jpg", "x/b.jpg"])
    #expect(try folder.read("out/a.jpg") == before)
  }

  @Test(
    "makes a folder of a name without an ending, with a number for one, or with a slash after it",
    arguments: [
      ("out", "out/a.jpg"), ("2024.01", "2024.01/a.jpg"), ("v1.2", "v1.2/a.jpg"),
      ("Photos.old/", "Photos.old/a.jpg"), ("new.jpg/", "new.jpg/a.jpg"),
      ("St. John", "St. John/a.jpg"), (".hidden", ".hidden/a.jpg"),
      ("there.old", "there.old/a.jpg"),
      ("new.jpg", "new.jpg"), ("new.JPEG", "new.JPEG"),
    ])
  func namedOutput(typed: String, output: String) async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    try folder.write([], to: "there.old/notes")
    let result = try await stamp("a.jpg", "-o", typed, "--json")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.json.first?["output"] as? String == output)
  }

  @Test("writes over no file that is not called like a photo, even with --force")
  func otherFile() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    try folder.write(Array("a report".utf8), to: "report.pdf")
    let result = try await stamp("a.jpg", "-o", "report.pdf", "--force")
    #expect(result.status == 64)
    #expect(result.error.contains("report.pdf does not end like a photo: give report.jpg, say"))
    #expect(try folder.read("report.pdf") == Array("a report".utf8))
    try folder.write([1], to: "Makefile")
    #expect(try await stamp("a.jpg", "-o", "Makefile", "--force").status == 64)
    #expect(try folder.read("Makefile") == [1])
    for name in ["x.jpg~", "x.jpg ", "x.jpg.", "x.jp,g", ".jpg"] {
      #expect(try await stamp("a.jpg", "-o", name).status == 64, "\(name)")
    }
    #expect(folder.files == ["Makefile", "a.jpg", "report.pdf"])
  }

  @Test(
    "writes other formats on demand",
    arguments: [
      ("png", "png"), ("webp", "webp"), ("jpeg", "jpeg"), ("jpg", "jpeg"), ("JPEG", "jpeg"),
      ("Jpe", "jpeg"), (".PNG", "png"),
    ])
  func formats(typed: String, name: String) async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    #expect(try await stamp("a.jpg", "--to", typed, "-o", "out/").status == 0)
    let file = try #require(folder.files.first { $0.hasPrefix("out/") })
    let photo = try PhotoFile(folder.read(file))
    #expect(photo.header.format.rawValue == name)
    #expect(photo.metadata.exif != nil)
  }

  @Test(
    "refuses metadata loss unless allowed, and turns the picture upright then",
    arguments: ["tiff", "TIF", "avif", "heic"])
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
