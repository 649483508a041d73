import Formats
import Foundation
import Raster
import Testing
import TestSupport

@Suite("Bad input")
struct BadInputTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Stamps one file and expects it to fail with these words and nothing written.
  private func expectFailure(
    _ name: String, _ arguments: String..., says words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = folder.files
    let result = try await Program.run(
      Program.daystamp, ["stamp", name] + arguments, in: folder.path)
    #expect(result.status == 1, sourceLocation: sourceLocation)
    #expect(result.error.contains(words), "\(result.error)", sourceLocation: sourceLocation)
    #expect(folder.files == before, sourceLocation: sourceLocation)
  }

  private func stamp(_ arguments: String...) async throws -> Program {
    try await Program.run(
      Program.daystamp, ["stamp"] + arguments, in: folder.path, environment: ["TZ": "UTC"])
  }

  @Test("an empty file")
  func emptyFile() async throws {
    try folder.write([], to: "a.jpg")
    try await expectFailure("a.jpg", says: "a.jpg: the file is empty")
  }

  @Test("a text file named .jpg")
  func textFile() async throws {
    try folder.write(Array("Dear diary,".utf8), to: "a.jpg")
    try await expectFailure("a.jpg", says: "not a photo")
  }

  @Test("a JPEG named .png is stamped, and it is said")
  func wrongName() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.png")
    let result = try await stamp("a.png")
    #expect(result.status == 0)
    #expect(result.error.contains("is a JPEG, though its name says PNG"))
    #expect(folder.files.contains("a.stamped.jpg"))
  }

  @Test("a truncated JPEG, of which libgd would decode half", arguments: [0.3, 0.6, 0.95])
  func truncated(part: Double) async throws {
    let photo = try MadePhoto.jpeg()
    try folder.write(photo.prefix(Int(Double(photo.count) * part)), to: "a.jpg")
    try await expectFailure("a.jpg", says: "the JPEG is cut off at byte")
  }

  @Test("corrupt entropy-coded data")
  func corrupt() async throws {
    var photo = try MadePhoto.jpeg()
    for index in photo.count / 2..<photo.count / 2 + 60 { photo[index] = 0xa5 }
    photo[photo.count / 2 + 30] = 0xff
    photo[photo.count / 2 + 31] = 0xd9
    try folder.write(photo, to: "a.jpg")
    try await expectFailure("a.jpg", says: "damaged")
  }

  @Test("a photo of one pixel")
  func onePixel() async throws {
    try folder.write(MadePhoto.png(width: 1, height: 1), to: "a.png")
    try await expectFailure("a.png", "--time", "2024-01-31", says: "1×1")
  }

  @Test("a panorama of 65,535 pixels")
  func panorama() async throws {
    try folder.write(MadePhoto.png(width: 65_535, height: 100), to: "a.png")
    #expect(try await stamp("a.png", "--time", "2024-01-31").status == 0)
    try await expectFailure("a.png", "--time", "2024-01-31", "--to", "jpeg", says: "65500")
  }

  @Test("more pixels than the limit, by the header alone")
  func bomb() async throws {
    var photo = try MadePhoto.png(width: 8, height: 8)
    // IHDR's width and height become 65,536 each; the CRC is wrong then, but nothing gets there.
    for index in [17, 21] { photo[index] = 1 }
    try folder.write(photo, to: "a.png")
    try await expectFailure("a.png", "--time", "2024-01-31", says: "--max-pixels")
    try folder.write(MadePhoto.jpeg(width: 1200, height: 900), to: "b.jpg")
    try await expectFailure("b.jpg", "--max-pixels", "1", says: "1200×900")
  }

  @Test(
    "EXIF that is empty or turns in circles falls back to the name",
    arguments: [
      [UInt8](), Array("II*\0".utf8) + [8, 0, 0, 0, 0xff, 0xff],
      // An Exif IFD pointer back to its own directory, and a next directory that is the first.
      Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x69, 0x87, 4, 0, 1, 0, 0, 0]
        + [8, 0, 0, 0, 8, 0, 0, 0],
      Array("MM\0*".utf8) + [0xff, 0xff, 0xff, 0xff],
    ])
  func brokenExif(block: [UInt8]) async throws {
    let payload = Array("Exif\0\0".utf8) + block
    let photo = try MadePhoto.jpeg(exif: nil)
    let segment = [0xff, 0xe1, 0, UInt8(payload.count + 2)] + payload
    try folder.write(photo[..<2] + segment + photo[2...], to: "IMG_20240131_235959.jpg")
    let result = try await stamp("IMG_20240131_235959.jpg", "--json")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.json.first?["timeSource"] as? String == "fileName")
  }

  @Test("times that no photo has", arguments: ["0000:00:00 00:00:00", "2106:02:07 06:28:15"])
  func impossibleTimes(time: String) async throws {
    try folder.write(MadePhoto.jpeg(exif: ExifBlock(dateTimeOriginal: time)), to: "a.jpg")
    let result = try await stamp("a.jpg", "--json")
    #expect(result.json.first?["timeSource"] as? String == "fileModified")
    #expect(result.error.contains("no capture time"))
    try FileManager.default.removeItem(atPath: folder.path("a.stamped.jpg"))
    try await expectFailure("a.jpg", "--require-capture-time", says: "--require-capture-time")
  }

  @Test("where the file's last change is used, a time that is there and why it is not are said")
  func unusedTimes() async throws {
    try folder.write(MadePhoto.jpeg(exif: nil), to: "01-02-2024.jpg")
    let named = try await stamp("01-02-2024.jpg")
    #expect(
      named.error.contains(
        "fileName “01-02-2024.jpg” is not used: may be 2024-02-01 or 2024-01-02"), "\(named.error)")
    for (time, reason) in [
      ("2002:12:08 12:00:00", "a clock that was never set shows this"),
      ("2019:02:29 12:00:00", "no day 29: 1 to 28"),
    ] {
      try folder.write(MadePhoto.jpeg(exif: ExifBlock(dateTimeOriginal: time)), to: "b.jpg")
      let result = try await stamp("b.jpg", "--force")
      #expect(
        result.error.contains("exif:DateTimeOriginal “\(time)” is not used: \(reason)"),
        "\(result.error)")
    }
    try folder.write(MadePhoto.jpeg(exif: nil), to: "c.jpg")
    #expect(try await stamp("c.jpg").error.contains("is not used") == false)
  }

  @Test("a FIFO, a socket and a device are not read")
  func notFiles() async throws {
    mkfifo(folder.path("fifo"), 0o600)
    try await expectFailure("fifo", says: "FIFO")
    let script = "import socket, sys; socket.socket(socket.AF_UNIX).bind('socket')"
    if try await Program.run("/usr/bin/env", ["python3", "-c", script], in: folder.path).status == 0
    {
      try await expectFailure("socket", says: "socket")
    }
    try await expectFailure("/dev/null", says: "device")
  }

  @Test("an output that is a FIFO, or the input itself through a link, is left alone")
  func outputs() async throws {
    try folder.write(MadePhoto.jpeg(), to: "p/a.jpg")
    let before = try folder.read("p/a.jpg")
    mkfifo(folder.path("fifo.jpg"), 0o600)
    try await expectFailure("p/a.jpg", "-o", "fifo.jpg", "--force", says: "FIFO")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("p"))
    #expect(try await stamp("p/a.jpg", "-o", "link", "--force").status == 64)
    try FileManager.default.linkItem(
      atPath: folder.path("p/a.jpg"), toPath: folder.path("hard.jpg"))
    try await expectFailure("p/a.jpg", "-o", "hard.jpg", "--force", says: "--in-place")
    #expect(try folder.read("p/a.jpg") == before)
  }

  @Test("a file that is not there")
  func missing() async throws {
    try await expectFailure("nowhere.jpg", says: "nowhere.jpg: ")
  }

  @Test("a file that may not be read", .enabled(if: geteuid() != 0, "root reads everything"))
  func unreadable() async throws {
    let path = try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    chmod(path, 0)
    try await expectFailure("a.jpg", says: "Permission denied")
  }

  @Test("a full disk fails the photo and leaves nothing")
  func fullDisk() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    // A file size limit of one block stands in for the disk; SIGXFSZ is ignored as the kernel asks.
    let script = "trap '' XFSZ; ulimit -f 1; \"$0\" stamp a.jpg"
    let result = try await Program.run(
      "/bin/bash", ["-c", script, Program.daystamp], in: folder.path)
    #expect(result.status == 1)
    #expect(result.error.contains("a.jpg: "))
    #expect(folder.files == ["a.jpg"])
  }

  @Test(
    "records that cannot be written are the machine's failure",
    arguments: [
      ("stamp a.jpg --json > /dev/full", "cannot write to standard output"),
      ("stamp - --json-fd 3 < a.jpg > b.jpg 3> /dev/full", "cannot write to file descriptor 3"),
    ])
  func lostOutput(_ command: String, _ complaint: String) async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let result = try await Program.run(
      "/bin/sh", ["-c", "\"$0\" \(command)", Program.daystamp], in: folder.path)
    #expect(result.status == 75)
    #expect(result.error.contains("\(complaint): No space left"), "\(result.error)")
  }

  @Test("a character that no font has")
  func missingGlyph() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    try await expectFailure("a.jpg", "--text", "{time} \u{E8AB}", says: "U+E8AB")
  }

  @Test(
    "a missing font says where it was looked for",
    .enabled(if: !Self.areFontsInstalled, "installed fonts are found instead"))
  func missingFont() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let copy = try folder.copy(Program.daystamp, as: "bin/daystamp")
    chmod(copy, 0o755)
    let result = try await Program.run(
      copy, ["stamp", "a.jpg"], in: folder.path, environment: ["DAYSTAMP_FONTS": "/no/fonts"])
    #expect(result.status == 1)
    #expect(result.error.contains("/no/fonts/OpenSans-Semibold.ttf"))
    #expect(folder.files == ["a.jpg", "bin/daystamp"])
  }

  private static let areFontsInstalled = ["/usr/local/share", "/usr/share"].contains {
    FileManager.default.fileExists(atPath: "\($0)/daystamp/fonts")
  }

  @Test("what a format cannot carry is refused with the reason and the way out")
  func losses() async throws {
    let image = try MadePhoto.image(width: 100, height: 100) { x, _ in
      RGBA(red: 200, green: 10, blue: 10, alpha: x < 50 ? 255 : 120)
    }
    try folder.write(image.encoded(as: Encoding(.png)), to: "a.png")
    try await expectFailure(
      "a.png", "--time", "2024-01-31", "--to", "jpeg", says: "--allow-loss")
    let allowed = try await stamp("a.png", "--time", "2024-01-31", "--to", "jpeg", "--allow-loss")
    #expect(allowed.status == 0)
  }

  @Test("a day-only time never shows an hour")
  func dayOnly() async throws {
    try folder.write(MadePhoto.jpeg(exif: nil), to: "IMG-20240131-WA0001.jpg")
    let result = try await stamp("IMG-20240131-WA0001.jpg", "--json")
    #expect(result.json.first?["label"] as? String == "2024-01-31")
    #expect(result.json.first?["time"] as? String == "2024-01-31")
    try await expectFailure(
      "IMG-20240131-WA0001.jpg", "--force", "--format", "%H:%M", says: "empty")
  }
}
