import Foundation
import Formats
import TestSupport
import Testing

@Suite("daystamp date")
struct DateCommandTests {
  private let folder: TemporaryFolder
  private static let hasExifTool = InstalledProgram.isThere("exiftool")

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(MadePhoto.jpeg(), to: "site/a.jpg")
    try folder.write(MadePhoto.jpeg(exif: nil), to: "site/b.jpg")
    try folder.write(MadePhoto.png(), to: "site/IMG_20230405_060708.png")
  }

  private func date(_ arguments: String...) async throws -> Program {
    try await Program.run(
      Program.daystamp, ["date"] + arguments, in: folder.path,
      environment: ["TZ": "UTC", "XDG_STATE_HOME": folder.path("state")])
  }

  private func time(_ name: String) async throws -> String? {
    let info = try await Program.daystamp("info", "--json", folder.path(name))
    return info.json.first?["time"] as? String
  }

  @Test("writes the time beside the photo, and leaves the photo alone")
  func beside() async throws {
    let before = try folder.read("site/a.jpg")
    let result = try await date("site/a.jpg", "--set", "2001-02-03 04:05:06+09:00")
    #expect(result.status == 0, "\(result.error)")
    #expect(try folder.read("site/a.jpg") == before)
    #expect(try await time("site/a.dated.jpg") == "2001-02-03T04:05:06+09:00")
    // It is not dated again.
    let again = try await date("site", "--set", "2001-02-03 04:05", "--dry-run")
    #expect(!again.output.contains("a.dated.dated"), "\(again.output)")
  }

  @Test("replaces photos, and --undo gives them back to the byte")
  func inPlace() async throws {
    let names = ["site/a.jpg", "site/b.jpg", "site/IMG_20230405_060708.png"]
    let before = try names.map(folder.read)
    let result = try await date("site", "--set", "2001-02-03 04:05:06", "--mtime", "--in-place")
    #expect(result.status == 0, "\(result.error)")
    for name in names { #expect(try await time(name) == "2001-02-03T04:05:06") }
    let line = try #require(
      result.error.split(separator: "\n").first { $0.hasPrefix("To undo: ") })
    let record = try #require(line.split(separator: " ").last.map(String.init))
    // One that was changed since stays.
    try folder.write(MadePhoto.jpeg(), to: "site/b.jpg")
    let undone = try await date("--undo", record)
    #expect(undone.status == 1)
    #expect(undone.error.contains("b.jpg: was changed since it was dated"), "\(undone.error)")
    #expect(try folder.read("site/a.jpg") == before[0])
    #expect(try folder.read(names[2]) == before[2])
    let damaged = try folder.write(Array("{}\n".utf8), to: "damaged.ndjson")
    let refused = try await date("--undo", damaged)
    #expect(refused.status == 64 && refused.error.contains("line 1 is damaged"))
  }

  @Test("leaves no half line in an undo record that has no more room")
  func fullRecord() async throws {
    for number in 0..<60 {
      try folder.write(MadePhoto.jpeg(width: 16, height: 16), to: "many/\(number).jpg")
    }
    // A file size limit of eight blocks stands in for the disk; SIGXFSZ is ignored as the kernel asks.
    let script = "trap '' XFSZ; ulimit -f 8; \"$0\" date many --shift +1h --in-place --jobs 1"
    let result = try await Program.run(
      "/bin/bash", ["-c", script, Program.daystamp], in: folder.path,
      environment: ["TZ": "UTC", "XDG_STATE_HOME": folder.path("state")])
    #expect(result.error.contains("--no-undo goes ahead without one"), "\(result.error)")
    let record = try record(of: result)
    let lines = try folder.read(record).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    #expect(lines.count > 1 && lines.last?.isEmpty == true)
    // The first says what the run is.
    #expect(result.error.contains("\(lines.count - 2) dated"), "\(result.error)")
    let undone = try await date("--undo", folder.path(record))
    #expect(undone.status == 0 && !undone.error.contains("cut off"), "\(undone.error)")
    #expect(try await time("many/0.jpg") == "2024-01-31T23:59:58")
  }

  @Test("gives back what an undo record still says where a line of it is damaged")
  func damagedRecord() async throws {
    let names = (1...4).map { "some/\($0).jpg" }
    for (number, name) in names.enumerated() {
      try folder.write(MadePhoto.jpeg(width: 16 + number, height: 16), to: name)
    }
    let before = try names.map(folder.read)
    let result = try await date("some", "--shift", "+1h", "--in-place", "--jobs", "1")
    let record = try record(of: result)
    var lines = try folder.read(record).split(separator: UInt8(ascii: "\n"))
    #expect(lines.removeLast().starts(with: Array("{\"ended\"".utf8)))
    // One that is none, one that gives no photo back, and one that is cut off.
    lines[2][lines[2].startIndex] = UInt8(ascii: "[")
    let text = String(decoding: lines[3], as: UTF8.self)
    let bytes = try #require(text.firstRange(of: #""bytes":"M"#))
    lines[3] = ArraySlice(text.replacingCharacters(in: bytes, with: #""bytes":"N"#).utf8)
    lines[4] = lines[4].dropLast(20)
    try folder.write(Array(lines.joined(separator: [UInt8(ascii: "\n")])), to: record)
    let undone = try await date("--undo", folder.path(record))
    #expect(undone.status == 1)
    #expect(undone.error.contains("damaged in line 3"), "\(undone.error)")
    #expect(undone.error.contains("3.jpg: is as it was dated"), "\(undone.error)")
    #expect(try folder.read(names[0]) == before[0])
    for number in 1...3 { #expect(try folder.read(names[number]) != before[number]) }
    // A run that was ended leaves its last line cut off.
    try folder.write(
      Array(lines[1]) + [UInt8(ascii: "\n")] + Array(lines[4]), to: record)
    let cut = try await date("--undo", folder.path(record))
    #expect(cut.status == 0 && cut.error.contains("its last line is cut off"), "\(cut.error)")
  }

  /// The path of a run's undo record, in the test's folder.
  private func record(of result: Program) throws -> String {
    let line = try #require(
      result.error.split(separator: "\n").first { $0.hasPrefix("To undo: ") })
    let path = try #require(line.split(separator: " ").last.map(String.init))
    let name = try #require(path.split(separator: "/").last)
    return "state/daystamp/runs/\(name)"
  }

  @Test("writes where EXIF has no time, and skips photos that have one")
  func lacking() async throws {
    let result = try await date("site", "--in-place", "--json")
    let states = result.json.compactMap { line -> String? in
      guard let input = line["input"] as? String, let status = line["status"] as? String else {
        return nil
      }
      return "\(input.split(separator: "/").last ?? "") \(status)"
    }
    #expect(
      states.sorted() == ["IMG_20230405_060708.png dated", "a.jpg skipped", "b.jpg failed"])
    #expect(result.status == 1)
    #expect(try await time("site/IMG_20230405_060708.png") == "2023-04-05T06:07:08")
  }

  @Test("shifts, takes the name's time, or sets the file's time alone")
  func ways() async throws {
    _ = try await date("site/a.jpg", "--shift", "+1h2m", "--in-place")
    #expect(try await time("site/a.jpg") == "2024-02-01T01:01:58")
    let named = try await date("site/a.jpg", "--from-name")
    #expect(named.status == 1 && named.error.contains("its name does not say"), "\(named.error)")
    let bytes = try folder.read("site/a.jpg")
    _ = try await date("site/a.jpg", "--mtime", "--in-place", "--no-undo")
    #expect(try folder.read("site/a.jpg") == bytes)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("site/a.jpg"))
    #expect((attributes[.modificationDate] as? Date)?.timeIntervalSince1970 == 1_706_749_318)
  }

  @Test(
    "corrects the photos of one camera by a photo, and says so",
    .enabled(if: hasExifTool, "needs exiftool"))
  func sync() async throws {
    for (name, model, time) in [
      ("clock", "One", "2024:05:01 10:00:00"), ("c1", "One", "2024:05:01 11:00:00"),
      ("c2", "Two", "2024:05:01 11:00:00"), ("phone", "Phone", "2024:05:01 11:02:07"),
    ] {
      let path = try folder.write(MadePhoto.jpeg(), to: "trip/\(name).jpg")
      _ = try await InstalledProgram.run(
        "exiftool",
        ["-q", "-overwrite_original", "-Make=Maker", "-Model=\(model)", "-AllDates=\(time)", path])
    }
    let result = try await date("trip", "--sync", "trip/clock.jpg=trip/phone.jpg", "--in-place")
    #expect(result.status == 0)
    #expect(result.error.contains("Maker One: +1 h 2 min 7 s, 2 photos"), "\(result.error)")
    #expect(try await time("trip/c1.jpg") == "2024-05-01T12:02:07")
    #expect(try await time("trip/c2.jpg") == "2024-05-01T11:00:00")
    let same = try await date("trip", "--sync", "trip/clock.jpg=trip/phone.jpg", "--in-place")
    #expect(same.status == 0)
    #expect(same.error.contains("Maker One: the clocks agree, 2 photos"), "\(same.error)")
    for (value, says) in [
      ("trip/clock.jpg=2024-05-01", "only the day is known"),
      ("none.jpg=2024-05-01 10:00", "not a photo"),
      ("site/a.jpg=2024-05-01 10:00:00", "does not name its camera"), ("trip/c1.jpg=soon", "soon"),
    ] {
      let refused = try await date("trip", "--sync", value, "--in-place")
      #expect(refused.status == 64 && refused.error.contains(says), "\(refused.error)")
    }
    let two = try await date(
      "trip", "--sync", "trip/c1.jpg=2024-05-01 10:00:00", "--sync",
      "trip/clock.jpg=2024-05-01 10:00:00")
    #expect(two.status == 64 && two.error.contains("disagree"), "\(two.error)")
    let both = try await date("trip", "--sync", "trip/c1.jpg=trip/c2.jpg", "--shift", "+1h")
    #expect(both.status == 64)
  }

  @Test(
    "writes what exiftool -AllDates writes, and nothing else",
    .enabled(if: hasExifTool, "needs exiftool"),
    arguments: [
      "birthday-dog.jpg", "canyon-wren.jpg", "lake-sherburne.jpg", "three-puppies.jpg",
      "paris.png", "paris.avif",
    ])
  func exiftool(name: String) async throws {
    let ours = try folder.copy("\(Checkout.samples)/\(name)", as: "ours-\(name)")
    let theirs = try folder.copy("\(Checkout.samples)/\(name)", as: "theirs-\(name)")
    _ = try await date("ours-\(name)", "--set", "2001-02-03 04:05:06", "--in-place", "--no-undo")
    _ = try await InstalledProgram.run(
      "exiftool", ["-q", "-overwrite_original", "-AllDates=2001:02:03 04:05:06", theirs])
    func read(_ path: String, _ tags: [String]) async throws -> String {
      try await InstalledProgram.run("exiftool", ["-a", "-G1", "-s"] + tags + [path]).output
    }
    let dates = ["-EXIF:DateTimeOriginal", "-EXIF:CreateDate", "-EXIF:ModifyDate"]
    let written = try await read(ours, dates)
    #expect(written.contains("2001:02:03 04:05:06"))
    // exiftool gives a PNG whose EXIF is a text a chunk with the dates as well.
    #expect(
      try await Set(written.split(separator: "\n"))
        == Set(read(theirs, dates).split(separator: "\n")))
    let others = [
      "-all", "--ExifTool:all", "--System:all", "--File:all", "--Composite:all", "--EXIF:AllDates",
      "--SubSec*",
      "--Offset*", "--ExifVersion", "--EXIF:XResolution", "--EXIF:YResolution",
    ]
    #expect(
      try await read(ours, others) == read("\(Checkout.samples)/\(name)", others))
  }
}
