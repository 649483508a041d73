import Formats
import Foundation
import TestSupport
import Testing

@Suite("daystamp doctor", .enabled(if: InstalledProgram.isThere("exiftool"), "needs exiftool"))
struct DoctorCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A photo with what exiftool writes into it.
  private func make(_ name: String, _ time: String, _ more: String...) async throws {
    try folder.write(MadePhoto.jpeg(width: 32, height: 32, exif: nil), to: name)
    let written = try await InstalledProgram.run(
      "exiftool",
      [
        "-q", "-q", "-overwrite_original", "-Make=Canon", "-Model=Canon EOS R5",
        "-SerialNumber=0123", "-DateTimeOriginal=\(time)",
      ] + more + [folder.path(name)])
    #expect(written.status == 0, "\(written.error)")
  }

  private func run(_ line: String) async throws -> Program {
    let bin = URL(filePath: Program.daystamp).deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try await Program.run(
      "/bin/bash", ["-c", line], in: folder.path,
      environment: [
        "TZ": "UTC", "PATH": "\(bin):\(path)", "XDG_STATE_HOME": folder.path("state"),
      ])
  }

  /// The findings in JSON, without the summary.
  private func findings(_ arguments: String = "Photos") async throws -> [[String: Any]] {
    try await run("daystamp doctor \(arguments) --json").json.filter { $0["finding"] != nil }
  }

  /// Runs the commands of all findings, after which nothing is found.
  private func mend(_ arguments: String = "Photos") async throws {
    let found = try await findings(arguments)
    #expect(!found.isEmpty)
    for finding in found {
      let command = try #require(finding["command"] as? String)
      let result = try await run(command)
      #expect(result.status == 0, "\(command): \(result.error)")
    }
    #expect(try await findings(arguments).isEmpty)
  }

  private func time(_ name: String) async throws -> String? {
    let info = try await Program.daystamp("info", "--json", folder.path(name))
    return info.json.first?["time"] as? String
  }

  @Test("says that nothing is wrong, and exits with 0")
  func nothing() async throws {
    try await make("Photos/IMG_0001.JPG", "2024:05:01 10:00:00")
    let result = try await run("daystamp doctor Photos")
    #expect(result.status == 0)
    #expect(result.output.isEmpty)
    #expect(
      result.error.contains("1 photo, 1 with the time of a camera's clock: nothing wrong found."))
  }

  @Test("finds a clock that began anew, changes nothing, and its command mends it")
  func neverSet() async throws {
    for index in 1...4 {
      try await make("Photos/IMG_000\(index).JPG", "2024:05:01 10:0\(index):00")
    }
    for index in 5...9 {
      try await make("Photos/IMG_000\(index).JPG", "2002:12:08 12:0\(index):00")
    }
    let before = try folder.read("Photos/IMG_0007.JPG")
    let result = try await run("daystamp doctor Photos")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("Canon EOS R5 (serial 0123)\n"), "\(result.output)")
    #expect(
      result.output.contains("IMG_0005.JPG to IMG_0009.JPG (5 photos): the clock started over"))
    #expect(result.error.contains("1 finding. Nothing was changed."))
    #expect(try folder.read("Photos/IMG_0007.JPG") == before)
    let finding = try #require(try await findings().first)
    #expect(finding["kind"] as? String == "never-set")
    #expect(finding["photos"] as? Int == 5)
    let identifier = try #require(finding["finding"] as? String)
    let names = try await run("daystamp doctor Photos --finding \(identifier)").output
    #expect(names.split(separator: "\n").count == 5)
    try await mend()
    #expect(try await time("Photos/IMG_0006.JPG") == "2024-05-01T10:05:00")
    let gone = try await run("daystamp doctor Photos --finding \(identifier)")
    #expect(gone.status == 64)
    #expect(gone.error.contains("There is no finding \(identifier) now"))
  }

  @Test("finds the clock of raw photos too, and its command writes their XMP")
  func raw() async throws {
    for index in 5...8 {
      let photo = MadeRaw(.cr2) { $0.time = "2002:12:08 12:0\(index):00" }
      try folder.write(photo.bytes(), to: "Photos/IMG_000\(index).CR2")
    }
    let before = try folder.read("Photos/IMG_0005.CR2")
    #expect(try await findings().first?["kind"] as? String == "never-set")
    try await mend()
    let sync = "Photos/IMG_0006.CR2='2024-05-01 10:06:00+09:00'"
    let result = try await run("daystamp date Photos --sync \(sync) --in-place")
    #expect(result.status == 0, "\(result.error)")
    #expect(try folder.read("Photos/IMG_0005.CR2") == before)
    #expect(try await time("Photos/IMG_0008.CR2") == "2024-05-01T10:08:00.25+09:00")
    let same = try await run("daystamp date Photos --sync \(sync) --in-place")
    #expect(same.error.contains("the clocks agree, 4 photos"), "\(same.error)")
    #expect(!same.error.contains("dated"), "\(same.error)")
    // Each date of the XMP follows, not only the first.
    _ = try await run("daystamp date Photos/IMG_0008.CR2 --shift +1h --in-place")
    let packet = String(decoding: try folder.read("Photos/IMG_0008.xmp"), as: UTF8.self)
    #expect(packet.ranges(of: "2024-05-01T11:08:00.25+09:00").count == 3, "\(packet)")
    #expect(try await time("Photos/IMG_0008.CR2") == "2024-05-01T11:08:00.25+09:00")
  }

  @Test("finds a photo of another year")
  func otherYear() async throws {
    for (index, year) in [2024, 2024, 2023, 2024].enumerated() {
      try await make("Photos/IMG_000\(index + 1).JPG", "\(year):05:01 10:0\(index):00")
    }
    #expect(try await findings().first?["kind"] as? String == "other-year")
    try await mend()
    #expect(try await time("Photos/IMG_0003.JPG") == "2024-05-01T10:02:00")
  }

  private func gps(_ time: String) -> [String] {
    [
      "-GPSLatitude=37.5", "-GPSLatitudeRef=N", "-GPSLongitude=127", "-GPSLongitudeRef=E",
      "-GPSDateStamp=2024:05:01", "-GPSTimeStamp=\(time)",
    ]
  }

  @Test("finds a clock that is off against the satellites, and one of another zone")
  func satellites() async throws {
    for index in 1...4 {
      let gps = gps("01:0\(index):00")
      try await make(
        "Photos/a/IMG_000\(index).JPG", "2024:05:01 10:0\(index):45", gps[0], gps[1],
        gps[2], gps[3], gps[4], gps[5])
      try await make(
        "Photos/b/IMG_000\(index).JPG", "2024:05:01 03:0\(index):00", gps[0], gps[1],
        gps[2], gps[3], gps[4], gps[5], "-SerialNumber=9999")
    }
    let kinds = try await findings().compactMap { $0["kind"] as? String }
    #expect(kinds == ["drift", "other-zone"])
    try await mend()
    #expect(try await time("Photos/a/IMG_0002.JPG") == "2024-05-01T10:02:00+09:00")
    #expect(try await time("Photos/b/IMG_0002.JPG") == "2024-05-01T10:02:00+09:00")
  }

  @Test("finds an offset that does not fit the place")
  func offset() async throws {
    let gps = gps("01:00:00")
    try await make(
      "Photos/a b'c.JPG", "2024:05:01 03:00:00", gps[0], gps[1], gps[2], gps[3],
      "-OffsetTimeOriginal=+02:00")
    #expect(try await findings().first?["kind"] as? String == "other-offset")
    try await mend()
    #expect(try await time("Photos/a b'c.JPG") == "2024-05-01T10:00:00+09:00")
  }

  @Test("finds a camera that missed a change of clocks")
  func changedClocks() async throws {
    for index in 0...5 {
      try await make("Photos/c\(index).JPG", "2024:04:02 14:\(10 + 7 * index):00")
      try await make(
        "Photos/p\(index).JPG", "2024:04:02 15:\(10 + 7 * index):00", "-Make=Apple",
        "-Model=iPhone 15", "-SerialNumber=", "-OffsetTimeOriginal=+02:00")
    }
    let zone = "Photos --time-zone Europe/Paris"
    #expect(try await findings(zone).first?["kind"] as? String == "clocks-changed")
    try await mend(zone)
    #expect(try await time("Photos/c0.JPG") == "2024-04-02T15:10:00")
  }

  @Test("names a photo that cannot be read, goes on, and exits with 1")
  func unreadable() async throws {
    try await make("Photos/IMG_0002.JPG", "1970:01:01 00:01:00")
    try folder.write(Array("\u{FFFD}not a photo".utf8), to: "Photos/IMG_0001.JPG")
    let result = try await run("daystamp doctor Photos --json")
    #expect(result.status == 1)
    #expect(result.error.contains("Photos/IMG_0001.JPG: "))
    #expect(result.json.compactMap { $0["finding"] }.count == 1)
    #expect(result.json.first?["status"] as? String == "failed")
  }

  @Test("refuses what does not fit together")
  func usage() async throws {
    #expect(try await run("daystamp doctor Photos -0").error.contains("-0 needs --finding."))
    let both = try await run("daystamp doctor Photos --json --finding 012345")
    #expect(both.status == 64 && both.error.contains("cannot be used together"))
    #expect(try await run("daystamp doctor Photos --time-zone Seoul").status == 64)
  }
}
