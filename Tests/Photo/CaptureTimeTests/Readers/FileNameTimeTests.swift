import Testing

@testable import CaptureTime

@Suite("File name time")
struct FileNameTimeTests {
  @Test(
    "Names that cameras and apps give have a time",
    arguments: NamesWithDates.seconds + NamesWithDates.days)
  func named(name: String, meaning: String) throws {
    #expect(try read(name).result.get().description == meaning)
  }

  @Test(
    "A time is read between any prefix and suffix, with any separators",
    arguments: [
      "%Y%m%d_%H%M%S", "%Y%m%d-%H%M%S", "%Y%m%d %H%M%S", "%Y%m%d.%H%M%S", "%Y%m%dT%H%M%S",
      "%Y%m%d%H%M%S", "%Y%m%d_%H_%M_%S", "%Y%m%d-%H-%M-%S", "%Y-%m-%d-%H-%M-%S",
      "%Y-%m-%d_%H-%M-%S", "%Y-%m-%d %H.%M.%S", "%Y-%m-%d %H_%M_%S", "%Y-%m-%d_%H%M%S",
      "%Y-%m-%d %H:%M:%S", "%Y_%m_%d_%H_%M_%S", "%Y.%m.%d %H.%M.%S", "%Y %m %d %H %M %S",
      "%Y-%m-%dT%H-%M-%S", "%Y-%m-%d - %H.%M.%S", "%Y-%m-%d, %H.%M.%S", "%Y-%m-%d at %H.%M.%S",
    ])
  func separators(pattern: String) throws {
    let date = Self.letters.reduce(pattern) { $0.replacing($1.0, with: $1.1) }
    for prefix in ["", "IMG_", "IMG", "img-", "Photo ", "B612_", "C360_", "사진", "0001_", "a.b."] {
      for suffix in ["", ".jpg", "_123.jpg", " (2).jpg", "-COLLAGE.jpg", "a.jpg", "사본.jpg"] {
        let name = prefix + date + suffix
        #expect(try read(name).result.get().description == "2024-01-31T23:59:58", "\(name)")
      }
    }
  }

