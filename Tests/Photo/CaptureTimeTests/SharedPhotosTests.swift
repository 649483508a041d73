import Foundation
import Formats
import TestSupport
import Testing

@testable import CaptureTime

@Suite(
  "Capture times of real photos",
  .enabled(if: SharedPhotos.areThere, "\(SharedPhotos.note)"))
struct SharedPhotosTests {
  @Test("Every time in every photo is the one that ExifTool reads", arguments: try photos())
  func sameAsExifTool(photo: ReadPhoto) throws {
    let report = try report(photo.name)
    for (source, keys) in Self.keys {
      let found = report.candidates.first { $0.source == source }
      guard let expected = keys.lazy.compactMap({ photo.tags[$0] }).first else {
        #expect(found == nil, "\(source.rawValue) is not in ExifTool's reading")
        continue
      }
      let candidate = try #require(found, "\(source.rawValue) should be \(expected)")
      if let time = candidate.time {
        #expect(Self.exifToolText(time) == expected, "\(source.rawValue)")
      } else {
        #expect(candidate.rawText == expected.trimmingCharacters(in: .whitespaces))
      }
    }
  }

  @Test(
    "The time that wins is DateTimeOriginal where that is valid, with its own tags",
    arguments: try photos())
  func chosen(photo: ReadPhoto) throws {
    guard let original = photo.tags["ExifIFD:DateTimeOriginal"],
      !["date/verizon.jpg", "date/FujiFilm SP-2500.jpg"].contains(photo.name)
    else { return }
    let chosen = try #require(try report(photo.name).chosen)
    #expect(chosen.source == .exifDateTimeOriginal)
    #expect(
      chosen.description == Self.isoText(original)
        + (photo.tags["ExifIFD:SubSecTimeOriginal"].map { "." + $0 } ?? "")
        + (photo.tags["ExifIFD:OffsetTimeOriginal"] ?? ""))
  }

  @Test(
    "Photos whose DateTimeOriginal is missing or wrong have the next best time",
    arguments: [
      ("date/FujiFilm SP-2500.jpg", CaptureTimeSource.exifDateTimeDigitized, "2003-09-10T20:59:18"),
      ("date/320x240.jpg", .xmpCreateDate, "2007-05-28T01:34:56-07:00"),
      ("date/app13-multiple.jpg", .iptcDateCreated, "2019-10-14T15:00:20+00:00"),
      ("exotic/speed_bench.jpg", .exifDateTime, "2021-09-28T20:46:08"),
      ("date/verizon.jpg", .fileModified, "2001-09-09T01:46:40+00:00"),
      ("orient/Landscape_2.jpg", .fileModified, "2001-09-09T01:46:40+00:00"),
    ])
  func fallbacks(name: String, source: CaptureTimeSource, text: String) throws {
    let chosen = try report(name).chosen
    #expect(chosen?.source == source)
    #expect(chosen?.description == text)
  }

  @Test(
    "The names of two photos have the time too",
    arguments: [
      ("phone/PXL_20200710_061629144.MP.jpg", "2020-07-10T06:16:29.144+00:00"),
      ("phone/IMG_20180725_163423-tiny.jpg", "2018-07-25T16:34:23"),
    ])
  func names(name: String, text: String) throws {
    let candidate = try report(name).candidates.first { $0.source == .fileName }
    #expect(candidate?.time?.description == text)
    #expect(candidate?.outcome == .notNeeded)
  }

  /// ExifTool's names, first the group that is read first.
  private static let keys: [(CaptureTimeSource, [String])] = [
    (.exifDateTimeOriginal, ["ExifIFD:DateTimeOriginal", "IFD0:DateTimeOriginal"]),
    (.exifDateTimeDigitized, ["ExifIFD:CreateDate"]),
    (.exifDateTime, ["IFD0:ModifyDate"]),
    (.xmpDateTimeOriginal, ["XMP-exif:DateTimeOriginal"]),
    (.xmpDateCreated, ["XMP-photoshop:DateCreated"]),
    (.xmpCreateDate, ["XMP-xmp:CreateDate"]),
    (.iptcDateCreated, ["IPTC:DateCreated"]),
    (.gps, ["GPS:GPSDateStamp"]),
  ]

  private func report(_ name: String) throws -> CaptureTimeReport {
    let path = try #require(SharedPhotos.path(name))
    let photo = try PhotoFile([UInt8](Data(contentsOf: URL(filePath: path))))
    let fileName = name.split(separator: "/").last.map { Array($0.utf8) }
    return CaptureTimeReader(zone: .utc, now: 1_790_000_000).report(
      metadata: photo.metadata, fileName: fileName, modified: 1_000_000_000)
  }

  /// As ExifTool writes it: EXIF without what its own tags say, XMP and the others with it.
  private static func exifToolText(_ time: CaptureTime) -> String {
    var text = time.description.replacing("T", with: " ")
    switch time.source {
    case .exifDateTimeOriginal, .exifDateTimeDigitized, .exifDateTime:
      text = String(text.prefix(19))
    default: break
    }
    let day = text.prefix(10).replacing("-", with: ":")
    return String(day + text.dropFirst(10))
  }

  private static func isoText(_ text: String) -> String {
    String(text.prefix(10).replacing(":", with: "-") + "T" + text.dropFirst(11))
  }

  struct ReadPhoto: Sendable, CustomTestStringConvertible {
    let name: String
    let tags: [String: String]
    var testDescription: String { name }
  }

  private static func photos() throws -> [ReadPhoto] {
    guard let path = SharedPhotos.path("exiftool.json") else { return [] }
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
    let entries = try #require(json as? [[String: Any]])
    return entries.compactMap { entry in
      guard let name = entry["SourceFile"] as? String else { return nil }
      var tags = entry.mapValues { "\($0)" }
      // ExifTool gives the parts of two dates apart.
      if let day = tags["IPTC:DateCreated"], let time = tags["IPTC:TimeCreated"] {
        tags["IPTC:DateCreated"] = "\(day) \(time)"
      }
      if let day = tags["GPS:GPSDateStamp"], let time = tags["GPS:GPSTimeStamp"] {
        tags["GPS:GPSDateStamp"] = "\(day) \(time)+00:00"
      }
      return ReadPhoto(name: name, tags: tags)
    }
  }
}
