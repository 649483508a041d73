import Formats
import Foundation
import Raster
import Testing
import TestSupport

@Suite("daystamp stamp, its outputs")
struct StampOutputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("writes NAME.stamped.EXT beside the photo, and says so")
  func besideInput() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let before = try folder.read("a.jpg")
    let result = try await folder.stamp("a.jpg")
    #expect(result.status == 0)
    #expect(result.output == "" && result.error == "1 stamped → a.stamped.jpg\n")
    #expect(try await folder.stamp("a.jpg", "--force", "-q").error == "")
    #expect(folder.files == ["a.jpg", "a.stamped.jpg"])
    #expect(try folder.read("a.jpg") == before)
    #expect(try folder.read("a.stamped.jpg") != before)
  }

  @Test("says at the end where photos went, and which labels show the file's last change")
  func places() async throws {
    try folder.write(MadePhoto.jpeg(), to: "in/a.jpg")
    try folder.write(MadePhoto.jpeg(), to: "in/b.jpg")
    let into = try await folder.stamp("in", "-o", "out", "--time", "2024-01-31")
    #expect(into.error == "2 stamped into out/\n")
    let broken = try await folder.stamp("in", "missing.jpg", "-o", "out/2", "--time", "2024-01-31")
    #expect(broken.error.hasSuffix("\n2 stamped into out/2/, 1 failed.\n"))
    try folder.write(MadePhoto.jpeg(exif: nil), to: "bare/a.jpg")
    try folder.write(MadePhoto.jpeg(exif: nil), to: "bare/b.jpg")
    let undated = try await folder.stamp("bare", "--in-place", "--quiet")
    #expect(
      undated.error.hasSuffix(
        "\n2 labels show when the file was last changed: these photos have no capture time.\n"))
    let piped = try await Program.run(
      "/bin/sh", ["-c", "\(Program.daystamp) stamp - --time 2024-01-31 < in/a.jpg > c.jpg"],
      in: folder.path)
    #expect(piped.error == "")
  }

  @Test("skips outputs that are there, so that a batch is resumed, and writes them with --force")
  func resumes() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    try folder.write(MadePhoto.png(), to: "b.png")
    #expect(try await folder.stamp(".", "--time", "2024-01-31").status == 0)
    let first = try folder.read("a.stamped.jpg")
    try folder.write(MadePhoto.jpeg(), to: "c.jpg")
    let again = try await folder.stamp(".", "--time", "2023-01-01")
    #expect(
      again.status == 0 && again.error.hasSuffix(", 2 skipped (already there).\n"), "\(again.error)"
    )
    #expect(folder.files.contains("c.stamped.jpg"))
    #expect(try folder.read("a.stamped.jpg") == first)
    #expect(try await folder.stamp(".", "--time", "2023-01-01", "--force").status == 0)
    #expect(try folder.read("a.stamped.jpg") != first)
    #expect(!folder.files.contains { $0.contains("stamped.stamped") })
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

  @Test("replaces no camera's raw file, whatever its name is")
  func rawOutput() async throws {
    let raw = Array("FUJIFILMCCD-RAW 0201FF119502".utf8) + Array(repeating: 0, count: 200)
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    try folder.write(raw, to: "raw.jpg")
    for destination in ["raw.jpg", "out"] {
      try folder.write(raw, to: "out/a.jpg")
      let result = try await Program.run(
        Program.daystamp,
        ["stamp", "a.jpg", "--time", "2024-01-31", "-o", destination, "--force"], in: folder.path)
      #expect(result.status == 1)
      #expect(result.error.contains("is a camera's raw file (Fujifilm RAF) and is not replaced"))
      #expect(try folder.read("raw.jpg") == raw && folder.read("out/a.jpg") == raw)
    }
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
    #expect(
      another.error.contains("A/p.jpg: out/p.jpg already exists and was made from another photo"))
    #expect(folder.files.contains("out/p-2.jpg"), "B's, which no longer has the name alone")
    #expect(try folder.read("out/p.jpg") == first)
    #expect(try await run("stamp", "B/p.jpg").status == 0)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: folder.path("out/p.jpg"))
    #expect(try await run("stamp", "B/p.jpg").status == 0)
    #expect(try await run("unstamp", "out/p.jpg", "-o", "B").status == 0, "its original is there")
    let over = try await run("unstamp", "out/p.jpg", "-o", "A")
    #expect(over.status == 1)
    #expect(over.error.contains("A/p.jpg already exists and was made from another photo"))
    // What carries no stamp is known by its time alone.
    try folder.write(MadePhoto.png(), to: "A/q.png")
    try folder.write(MadePhoto.png(width: 200), to: "B/q.png")
    #expect(try await run("stamp", "A/q.png").status == 0)
    #expect(try await run("stamp", "A/q.png").status == 0)
    #expect(try await run("stamp", "B/q.png").status == 1)
    for name in ["A/q.png", "out/q.png"] {
      let seconds = name == "A/q.png" ? 1_700_000_001.5 : 1_700_000_000
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: seconds)],
        ofItemAtPath: folder.path(name))
    }
    #expect(try await run("stamp", "A/q.png").status == 0, "as FAT keeps it")
  }

  @Test("mirrors folders, even into one inside the input, and stamps its own outputs never")
  func mirrors() async throws {
    try folder.write(MadePhoto.jpeg(), to: "in/a.jpg")
    try folder.write(MadePhoto.jpeg(), to: "in/sub/b.JPG")
    for _ in 1...2 { #expect(try await folder.stamp("in", "-o", "in/out").status == 0) }
    #expect(folder.files == ["in/a.jpg", "in/out/a.jpg", "in/out/sub/b.JPG", "in/sub/b.JPG"])
    #expect(try await folder.stamp("in/sub", "-o", "in/sub/x/y").status == 0)
    #expect(folder.files.filter { $0.hasPrefix("in/sub/x/") } == ["in/sub/x/y/b.JPG"])
  }

  @Test("replaces photos in place, keeping permissions and times")
  func inPlace() async throws {
    let path = try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let old = Date(timeIntervalSince1970: 1_500_000_000)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640, .modificationDate: old], ofItemAtPath: path)
    let before = try folder.read("a.jpg")
    #expect(try await folder.stamp("a.jpg", "--in-place").status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(try folder.read("a.jpg") != before)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(attributes[.modificationDate] as? Date == old)
    #expect(folder.files == ["a.jpg"])
  }

  @Test("leaves a photo as it is in place of which every pixel would be coded anew with loss")
  func lossInPlace() async throws {
    let image = try MadePhoto.image(width: 320, height: 240)
    let photo = try image.encoded(as: Encoding(.webp, quality: 80))
    try folder.write(photo, to: "a.webp")
    func stamp(_ option: String...) async throws -> Program {
      try await Program.run(
        Program.daystamp, ["stamp", "a.webp", "--in-place", "--time", "2024-01-31"] + option,
        in: folder.path)
    }
    let refused = try await stamp()
    #expect(refused.status == 1 && refused.error.contains("the original would be gone"))
    #expect(try folder.read("a.webp") == photo)
    #expect(try await stamp("--quality", "90").status == 0)
    try folder.write(photo, to: "a.webp")
    #expect(try await stamp("--allow-loss").status == 0)
    #expect(try folder.read("a.webp") != photo)
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
    let result = try await folder.stamp("a.jpg", "-o", typed, "--json")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.json.first?["output"] as? String == output)
  }

  @Test("writes over no file that is not called like a photo, even with --force")
  func otherFile() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    try folder.write(Array("a report".utf8), to: "report.pdf")
    let result = try await folder.stamp("a.jpg", "-o", "report.pdf", "--force")
    #expect(result.status == 64)
    #expect(
      result.error.contains("report.pdf does not end like a photo: give report.jpg for a file."))
    #expect(try folder.read("report.pdf") == Array("a report".utf8))
    try folder.write([1], to: "Makefile")
    #expect(try await folder.stamp("a.jpg", "-o", "Makefile", "--force").status == 64)
    #expect(try folder.read("Makefile") == [1])
    for name in ["x.jpg~", "x.jpg ", "x.jpg.", "x.jp,g", ".jpg"] {
      #expect(try await folder.stamp("a.jpg", "-o", name).status == 64, "\(name)")
    }
    #expect(folder.files == ["Makefile", "a.jpg", "report.pdf"])
  }

  @Test("does not write a photo under another format's name")
  func wrongOutputName() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let result = try await folder.stamp("a.jpg", "-o", "b.gif")
    #expect(result.status == 1)
    #expect(result.error.contains(".jpg"))
    #expect(folder.files == ["a.jpg"])
  }

  @Test("numbers the outputs of photos with one name, the same in each run, and says so")
  func numbersOutputs() async throws {
    try folder.write(MadePhoto.jpeg(), to: "IMG_1.jpg")
    try folder.write(MadePhoto.jpeg(width: 200), to: "IMG_1.HEIC")
    try folder.write(MadePhoto.jpeg(), to: "x/a.jpg")
    try folder.write(MadePhoto.jpeg(width: 200), to: "y/a.jpg")
    let beside = try await folder.stamp("IMG_1.HEIC", "IMG_1.jpg")
    #expect(beside.status == 0)
    #expect(
      beside.error.contains(
        "IMG_1.HEIC: note: is written to IMG_1.stamped-2.jpg, because IMG_1.stamped.jpg belongs to "
          + "IMG_1.jpg\n"))
    #expect(beside.error.hasSuffix("\n2 stamped beside the originals\n"))
    #expect(try PhotoFile(folder.read("IMG_1.stamped-2.jpg")).header.width == 200)
    let mirrored = try await folder.stamp("x", "y", "-o", "out", "--json")
    #expect(mirrored.status == 0)
    let numbered = mirrored.json.first { $0["input"] as? String == "y/a.jpg" }
    #expect(numbered?["output"] as? String == "out/a-2.jpg")
    #expect(
      numbered?["warnings"] as? [String]
        == ["is written to out/a-2.jpg, because out/a.jpg belongs to x/a.jpg"])
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
    let result = try await folder.stamp("a.HEIC", "a.jpg", "--on-conflict", way)
    #expect(result.status == [64, 0][index])
    #expect(folder.files == [["a.HEIC", "a.jpg"], ["a.HEIC", "a.jpg", "a.stamped.jpg"]][index])
    #expect(
      result.error.contains(
        [
          "a.jpg and a.HEIC would both be written to a.stamped.jpg; nothing was written",
          "a.HEIC: skipped: a.stamped.jpg belongs to a.jpg; --on-conflict suffix writes both\n"
            + "1 stamped → a.stamped.jpg, 1 skipped (same output as another).",
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
    #expect(result.error.contains("x/a.jpg: would overwrite out/a.jpg, which is an input"))
    #expect(result.error.hasSuffix("1 stamped into out/, 2 failed.\n"))
    #expect(folder.files == ["out/a.jpg", "out/b.jpg", "x/a.jpg", "x/b.jpg"])
    #expect(try folder.read("out/a.jpg") == before)
  }
}
