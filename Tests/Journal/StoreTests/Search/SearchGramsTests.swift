import GRDB
import Testing
import TestSupport

@testable import Store

@Suite("Tokens of the search")
struct SearchGramsTests {
  @Test(
    "Each letter begins a token, and where two words meet there is one",
    arguments: [
      ("tale", "tale ale le e"), ("Çà", "ca a"), ("", ""), (" \n", ""), ("7", "7"),
      ("new york", "new ew w w|yor york ork rk k"), ("a b", "a a|b b"),
      ("한글을", "한글 글을 을"), ("한 글", "한 한|글 글"), ("3층", "3 3층 층"), ("😀 a", "😀 😀|a a"),
      ("a.b", "a .b .a b"), ("a. b", "a . .a .|b b"), ("c++", "c ++ +c +"),
      ("tale.", "tale ale le e . .ela"), ("한글.", "한글 글 . .글한"),
      ("커피를 마셨다고", "커피 피를 를 를|마셨다 피를|마 마셨 셨다 다고 고"),
      ("한글ab", "한글 글 글ab 한글a ab b"), ("한글 .", "한글 글 글|. 한글|. ."),
    ])
  func tokens(text: String, tokens: String) {
    var (grams, document) = (SearchGrams(), SearchDocument())
    document.append(text)
    let named = grams.tokens(of: document).split(separator: " ").map(plain).joined(separator: " ")
    #expect(named == tokens)
  }

  @Test(
    "What is asked for are whole tokens, and beginnings of those that may go on",
    arguments: [
      ("whales", "whal hale ales"), ("ab", "ab*"), ("a", "a*"), ("new york", "new w|yor york"),
      ("of a", "of f|a* a*"), ("일본", "일본"), ("일", "일*"), ("일본 여", "일본 본|여* 일본|여 여*"),
      ("를 마셨다", "를 를|마셨다 마셨 셨다"), ("본 여 ", "본 본|여 여"),
      ("c++", "c ++ +c*"), (".b", ".b b*"), ("a.", "a .* .a*"), ("tale.", "tale .* .ela"),
      ("b a.", "b b|a a .* .a"), ("글.", "글 .* .글*"), (". a", ". .|a* a*"),
    ])
  func grams(text: String, expected: String) {
    var grams = SearchGrams()
    let found = grams.grams(of: Array(text.utf8), atMost: 16).map { gram in
      plain(gram.token[...]) + (gram.isPrefix ? "*" : "")
    }
    #expect(found.joined(separator: " ") == expected)
    for gram in grams.grams(of: Array(text.utf8), atMost: 16) {
      #expect(SearchMatcher.isPart(gram.part, of: Array(text.utf8)))
    }
  }

  /// A token with its signs as they are, and with "|" for a blank.
  private func plain(_ token: Substring) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in token.unicodeScalars {
      let value = 0xE000..<0xE080 ~= scalar.value ? scalar.value - 0xE000 : scalar.value
      plain.append(value == 0x20 ? "|" : Unicode.Scalar(value) ?? scalar)
    }
    return String(plain)
  }

  @Test("FTS5 gives all texts that a query is in, and few others", arguments: 0..<8)
  func finds(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let documents = (0..<400).map { _ in document(text(0...14, &random)) }
    let queue = try index(documents)
    var (right, given) = (0, 0)
    for _ in 0..<200 {
      let text = SearchText.searched(text(1...5, &random))
      var grams = SearchGrams()
      let wanted = grams.grams(of: Array(text.utf8), atMost: 16)
      guard !text.isEmpty else { continue }
      try #require(!wanted.isEmpty, "\(hexed(text))")
      let matcher = SearchMatcher([Array(text.utf8)], tags: [])
      let expected = documents.indices.filter { matcher.finds(in: documents[$0]) }
      let candidates = try found(wanted, queue)
      #expect(Set(expected).isSubset(of: candidates), "\(hexed(text))")
      (right, given) = (right + expected.count, given + candidates.count)
    }
    #expect(given < right * 2, "\(given) candidates for \(right)")
  }

  @Test(
    "A phrase of syllables is told from texts in which both words end or begin another one",
    arguments: [
      "커피를 샀고 우유를 마셨다", "커피를 마시고 물을 마셨다", "커피를 또 마셨다", "우유를 마셨다 커피를",
    ])
  func syllables(other: String) throws {
    let queue = try index(["오늘 커피를 마셨다", other].map(document))
    for phrase in ["커피를 마셨다", "피를 마셨다"] {
      var grams = SearchGrams()
      #expect(try found(grams.grams(of: Array(phrase.utf8), atMost: 16), queue) == [0])
    }
  }

  @Test("A text of any length or kind is asked for in a way that FTS5 understands")
  func anyText() throws {
    let hostile = [
      "NEAR(a b) OR c* ^d -e \"f\" {g}:h", "\"\"\"", "AND", "*", "\u{0}a\u{0}", "'; DROP",
      "\u{301}\u{301}\u{301}", "\u{E022}", "\u{FFFD}", String(repeating: "가", count: 100_000),
      String(repeating: "\u{301}", count: 100_000), String(repeating: "\"", count: 100_000),
      String(repeating: "a ", count: 50_000), String(repeating: "👨‍👩‍👧", count: 10_000),
    ].map { SearchText.searched($0) }
    let queue = try index(hostile.map(document))
    for (index, text) in hostile.enumerated() {
      var grams = SearchGrams()
      let wanted = grams.grams(of: Array(text.utf8), atMost: 16)
      #expect(1...16 ~= wanted.count, "\(text.prefix(20))")
      #expect(try found(wanted, queue).contains(index), "\(text.prefix(20))")
    }
  }

  @Test("A whole tag is a token of its own")
  func tags() throws {
    var sea = document("seaside trip")
    sea.tags = ["sea", "c#"]
    let queue = try index([sea, document("sea")])
    #expect(try found([SearchGrams.gram(ofTag: "sea")], queue) == [0])
    #expect(try found([SearchGrams.gram(ofTag: "c#")], queue) == [0])
    #expect(try found([SearchGrams.gram(ofTag: "se")], queue).isEmpty)
    #expect(try found([SearchGrams.gram(ofTag: "trip")], queue).isEmpty)
  }

  private func document(_ text: String) -> SearchDocument {
    var document = SearchDocument()
    document.append(text)
    return document
  }

  private func index(_ documents: [SearchDocument]) throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE VIRTUAL TABLE t USING fts5 (
            tokens, content = '', columnsize = 0, detail = none, tokenize = 'ascii')
          """)
      var grams = SearchGrams()
      for (index, document) in documents.enumerated() {
        try db.execute(
          sql: "INSERT INTO t (rowid, tokens) VALUES (?, ?)",
          arguments: [index, grams.tokens(of: document)])
      }
    }
    return queue
  }

  private func found(_ grams: [SearchGrams.Gram], _ queue: DatabaseQueue) throws -> [Int] {
    try queue.read { db in
      try Int.fetchAll(
        db, sql: "SELECT rowid FROM t WHERE t MATCH ? ORDER BY rowid",
        arguments: [grams.map(\.expression).joined(separator: " AND ")])
    }
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
    "σ", "ς", "\u{323}", "´", "ab", "ba", "ก", "็", ".", "\"", "-",
  ]
}
