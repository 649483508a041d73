import Raster
import Testing

/// The expected breaks are those of the rules that are named (UAX #14, revision 49).
@Suite("Breaks of lines")
struct LineBreaksTests {
  @Test(
    "are where Unicode's rules have them",
    arguments: [
      ("one two", ["one ", "two"]),  // LB18
      ("co-operate", ["co-", "operate"]),  // LB21
      ("3-5", ["3-5"]),  // LB25
      ("(a) “b” c!", ["(a) ", "“b” ", "c!"]),  // LB13, LB14
      ("a\u{A0}b", ["a\u{A0}b"]),  // LB12
      ("汉字。「字」、字", ["汉", "字。", "「字」、", "字"]),  // LB13, LB14
      ("ช่วยกัน", ["ช่วย", "กัน"]),  // LB1, by a dictionary
      ("한국어", ["한", "국", "어"]),  // LB26, LB27: only inside a syllable none
      ("👩‍👩‍👧‍👦👍🏽", ["👩‍👩‍👧‍👦", "👍🏽"]),  // LB8a, LB30b
      ("", []),
    ])
  func rules(text: String, parts: [String]) {
    #expect(LineBreaks.parts(of: text).map(String.init) == parts)
  }

  @Test("know the language: Japanese keeps small kana with what is before them")
  func language() {
    #expect(LineBreaks.parts(of: "ニャー", language: "ja@lb=strict").map(String.init) == ["ニャー"])
  }

  @Test("lose nothing, and are never inside a character")
  func whole() {
    let text = "e\u{301}e\u{301} 각 👩‍👩‍👧‍👦 \r\n नमस्ते क्षि"
    let parts = LineBreaks.parts(of: text)
    #expect(parts.joined() == text)
    #expect(parts.flatMap(Array.init).count == text.count)
  }
}
