import Formats
import Testing

@testable import CaptureTime

@Suite("Capture time reader")
struct CaptureTimeReaderTests {
  @Test("Candidates are tried in the design's order, each where those before it are missing")
  func order() throws {
    let ofVideos: [CaptureTimeSource] = [.quicktimeCreationDate, .videoHeader, .webmDate]
    var sources = CaptureTimeSource.allCases.filter { !ofVideos.contains($0) }[...]
    while let first = sources.first {
      let report = report(with: Set(sources))
      #expect(report.candidates.map(\.source) == Array(sources))
      #expect(report.candidates.map(\.outcome).first == .chosen)
      #expect(report.candidates.dropFirst().allSatisfy { $0.outcome == .notNeeded })
      #expect(report.chosen?.source == first)
      sources.removeFirst()
    }
    #expect(report(with: []).chosen == nil)
    #expect(report(with: []).candidates.isEmpty)
  }

  @Test(
    "A rejected candidate gives way to the next and says why",
    arguments: [
      ("0000:00:00 00:00:00", CaptureTimeRejection.zeros), ("    :  :     :  :  ", .blank),
      ("2024:13:01 00:00:00", .outOfRange(field: .month, observed: 13, expected: 1...12)),
      ("1825:12:31 23:59:59", .tooEarly(year: 1825, earliest: 1826)),
      ("2106:02:07 06:28:15", .tooLate(secondsAhead: 2_588_221_695, limit: 86_400)),
    ])
  func gaveWay(text: String, reason: CaptureTimeRejection) {
    var metadata = EmbeddedMetadata()
    metadata.exif =
      ExifSample(exif: [
        .dateTimeOriginal: text, .dateTimeDigitized: "2023:01:31 23:59:58",
      ]).bytes[...]
    let report = reader.report(metadata: metadata)
    #expect(report.candidates.map(\.outcome) == [.rejected(reason), .chosen])
    #expect(report.candidates.first?.time == nil)
    #expect(report.chosen?.source == .exifDateTimeDigitized)
  }

  @Test("The oldest photograph's year is old enough")
  func oldest() {
    #expect(chosen(exif: "1826:01:01 00:00:00") == "1826-01-01T00:00:00")
  }

  @Test(
    "A day ahead of now is allowed, by the zone that is passed in and by the photo's own offset")
  func future() throws {
    // Now is 2024-02-01 00:00 UTC.
    #expect(chosen(exif: "2024:02:02 00:00:00") != nil)
    #expect(chosen(exif: "2024:02:02 00:00:01") == nil)
    let seoul = try CaptureZone.parse("Asia/Seoul")
    #expect(chosen(exif: "2024:02:02 09:00:00", zone: seoul) != nil)
    #expect(chosen(exif: "2024:02:02 09:00:01", zone: seoul) == nil)
    #expect(chosen(exif: "2024:02:02 09:00:00", offset: "+09:00") != nil)
    #expect(chosen(exif: "2024:02:02 00:00:00", offset: "-01:00") == nil)
  }

  @Test("What the user gives wins, whatever its year")
  func given() throws {
    let given = try GivenTime.parse("2106-02-07")
    let report = reader.report(metadata: EmbeddedMetadata(), modified: 0, given: given)
    #expect(report.chosen == given)
    #expect(report.candidates.map(\.rawText) == ["2106-02-07", "0"])
  }

  @Test("The modification time is shown on the zone's wall clock")
  func modified() throws {
    let reader = CaptureTimeReader(zone: try CaptureZone.parse("Europe/Berlin"), now: now)
    let time = reader.report(metadata: EmbeddedMetadata(), modified: 1_690_000_000).chosen
    #expect(time?.description == "2023-07-22T06:26:40+02:00")
    #expect(time?.source == .fileModified)
  }

  @Test(
    "Absurd modification times are rejected",
    arguments: [
      Int.min, Int.max, 1_000_000_000_000, -5_000_000_000,
    ])
  func absurd(modified: Int) {
    #expect(reader.report(metadata: EmbeddedMetadata(), modified: modified).chosen == nil)
  }

  @Test("A name without a date is told of, and gives way to the next")
  func nameWithoutDate() {
    let report = reader.report(
      metadata: EmbeddedMetadata(), fileName: Array("holiday.jpg".utf8), modified: 0)
    #expect(report.candidates.map(\.rawText) == ["holiday.jpg", "0"])
    #expect(report.candidates.map(\.outcome) == [.rejected(.noDate), .chosen])
  }

  @Test(
    "A name's year is that of a photo",
    arguments: [
      ("17770704_120000.jpg", CaptureTimeRejection.tooEarly(year: 1777, earliest: 1826)),
      ("18250101.jpg", .noDate), ("1825-01-01.jpg", .tooEarly(year: 1825, earliest: 1826)),
      ("20240203.jpg", .tooLate(secondsAhead: 172_800, limit: 86_400)),
    ])
  func yearOfName(name: String, reason: CaptureTimeRejection) {
    let report = reader.report(metadata: EmbeddedMetadata(), fileName: Array(name.utf8))
    #expect(report.candidates.map(\.outcome) == [.rejected(reason)])
  }

