import Testing

@testable import Stamping

@Suite("Length")
struct LengthTests {
  @Test(
    "is read in points and pixels",
    arguments: [
      ("16", Length.points(16)), ("16pt", .points(16)), ("12.5", .points(12.5)),
      ("48px", .pixels(48)), ("0", .points(0)),
    ])
  func reads(text: String, length: Length) throws {
    #expect(try Length(parsing: text) == length)
  }

  @Test(
    "refuses what is no length, with the text",
    arguments: ["", "px", "-3", "1e3", "16 pt", "nan", "inf", "0x10", "16em", "999999", "١٦"])
  func refuses(text: String) {
    #expect(throws: LabelError.length(text)) { try Length(parsing: text) }
  }
}
