import Testing

@testable import Store

@Suite("Owner's name")
struct OwnerNameTests {
  @Test(
    "A name is trimmed and normalised",
    arguments: [
      ("minji", "minji"), ("  Ana María ", "Ana María"), ("Ana Mari\u{301}a", "Ana María"),
      ("민지", "민지"), ("👩🏽‍🎨", "👩🏽‍🎨"), ("#1, a/b", "#1, a/b"),
    ])
  func names(typed: String, text: String) throws {
    let name = try OwnerName(typed)
    #expect(Array(name.text.unicodeScalars) == Array(text.unicodeScalars))
    #expect(OwnerName(stored: name.text) == name)
  }

  @Test("A name without anything to see is none", arguments: ["", " \n", "\u{200D}", "\u{3164}"])
  func empty(typed: String) {
    #expect(throws: NameError.empty) { try OwnerName(typed) }
  }

  @Test("A name has at most 64 characters and 256 bytes")
  func limits() throws {
    let full = String(repeating: "한", count: 64)
    #expect(try OwnerName(full).text == full)
    #expect(throws: NameError.tooLong(observed: 65, limit: 64)) { try OwnerName(full + "a") }
    #expect(throws: NameError.tooManyBytes(observed: 257, limit: 256)) {
      try OwnerName(
        "a" + String(repeating: "😀", count: 32) + String(repeating: "\u{334}", count: 64))
    }
  }

  @Test(
    "Control characters and line breaks are refused with their place",
    arguments: [
      ("a\nb", "\n", 1), ("a\tb", "\t", 1), ("ab\u{2028}c", "\u{2028}", 2),
      ("\u{0}", "\u{0}", 0), ("a\r\nb", "\n", 1), ("a\u{2029}b", "\u{2029}", 1),
    ] as [(String, Unicode.Scalar, Int)])
  func controls(typed: String, scalar: Unicode.Scalar, offset: Int) {
    #expect(throws: NameError.notAllowed(scalar, offset: offset)) { try OwnerName(typed) }
  }
}
