import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("Caption")
struct CaptionTests {
  @Test("Characters are counted as a reader counts them", arguments: characters)
  func counts(name: String, character: String) throws {
    let full = String(repeating: character, count: 100)
    #expect(try Caption(full).text.count == 100)
    #expect(throws: CaptionError.tooLong(observed: 101, limit: 100)) {
      try Caption(full + character)
    }
    #expect(throws: CaptionError.tooLong(observed: 101, limit: 100)) { try Caption(full + "!") }
  }

  @Test("Both normal forms make the same caption")
  func normalForms() throws {
    let jamo = "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"
    #expect(try scalars(jamo) == Array("한글".unicodeScalars))
    #expect(try scalars("e\u{301}") == ["\u{E9}"])
    #expect(try scalars("か\u{3099}") == ["が"])
    #expect(try scalars("a\u{301}\u{323}") == ["\u{1EA1}", "\u{301}"])
    #expect(try scalars("ﬁ①") == ["ﬁ", "①"])
  }

  @Test(
    "White space at the ends goes, lines inside stay",
    arguments: [
      ("", ""), (" \t\r\n ", ""), ("  a b  ", "a b"), ("\u{3000}봄\u{A0}\n", "봄"),
      ("a\r\nb", "a\nb"), ("a\n\nb\r\n", "a\n\nb"), ("\ta", "a"), (" \u{301}", " \u{301}"),
      ("a\u{2028}b", "a\u{2028}b"),
    ])
  func trimming(typed: String, text: String) throws {
    let caption = try Caption(typed)
    #expect(Array(caption.text.unicodeScalars) == Array(text.unicodeScalars))
    #expect(try Caption(caption.text) == caption)
    #expect(caption.isEmpty == text.isEmpty)
  }

  @Test("White space at the ends and the LF of CR LF do not count")
  func notCounted() throws {
    let lines = String(repeating: "a\r\n", count: 49)
    #expect(try Caption("  \(lines)bc \r\n").text.count == 100)
  }

  @Test(
    "Control characters are refused with their place",
    arguments: [
      ("a\tb", "\t", 1), ("a\rb", "\r", 1), ("\u{0}", "\u{0}", 0), ("👨‍👩‍👧‍👦é\u{1B}[0m", "\u{1B}", 2),
      ("  ab\u{7F}c", "\u{7F}", 2), ("a\r\nb\u{9F}c", "\u{9F}", 3), ("a\r\r\nb", "\r", 1),
      ("a\u{85}b", "\u{85}", 1),
    ] as [(String, Unicode.Scalar, Int)])
  func controls(typed: String, scalar: Unicode.Scalar, offset: Int) {
    #expect(throws: CaptionError.controlCharacter(scalar, offset: offset)) { try Caption(typed) }
  }

  @Test("Stacked marks are refused by their bytes")
  func bytes() throws {
    let stacked = "a" + String(repeating: "\u{334}", count: 2_047)
    #expect(try Caption(stacked + "b").text.utf8.count == 4_096)
    #expect(throws: CaptionError.tooManyBytes(observed: 4_097, limit: 4_096)) {
      try Caption(stacked + "bc")
    }
  }

  @Test(
    "Python's unicodedata normalises the same way",
    .enabled("\(Python.note)") { await Python.isThere })
  func unicodedata() async throws {
    let lines = try await Python.lines(of: Self.script)
    #expect(lines.count > 20_000)
    for line in lines {
      let sides = line.split(separator: ";").map { side in
        side.split(separator: " ").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
      }
      try #require(sides.count == 2)
      let typed = String(String.UnicodeScalarView(sides[0]))
      #expect(Array(typed.kept.unicodeScalars) == sides[1])
    }
  }

  private func scalars(_ typed: String) throws -> [Unicode.Scalar] {
    Array(try Caption(typed).text.unicodeScalars)
  }

  static let characters = [
    ("letter", "a"), ("Hangul", "한"), ("conjoining jamo", "\u{1112}\u{1161}\u{11AB}"),
    ("marks", "a\u{323}\u{302}\u{31B}"), ("emoji", "😀"), ("skin tone", "👍🏽"),
    ("family", "👨‍👩‍👧‍👦"), ("flag", "🇰🇷"), ("flag of a part", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"), ("keycap", "1️⃣"),
    ("heart", "❤️"), ("Devanagari", "नि"), ("Han beyond the first plane", "𠮷"),
  ]

  /// Every scalar whose normal form C or D differs from it, and that form D after a letter.
  private static let script = """
    from sys import maxunicode
    from unicodedata import category, combining, normalize
    def hexed(text): return " ".join(f"{ord(c):X}" for c in text)
    for code in range(maxunicode + 1):
        char = chr(code)
        if 0xD800 <= code < 0xE000 or category(char) in ("Cn", "Zs"): continue
        decomposed = normalize("NFD", char)
        if decomposed == char and not combining(char): continue
        for text in (decomposed, "a" + decomposed + "\\u0323"):
            composed = normalize("NFC", text)
            print(f"{hexed(text)};{hexed(composed)}")
    """
}

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
    "Commas, line breaks, control characters and leading marks are refused with their place",
    arguments: [
      ("a,b", ",", 1), ("a\u{2028}b", "\u{2028}", 1), ("a\u{7F}", "\u{7F}", 1),
      ("#a\nb", "\n", 1), ("a\tb", "\t", 1), ("\u{301}a", "\u{301}", 0),
      ("\u{200D}a", "\u{200D}", 0),
    ] as [(String, Unicode.Scalar, Int)])
  func refused(typed: String, scalar: Unicode.Scalar, offset: Int) {
    #expect(throws: NameError.notAllowed(scalar, offset: offset)) { try TagName(typed) }
  }
}
