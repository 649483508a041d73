import Testing

@testable import Journal

@Suite("Tag's name")
struct TagNameTests {
  @Test(
    "A name is kept as typed, without a # before it",
    arguments: [
      ("sea", "sea", "sea"), ("#Sea", "Sea", "sea"), (" #바다 ", "바다", "바다"), ("##a", "#a", "#a"),
      ("C#", "C#", "c#"), ("Straße", "Straße", "strasse"), ("ＡＢＣ", "ＡＢＣ", "abc"),
      ("❤️", "❤️", "❤"), ("e\u{301}", "é", "é"),
    ])
  func names(typed: String, text: String, folded: String) throws {
    let name = try TagName(typed)
    #expect(Array(name.text.unicodeScalars) == Array(text.unicodeScalars))
    #expect(Array(name.folded.unicodeScalars) == Array(folded.unicodeScalars))
  }

  @Test("A name without anything to see is none", arguments: ["", "#", " # ", "\u{FE0F}"])
  func empty(typed: String) {
    #expect(throws: NameError.empty) { try TagName(typed) }
  }

  @Test("A name has at most 32 characters and 256 bytes")
  func limits() throws {
    let full = String(repeating: "海", count: 32)
    #expect(try TagName("#" + full).text == full)
    #expect(throws: NameError.tooLong(observed: 33, limit: 32)) { try TagName(full + "a") }
    #expect(throws: NameError.tooManyBytes(observed: 275, limit: 256)) {
      try TagName(String(repeating: "👨‍👩‍👧‍👦", count: 11))
    }
  }

  @Test(
    "White space, commas, control characters and leading marks are refused with their place",
    arguments: [
      ("the sea", " ", 3), ("a,b", ",", 1), ("a\u{3000}b", "\u{3000}", 1), ("a\u{7F}", "\u{7F}", 1),
      ("# a", " ", 0), ("#a\nb", "\n", 1), ("\u{301}a", "\u{301}", 0), ("\u{200D}a", "\u{200D}", 0),
    ] as [(String, Unicode.Scalar, Int)])
  func refused(typed: String, scalar: Unicode.Scalar, offset: Int) {
    #expect(throws: NameError.notAllowed(scalar, offset: offset)) { try TagName(typed) }
  }
}