  @Test("Raw text is cut")
  func longText() {
    let name = Array("20240131_235958 ".utf8) + [UInt8](repeating: 0x61, count: 1_000)
    let candidate = reader.report(metadata: EmbeddedMetadata(), fileName: name).candidates.first
    #expect(candidate?.rawText.count == CaptureTimeReader.rawTextLimit + 1)
  }

  @Test("Blocks that cannot be searched are problems in the report")
  func problems() {
    var metadata = EmbeddedMetadata()
    metadata.exif = [0x49, 0x49]
    metadata.xmp = [[0x3C]]
    metadata.iptc = [[0x1C, 2, 55, 0x80, 4]]
    let report = reader.report(metadata: metadata)
    #expect(
      report.problems == [
        .exif(.truncatedHeader(observed: 2, expected: 8)),
        .xmp(packet: 0, .syntax(offset: 0, .unclosedToken)), .iptcExtendedDataset(offset: 0),
      ])
    #expect(report.candidates.isEmpty)
  }

  /// 2024-02-01 00:00 UTC.
  private let now = 1_706_745_600
  private var reader: CaptureTimeReader { CaptureTimeReader(zone: .utc, now: now) }

  private func chosen(exif: String, offset: String = "", zone: CaptureZone = .utc) -> String? {
    var metadata = EmbeddedMetadata()
    metadata.exif =
      ExifSample(exif: [.dateTimeOriginal: exif, .offsetTimeOriginal: offset])
      .bytes[...]
    return CaptureTimeReader(zone: zone, now: now).report(metadata: metadata).chosen?.description
  }

  private func report(with sources: Set<CaptureTimeSource>) -> CaptureTimeReport {
    func keep<Value>(_ value: Value, for source: CaptureTimeSource) -> Value? {
      sources.contains(source) ? value : nil
    }
    let date = "2023:01:31 23:59:58"
    let exif = ExifSample(
      main: sources.contains(.exifDateTime) ? [.dateTime: date] : [:],
      exif: [
        .dateTimeOriginal: keep(date, for: .exifDateTimeOriginal),
        .dateTimeDigitized: keep(date, for: .exifDateTimeDigitized),
      ].compactMapValues(\.self),
      gps: sources.contains(.gps) ? [.gpsDateStamp: date] : [:],
      gpsTime: sources.contains(.gps) ? [(1, 1), (2, 1), (3, 1)] : [])
    let properties = [
      keep("e:DateTimeOriginal", for: .xmpDateTimeOriginal),
      keep("p:DateCreated", for: .xmpDateCreated), keep("x:CreateDate", for: .xmpCreateDate),
      keep("e:DateTimeDigitized", for: .xmpDateTimeDigitized),
    ].compactMap(\.self)
    let xmp =
      "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><r:Description "
      + "xmlns:e='http://ns.adobe.com/exif/1.0/' xmlns:p='http://ns.adobe.com/photoshop/1.0/' "
      + "xmlns:x='http://ns.adobe.com/xap/1.0/' "
      + properties.map { "\($0)='2023-01-31'" }.joined(separator: " ") + "/></r:RDF>"
    var metadata = EmbeddedMetadata()
    metadata.exif = exif.bytes[...]
    metadata.xmp = [Array(xmp.utf8)[...]]
    let datasets: [(CaptureTimeSource, UInt8)] = [
      (.iptcDateCreated, 55), (.iptcDigitalCreationDate, 62),
    ]
    var iptc: [UInt8] = []
    for (source, dataset) in datasets where sources.contains(source) {
      iptc += [0x1C, 2, dataset, 0, 8] + Array("20230131".utf8)
    }
    metadata.iptc = iptc.isEmpty ? [] : [iptc[...]]
    metadata.png.creation = keep(Array("2023:01:31".utf8)[...], for: .pngCreationTime)
    metadata.png.change = keep([0x07, 0xE7, 1, 31, 23, 59, 58], for: .pngTime)
    var companions = Companions()
    if sources.contains(.companion) {
      let json = #"{"photoTakenTime": {"timestamp": "1698574272"}}"#
      companions.files = [Companion(name: "a.json", kind: .takeout, bytes: Array(json.utf8))]
    }
    return reader.report(
      metadata: metadata, fileName: keep(Array("20230131_235958.jpg".utf8), for: .fileName),
      companions: companions,
      modified: keep(1_000_000_000, for: .fileModified),
      given: sources.contains(.given) ? try? GivenTime.parse("2023-01-31") : nil)
  }
}
