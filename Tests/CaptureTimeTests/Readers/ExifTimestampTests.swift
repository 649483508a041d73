import Testing

@testable import CaptureTime

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
    ])
  func read(text: String, meaning: String) throws {
    let fields = try ExifTimestamp.parse(Array(text.utf8)[...])
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
      ("2024:01-31 23:59:58", syntax("2024:01-31 23:59:58")),
      ("20240131235958", syntax("20240131235958")),
      ("2024:01:31 235958", syntax("2024:01:31 235958")),
      ("2024:01:31 23:59:58 PM", syntax("2024:01:31 23:59:58 PM")), ("hello", syntax("hello")),
      ("2024:01:31 23:59:58+99:00", syntax("2024:01:31 23:59:58+99:00")),
    ])
  func rejected(text: String, reason: CaptureTimeRejection) {
    #expect(throws: reason) {
      try ExifTimestamp.parse(Array(text.utf8)[...]).captureTime(source: .exifDateTimeOriginal)
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
