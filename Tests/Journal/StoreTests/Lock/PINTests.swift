import JournalSupport
import Testing
import TestSupport

@testable import Store

@Suite("A PIN")
struct PINTests {
  @Test("has 4 to 12 digits", arguments: ["2580", "0000", "25801", "258025802580"])
  func digits(text: String) throws {
    let pin = try PIN(text)
    let kept = pin.withDigits { span in span.indices.map { span[$0] } }
    #expect(kept == Array(text.utf8))
  }

  @Test(
    "has no fewer digits and no more",
    arguments: ["", "2", "258", "2580258025802", String(repeating: "2580", count: 2_500)])
  func lengths(text: String) {
    #expect(throws: PINError.length(observed: text.utf8.count)) { _ = try PIN(text) }
  }

  @Test(
    "has nothing but the digits 0 to 9, be it another script's digits",
    arguments: [
      "258a", "abcd", "25 80", " 2580", "2580 ", "2580\n", "2580\r", "2580\0", "+2580", "-2580",
      "25.80", "0x25", "2580/", "2580:", "١٢٣٤", "۱۲۳۴", "२५८०", "２５８０", "²⁵⁸⁰", "②⑤⑧⓪", "𝟐𝟓𝟖𝟎",
      "2580\u{301}", "\u{FEFF}2580", "a", "٣",
    ])
  func otherThanDigits(text: String) {
    #expect(throws: PINError.notDigits) { _ = try PIN(text) }
  }

  @Test("is not made of bytes that are not UTF-8")
  func bytes() {
    let bytes: [UInt8] = [0x32, 0x35, 0x38, 0xFF]
    #expect(throws: PINError.notDigits) { _ = try PIN(bytes.span) }
  }

  @Test(
    "is the same as another where all digits are",
    arguments: [
      ("2580", "2580", true), ("2580", "2581", false), ("2580", "3580", false),
      ("2580", "25800", false), ("2580", "02580", false), ("258025802580", "258025802580", true),
      ("258025802580", "258025802581", false),
    ])
  func equality(first: String, second: String, areEqual: Bool) throws {
    #expect(try PIN.areEqual(PIN(first), PIN(second)) == areEqual)
  }
}
