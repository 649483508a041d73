import Formats
import SystemPackage
import Testing

@testable import CaptureTime
@testable import Places

@Suite("Time where a photo was taken")
struct PlacedTimeTests {
  /// 2026-08-01 00:00 UTC.
  private let now = 1_785_542_400
  private let finder = ZoneFinder(folders: [ZoneTableTests.folder])

  private let losAngeles = ExifBlock.position((34, 3, 0), "N", (118, 15, 0), "W")

  private func report(
    _ metadata: EmbeddedMetadata, name: String? = nil, given: CaptureTime? = nil,
    finder: ZoneFinder? = nil
  ) throws -> CaptureTimeReport {
    CaptureTimeReader(
      zone: try CaptureZone.parse("Asia/Seoul"), now: now, places: finder ?? self.finder
    ).report(
      metadata: metadata, fileName: name.map { Array($0.utf8) }, modified: 1_690_000_000,
      given: given)
  }

  private func metadata(
    exif: [(TIFFTag, ExifBlock.Value)] = [], gps: [(TIFFTag, ExifBlock.Value)]? = nil,
    xmp: String? = nil
  ) -> EmbeddedMetadata {
    var metadata = EmbeddedMetadata()
    metadata.exif = ExifBlock(exif: exif, gps: gps ?? losAngeles).bytes[...]
    if let xmp {
      let packet =
        "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><r:Description "
        + "xmlns:e='http://ns.adobe.com/exif/1.0/' \(xmp)/></r:RDF>"
      metadata.xmp = [Array(packet.utf8)[...]]
    }
    return metadata
  }

  @Test("A GPS time is told by the clock of its place")
  func gps() throws {
    let stamp: [(TIFFTag, ExifBlock.Value)] = [
      (.gpsTimeStamp, .rational([(0, 1), (8, 1), (9, 1)])), (.gpsDateStamp, .text("2026:07:05")),
    ]
    let time = try report(metadata(gps: losAngeles + stamp)).chosen
    #expect(time?.description == "2026-07-04T17:08:09-07:00")
    #expect(time?.place == ZoneName(text: "America/Los_Angeles", isAtSea: false))
  }

  @Test("A name in UTC is told by the clock of the photo's place")
  func name() throws {
    let time = try report(metadata(), name: "PXL_20260705_000809123.jpg").chosen
    #expect(time?.description == "2026-07-04T17:08:09.123-07:00")
    #expect(time?.place?.text == "America/Los_Angeles")
  }

  @Test(
    "XMP's Z is told by the clock of the place, and an offset stays",
    arguments: [
      ("2026-07-05T00:08:09Z", "2026-07-04T17:08:09-07:00", true),
      ("2026-07-05T00:08:09+00:00", "2026-07-05T00:08:09+00:00", false),
      ("2026-07-05T02:08:09+02:00", "2026-07-05T02:08:09+02:00", false),
      ("2026-07-05", "2026-07-05", false),
    ])
  func xmp(written: String, told: String, isPlaced: Bool) throws {
    let time = try report(metadata(xmp: "e:DateTimeOriginal='\(written)'")).chosen
    #expect(time?.description == told)
    #expect((time?.place != nil) == isPlaced)
  }

  @Test("A wall clock without an offset gets that of its place, in winter as in summer")
  func wall() throws {
    func time(_ text: String, _ offset: String? = nil) throws -> CaptureTime? {
      let own = offset.map { [(TIFFTag.offsetTimeOriginal, ExifBlock.Value.text($0))] } ?? []
      return try report(metadata(exif: [(.dateTimeOriginal, .text(text))] + own)).chosen
    }
    #expect(try time("2026:07:04 17:08:09")?.description == "2026-07-04T17:08:09-07:00")
    #expect(try time("2026:01:04 17:08:09")?.description == "2026-01-04T17:08:09-08:00")
    #expect(try time("2026:07:04 17:08:09", "+09:00")?.place == nil)
  }

