import Formats
import TestSupport
import Testing

@testable import CaptureTime

@Suite("Forms of timestamps")
struct TimestampTextTests {
  @Test(
    "A form that is not the field's own is named, and what is not used is, with the reason",
    arguments: [
      ("2020:08:02 13:50:54", [CaptureTimeNote.form("YYYY:MM:DD hh:mm:ss")]),
      ("2020-08-02T13:50:54", []), ("2020-08-02", []), ("2020-08-02T13:50:54.25-05:00", []),
      ("2020-08-02 13:50:54", [.form("YYYY-MM-DD hh:mm:ss")]),
      ("2020-08-02T13:50:54 KST", [.droppedOffset("KST", .letters)]),
      ("2020-08-02T13:50:54 Asia/S", [.droppedOffset("Asia/S", .notAnOffset)]),
      ("2020-08-02T01:50:54 PM", [.form("YYYY-MM-DDThh:mm:ss AM/PM")]),
      ("2020-08-02T13:50:54+99:00", [.droppedOffset("+99:00", .tooFar)]),
      ("2020-08-02T13:50:54+5:7", [.droppedOffset("+5:7", .notAnOffset)]),
    ])
  func notes(text: String, notes: [CaptureTimeNote]) {
    #expect(XMPTimes.reading(.xmpCreateDate, Array(text.utf8)[...]).notes == notes)
  }

  @Test(
    "A clock of twelve hours, other blanks and digits of other scripts are read",
    arguments: [
      ("2020:08:02 01:50:54 PM", "2020-08-02T13:50:54"),
      ("2020:08:02 12:05:54 AM", "2020-08-02T00:05:54"),
      ("2020:08:02 1:50:54 p.m. +09:00", "2020-08-02T13:50:54+09:00"),
      ("2020:08:02 13:50:54PM", "2020-08-02T13:50:54"),
      ("2020:08:02\u{A0}13:50:54", "2020-08-02T13:50:54"),
      ("２０２０:０８:０２ 13:50:54", "2020-08-02T13:50:54"),
      ("2020:08:02 13:50:54 AM", nil),
    ])
  func clocks(text: String, meaning: String?) throws {
    let reading = XMPTimes.reading(.xmpCreateDate, Array(text.utf8)[...])
    #expect((try? reading.result.get())?.description == meaning)
  }

  @Test(
    "Of IPTC a time that cannot be read leaves the day, and is named",
    arguments: [
      ("20231029", "101112", [CaptureTimeNote]()),
      ("2023-10-29", "10:11:12", [.form("YYYY-MM-DD hh:mm:ss")]),
      ("20231029", "noon", [.droppedTime("noon")]),
    ])
  func iptc(date: String, time: String, notes: [CaptureTimeNote]) throws {
    let stream = [(55, date), (60, time)].flatMap { (number: UInt8, text: String) -> [UInt8] in
      [0x1C, 2, number, 0, UInt8(text.utf8.count)] + Array(text.utf8)
    }
    let reading = try #require(IPTCTimes.read([stream[...]]).readings.first)
    #expect(reading.notes == notes)
    #expect(try reading.result.get().date.description == "2023-10-29")
  }

  @Test("An offset in a tag of its own that is not used is named")
  func ownTag() throws {
    let block = ExifSample(exif: [
      .dateTimeOriginal: "2020:08:02 13:50:54", .offsetTimeOriginal: "CST",
    ]).bytes
    let reading = try #require(ExifTimes.read(block[...], zone: .utc).readings.first)
    #expect(reading.notes == [.droppedOffset("CST", .letters)])
    #expect(try reading.result.get().offset == nil)
  }

  /// What exiftool reads as numbers, for it gives back what the field has.
  static let exiftools = [
    "2024:01:31 23:59:58", "2024-01-31 23:59:58", "2024/01/31 23:59:58", "2024.01.31 23:59:58",
    "2024:01-31 23:59:58", "2024:01:31:23:59:58", "2024-01-31T23:59:58", "2024:1:31 23:59:58",
    "2024:01:31 23:59: 8", "2024:01:31 23-59-58", "2024: 1:31 23:59:58", "2024:01:31 23:59:58Z",
    "2024:01:31 23:59:58+09:00", "2024:01:31 23:59:58.25",
  ]

  @Test(
    "Numbers are those that exiftool reads, whatever stands between them",
    .enabled(if: InstalledProgram.isThere("exiftool"), "needs exiftool"))
  func exiftool() async throws {
    let folder = try TemporaryFolder()
    var paths: [String] = []
    for (index, text) in Self.exiftools.enumerated() {
      // An EXIF block is a TIFF.
      let block = ExifSample(exif: [.dateTimeOriginal: text]).bytes
      try folder.write(block, to: "\(index + 100).tif")
      paths.append("\(folder.path)/\(index + 100).tif")
    }
    let told = try await InstalledProgram.run(
      "exiftool", ["-s3", "-d", "%Y-%m-%dT%H:%M:%S", "-DateTimeOriginal"] + paths)
    let times = told.output.split(separator: "\n").filter { !$0.hasPrefix("=") && $0.contains("T") }
    #expect(times.count == Self.exiftools.count)
    for (text, time) in zip(Self.exiftools, times) {
      let fields = try #require(TimestampText(Array(text.utf8)[...])).fields
      let read = try fields.captureTime(source: .exifDateTimeOriginal)
      #expect(read.description.prefix(19) == time, "\(text)")
    }
  }

  @Test(
    "Offsets are read in all forms that mean one thing",
    arguments: [
      ("+09:00", 32_400), ("-5:00", -18_000), ("GMT+2", 7_200), ("+5.5", 19_800), ("+5,5", 19_800),
      ("UTC-03:30", -12_600), ("+9", 32_400), ("-0330", -12_600), ("+545", 20_700), ("Z", 0),
      ("UTC", 0), ("gmt", 0), ("\u{2212}05:00", -18_000), ("+5.75", 20_700), ("+5.30", 19_800),
      ("+5.50", 19_800), ("+14:00", 50_400), ("+05:30:00", 19_800), ("  +09:00  ", 32_400),
      ("   :  ", nil), ("", nil), ("JST", 32_400), ("cest", 7_200),
    ] as [(String, Int?)])
  func offsets(text: String, seconds: Int?) throws {
    #expect(try OffsetText.parse(Array(text.utf8)[...]) == seconds)
  }

  @Test(
    "What is no offset, or more than one, is not used",
    arguments: [
      ("KST", DroppedOffset.letters), ("CST", .letters), ("Asia/Seoul", .notAnOffset),
      ("XYZ", .notAnOffset), ("+14:01", .tooFar), ("+99:00", .tooFar),
      ("-2000", .tooFar), ("09:00", .notAnOffset), ("+05:7", .notAnOffset), ("+5:60", .notAnOffset),
      ("+5.33", .notAnOffset), ("+", .notAnOffset), ("+12345", .notAnOffset), ("Z9", .notAnOffset),
      ("+05:30:20", .notAnOffset), ("+5.125", .notAnOffset),
    ])
  func dropped(text: String, reason: DroppedOffset) {
    #expect(throws: reason) { try OffsetText.parse(Array(text.utf8)[...]) }
  }
}
