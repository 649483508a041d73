import CaptureTime
import Testing

@testable import Journal

@Suite("Time of day")
struct TimeOfDayTests {
  @Test(
    "An hour and a minute are read and written with two digits each",
    arguments: [
      ("04:00", 14_400, "04:00"), ("4:00", 14_400, "04:00"), ("00:00", 0, "00:00"),
      ("0:05", 300, "00:05"), ("23:59", 86_340, "23:59"),
    ])
  func read(text: String, seconds: Int, description: String) throws {
    let time = try TimeOfDay.parse(text)
    #expect(time.seconds == seconds)
    #expect(time.description == description)
    #expect(try TimeOfDay.parse(description) == time)
  }

  @Test(
    "Other texts are no times of day",
    arguments: [
      "", "4", "04", "0400", "04:0", "04:000", "004:00", ":00", "04:", "04:00:00", "+4:00", "-1:00",
      " 04:00", "04:00 ", "4am", "０４:00",
    ])
  func syntax(text: String) {
    #expect(throws: TimeOfDayError.syntax(observed: text)) { try TimeOfDay.parse(text) }
  }

  @Test("Hours end at 23 and minutes at 59")
  func ranges() {
    #expect(throws: TimeOfDayError.outOfRange(field: .hour, observed: 24, expected: 0...23)) {
      try TimeOfDay.parse("24:00")
    }
    #expect(throws: TimeOfDayError.outOfRange(field: .minute, observed: 60, expected: 0...59)) {
      try TimeOfDay.parse("04:60")
    }
    #expect(throws: TimeOfDayError.outOfRange(field: .hour, observed: -1, expected: 0...23)) {
      try TimeOfDay(hour: -1)
    }
  }
}
