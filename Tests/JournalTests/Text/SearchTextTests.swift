import TestSupport
import Testing

@testable import Journal

@Suite("Folded text")
struct SearchTextTests {
  @Test("Texts that mean the same fold to the same", arguments: folded)
  func folds(text: String, folded: String) {
    #expect(hexed(SearchText.folded(text)) == hexed(folded))
  }

  @Test("Every scalar folds once and for all, alone and among others")
  func idempotent() {
    for scalar in everyScalar() {
      for text in ["\(scalar)", "a\(scalar)e", "각\(scalar)の"] {
        let once = SearchText.folded(text)
        if !once.unicodeScalars.elementsEqual(SearchText.folded(once).unicodeScalars) {
          Issue.record(
            "\(hexed(text)) folds to \(hexed(once)), and that to \(hexed(SearchText.folded(once)))")
        }
      }
    }
  }

  @Test("What folds quickly folds as the rest does")
  func quick() {
    // After "ﬁ", which is none of the quick ones, the same scalars go the long way.
    for scalar in everyScalar() {
      let text = "x\(scalar)y"
      if hexed(SearchText.folded("ﬁ" + text)) != "66 69 " + hexed(SearchText.folded(text)) {
        Issue.record("\(hexed(text))")
      }
    }
  }

  @Test(
    "Texts that are the same in Python's casefold and NFKC are the same here",
    .enabled("\(Python.note)") { await Python.isThere })
  func casefold() async throws {
    let lines = try await Python.lines(of: Self.script)
    #expect(lines.count > 5_000)
    for line in lines {
      let sides = line.split(separator: ";").map { side in
        side.split(separator: " ").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
      }
      try #require(sides.count == 2)
      let (left, right) = (
        SearchText.folded(String(String.UnicodeScalarView(sides[0]))),
        SearchText.folded(String(String.UnicodeScalarView(sides[1])))
      )
      if hexed(left) != hexed(right) {
        Issue.record("\(line) folds to \(hexed(left)) and \(hexed(right))")
      }
    }
  }

  @Test("Words are parted by white space of any kind")
  func words() {
    #expect(SearchText.words("  Two\u{3000}WORDS\n") == ["two", "words"])
    #expect(SearchText.words(" \u{200D} ").isEmpty)
  }

  @Test(
    "A caption contains words scalar by scalar",
    arguments: [
      ("Sunday at the Sea", "sea sun", true), ("Sunday at the Sea", "sea moon", false),
      ("é", "e", false), ("x\u{323}", "x", true), ("👨‍👩‍👧", "👩", true), ("ㅋㅋㅠㅠ", "ㅋㅋ", true),
      ("큐", "ㅋ", false), ("a", "", true),
    ])
  func contains(caption: String, text: String, expected: Bool) {
    #expect(SearchText.contains(SearchText.words(text), caption: caption) == expected)
  }

  static let folded = [
    ("Straße", "strasse"), ("ΟΔΟΣ", "οδοσ"), ("οδος", "οδοσ"), ("ＡＢＣ　１２３", "abc 123"),
    ("ﾊﾟﾝｹｰｷ", "パンケーキ"), ("한글", "한글"), ("\u{1112}\u{1161}\u{11AB}", "한"),
    ("ｶﾞ", "ガ"), ("E\u{301}", "é"), ("ﬁn", "fin"), ("①", "1"), ("㎏", "kg"), ("ℌ", "h"),
    ("ISTANBUL ı", "istanbul i"), ("İ", "i\u{307}"), ("❤️", "❤"), ("co\u{AD}op", "coop"),
    ("a\u{301}\u{323}", "\u{1EA1}\u{301}"), ("  a \t\r\n b  ", "a b"), ("", ""),
    ("👨‍👩‍👧", "👨👩👧"), ("ᾳ", "αι"), ("ŉ", "ʼn"), ("ㅋㅋㅠㅠ", "\u{110F}\u{110F}\u{1172}\u{1172}"),
    ("ﾡ", "\u{1100}"), ("가ㄳ", "가\u{11AA}"), ("ǅ", "dž"),
  ]

  private func everyScalar() -> some Sequence<Unicode.Scalar> {
    (UInt32(0x21)...0x2FFFF).lazy.compactMap(Unicode.Scalar.init).filter {
      ![.unassigned, .privateUse].contains($0.properties.generalCategory)
        && !(0x20000...0x2F7FF ~= $0.value || 0x4E10...0x9FF0 ~= $0.value)
    }
  }

  /// Scalars with another form, and that form by Python.
  private static let script = """
    from sys import maxunicode
    from unicodedata import category, normalize
    def hexed(text): return " ".join(f"{ord(c):X}" for c in text)
    for code in range(0x21, maxunicode + 1):
        char = chr(code)
        if 0xD800 <= code < 0xE000 or 0xFFA0 <= code <= 0xFFDC: continue
        if category(char) == "Cn": continue
        for other in (char.casefold(), normalize("NFKC", char), char.upper()):
            if other != char: print(f"{hexed(char)};{hexed(other)}")
    """
}

/// The scalars of a text in hexadecimal, with blanks between them.
func hexed(_ text: String) -> String {
  text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
}
