import GRDB
import Testing
import TestSupport

@testable import Store

/// Whether a caption has folded words.
private func has(_ words: [String], caption: String) -> Bool {
  var (matcher, caption) = (CaptionMatcher(words), caption)
  return caption.withUTF8 { matcher.finds(in: $0) }
}

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
      let folded = SearchText.folded(text)
      if hexed(SearchText.folded("ﬁ" + text)) != "66 69 " + hexed(folded)
        || !has([folded], caption: text)
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
    #expect(has(SearchText.words(text), caption: caption) == expected)
  }

  @Test(
    "A caption that is no UTF-8 is looked at as the text that it is read as",
    arguments: [
      [0x61, 0xE0, 0x81, 0xA2, 0x63], [0xF0, 0x80, 0x81, 0xA2], [0xED, 0xA0, 0x80], [0xEA, 0xB0],
      [0xEA, 0x61, 0x62], [0xC1, 0xA1], [0xF8, 0x88, 0x80, 0x80, 0x80], [0x80], [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func notUTF8(bytes: [UInt8]) {
    for word in ["a", "b", "c", "\u{62}", "\u{FFFD}", "a\u{FFFD}"] {
      var matcher = CaptionMatcher([word])
      let isFound = bytes.withUnsafeBufferPointer { matcher.finds(in: $0) }
      #expect(isFound == String(decoding: bytes, as: UTF8.self).contains(word), "\(word)")
    }
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

@Suite("Index of captions")
struct SearchIndexTests {
  @Test(
    "Each scalar is a token with its follower",
    arguments: [
      ("abc", "61x62 62x63 63x"), ("A", "61x"), ("", ""), (" \n", ""),
      ("a b", "61x20 20x62 62x"), ("한", "d55cx"), ("😀!", "1f600x21 21x"),
    ])
  func tokens(caption: String, tokens: String) {
    #expect(SearchText.indexTokens(caption) == tokens)
  }

  @Test(
    "Words become phrases, and a single scalar a prefix",
    arguments: [
      ("ab", "\"61x62\""), ("abc", "\"61x62 62x63\""), ("A", "\"61x\"*"), ("", nil), (" ", nil),
      ("\u{200D}", nil), ("ab c", "\"61x62\" AND \"63x\"*"),
      ("\"a\" OR", "\"22x61 61x22\" AND \"6fx72\""),
    ])
  func queries(text: String, query: String?) {
    #expect(SearchText.query(text) == query)
  }

  @Test("FTS5 finds the captions that contain each word, and no others", arguments: 0..<8)
  func finds(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let captions = (0..<400).map { _ in text(0...12, &random) }
    let folded = captions.map { Array(SearchText.folded($0).unicodeScalars) }
    let queue = try index(captions)
    for _ in 0..<200 {
      let text = text(1...4, &random)
      guard let query = SearchText.query(text) else { continue }
      let words = SearchText.folded(text).unicodeScalars.split(separator: " ").map(Array.init)
      let expected = folded.indices.filter { index in
        words.allSatisfy { isPart($0, of: folded[index]) }
      }
      #expect(try found(query, queue) == expected, "\(hexed(text))")
      let some = captions.indices.randomElement(using: &random) ?? 0
      let isFound = has(SearchText.words(text), caption: captions[some])
      #expect(isFound == expected.contains(some), "\(hexed(text)) in \(hexed(captions[some]))")
    }
  }

  @Test("A text of any length or kind is a query that FTS5 understands")
  func anyText() throws {
    let captions = ["NEAR(a b) OR c* ^d -e \"f\" {g}:h", String(repeating: "가", count: 100)]
    let queue = try index(captions)
    #expect(try found(try #require(SearchText.query(captions[0])), queue) == [0])
    #expect(try found(try #require(SearchText.query(captions[1])), queue) == [1])
    let long = String(repeating: "가", count: 50_000)
    #expect(try found(try #require(SearchText.query(long)), queue).isEmpty)
    let many = String(repeating: "c d ", count: 2_000)
    #expect(try found(try #require(SearchText.query(many)), queue) == [0])
  }

  private func index(_ captions: [String]) throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE VIRTUAL TABLE t USING fts5 (grams, content = '', columnsize = 0, tokenize = 'ascii')
          """)
      for (index, caption) in captions.enumerated() {
        try db.execute(
          sql: "INSERT INTO t (rowid, grams) VALUES (?, ?)",
          arguments: [index, SearchText.indexTokens(caption)])
      }
    }
    return queue
  }

  private func found(_ query: String, _ queue: DatabaseQueue) throws -> [Int] {
    try queue.read { db in
      try Int.fetchAll(
        db, sql: "SELECT rowid FROM t WHERE t MATCH ? ORDER BY rowid", arguments: [query])
    }
  }

  private func isPart(_ word: [Unicode.Scalar], of caption: [Unicode.Scalar]) -> Bool {
    caption.indices.contains { caption[$0...].starts(with: word) }
  }

  /// A text of a few letters, so that many are alike.
  private func text(_ count: ClosedRange<Int>, _ random: inout SplitMix64) -> String {
    (0..<Int.random(in: count, using: &random)).map { _ in
      Self.letters.randomElement(using: &random) ?? ""
    }.joined()
  }

  private static let letters = [
    "a", "A", "ａ", "b", "s", "ß", "e\u{301}", "1", "x", " ", " ", "\n", "\u{3000}", "가", "각",
    "\u{1100}", "\u{1161}", "ㄱ", "ㅏ", "か", "カ", "ｶ", "ﾞ", "海", "🇰", "🇷", "👍🏽", "👨‍👩‍👧", "❤️",
    "σ", "ς", "\u{323}", "´",
  ]
}
