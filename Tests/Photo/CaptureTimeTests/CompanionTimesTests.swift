import Formats
import Testing

@testable import CaptureTime
@testable import Places

@Suite("Times of files beside photos")
struct CompanionTimesTests {
  @Test(
    "Google's time is UTC, shown in the zone; text and numbers are taken",
    arguments: [
      #"{"photoTakenTime": {"timestamp": "1698574272", "formatted": "x"}, "title": "a.jpg"}"#,
      #"{"photoTakenTime": {"timestamp": 1698574272}}"#,
    ])
  func takeout(json: String) throws {
    let report = try reader().report(
      metadata: .init(), fileName: Array("20200101_101112.jpg".utf8), companions: of(json, .takeout)
    )
    #expect(report.chosen?.source == .companion)
    #expect(report.chosen?.description == "2023-10-29T19:11:12+09:00")
    #expect(report.candidates.first?.notes == [.companion("a.jpg.json")])
    #expect(report.candidates.last?.outcome == .notNeeded)
  }

  @Test(
    "JSON of another kind, of none, or nested without end is a problem and no time",
    arguments: [
      ("[]", CompanionProblem.notJSON(name: "a.jpg.json")), ("", .notJSON(name: "a.jpg.json")),
      ("{}", .noTime(name: "a.jpg.json")),
      (#"{"photoTakenTime": {"timestamp": "soon"}}"#, .noTime(name: "a.jpg.json")),
      (#"{"photoTakenTime": {"timestamp": []}}"#, .notJSON(name: "a.jpg.json")),
      (#"{"photoTakenTime": 5}"#, .notJSON(name: "a.jpg.json")),
      (String(repeating: "[", count: 100_000), .notJSON(name: "a.jpg.json")),
      (String(repeating: #"{"a":"#, count: 100_000), .notJSON(name: "a.jpg.json")),
      (
        #"{"photoTakenTime": "# + String(repeating: "[", count: 100_000)
          + String(repeating: "]", count: 100_000) + "}", .notJSON(name: "a.jpg.json")
      ),
    ])
  func broken(json: String, problem: CompanionProblem) throws {
    let report = try reader().report(metadata: .init(), companions: of(json, .takeout))
    #expect(report.candidates.isEmpty)
    #expect(report.problems == [.companion(problem)])
  }

  @Test(
    "A time that no calendar has is rejected", arguments: ["99999999999999", "-99999999999999"])
  func range(timestamp: String) throws {
    let json = #"{"photoTakenTime": {"timestamp": "\#(timestamp)"}}"#
    let report = try reader().report(metadata: .init(), companions: of(json, .takeout))
    #expect(report.chosen == nil)
    #expect(report.candidates.count == 1)
  }

  @Test("XMP beside a photo is read as XMP in it, and stands behind it")
  func xmp() throws {
    let packet =
      #"<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description "#
      + #"xmlns:e="http://ns.adobe.com/exif/1.0/" e:DateTimeOriginal="2020:08:02 13:50:54"/></r:RDF>"#
    let report = try reader().report(metadata: .init(), companions: of(packet, .xmp))
    #expect(report.chosen?.description == "2020-08-02T13:50:54")
    #expect(
      report.candidates.first?.notes == [
        .companion("a.jpg.json"), .form("YYYY:MM:DD hh:mm:ss"),
      ])
    let broken = try reader().report(metadata: .init(), companions: of("<a", .xmp))
    #expect(
      broken.problems == [
        .companion(.notXMP(name: "a.jpg.json", .syntax(offset: 0, .unclosedToken)))
      ])
    let empty = try reader().report(metadata: .init(), companions: of("<a/>", .xmp))
    #expect(empty.problems == [.companion(.noTime(name: "a.jpg.json"))])
  }

  @Test("A companion's position tells the zone of all times, unless the photo has one")
  func position() throws {
    let json =
      #"{"geoData": {"latitude": 34.05, "longitude": -118.25}, "photoTakenTime": "#
      + #"{"timestamp": "1698574272"}}"#
    let placed = CaptureTimeReader(
      zone: try .parse("Asia/Seoul"), now: 1_790_000_000,
      places: ZoneFinder(folders: [ZoneTableTests.folder]))
    var metadata = EmbeddedMetadata()
    metadata.exif = ExifSample(exif: [.dateTimeOriginal: "2023:10:29 03:11:12"]).bytes[...]
    let report = placed.report(
      metadata: metadata, fileName: Array("PXL_20231029_101112123.jpg".utf8),
      companions: of(json, .takeout))
    #expect(
      report.candidates.map { $0.time?.description } == [
        "2023-10-29T03:11:12-07:00", "2023-10-29T03:11:12-07:00", "2023-10-29T03:11:12.123-07:00",
      ])
    #expect(report.candidates.allSatisfy { $0.time?.place?.text == "America/Los_Angeles" })
  }

  @Test("A companion's position that is nowhere tells no zone, and that is said")
  func nowhere() throws {
    let json =
      #"{"geoData": {"latitude": 91, "longitude": 10}, "photoTakenTime": "#
      + #"{"timestamp": "1698574272"}}"#
    let placed = CaptureTimeReader(
      zone: .utc, now: 1_790_000_000, places: ZoneFinder(folders: [ZoneTableTests.folder]))
    let report = placed.report(metadata: .init(), companions: of(json, .takeout))
    #expect(report.chosen?.description == "2023-10-29T10:11:12+00:00")
    #expect(report.problems == [.impossiblePosition])
  }

  @Test("XMP's Z beside a photo is told by the clock of the place, like that in it")
  func zulu() throws {
    let packet =
      #"<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description "#
      + #"xmlns:e="http://ns.adobe.com/exif/1.0/" e:DateTimeOriginal="2026-07-05T00:08:09Z" "#
      + #"e:GPSLatitude="34.05" e:GPSLongitude="-118.25"/></r:RDF>"#
    let placed = CaptureTimeReader(
      zone: .utc, now: 1_790_000_000, places: ZoneFinder(folders: [ZoneTableTests.folder]))
    let report = placed.report(metadata: .init(), companions: of(packet, .xmp))
    #expect(report.chosen?.description == "2026-07-04T17:08:09-07:00")
    #expect(report.chosen?.place?.text == "America/Los_Angeles")
  }

  private func of(_ text: String, _ kind: Companion.Kind) -> Companions {
    var companions = Companions()
    companions.files = [Companion(name: "a.jpg.json", kind: kind, bytes: Array(text.utf8))]
    return companions
  }

  private func reader() throws -> CaptureTimeReader {
    CaptureTimeReader(zone: try .parse("Asia/Seoul"), now: 1_790_000_000)
  }
}
