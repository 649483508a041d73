import Testing

@testable import Store

@Suite("Words")
struct WordsTests {
  @Test(
    "are trimmed, with lines by LF, in normal form C",
    arguments: [
      (" \r\n\n  a\r\nb\rc \u{3000}\n", "  a\nb\nc"), ("e\u{301}", "é"), ("\tx\ty", "\tx\ty"),
      (" \n\t", ""), ("오늘 “é”\n\n\t— 점심", "오늘 “é”\n\n\t— 점심"), ("오늘\r\n", "오늘"),
      ("점심 ", "점심"), ("\u{1112}\u{1161}\u{11AB}", "한"), ("x\u{A0}", "x"),
      ("\u{FEFF}a", "a"), ("    code\n    more", "    code\n    more"),
    ])
  func kept(typed: String, text: String) throws {
    #expect(try Words(typed).text == text)
  }

  @Test("have at most 100,000 characters as a reader counts them, and a million bytes")
  func limits() throws {
    let family = String(repeating: "👩‍👩‍👧", count: 1_000)
    #expect(try Words(family).text == family)
    let full = String(repeating: "é", count: 100_000)
    #expect(try Words(full + "\n").text.count == 100_000)
    #expect(throws: WordsError.tooLong(observed: 100_001, limit: 100_000)) {
      try Words(full + "!")
    }
    let marks = "a" + String(repeating: "\u{301}", count: 500_001)
    #expect(throws: WordsError.self) { try Words(marks) }
  }

  @Test("have no control characters but newlines and tabs", arguments: ["\0", "\u{1B}", "\u{85}"])
  func control(scalar: String) throws {
    let expected = try #require(scalar.unicodeScalars.first)
    #expect(throws: WordsError.controlCharacter(expected, offset: 2)) {
      try Words("ab\(scalar)c")
    }
  }

  @Test("keep bidirectional overrides and stacks of marks as they are typed")
  func kept() throws {
    let typed = "a\u{202E}b\u{2066}c Z\u{300}\u{301}\u{302}"
    #expect(try Words(typed).text.unicodeScalars.contains("\u{202E}"))
  }
}
