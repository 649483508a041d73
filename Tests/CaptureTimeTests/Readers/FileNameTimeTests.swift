import Testing

@testable import CaptureTime

@Suite("File name time")
struct FileNameTimeTests {
  @Test("Names that cameras and apps give have a time", arguments: names)
  func named(name: String, meaning: String) throws {
    #expect(try read(name)?.result.get().description == meaning)
  }

  @Test(
    "Every pattern is read, written with a sample time",
    arguments: FileNameTime.patterns.map(\.text))
  func pattern(text: String) throws {
    let name = Self.letters.reduce(text) { $0.replacing($1.0, with: $1.1) }
    let time = try #require(try read(name)?.result.get())
    #expect((time.year, time.month, time.day) == (2024, 1, 31))
    if time.precision == .second {
      #expect((time.minute, time.second) == (59, 58))
      #expect([23, 11].contains(time.hour))
    } else {
      #expect(text.contains("WA"))
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
    #expect(try read("IMG_20240131_235958" + suffix)?.result.get().description == time)
    #expect(
      try read("PXL_20240131_235958123" + suffix)?.result.get().description == time + ".123+00:00")
    #expect(try read("IMG-20240131-WA0001" + suffix)?.result.get().description == "2024-01-31")
  }

  @Test(
    "Names without a date have none",
    arguments: [
      "IMG_1234.jpg", "received_123456789012345.jpeg",
      "mmexport0123456789abcdef0123456789abcdef.jpg",
      "mmexport01234567890123456789012345678901.jpg", "00001IMG_00001.jpg", "DSC_0001.JPG", "",
      ".jpg",
      "photo.jpg", "2024.jpg", "20240131.jpg", "IMG_20240131.jpg", "IMG_20240131_2359.jpg",
      "IMG_20240131_23595812345678901.jpg", "XIMG_20240131_235958.jpg", "FB_IMG_123456789012.jpg",
      "FB_IMG_12345678901234.jpg", "IMG_20240131_235958a.jpg", "IMG-20240131-WA.jpg",
      "%Y%m%d_%H%M%S.jpg", "스크린샷.png",
    ])
  func unnamed(name: String) {
    #expect(read(name) == nil)
  }

  @Test(
    "A name that looks like a time but is none is rejected with the reason",
    arguments: [
      (
        "IMG_20241331_235958.jpg",
        CaptureTimeRejection.outOfRange(field: .month, observed: 13, expected: 1...12)
      ),
      ("IMG_20230229_235958.jpg", .outOfRange(field: .day, observed: 29, expected: 1...28)),
      ("20240131_245958.jpg", .outOfRange(field: .hour, observed: 24, expected: 0...23)),
      ("00000000_000000.jpg", .zeros),
      (
        "Screenshot 2024-02-30 at 11.59.59 PM.png",
        .outOfRange(field: .day, observed: 30, expected: 1...29)
      ),
    ])
  func rejected(name: String, reason: CaptureTimeRejection) throws {
    let reading = try #require(read(name))
    #expect(throws: reason) { try reading.result.get() }
  }

  @Test(
    "UTC and Unix times are shown in the zone",
    arguments: [
      ("PXL_20240131_145958123.jpg", "2024-01-31T23:59:58.123+09:00"),
      ("FB_IMG_1706713198123.jpg", "2024-01-31T23:59:58.123+09:00"),
      ("mmexport1706713198000.jpg", "2024-01-31T23:59:58.000+09:00"),
      ("IMG_20240131_235958.jpg", "2024-01-31T23:59:58"),
    ])
  func instants(name: String, meaning: String) throws {
    let seoul = try CaptureZone.parse("Asia/Seoul")
    let reading = FileNameTime.read(Array(name.utf8), zone: seoul)
    #expect(try reading?.result.get().description == meaning)
  }

  @Test("Names need not be UTF-8")
  func bytes() throws {
    let name = Array("20240131_235958".utf8) + [0xFF, 0xFE] + Array(".jpg".utf8)
    let reading = try #require(FileNameTime.read(name, zone: .utc))
    #expect(try reading.result.get().description == "2024-01-31T23:59:58")
    #expect(reading.rawText == "20240131_235958\u{FFFD}\u{FFFD}.jpg")
    #expect(FileNameTime.read([0xFF, 0x00, 0xC3], zone: .utc) == nil)
  }

