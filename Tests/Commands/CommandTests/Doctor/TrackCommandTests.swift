import Formats
import Foundation
import TestSupport
import Testing

@Suite("--track")
struct TrackCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      MadePhoto.jpeg(exif: ExifBlock(dateTimeOriginal: "2024:01:31 21:05:00")), to: "a.jpg")
    let track = """
      <gpx><trk><trkseg>
      <trkpt lat="37.5" lon="127"><time>2024-01-31T12:00:00Z</time></trkpt>
      <trkpt lat="37.6" lon="127"><time>2024-01-31T12:10:00Z</time></trkpt>
      <trkpt lat="91" lon="127"><time>2024-01-31T12:10:00Z</time></trkpt>
      </trkseg></trk></gpx>
      """
    try folder.write(Array(track.utf8), to: "t.gpx")
  }

  @Test("info says where the track was, and in which zone the time is read")
  func info() async throws {
    let result = try await Program.daystamp("info", "a.jpg", "--track", "t.gpx", in: folder.path)
    #expect(
      result.output.contains(
        "position 37.55000, 127.00000 from the track, by its time in the track's zone there, "
          + "Asia/Seoul"), "\(result.output)")
    #expect(result.output.contains("2024-01-31 21:05:00 +09:00  zone Asia/Seoul from the track"))
    #expect(
      result.error.contains(
        "t.gpx: note: 2 points used; 1 left out: 1 point has no place on Earth"), "\(result.error)")
    let json = try await Program.daystamp(
      "info", "a.jpg", "--track", "t.gpx", "--json", in: folder.path)
    let track = try #require(json.json.first?["track"] as? [String: Any])
    #expect(track["instant"] as? String == "2024-01-31T12:05:00+00:00")
    #expect(track["timeZone"] as? String == "Asia/Seoul")
  }

  @Test("info places a raw photo too")
  func raw() async throws {
    let jpeg = try MadePhoto.jpeg(width: 640, height: 480, exif: nil)
    let raw = MadeRaw(.nef) {
      ($0.jpegs, $0.position, $0.time) = ([jpeg], nil, "2024:01:31 21:05:00")
    }
    try folder.write(raw.bytes(), to: "r.nef")
    let result = try await Program.daystamp("info", "r.nef", "--track", "t.gpx", in: folder.path)
    #expect(result.output.contains("from the track"), "\(result.output)")
    let json = try await Program.daystamp(
      "info", "r.nef", "--track", "t.gpx", "--json", in: folder.path)
    #expect((json.json.first?["track"] as? [String: Any])?["longitude"] as? Double == 127)
  }

  @Test("stamp shows the place, says the zone, and the photo's own position wins")
  func stamp() async throws {
    let result = try await Program.daystamp(
      "stamp", "a.jpg", "--text", "{gps}", "--track", "t.gpx", "--json", in: folder.path)
    let record = try #require(result.json.first)
    #expect(record["label"] as? String == "37.55000, 127.00000")
    #expect(record["time"] as? String == "2024-01-31T21:05:00+09:00")
    #expect(
      record["warnings"] as? [String]
        == ["its time has no offset; where the track was then, the zone is Asia/Seoul"])
    // A clock that was an hour ahead, and one in another zone.
    let shifted = try await Program.daystamp(
      "stamp", "a.jpg", "--text", "{gps}", "--track", "t.gpx", "--shift", "+4m", "--force",
      "--json",
      in: folder.path)
    #expect(shifted.json.first?["label"] as? String == "37.59000, 127.00000")
    let zoned = try await Program.daystamp(
      "stamp", "a.jpg", "--text", "{gps}{time}", "--track", "t.gpx", "--time-zone", "UTC",
      "--force",
      "--json", in: folder.path)
    #expect(zoned.json.first?["label"] as? String == "2024-01-31 21:05")
  }

  @Test("A post keeps the place when its label changes, and so does its export")
  func post() async throws {
    let posted = try await Program.daystamp(
      "post", "a.jpg", "--journal", "j", "--text", "{gps} {caption}", "--track", "t.gpx", "--json",
      in: folder.path)
    #expect(
      (posted.json.first?["label"] as? String)?.hasPrefix("37.55000, 127.00000") == true,
      "\(posted.error)")
    let edited = try await Program.daystamp(
      "edit", "1", "--journal", "j", "--caption", "walk", in: folder.path)
    #expect(edited.status == 0, "\(edited.error)")
    let stamped = try #require(folder.files.first { $0.hasPrefix("j/photos/") })
    let info = try await Program.daystamp("info", stamped, "--json", in: folder.path)
    let stamp = try #require(info.json.first?["stamp"] as? [String: Any])
    #expect(stamp["label"] as? String == "37.55000, 127.00000 walk", "\(stamp)")
    let exported = try await Program.daystamp("export", "e", "--journal", "j", in: folder.path)
    #expect(exported.status == 0, "\(exported.error)")
    let lines = String(decoding: try folder.read("e/posts.jsonl"), as: UTF8.self)
    #expect(lines.contains("\"latitude\":375500000,\"longitude\":1270000000"), "\(lines)")
  }

  @Test("The photo stays as it is, and the stamp can be taken off")
  func unchanged() async throws {
    let before = try folder.read("a.jpg")
    let stamped = try await Program.daystamp(
      "stamp", "a.jpg", "--text", "{gps}", "--track", "t.gpx", "-o", "o.jpg", in: folder.path)
    #expect(stamped.status == 0, "\(stamped.error)")
    let unstamped = try await Program.daystamp("unstamp", "o.jpg", "-o", "u.jpg", in: folder.path)
    #expect(unstamped.status == 0, "\(unstamped.error)")
    #expect(try folder.read("u.jpg") == before)
    #expect(try folder.read("a.jpg") == before)
  }

  @Test("A file that is no track is refused with its name and line, and nothing is written")
  func refused() async throws {
    try folder.write(Array("<gpx>\n<trk></gpx>".utf8), to: "bad.gpx")
    let result = try await Program.daystamp(
      "stamp", "a.jpg", "--track", "bad.gpx", in: folder.path)
    #expect(result.status == 64)
    #expect(
      result.error.contains("--track bad.gpx: line 2 is not XML: mismatched tag."),
      "\(result.error)")
    #expect(folder.files == ["a.jpg", "bad.gpx", "t.gpx"])
  }

  @Test(
    "date --write-gps writes the place and the offset, and --undo gives the photo back",
    .enabled(if: InstalledProgram.isThere("exiftool"), "needs exiftool"))
  func writeGPS() async throws {
    try folder.write(MadePhoto.png(), to: "IMG_20240131_210500.png")
    let names = ["a.jpg", "IMG_20240131_210500.png"]
    let before = try names.map(folder.read)
    let environment = ["XDG_STATE_HOME": folder.path("state")]
    let dated = try await Program.daystamp(
      "date", names[0], names[1], "--track", "t.gpx", "--write-gps", "--in-place", in: folder.path,
      environment: environment)
    #expect(dated.status == 0, "\(dated.error)")
    for name in names {
      let told = try await InstalledProgram.run(
        "exiftool",
        [
          "-n", "-s3", "-p", "$GPSLatitude $GPSLongitude $DateTimeOriginal$OffsetTimeOriginal",
          folder.path(name),
        ])
      #expect(told.output == "37.55 127 2024:01:31 21:05:00+09:00\n", "\(told.output)")
      let info = try await Program.daystamp("info", name, "--track", "t.gpx", in: folder.path)
      #expect(!info.output.contains("from the track"), "\(info.output)")
    }
    // A photo with a position of its own keeps it.
    let again = try await Program.daystamp(
      "date", "a.jpg", "--track", "t.gpx", "--write-gps", "--in-place", in: folder.path,
      environment: environment)
    #expect(!again.error.contains("To undo"), "\(again.error)")
    let line = try #require(
      dated.error.split(separator: "\n").first { $0.hasPrefix("To undo: ") })
    let record = try #require(line.split(separator: " ").last.map(String.init))
    let undone = try await Program.daystamp("date", "--undo", record, in: folder.path)
    #expect(undone.status == 0, "\(undone.error)")
    #expect(try names.map(folder.read) == before)
    let refused = try await Program.daystamp("date", "a.jpg", "--write-gps", in: folder.path)
    #expect(refused.status == 64 && refused.error.contains("--write-gps needs --track."))
  }
}
