import Files
import Formats
import SystemPackage
import TestSupport
import Testing

@testable import CaptureTime
@testable import Places

@Suite("The times of a video")
struct VideoTimesTests {
  private let reader: CaptureTimeReader

  init() throws {
    reader = CaptureTimeReader(zone: try CaptureZone.parse("+02:00"), now: 1_800_000_000)
  }

  private func report(_ video: MadeVideo, named name: String? = nil) throws -> CaptureTimeReport {
    reader.report(
      video: try VideoFile(video.bytes[...]), fileName: name.map { Array($0.utf8) },
      modified: 1_790_000_000)
  }

  @Test("are tried in this order: with a zone, the name's, the header's, the last change")
  func order() throws {
    var video = MadeVideo()
    video.created = 3_789_558_000
    video.creationDate = "2024-01-31T23:59:58+0900"
    let all = try report(video, named: "VID_20240201_101112.mp4")
    #expect(
      all.candidates.map(\.source) == [
        .quicktimeCreationDate, .fileName, .videoHeader, .fileModified,
      ])
    #expect(all.chosen?.description == "2024-01-31T23:59:58+09:00")
    video.creationDate = "2024-13-31T23:59:58+0900"
    #expect(try report(video, named: "VID_20240201_101112.mp4").chosen?.source == .fileName)
    #expect(try report(video).chosen?.description == "2024-01-31T17:00:00+02:00")
    video.created = 0
    let last = try report(video)
    #expect(last.chosen?.source == .fileModified)
    #expect(last.candidates.map(\.outcome)[1] == .rejected(.zeros))
  }

  @Test(
    "are told by the clock of the place, by either way to write it",
    arguments: [
      ("+37.5665+126.9780+021.000/", true), ("+3734.0+12658.7/", false),
      ("+373359.4+1265840.8/", false),
    ])
  func place(location: String, isKey: Bool) throws {
    var video = MadeVideo()
    video.created = 3_789_558_000
    if isKey { video.location = location } else { video.userData = [("xyz", location)] }
    let placed = CaptureTimeReader(
      zone: .utc, now: 1_800_000_000, places: ZoneFinder(folders: [ZoneTableTests.folder]))
    let report = placed.report(
      video: try VideoFile(video.bytes[...]), fileName: Array("VID_20240201_000000.mp4".utf8))
    #expect(
      report.candidates.map { $0.time?.description } == [
        "2024-02-01T00:00:00+09:00", "2024-02-01T00:00:00+09:00",
      ])
    #expect(report.chosen?.place?.text == "Asia/Seoul")
  }

  @Test("are read from the date that an iPhone writes into what it exports")
  func userDate() throws {
    var video = MadeVideo()
    video.userData = [("day", "2024-01-31T23:59:58+0900")]
    #expect(try report(video).chosen?.description == "2024-01-31T23:59:58+09:00")
  }

  @Test("of a WebM is its date")
  func webM() throws {
    let report = reader.report(video: try VideoFile(MadeWebM().bytes[...]))
    #expect(report.chosen?.source == .webmDate)
    #expect(report.chosen?.instant == 1_706_720_398)
  }

  @Test("never reach a year that there is not")
  func years() throws {
    var video = MadeVideo()
    video.created = Int(UInt32.max)
    #expect(try report(video).chosen?.source == .fileModified)
    var recording = MadeWebM()
    recording.date = Int.max
    #expect(reader.report(video: try VideoFile(recording.bytes[...])).chosen == nil)
  }

  @Test(
    "are those that exiftool reads",
    .enabled(if: InstalledProgram.isThere("exiftool"), "needs exiftool"))
  func exiftool() async throws {
    let folder = try TemporaryFolder()
    var video = MadeVideo()
    (video.created, video.identifier) = (3_789_558_000, "6A1B22E0-3C8E")
    video.userData = [("xyz", "+37.5665+126.9780/")]
    video.creationDate = "2024-01-31T23:59:58+0900"
    try folder.write(video.bytes, to: "a.mov")
    try folder.write(MadeWebM().bytes, to: "b.webm")
    let told = try await InstalledProgram.run(
      "exiftool",
      [
        "-n", "-s3", "-CreationDate", "-CreateDate", "-Duration", "-ContentIdentifier",
        "-GPSCoordinates", "\(folder.path)/a.mov",
      ])
    #expect(
      told.output
        == "2024:01:31 23:59:58+09:00\n2024:01:31 15:00:00\n2.9\n6A1B22E0-3C8E\n37.5665 126.978\n")
    let recording = try await InstalledProgram.run(
      "exiftool",
      ["-n", "-s3", "-DateTimeOriginal", "-Duration", "\(folder.path)/b.webm"])
    #expect(recording.output == "2024:01:31 16:59:58Z\n2.9\n")
  }
}
