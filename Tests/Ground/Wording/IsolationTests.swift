import TestSupport
import Testing
import Wording

@Suite("Isolation")
struct IsolationTests {
  @Test(
    "leaves a text alone that stays in its place",
    arguments: ["", "plain", "é e\u{301}", "한국어", "👨‍👩‍👧", "กำ की", "1️⃣", "\u{FFFD}", "ཀྵྨྱཱུྃ"])
  func plain(text: String) {
    #expect(Isolation.shown(text) == text)
    #expect(Isolation.closed(text) == text)
  }

  @Test(
    "keeps directions within the text",
    arguments: [
      ("\u{202E}abc", "\u{202E}abc\u{202C}"), ("a\u{2066}b", "a\u{2066}b\u{2069}"),
      ("a\u{2069}b\u{2069}", "ab"), ("a\u{202C}b", "ab"),
      ("a\u{202E}b\u{202C}c", "a\u{202E}b\u{202C}c"),
      ("\u{2067}\u{202B}a\u{2069}b", "\u{2067}\u{202B}a\u{202C}\u{2069}b"),
      ("\u{2068}\u{202D}\u{2066}a", "\u{2068}\u{202D}\u{2066}a\u{2069}\u{202C}\u{2069}"),
      ("\u{202A}\u{2066}\u{202C}a", "\u{202A}\u{2066}a\u{2069}\u{202C}"), ("שלום 12", "שלום 12"),
      ("a\u{200F}b", "a\u{200F}b"),
    ])
  func directions(text: String, closed: String) {
    #expect(Isolation.closed(text) == closed)
    #expect(Isolation.closed(closed) == closed)
    let isDirected = text != closed || text.unicodeScalars.contains { $0.value > 0x500 }
    let isOnlyEnds = closed == "ab"
    if isDirected, !isOnlyEnds { #expect(Isolation.shown(text) == "\u{2068}\(closed)\u{2069}") }
  }

  @Test("shows so many marks of a character and no more", arguments: [7, 8, 9, 1000])
  func marks(count: Int) {
    let marks = String(repeating: "\u{30D}", count: count)
    let shown = String(repeating: "\u{30D}", count: min(8, count))
    #expect(Isolation.shown("a\(marks)b\(marks)") == "a\(shown)b\(shown)")
    // What shows nothing between the marks does not begin them anew.
    let joined = String(repeating: "\u{30D}\u{200D}", count: count)
    #expect(
      Isolation.shown("a" + joined).unicodeScalars.filter { $0 == "\u{30D}" }.count == min(8, count)
    )
  }

  @Test("is as wide as the text")
  func width() {
    for text in ["\u{202E}abc", "שלום", "a\u{2069}", "e" + String(repeating: "\u{301}", count: 50)]
    {
      #expect(DisplayWidth.columns(of: Isolation.shown(text)) == DisplayWidth.columns(of: text))
    }
  }

  @Test("holds where a text is cut")
  func truncation() {
    #expect(
      DisplayWidth.truncated("\u{2068}\u{202E}abcdef\u{202C}\u{2069}", to: 4)
        == "\u{2068}\u{202E}abc…\u{202C}\u{2069}")
  }

  @Test(
    "is linear",
    arguments: [
      "\u{202E}", "\u{2066}", "\u{2066}\u{202E}", "\u{2069}", "\u{202E}\u{2069}", "a\u{301}",
    ])
  func time(part: String) {
    let text = String(repeating: part, count: 100_000)
    var shown = text
    let time = processorTime { shown = Isolation.shown(text) }
    #expect(time < .seconds(3))
    #expect(Isolation.shown(shown).utf8.count <= shown.utf8.count + 6)
  }
}
