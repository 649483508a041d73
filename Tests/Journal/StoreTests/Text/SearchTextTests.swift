import Foundation
import Testing
import TestSupport

@testable import Store

/// Whether a post's text has others, as they are searched for.
private func has(_ parts: [String], text: String) -> Bool {
  var document = SearchDocument()
  document.append(text)
  return SearchMatcher(parts.map { Array(SearchText.searched($0).utf8) }, tags: [])
    .finds(in: document)
}

@Suite("Folded text")
struct SearchTextTests {
  @Test("Texts that mean the same fold to the same", arguments: folded)
  func folds(text: String, folded: String) {
    #expect(hexed(SearchText.folded(text)) == hexed(folded))
  }

  @Test("A long text of what becomes many letters, or has many marks, folds as a short one does")
  func long() {
    let count = 50_000
    #expect(
      SearchText.searched(String(repeating: "\u{3316}", count: count))
        == String(repeating: SearchText.searched("\u{3316}"), count: count))
    #expect(
      SearchText.searched(String(repeating: "e\u{301}\u{302}", count: count))
        == String(repeating: "e", count: count))
    // Nobody writes so many marks on a letter; to put them in order takes time by the square.
    let marks = String(repeating: "\u{301}\u{316}", count: count)
    #expect(SearchText.searched("e\(marks)f") == "ef")
    #expect(SearchText.folded("б\(marks)г").unicodeScalars.count == 32)
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
      let (folded, searched) = (SearchText.folded(text), SearchText.searched(text))
      var document = SearchDocument()
      document.append(text)
      if hexed(SearchText.folded("ﬁ" + text)) != "66 69 " + hexed(folded)
        || hexed(String(decoding: document.folded, as: UTF8.self)) != hexed(searched)
      {
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

  @Test(
    "A search takes Latin letters without what is added to them, and no others", arguments: searched
  )
  func searches(text: String, searched: String) {
    #expect(hexed(SearchText.searched(text)) == hexed(searched))
  }

  @Test("What is searched for is the same again, and the same in either normal form")
  func searchedOnce() {
    for scalar in everyScalar() {
      let text = "a\(scalar)e"
      let once = hexed(SearchText.searched(text))
      if once != hexed(SearchText.searched(SearchText.searched(text)))
        || once != hexed(SearchText.searched(text.decomposedStringWithCanonicalMapping))
      {
        Issue.record("\(hexed(text))")
      }
    }
  }

  @Test(
    "A text contains words scalar by scalar",
    arguments: [
      ("Sunday at the Sea", ["sea", "sun"], true), ("Sunday at the Sea", ["sea", "moon"], false),
      ("Milà", ["mila"], true), ("mila", ["MILÀ"], true), ("й", ["и"], false), ("が", ["か"], false),
      ("x\u{323}", ["x"], true), ("👨‍👩‍👧", ["👩"], true), ("ㅋㅋㅠㅠ", ["ㅋㅋ"], true),
      ("큐", ["ㅋ"], false), ("a", [""], true), ("New\nYork", ["new york"], true),
      ("ก็", ["ก"], true), ("कि", ["की"], false), ("aab", ["ab"], true), ("ab", ["abc"], false),
    ])
  func contains(text: String, parts: [String], expected: Bool) {
    #expect(has(parts, text: text) == expected)
  }

  @Test("No phrase goes from one text of a post to the next, and tags are whole")
  func borders() {
    var document = SearchDocument()
    for text in ["New ", " York", "é"] { document.append(text) }
    document.tags = ["sea"]
    func finds(_ parts: [String], tags: [String] = []) -> Bool {
      SearchMatcher(parts.map { Array($0.utf8) }, tags: tags).finds(in: document)
    }
    #expect(finds(["new", "york", "e"]))
    #expect(!finds(["new york"]))
    #expect(finds(["york"], tags: ["sea"]))
    #expect(!finds(["york"], tags: ["se"]))
  }

  @Test(
    "A text that is no UTF-8 is looked at as the text that it is read as",
    arguments: [
      [0x61, 0xE0, 0x81, 0xA2, 0x63], [0xF0, 0x80, 0x81, 0xA2], [0xED, 0xA0, 0x80], [0xEA, 0xB0],
      [0xEA, 0x61, 0x62], [0xC1, 0xA1], [0xF8, 0x88, 0x80, 0x80, 0x80], [0x80], [0xF0, 0x9F, 0x98],
      [0xC3], [0xC3, 0x61], [0xC3, 0xA9, 0xCC], [0xC3, 0xA9, 0xCC, 0x81],
    ] as [[UInt8]])
  func notUTF8(bytes: [UInt8]) {
    var document = SearchDocument()
    bytes.withUnsafeBufferPointer { document.append($0) }
    #expect(
      hexed(String(decoding: document.folded, as: UTF8.self))
        == hexed(SearchText.searched(String(decoding: bytes, as: UTF8.self))))
  }

  static let searched = [
    ("Milà", "mila"), ("Crème Brûlée", "creme brulee"), ("Ångström", "angstrom"), ("ø Ø", "o o"),
    ("Łódź", "lodz"), ("Đà Nẵng", "da nang"), ("æsir ŒUVRE", "aesir oeuvre"), ("ı İ", "i i"),
    ("Straße", "strasse"), ("e\u{301}\u{323}", "e"), ("x\u{302}y", "xy"), ("ǅ", "dz"),
    ("ά й", "ά й"), ("が", "が"), ("か\u{3099}", "が"), ("한글", "한글"), ("कि", "कि"), ("ก็", "ก็"),
    ("1\u{20E3}", "1\u{20E3}"), ("\u{301}", "\u{301}"), ("ㅋㅋ", "\u{110F}\u{110F}"),
    ("שָׁ", "ש\u{5B8}\u{5C1}"),
  ]

  static let folded = [
    ("Straße", "strasse"), ("ΟΔΟΣ", "οδοσ"), ("οδος", "οδοσ"), ("ＡＢＣ　１２３", "abc 123"),
    ("ﾊﾟﾝｹｰｷ", "パンケーキ"), ("한글", "한글"), ("\u{1112}\u{1161}\u{11AB}", "한"),
    ("ｶﾞ", "ガ"), ("E\u{301}", "é"), ("ﬁn", "fin"), ("①", "1"), ("㎏", "kg"), ("ℌ", "h"),
    ("ISTANBUL ı", "istanbul i"), ("İ", "i\u{307}"), ("❤️", "❤"), ("co\u{AD}op", "coop"),
    ("a\u{301}\u{323}", "\u{1EA1}\u{301}"), ("  a \t\r\n b  ", "a b"), ("", ""),
    ("👨‍👩‍👧", "👨👩👧"), ("ᾳ", "αι"), ("ŉ", "ʼn"), ("ㅋㅋㅠㅠ", "\u{110F}\u{110F}\u{1172}\u{1172}"),
    ("\u{FDFA} \u{FDFB}", "\u{FDFA} \u{FDFB}"), ("\u{FDFC}", "ریال"), ("ﾡ", "\u{1100}"),
    ("가ㄳ", "가\u{11AA}"), ("ǅ", "dž"),
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
        if category(char) == "Cn" or code in (0xFDFA, 0xFDFB): continue
        for other in (char.casefold(), normalize("NFKC", char), char.upper()):
            if other != char: print(f"{hexed(char)};{hexed(other)}")
    """
}

/// The scalars of a text in hexadecimal, with blanks between them.
func hexed(_ text: String) -> String {
  text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
}
