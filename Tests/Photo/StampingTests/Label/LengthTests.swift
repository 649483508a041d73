import TestSupport
import Testing

@testable import Stamping

@Suite("Length")
struct LengthTests {
  @Test(
    "is read in points and pixels",
    arguments: [
      ("16", Length.points(16)), ("16pt", .points(16)), ("12.5", .points(12.5)),
      ("48px", .pixels(48)), ("0", .points(0)), ("5%", .points(18)),
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

  @Test(
    "is written as short as it can be read",
    arguments: [
      (Length.points(16), "16"), (.pixels(48), "48px"), (.points(12.5), "12.5"),
      (.pixels(0), "0px"), (.points(100_000), "100000"), (.points(1e-5), "0.00001"),
      (.points(1.25e-7), "0.000000125"), (.points(-0.0), "0"),
    ])
  func writes(length: Length, text: String) throws {
    #expect(length.description == text)
    #expect(try Length(parsing: text) == length)
  }

  @Test("is read back exactly from what is written", arguments: [UInt64](1...8))
  func inverse(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var values: [Double] = [
      .leastNonzeroMagnitude, 1e-300, 0.1, 1.0 / 3, 99_999.999_999_999_99, 1e-4.nextDown,
    ]
    values += (0..<500).map { _ in .random(in: 0...100_000, using: &random) }
    // All exponents alike, not only those of large numbers.
    values += (0..<500).map { _ in
      Double(bitPattern: .random(in: 0...(100_000.0).bitPattern, using: &random))
    }
    for value in values {
      for length in [Length.points(value), .pixels(value)] {
        #expect(try Length(parsing: length.description) == length)
      }
    }
  }
}