  @Test(
    "Of an hour that clocks showed twice the GPS fix tells which it was; without one it is said",
    arguments: [
      (nil, "-07:00", [CaptureTimeNote.repeatedTime]), (8, "-07:00", []), (9, "-08:00", []),
    ] as [(UInt32?, String, [CaptureTimeNote])])
  func twice(hour: UInt32?, offset: String, notes: [CaptureTimeNote]) throws {
    let fix: [(TIFFTag, ExifBlock.Value)] =
      hour.map {
        [
          (.gpsTimeStamp, .rational([($0, 1), (30, 1), (0, 1)] as [(UInt32, UInt32)])),
          (.gpsDateStamp, .text("2025:11:02")),
        ]
      } ?? []
    let report = try report(
      metadata(
        exif: [(.dateTimeOriginal, .text("2025:11:02 01:30:00"))], gps: losAngeles + fix))
    #expect(report.chosen?.description == "2025-11-02T01:30:00" + offset)
    #expect(report.candidates.first?.notes == notes)
  }

  @Test("A time that clocks of the place never showed is said")
  func never() throws {
    let report = try report(metadata(exif: [(.dateTimeOriginal, .text("2026:03:08 02:30:00"))]))
    #expect(report.chosen?.description == "2026-03-08T02:30:00-08:00")
    #expect(report.candidates.first?.notes == [.skippedTime])
  }

  @Test("At sea the zone is that of the longitude")
  func sea() throws {
    let block = metadata(
      exif: [(.dateTimeOriginal, .text("2026:07:04 17:08:09"))],
      gps: ExifBlock.position((30, 0, 0), "N", (40, 0, 0), "W"))
    let time = try report(block).chosen
    #expect(time?.description == "2026-07-04T17:08:09-03:00")
    #expect(time?.place == ZoneName(text: "Etc/GMT+3", isAtSea: true))
  }

  @Test(
    "A position that is nowhere tells no zone, and that is said; one that is unknown is not said",
    arguments: [
      (("N", [(91, 1), (0, 1), (0, 1)]), ("E", [(10, 1), (0, 1), (0, 1)]), true),
      (("N", [(10, 1), (0, 1), (0, 1)]), ("E", [(180, 1), (0, 1), (1, 1)]), true),
      (("", [(10, 1), (0, 1), (0, 1)]), ("E", [(10, 1), (0, 1), (0, 1)]), true),
      (("N", [(0, 0), (0, 0), (0, 0)]), ("E", [(0, 0), (0, 0), (0, 0)]), false),
      (("N", [(0, 1), (0, 1), (0, 1)]), ("E", [(0, 1), (0, 1), (0, 1)]), false),
    ] as [((String, [(UInt32, UInt32)]), (String, [(UInt32, UInt32)]), Bool)])
  func nowhere(
    north: (String, [(UInt32, UInt32)]), east: (String, [(UInt32, UInt32)]), isSaid: Bool
  ) throws {
    let report = try report(
      metadata(
        exif: [(.dateTimeOriginal, .text("2026:07:04 17:08:09"))],
        gps: [
          (.gpsLatitudeRef, .text(north.0)), (.gpsLatitude, .rational(north.1)),
          (.gpsLongitudeRef, .text(east.0)), (.gpsLongitude, .rational(east.1)),
        ]))
    #expect(report.chosen?.description == "2026-07-04T17:08:09")
    #expect(report.problems == (isSaid ? [.impossiblePosition] : []))
  }

  @Test("What a person gives, and the file's last change, are not told by the place")
  func others() throws {
    let given = try GivenTime.parse("2026-07-04 10:00")
    let report = try report(metadata(), given: given)
    #expect(report.chosen == given)
    #expect(report.candidates.last?.time?.description == "2023-07-22T13:26:40+09:00")
    #expect(
      CaptureTimeReader(zone: .utc, now: now).report(metadata: metadata(), modified: 0).chosen?
        .description == "1970-01-01T00:00:00+00:00")
  }

  @Test("Without a table the reader's zone is taken, and the report says why")
  func noTable() throws {
    let report = try report(
      metadata(), name: "PXL_20260705_000809123.jpg", finder: ZoneFinder(folders: ["/nowhere"]))
    #expect(report.chosen?.description == "2026-07-05T09:08:09.123+09:00")
    #expect(report.problems == [.places(.missing(["/nowhere/zones.table"]))])
  }
}
