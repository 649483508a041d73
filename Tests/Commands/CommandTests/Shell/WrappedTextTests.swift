import Shell
import Testing
import TestSupport
import Wording

@Suite("Text in a terminal's columns")
struct WrappedTextTests {
  @Test("is broken at blanks, and a list's text stays beside its mark")
  func lines() {
    #expect(
      WrappedText.lines(
        "had a long walk by the river\n\n- eggs, milk and a very long loaf", width: 20)
        == ["had a long walk by", "the river", "", "- eggs, milk and a", "  very long loaf"])
    #expect(
      WrappedText.lines("    indented code that is long", width: 20)
        == ["    indented code", "    that is long"])
    #expect(
      WrappedText.lines("12. one two three four five", width: 20)
        == ["12. one two three", "    four five"])
  }

  @Test("keeps every character and the lines that it has, where there is no width")
  func unbroken() {
    let text = "one  two\n\n   three " + String(repeating: "x", count: 200)
    #expect(WrappedText.lines(text, width: nil).joined(separator: "\n") == text)
  }

  @Test("is broken inside words that are longer than a line, and between wide characters")
  func longWords() {
    let word = String(repeating: "가나다라마바사", count: 10)
    let lines = WrappedText.lines("(\(word))", width: 21)
    #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= 21 })
    #expect(lines.joined() == "(\(word))")
    #expect(
      WrappedText.lines("a " + word, width: 1).allSatisfy { DisplayWidth.columns(of: $0) <= 20 })
  }

  @Test("takes time in proportion, also where no blank is in it")
  func longest() {
    let word = String(repeating: "가", count: 50_000)
    let time = processorTime { #expect(WrappedText.lines(word, width: 30).count == 3_334) }
    #expect(time < .seconds(20), "unoptimized")
  }

  @Test("does nothing to the terminal")
  func escaped() {
    #expect(WrappedText.lines("a\u{1B}[31m\tb", width: 40) == ["a\\u{1b}[31m    b"])
  }
}
