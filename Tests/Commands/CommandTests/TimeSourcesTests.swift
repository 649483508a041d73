import Foundation
import TestSupport
import Testing

@Suite("Sources of a photo's time")
struct TimeSourcesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A date in a second EXIF segment is read, and both segments are listed")
  func secondSegment() async throws {
    let first = ExifBlock(dateTimeOriginal: nil, orientation: 6).segment
    let segments = first + ExifBlock(dateTimeOriginal: "2007:04:08 15:25:46").segment
    try folder.write(photo(segments), to: "a.jpg")
    let record = try await stamp("a.jpg")
    #expect(record["time"] as? String == "2007-04-08T15:25:46")
    #expect(record["doubtful"] == nil)
    let third = ExifBlock(dateTimeOriginal: "2008:04:08 15:25:46").segment
    try folder.write(photo(segments + third), to: "b.jpg")
    let told = try await info("b.jpg")
    #expect(told.contains("2007-04-08 15:25:46  chosen"))
    #expect(told.contains("2008-04-08 15:25:46  not needed"))
  }

  @Test("What a clock shows that nobody set is used where there is nothing better, and named")
  func unset() async throws {
    let exif = ExifBlock(dateTimeOriginal: "2002:12:08 12:00:00").segment
    try folder.write(photo(exif), to: "IMG_20240131_235958.jpg")
    #expect(try await stamp("IMG_20240131_235958.jpg")["timeSource"] as? String == "fileName")
    let told = try await info("IMG_20240131_235958.jpg")
    #expect(told.contains("doubtful: a clock that was never set shows this"))
    let alone = try await Program.run(
      "/bin/sh",
      ["-c", "\(Program.daystamp) stamp - -o out.jpg --json --quiet <IMG_20240131_235958.jpg"],
      in: folder.path)
    #expect(alone.json.first?["doubtful"] as? Bool == true)
    #expect(alone.error.contains("the time is doubtful"), "\(alone.error)")
  }

  @Test("The file's last change is never used in silence")
  func lastChange() async throws {
    try folder.write(photo([]), to: "a.jpg")
    let result = try await Program.daystamp("stamp", "a.jpg", "--quiet", in: folder.path)
    #expect(result.error.contains("the label shows when the file was last changed"))
    #expect(try await stamp("a.jpg", "--force")["doubtful"] as? Bool == true)
    let described = try await Program.daystamp("info", "a.jpg", "--json", in: folder.path)
    #expect(described.json.first?["doubtful"] as? Bool == true)
  }

  @Test(
    "A form that is not the field's own is named, and so is an offset that is not used",
    .enabled(if: InstalledProgram.isThere("exiftool"), "needs exiftool"))
  func forms() async throws {
    try folder.write(photo([]), to: "a.jpg")
    // exiftool writes an offset in another form than its own only as it is given.
    func written(_ offset: String) async throws -> String {
      let program = try await InstalledProgram.run(
        "exiftool",
        [
          "-q", "-overwrite_original", "-IPTC:DateCreated=2023:10:29",
          "-IPTC:TimeCreated=10:11:12+00:00", "-DateTimeOriginal=2023:10:29 10:11:12",
          "-OffsetTimeOriginal#=\(offset)", folder.path("a.jpg"),
        ])
      #expect(program.status == 0)
      return try await info("a.jpg")
    }
    let told = try await written("GMT+2")
    #expect(told.contains("2023-10-29 10:11:12 +02:00  chosen"), "\(told)")
    let unused = try await written("CST")
    #expect(
      unused.contains("2023-10-29 10:11:12  chosen (“CST” is not used as its offset"), "\(unused)")
  }

  @Test("A PNG's own times are read, its last change after a name")
  func png() async throws {
    var bytes = try MadePhoto.png()
    // After IHDR: 8 bytes of signature, and 25 of the chunk.
    let text = Array("Creation Time\0Sun, 29 Oct 2023 10:11:12 +0900".utf8)
    bytes.insert(contentsOf: chunk("tEXt", text) + chunk("tIME", [7, 0xE8, 1, 2, 3, 4, 5]), at: 33)
    try folder.write(bytes, to: "a.png")
    let told = try await info("a.png")
    #expect(told.contains("2023-10-29 10:11:12 +09:00  chosen"), "\(told)")
    #expect(told.contains("png:tIME"))
    #expect(try await stamp("a.png")["timeSource"] as? String == "png:CreationTime")
  }

  @Test("Google Takeout's JSON is read after what is in the photo, and before its name")
  func takeout() async throws {
    let json = Array(#"{"photoTakenTime": {"timestamp": "1698574272"}}"#.utf8)
    try folder.write(photo([]), to: "IMG_20200101_101112.jpg")
    try folder.write(json, to: "IMG_20200101_101112.jpg.supplemental-metadata.json")
    let record = try await stamp("IMG_20200101_101112.jpg")
    #expect(record["timeSource"] as? String == "companion")
    #expect(record["time"] as? String == "2023-10-29T10:11:12+00:00")
    let told = try await info("IMG_20200101_101112.jpg")
    #expect(
      told.contains("chosen (in IMG_20200101_101112.jpg.supplemental-metadata.json)"), "\(told)")
    let without = try await stamp("IMG_20200101_101112.jpg", "--force", "--no-companions")
    #expect(without["timeSource"] as? String == "fileName")
    try folder.write(photo(ExifBlock().segment), to: "b.jpg")
    try folder.write(json, to: "b.jpg.json")
    #expect(try await stamp("b.jpg")["timeSource"] as? String == "exif:DateTimeOriginal")
  }

  @Test("Two files that fit a photo equally well are told, and so is a link")
  func severalCompanions() async throws {
    let json = Array(#"{"photoTakenTime": {"timestamp": "1698574272"}}"#.utf8)
    try folder.write(photo([]), to: "a.jpg")
    try folder.write(json, to: "a.jpg.json")
    try folder.write(json, to: "a.jpg.supplemental-metadata.json")
    let record = try await stamp("a.jpg")
    #expect(record["timeSource"] as? String == "fileModified")
    let warnings = try #require(record["warnings"] as? [String])
    #expect(warnings.contains { $0.contains("match it equally well") }, "\(warnings)")
    try folder.write(photo([]), to: "b.jpg")
    try folder.write(json, to: "secret")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("b.jpg.json"), withDestinationPath: "secret")
    #expect(try await info("b.jpg").contains("b.jpg.json beside it is a link"))
  }

  private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }
    let body = Array(type.utf8) + data
    var crc: UInt32 = .max
    for byte in body {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return number(data.count) + body + number(Int(~crc))
  }

  private func photo(_ segments: [UInt8]) throws -> [UInt8] {
    let bytes = try MadePhoto.jpeg(exif: nil)
    return bytes[..<2] + segments + bytes[2...]
  }

  private func stamp(_ arguments: String...) async throws -> [String: Any] {
    let result = try await Program.run(
      Program.daystamp, ["stamp", "--json"] + arguments, in: folder.path, environment: ["TZ": "UTC"]
    )
    return try #require(result.json.first, "\(result.error)")
  }

  private func info(_ name: String) async throws -> String {
    try await Program.daystamp("info", name, in: folder.path).output
  }
}