  static let names = [
    ("IMG_20240131_235959.jpg", "2024-01-31T23:59:59"),
    ("20240131_235959.jpg", "2024-01-31T23:59:59"),
    ("img_20240131_235959.jpg", "2024-01-31T23:59:59"),
    ("VID_20240131_235959.mp4", "2024-01-31T23:59:59"),
    ("MVIMG_20240131_235959.jpg", "2024-01-31T23:59:59"),
    ("PXL_20240131_235959123.jpg", "2024-01-31T23:59:59.123+00:00"),
    ("PXL_20200710_061629144.MP.jpg", "2020-07-10T06:16:29.144+00:00"),
    ("BURST20240131235959.jpg", "2024-01-31T23:59:59"),
    ("00001IMG_00001_BURST20240131235959123_COVER.jpg", "2024-01-31T23:59:59.123"),
    ("Screenshot_20240131-235959.png", "2024-01-31T23:59:59"),
    ("Screenshot_20240131_235959_KakaoTalk.jpg", "2024-01-31T23:59:59"),
    ("Screenshot_2024-01-31-23-59-59-123_com.app.jpg", "2024-01-31T23:59:59"),
    ("Screenshot from 2024-01-31 23-59-59.png", "2024-01-31T23:59:59"),
    ("Screenshot 2024-01-31 at 11.59.59 PM.png", "2024-01-31T23:59:59"),
    ("Screenshot 2024-01-31 at 11.59.59\u{202F}PM.png", "2024-01-31T23:59:59"),
    ("Screenshot 2024-01-31 at 1.02.03 AM.png", "2024-01-31T01:02:03"),
    ("Screenshot 2024-01-31 at 12.02.03 AM.png", "2024-01-31T00:02:03"),
    ("Screenshot 2024-01-31 at 12.02.03 PM.png", "2024-01-31T12:02:03"),
    ("Screenshot 2024-01-31 at 23.59.59.png", "2024-01-31T23:59:59"),
    ("Screenshot 2024-01-31 235959.png", "2024-01-31T23:59:59"),
    ("스크린샷 2024-01-31 235959.png", "2024-01-31T23:59:59"),
    (
      "\u{1109}\u{1173}\u{110F}\u{1173}\u{1105}\u{1175}\u{11AB}\u{1109}\u{1163}\u{11BA} 2024-01-31 235959.png",
      "2024-01-31T23:59:59"
    ),
    ("스크린샷 2024-01-31 오후 11.59.59.png", "2024-01-31T23:59:59"),
    (
      "스크린샷 2024-01-31 \u{110B}\u{1169}\u{110C}\u{1165}\u{11AB} 12.00.00.png", "2024-01-31T00:00:00"
    ),
    ("signal-2024-01-31-235959.jpeg", "2024-01-31T23:59:59"),
    ("signal-2024-01-31-23-59-59-123.jpeg", "2024-01-31T23:59:59"),
    ("KakaoTalk_20240131_235959123.jpg", "2024-01-31T23:59:59.123"),
    ("KakaoTalk_20240131_235959123_01.jpg", "2024-01-31T23:59:59.123"),
    ("KakaoTalk_Photo_2024-01-31-23-59-59 001.jpeg", "2024-01-31T23:59:59"),
    ("photo_2024-01-31_23-59-59.jpg", "2024-01-31T23:59:59"),
    ("2024-01-31 23.59.59.jpg", "2024-01-31T23:59:59"),
    ("2024-01-31 23.59.59-1.jpg", "2024-01-31T23:59:59"),
    ("IMG-20240131-WA0001.jpg", "2024-01-31"),
    ("WhatsApp Image 2024-01-31 at 23.59.59.jpeg", "2024-01-31T23:59:59"),
    ("WhatsApp Image 2024-01-31 at 11.59.59 PM.jpeg", "2024-01-31T23:59:59"),
    ("FB_IMG_1706745599123.jpg", "2024-01-31T23:59:59.123+00:00"),
    ("mmexport1706745599123.jpg", "2024-01-31T23:59:59.123+00:00"),
    ("wx_camera_1706745599123.jpg", "2024-01-31T23:59:59.123+00:00"),
  ]

  static let letters = [
    ("%Y", "2024"), ("%m", "01"), ("%d", "31"), ("%H", "23"), ("%I", "11"), ("%M", "59"),
    ("%S", "58"),
    ("%p", "PM"), ("%f", "123"), ("%s", "1706745598123"), ("%N", "0001"),
  ]

  private func read(_ name: String) -> CaptureTimeReading? {
    FileNameTime.read(Array(name.utf8), zone: .utc)
  }
}
