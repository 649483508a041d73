import Formats
import Testing

@testable import CaptureTime

@Suite("EXIF times")
struct ExifTimesTests {
  @Test("Each date takes its own sub-second and offset and no other's")
  func ownTags() throws {
    let sample = ExifSample(
      main: [.dateTime: "2024:02:03 04:05:06"],
      exif: [
        .dateTimeOriginal: "2024:01:31 23:59:58", .subSecTimeDigitized: "12",
        .dateTimeDigitized: "2024:02:01 00:00:00", .offsetTimeDigitized: "-05:00",
        .offsetTime: "+09:00",
      ])
    #expect(
      times(sample.bytes) == [
        .exifDateTimeOriginal: "2024-01-31T23:59:58",
        .exifDateTimeDigitized: "2024-02-01T00:00:00.12-05:00",
        .exifDateTime: "2024-02-03T04:05:06+09:00",
      ])
  }

  @Test("The raw text shows the date with its sub-second and offset")
  func rawText() throws {
    let sample = ExifSample(exif: [
      .dateTimeOriginal: "2024:01:31 23:59:58", .subSecTimeOriginal: "250586",
      .offsetTimeOriginal: "-07:00",
    ])
    let readings = ExifTimes.read(sample.bytes[...], zone: .utc).readings
    #expect(readings.map(\.rawText) == ["2024:01:31 23:59:58.250586-07:00"])
  }

  @Test(
    "An offset that is none is as if it were not there", arguments: ["   :  ", "", "KST", "+99"])
  func badOffset(offset: String) throws {
    let sample = ExifSample(exif: [
      .dateTimeOriginal: "2024:01:31 23:59:58", .offsetTimeOriginal: offset,
    ])
    #expect(times(sample.bytes) == [.exifDateTimeOriginal: "2024-01-31T23:59:58"])
  }

  @Test("A date that stands in the main directory is found there")
  func mainDirectory() throws {
    let sample = ExifSample(main: [.dateTimeOriginal: "2024:01:31 23:59:58"])
    #expect(times(sample.bytes) == [.exifDateTimeOriginal: "2024-01-31T23:59:58"])
  }

  @Test(
    "GPS time is UTC, shown in the zone, with any fractions",
    arguments: [
      ([(19, 1), (17, 1), (5_260, 100)], "2015-03-06T04:17:52.6+09:00"),
      ([(19, 1), (17, 1), (52, 1)], "2015-03-06T04:17:52+09:00"),
      ([(19, 1), (3_550, 200), (0, 1)], "2015-03-06T04:17:45+09:00"),
      ([(0, 1), (0, 5), (0, 7)], "2015-03-05T09:00:00+09:00"),
    ] as [([(UInt32, UInt32)], String)])
  func gps(time: [(UInt32, UInt32)], meaning: String) throws {
    let sample = ExifSample(gps: [.gpsDateStamp: "2015:03:05"], gpsTime: time)
    let seoul = try CaptureZone.parse("Asia/Seoul")
    #expect(times(sample.bytes, zone: seoul) == [.gps: meaning])
  }

  @Test(
    "GPS time that is not all there, or none, is rejected",
    arguments: [
      ("2015:03:05", [], CaptureTimeRejection.incomplete(missing: .hour)),
      ("2015:03:05", [(19, 1), (17, 1)], .incomplete(missing: .second)),
      ("2015:03:05", [(19, 1), (17, 0), (0, 0)], .incomplete(missing: .minute)),
      (
        "2015:03:05", [(25, 1), (0, 1), (0, 1)],
        .outOfRange(field: .hour, observed: 25, expected: 0...23)
      ),
      (
        "2015:03:05", [(.max, 1), (.max, 1), (.max, 1)],
        .outOfRange(field: .hour, observed: 4_294_967_295, expected: 0...23)
      ),
      ("0000:00:00", [(1, 1), (1, 1), (1, 1)], .zeros),
      (nil, [(1, 1), (1, 1), (1, 1)], .incomplete(missing: .day)),
    ] as [(String?, [(UInt32, UInt32)], CaptureTimeRejection)])
  func rejectedGPS(date: String?, time: [(UInt32, UInt32)], reason: CaptureTimeRejection) throws {
    let sample = ExifSample(gps: date.map { [.gpsDateStamp: $0] } ?? [:], gpsTime: time)
    let reading = try #require(ExifTimes.read(sample.bytes[...], zone: .utc).readings.first)
    #expect(throws: reason) { try reading.result.get() }
  }

  @Test(
    "A block that is no TIFF is a problem, not a time",
    arguments: [[], [0], Array("Exif\0\0II*\0".utf8)])
  func noBlock(bytes: [UInt8]) {
    let read = ExifTimes.read(bytes[...], zone: .utc)
    #expect(read.readings.isEmpty)
    #expect(read.problems.count == 1)
  }

  @Test(
    "Directories that point at themselves or outside end the reading",
    arguments: [0, 8, 0xFFFF_FFFF] as [UInt32])
  func loops(target: UInt32) throws {
    var bytes = ExifSample(
      main: [.dateTime: "2024:01:31 23:59:58"], exif: [.dateTimeOriginal: "2024:01:31 23:59:58"]
    ).bytes
    // The pointer is the second of the main directory's entries; its value is in the last four bytes.
    bytes.replaceSubrange(30..<34, with: ByteOrder.littleEndian.bytes(of: target))
    #expect(times(bytes) == [.exifDateTime: "2024-01-31T23:59:58"])
    #expect(ExifTimes.read(bytes[...], zone: .utc).problems.isEmpty == (target == 8))
  }

  @Test("Cut off at any length, and mutated a thousand times, a block gives valid times alone")
  func hostile() {
    let bytes = ExifSample(
      main: [.dateTime: "2024:01:31 23:59:58"],
      exif: [.dateTimeOriginal: "2024:01:31 23:59:58", .offsetTimeOriginal: "+09:00"],
      gps: [.gpsDateStamp: "2015:03:05"], gpsTime: [(19, 1), (17, 1), (5_260, 100)]
    ).bytes
    // What is left of it is read as it stands in the whole block, or is a problem; a text may be cut.
    let whole = times(bytes)
    for length in 0..<bytes.count {
      let read = ExifTimes.read(bytes.prefix(length), zone: .utc)
      expectValid(read.readings)
      // A header of eight bytes.
      if length < 8 { #expect(read.readings.isEmpty && read.problems.count == 1) }
      #expect(!read.problems.isEmpty || read.readings.count <= whole.count, "\(length)")
      #expect(Set(read.readings.map(\.source)).isSubset(of: whole.keys), "\(length)")
    }
    // Knuth's MMIX generator: the same mutations every time.
    var state: UInt64 = 2
    func random(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for _ in 0..<1_000 {
      var mutated = bytes
      for _ in 0...random(below: 4) {
        mutated[random(below: mutated.count)] = UInt8(random(below: 256))
      }
      expectValid(ExifTimes.read(mutated[...], zone: .utc).readings)
    }
  }

  /// Each of EXIF's sources has at most one reading, and its time, if any, is one of the calendar.
  private func expectValid(_ readings: [CaptureTimeReading]) {
    let sources: [CaptureTimeSource] = [
      .exifDateTimeOriginal, .exifDateTimeDigitized, .exifDateTime, .gps,
    ]
    #expect(Set(readings.map(\.source)).count == readings.count)
    #expect(readings.allSatisfy { sources.contains($0.source) })
    for time in readings.compactMap({ try? $0.result.get() }) {
      #expect(CivilDate(year: time.year, month: time.month, day: time.day) == time.date)
      #expect(0...23 ~= time.hour && 0...59 ~= time.minute && 0...60 ~= time.second)
      #expect((time.offset ?? 0).magnitude <= 14 * 3_600)
    }
  }

  private func times(
    _ bytes: [UInt8], zone: CaptureZone = .utc
  ) -> [CaptureTimeSource: String] {
    let readings = ExifTimes.read(bytes[...], zone: zone).readings
    return Dictionary(
      uniqueKeysWithValues: readings.map {
        ($0.source, (try? $0.result.get().description) ?? "rejected")
      })
  }
}

@Suite("EXIF timestamp")
struct ExifTimestampTests {
  @Test(
    "It is read as cameras write it",
    arguments: [
      ("2024:01:31 23:59:58", "2024-01-31T23:59:58"),
      ("2024:01:31 23:59:58\0", "2024-01-31T23:59:58"),
      ("2024:01:31 23:59:58\0junk", "2024-01-31T23:59:58"),
      ("2024-01-31 23:59:58", "2024-01-31T23:59:58"),
      ("2024/01/31 23:59:58", "2024-01-31T23:59:58"),
      ("2024:01:31T23:59:58", "2024-01-31T23:59:58"),
      ("2024-01-31T23:59:58Z", "2024-01-31T23:59:58+00:00"),
      ("2024:01:31 23:59:58+09:00", "2024-01-31T23:59:58+09:00"),
      ("2024:01:31 23:59:58.25", "2024-01-31T23:59:58.25"),
      ("2024: 1:31  9: 5: 3", "2024-01-31T09:05:03"),
      ("2024:01:31 23:59:  ", "2024-01-31T23:59"), ("2024:01:31 23:59", "2024-01-31T23:59"),
      ("2024:01:31   :  :  ", "2024-01-31"), ("2024:01:31", "2024-01-31"),
      ("2024:01:31\0\0\0\0\0\0\0\0\0\0", "2024-01-31"),
      ("  2024:01:31 23:59:58  ", "2024-01-31T23:59:58"),
      ("2016:12:31 23:59:60", "2016-12-31T23:59:60"),
      ("2024:01-31 23:59:58", "2024-01-31T23:59:58"), ("20240131235958", "2024-01-31T23:59:58"),
      ("2024:01:31 235958", "2024-01-31T23:59:58"),
      ("2024:01:31:23:59:58", "2024-01-31T23:59:58"),
      ("2024.01.31 23.59.58", "2024-01-31T23:59:58"),
      ("2024-1-31 9:05:03", "2024-01-31T09:05:03"),
      ("2024:01:31 23:59:58+99:00", "2024-01-31T23:59:58"),
      ("2024:01:31 23:59:58 KST", "2024-01-31T23:59:58"),
    ])
  func read(text: String, meaning: String) throws {
    let fields = try ExifTimestamp.parse(Array(text.utf8)[...]).fields
    #expect(try fields.captureTime(source: .exifDateTimeOriginal).description == meaning)
  }

  @Test(
    "What is no time is rejected with the reason",
    arguments: [
      ("", CaptureTimeRejection.blank), ("\0\0\0\0", .blank), ("    :  :     :  :  ", .blank),
      (":  :     :  :", .blank), ("0000:00:00 00:00:00", .zeros), ("0000:00:00", .zeros),
      ("0000:00:00 12:00:00", .zeros),
      ("2024:13:31 23:59:58", .outOfRange(field: .month, observed: 13, expected: 1...12)),
      ("2024:02:30 23:59:58", .outOfRange(field: .day, observed: 30, expected: 1...29)),
      ("2024:01:00 23:59:58", .outOfRange(field: .day, observed: 0, expected: 1...31)),
      ("2024:01:31 24:00:00", .outOfRange(field: .hour, observed: 24, expected: 0...23)),
      ("2024:01:31 23:60:00", .outOfRange(field: .minute, observed: 60, expected: 0...59)),
      ("05.10.2009 11:16", syntax("05.10.2009 11:16")),
      ("202401312359589", syntax("202401312359589")),
      ("2024:01:31 23:59:58 AM", syntax("2024:01:31 23:59:58 AM")), ("hello", syntax("hello")),
    ])
  func rejected(text: String, reason: CaptureTimeRejection) {
    #expect(throws: reason) {
      try ExifTimestamp.parse(Array(text.utf8)[...]).fields.captureTime(
        source: .exifDateTimeOriginal)
    }
  }

  @Test(
    "Sub-seconds are digits or unknown",
    arguments: [
      ("90", "90"), ("0532 ", "0532"), ("00", "00"), ("   ", nil), ("", nil), ("9x", nil),
      ("12\099", "12"), ("1234567890123", "123456789"),
    ])
  func subsecond(text: String, digits: String?) {
    #expect(ExifTimestamp.subsecond(Array(text.utf8)[...]) == digits)
  }

  static func syntax(_ text: String) -> CaptureTimeRejection {
    .wrongSyntax(observed: text, expected: "YYYY:MM:DD hh:mm:ss")
  }
}
