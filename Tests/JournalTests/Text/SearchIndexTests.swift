import GRDB
import TestSupport
import Testing

@testable import Journal

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
      let isFound = SearchText.contains(SearchText.words(text), caption: captions[some])
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