  @Test(
    "What follows the time in a name does not matter",
    arguments: [
      "", ".jpg", ".JPG", "~2.jpg", "(1).jpg", " (1).jpg", " copy.jpg", " 복사본.jpg", "-EDIT.jpg",
      "_001.jpg",
      "_HDR.jpg", ".MP.jpg", ".PORTRAIT-01.COVER.jpg", "_BURST001_COVER.jpg", "-edited.jpg.png",
      ".stamped.jpg",
    ])
  func suffix(suffix: String) throws {
    let time = "2024-01-31T23:59:58"
    #expect(try read("IMG_20240131_235958" + suffix).result.get().description == time)
    #expect(
      try read("PXL_20240131_235958123" + suffix).result.get().description == time + ".123+00:00")
    #expect(try read("IMG-20240131-WA0001" + suffix).result.get().description == "2024-01-31")
  }

  @Test("Names without a date have none", arguments: NamesWithDates.none)
  func unnamed(name: String) {
    #expect(throws: CaptureTimeRejection.noDate) { try read(name).result.get() }
  }

  @Test(
    "A name of any length is read to its end",
    arguments: [
      "1", "20240131", "20240131_", "2024-", "20240131a", "1.", "abcdef", "2024-01-31    at ",
      "+2024-01-31", "20240131 20240201 ",
    ])
  func hostile(text: String) {
    for length in [255, 10_000] {
      let name = Array(String(repeating: text, count: length / text.utf8.count + 1).utf8)
      let reading = FileNameTime.read(name, zone: .utc)
      #expect((try? reading.result.get())?.precision != .second)
      let last = FileNameTime.read(name + Array(" at 2024-01-31 23-59-58".utf8), zone: .utc)
      #expect((try? last.result.get())?.description == "2024-01-31T23:59:58")
    }
  }

  @Test(
    "A name that looks like a time but is none is rejected with the reason",
    arguments: [
      (
        "IMG_20241331_235958.jpg",
        CaptureTimeRejection.outOfRange(field: .month, observed: 13, expected: 1...12)
      ),
      ("IMG_20230229_235958.jpg", .outOfRange(field: .day, observed: 29, expected: 1...28)),
      ("20240131_255958.jpg", .outOfRange(field: .hour, observed: 25, expected: 0...23)),
      ("00000000_000000.jpg", .zeros),
      (
        "Screenshot 2024-02-30 at 11.59.59 PM.png",
        .outOfRange(field: .day, observed: 30, expected: 1...29)
      ),
      ("DSC_20240231_120000.jpg", .outOfRange(field: .day, observed: 31, expected: 1...29)),
      ("2023-02-29.jpg", .outOfRange(field: .day, observed: 29, expected: 1...28)),
      ("20240231.jpg", .outOfRange(field: .day, observed: 31, expected: 1...29)),
      ("IMG20240131236058.jpg", .outOfRange(field: .minute, observed: 60, expected: 0...59)),
      // It may have been another day on the wall.
      ("PXL_20240131.jpg", .incomplete(missing: .hour)),
      // The second is when it was edited: the first is the photo's, if it has one at all.
      (
        "IMG_20241331_235958_edited_20240301_101112.jpg",
        .outOfRange(field: .month, observed: 13, expected: 1...12)
      ),
      ("2024-01-31 - 2024-02-05 Rome.jpg", .severalDays),
      ("2024-01-31 20240201.jpg", .severalDays),
    ])
  func rejected(name: String, reason: CaptureTimeRejection) {
    #expect(throws: reason) { try read(name).result.get() }
  }

  @Test(
    "A day and a month that may be either are refused with both readings",
    arguments: [
      ("01-02-2024.jpg", "2024-02-01", "2024-01-02"),
      ("CamScanner 02-01-2024 23.59.jpg", "2024-01-02", "2024-02-01"),
    ])
  func ambiguous(name: String, one: String, other: String) throws {
    let days = try [one, other].map { try #require(CivilDate(iso: $0)) }
    #expect(throws: CaptureTimeRejection.ambiguousDay(days[0], days[1])) {
      try read(name).result.get()
    }
    #expect(try read("02-02-2024.jpg").result.get().description == "2024-02-02")
  }

  @Test("A number alone is Unix time until tomorrow")
  func unix() throws {
    let name = Array("1706745599123.jpg".utf8)
    let before = FileNameTime.read(name, zone: .utc, latest: 1_706_745_598)
    #expect(throws: CaptureTimeRejection.noDate) { try before.result.get() }
    let then = FileNameTime.read(name, zone: .utc, latest: 1_706_745_599)
    #expect(try then.result.get().description == "2024-01-31T23:59:59.123+00:00")
  }

  @Test(
    "UTC and Unix times are shown in the zone",
    arguments: [
      ("PXL_20240131_145958123.jpg", "2024-01-31T23:59:58.123+09:00"),
      ("FB_IMG_1706713198123.jpg", "2024-01-31T23:59:58.123+09:00"),
      ("mmexport1706713198000.jpg", "2024-01-31T23:59:58.000+09:00"),
      ("IMG_20240131_235958.jpg", "2024-01-31T23:59:58"),
      ("2024-01-31T14-59-58Z.jpg", "2024-01-31T23:59:58+09:00"),
      ("2024-01-31T14-59-58-123Z.jpg", "2024-01-31T23:59:58.123+09:00"),
      ("20240131T145958.5Z.jpg", "2024-01-31T23:59:58.5+09:00"),
      ("2024-01-31T23-59-58+0100.jpg", "2024-01-31T23:59:58+01:00"),
      ("2024-01-31T23:59:58.123+05:45.jpg", "2024-01-31T23:59:58.123+05:45"),
      // A counter, not an offset of UTC.
      ("20240131_235958-0100.jpg", "2024-01-31T23:59:58"),
      ("20240131_235958+0001.jpg", "2024-01-31T23:59:58"),
      ("Copy of PXL_20240131_145958123.jpg", "2024-01-31T23:59:58.123+09:00"),
    ])
  func instants(name: String, meaning: String) throws {
    let seoul = try CaptureZone.parse("Asia/Seoul")
    let reading = FileNameTime.read(Array(name.utf8), zone: seoul)
    #expect(try reading.result.get().description == meaning)
  }

  @Test("Names need not be UTF-8")
  func bytes() throws {
    let name = Array("20240131_235958".utf8) + [0xFF, 0xFE] + Array(".jpg".utf8)
    let reading = FileNameTime.read(name, zone: .utc)
    #expect(try reading.result.get().description == "2024-01-31T23:59:58")
    #expect(reading.rawText == "20240131_235958\u{FFFD}\u{FFFD}.jpg")
    #expect(throws: CaptureTimeRejection.noDate) {
      try FileNameTime.read([0xFF, 0x00, 0xC3], zone: .utc).result.get()
    }
  }

  static let letters = [
    ("%Y", "2024"), ("%m", "01"), ("%d", "31"), ("%H", "23"), ("%M", "59"), ("%S", "58"),
  ]

  private func read(_ name: String) -> CaptureTimeReading {
    FileNameTime.read(Array(name.utf8), zone: .utc)
  }
}
