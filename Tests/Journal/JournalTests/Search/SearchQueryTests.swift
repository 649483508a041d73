import Testing

@testable import Journal

@Suite("What a person looks for")
struct SearchQueryTests {
  @Test(
    "is words, phrases between quotes, and tags",
    arguments: [
      ("  Two\u{3000}WORDS\n", ["two", "words"], []), ("Milà mila", ["mila"], []),
      ("\"New York\" trip", ["new york", "trip"], []), ("\"new \n york\"", ["new york"], []),
      ("“new york”", ["new york"], []), ("\"new york", ["new york"], []),
      ("\"a b\"c", ["a b", "c"], []), ("rock\"n\"roll", ["rock\"n\"roll"], []),
      ("5\"", ["5\""], []), ("#Trip", [], ["trip"]), ("＃trip sea", ["sea"], ["trip"]),
      ("#trip #TRIP #été", [], ["trip", "été"]), ("\"#trip\"", ["#trip"], []),
      ("#a,b", ["#a,b"], []), ("a#b", ["a#b"], []), ("#\u{301}", ["#\u{301}"], []),
      ("일본 여행", ["일본", "여행"], []), ("ㅋㅋ", ["\u{110F}\u{110F}"], []),
      ("AND OR NOT*", ["and", "or", "not*"], []), ("a\u{0}b", ["a", "b"], []),
    ])
  func parses(typed: String, texts: [String], tags: [String]) {
    let query = SearchQuery(typed)
    #expect(query.texts == texts)
    #expect(query.tags.map(\.folded) == tags)
    #expect(!query.isEmpty)
  }

  @Test(
    "is nothing where there are only blanks and quotes, or a sign of a tag without a name",
    arguments: [
      "#", "＃ \"#\"", "", " \n", "\u{200D}", "\"", "\"\"", "\"\"\"\"\"", "“”", "\" \"", "\u{0}",
    ])
  func empty(typed: String) {
    #expect(SearchQuery(typed).isEmpty)
  }

  @Test("is anything, and never refused", arguments: PostSearchTests.hostile)
  func anything(typed: String) {
    let query = SearchQuery(typed)
    #expect(Set(query.texts).count == query.texts.count)
    #expect(query.texts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(" ") && !$0.hasSuffix(" ") })
  }
}
