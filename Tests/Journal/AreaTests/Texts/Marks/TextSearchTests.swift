import GRDB
import Testing

@testable import Store
@testable import Texts

@Suite("Search of texts")
struct TextSearchTests {
  let test: TextsJournal
  private static let now = TextsJournal.now

  init() throws {
    test = try TextsJournal()
    try test.add(
      """
      key,text,translation,author,source
      a,He leadeth me beside the still waters.,그가 나를 쉴 만한 물가로 인도하시는도다,David,Psalms
      b,"Still, the river runs.",,Åsa Ek,Rivers
      c,Water is life; waters are many.,물은 생명,Anon,
      d,日本語の川は静か,,芭蕉,
      e,STRASSE und Café,,,
      """, as: "Mixed")
    try test.add("text\nde ad and be ef\n", as: "Keyless")
    try test.add(
      "John3:16 For God so loved the world\nJohn3:17 For God sent not\nGe1:1 John said 3:16\n",
      as: "KJV", .bible)
    try test.add("John3:16 하나님이 세상을 이처럼 사랑하사\n", as: "개역", .bible)
  }

  private func filter(
    _ text: String, _ kind: Texts.Filter.Kind = .all, in collection: String? = nil
  ) throws -> Texts.Filter {
    var filter = Texts.Filter()
    (filter.text, filter.kind) = (text, kind)
    filter.collection = try collection.map { try CollectionName($0) }
    return filter
  }

  private func found(
    _ text: String, _ kind: Texts.Filter.Kind = .all, in collection: String? = nil
  ) throws -> [String] {
    try test.anna.texts.page(filter(text, kind, in: collection), atMost: 50, now: Self.now)
      .map(\.key)
  }

  @Test(
    "goes through body, translation, author, source and key, inside words, whatever case and accents",
    arguments: [
      ("waters", ["a", "c"]), ("WATER", ["a", "c"]), ("ater", ["a", "c"]),
      ("w", ["a", "c", "John.3.16"]),
      ("still waters", ["a"]), ("waters still", ["a"]), ("\"waters still\"", []),
      ("\"still waters\"", ["a"]), ("물가", ["a"]), ("물", ["a", "c"]), ("인도", ["a"]),
      ("david", ["a"]), ("asa", ["b"]), ("ÅSA", ["b"]), ("rivers", ["b"]), ("川", ["d"]),
      ("語の", ["d"]), ("芭蕉", ["d"]), ("cafe", ["e"]), ("straße", ["e"]), ("waters 물가", ["a"]),
      ("john.3", ["John.3.16", "John.3.17", "John.3.16"]), ("nothing at all", []),
      ("사랑하", ["John.3.16"]), ("#", []),
    ])
  func everyPart(text: String, keys: [String]) throws {
    #expect(try found(text) == keys)
  }

  @Test(
    "has the text first whose key it is, in each collection, once",
    arguments: ["John 3:16", "요 3:16", "John.3.16", "요한복음 3:16"])
  func keys(text: String) throws {
    let verses = ["John.3.16", "John.3.16"]
    #expect(try found(text) == verses + (text == "John 3:16" ? ["Gen.1.1"] : []))
    #expect(try found(text, in: "개역") == ["John.3.16"])
    #expect(try found(text, .hearts) == [])
    try test.anna.texts.mark(.heart, ["John.3.16"], in: CollectionName("KJV"), now: Self.now)
    #expect(try found(text, .hearts) == ["John.3.16"])
    // Beside the key's own the page has as many as were asked for.
    let page = try test.anna.texts.page(filter("John 3:16"), atMost: 1, now: Self.now)
    #expect(page.map(\.key) == verses + ["Gen.1.1"])
    let rest = try test.anna.texts.page(
      filter("John 3:16"), after: page.last?.position(in: .all), atMost: 1, now: Self.now)
    #expect(rest == [])
  }

  @Test("finds no key that was made of what a text says, but shows the text by it")
  func madeKey() throws {
    let key = try #require(try found("be ef").first)
    try #require(key.utf8.count == 16)
    #expect(try found(String(key.prefix(4))) == [])
    #expect(try found(key) == [key])
  }

  @Test(
    "is answered whatever is looked for",
    arguments: [
      " ", "", "\u{0}", "a\u{0}b", "\"", "AND", "x*", "-", "(", "'; DROP TABLE text", "%",
      "\u{301}",
      String(repeating: "가", count: 10_000), String(repeating: "a ", count: 10_000),
      (0..<5_000).map { String($0, radix: 36) }.joined(separator: " "),
    ])
  func anything(text: String) throws {
    let kinds = Texts.Filter.Kind.allCases
    for kind in kinds { #expect(try found(text, kind).count <= 9) }
    if text.allSatisfy(\.isWhitespace) { #expect(try found(text) == []) }
  }

  @Test("knows what an update and a removal made of the texts, and the index is whole")
  func changes() throws {
    let check = SearchTableCheck(.texts, of: test.anna.store)
    #expect(try check.wrongDocuments() == 0)
    try test.update("key,text\na,other words\nx,waters anew\n", as: "Mixed")
    #expect(try found("waters") == ["x"] && found("leadeth") == [] && found("other") == ["a"])
    #expect(try check.wrongDocuments() == 0)
    // Of few texts, and of most.
    try test.anna.collections.remove(CollectionName("Keyless"), withMarks: false)
    #expect(try found("de ad") == [] && check.wrongDocuments() == 0)
    try test.add((1...20).map { "Ge2:\($0) made \($0)\n" }.joined(), as: "Made", .bible)
    #expect(try found("made").count == 20)
    try test.anna.collections.remove(CollectionName("Made"), withMarks: false)
    #expect(try found("made") == [] && found("waters") == ["x"] && check.wrongDocuments() == 0)
    try test.anna.write { db in
      try db.execute(sql: "INSERT INTO text_search (text_search) VALUES ('integrity-check')")
    }
  }

  /// 600 texts, of which each has some of few words.
  private func fill(isDated: Bool) throws -> [String] {
    let words = ["river", "리버", "stone", "돌", "moss", "q"]
    var bodies: [String] = []
    for index in 0..<600 {
      let chosen = (0..<4).map { place -> String in
        let number = index * 7 + place * place * 3 + index / (11 + place)
        return words[number % (place == 3 ? 6 : 5)]
      }
      bodies.append(chosen.joined(separator: index % 5 == 0 ? "" : " "))
    }
    let lines = bodies.enumerated().map { "m\($0),\($1),\(isDated ? "202\($0 % 10)-01-01" : "")\n" }
    try test.add("key,text,added\n" + lines.joined(), as: "Many")
    let hearts = (0..<600).filter { $0 % 2 == 0 }.map { "m\($0)" }
    try test.anna.texts.mark(.heart, hearts, now: Self.now)
    return bodies
  }

  @Test(
    "finds the same texts whichever way it goes, in pages of any size",
    arguments: [true, false])
  func sameEitherWay(isDated: Bool) throws {
    let bodies = try fill(isDated: isDated)
    typealias Bounds = DocumentSearch.Bounds
    for text in ["river", "리", "stone moss", "돌 q", "qriver", "oss", "\"moss 돌\"", "none"] {
      let words = SearchWords(text).texts
      for kind in [Texts.Filter.Kind.all, .newest, .hearts, .unused] {
        var filter = Texts.Filter()
        (filter.kind, filter.collection) = (kind, try CollectionName("Many"))
        let expected = try test.anna.texts.page(filter, atMost: .max, now: Self.now).filter {
          stored in
          words.allSatisfy { SearchText.searched(stored.body).contains($0) }
        }.map(\.id)
        try #require(expected.count == Set(expected).count && bodies.count == 600)
        filter.text = text
        for bounds in [
          Bounds(), Bounds(quickLook: 0), Bounds(quickLook: 20, longLook: 0, fewCandidates: 0),
          Bounds(quickLook: 0, fewCandidates: 0, fewOfRare: 0),
        ] {
          var rows: [Int64] = []
          try test.anna.read { db in
            let search = TextSearch(text, filter, owner: test.anna.id, now: Self.now, db)
            try search.forEachRow(after: nil, atMost: .max, bounds: bounds) { rows.append($0) }
          }
          #expect(rows == expected, "\(text) \(kind) \(bounds)")
        }
        var paged: [Int64] = []
        var position: TextPosition?
        while true {
          let page = try test.anna.texts.page(filter, after: position, atMost: 37, now: Self.now)
          guard let last = page.last else { break }
          paged += page.map(\.id)
          position = last.position(in: kind)
        }
        #expect(paged == expected, "\(text) \(kind)")
      }
    }
  }
}

@Suite("The latest searches")
struct TextSearchesTests {
  let test: TextsJournal

  init() throws { test = try TextsJournal() }

  @Test("are twenty, the latest first, each once however it is written")
  func latest() throws {
    let searches = test.anna.texts.searches
    for number in 1...25 { try searches.remember("word \(number)") }
    #expect(try searches.recent() == (6...25).reversed().map { "word \($0)" })
    try searches.remember("  WORD\n10 ")
    #expect(try searches.recent().first == "WORD 10" && searches.recent().count == 20)
    #expect(try searches.recent().filter { $0.lowercased() == "word 10" }.count == 1)
  }

  @Test("are an owner's, and are forgotten one by one or all at once")
  func forgotten() throws {
    let bob = try test.owner("bob")
    let searches = test.anna.texts.searches
    for text in ["a", "b", "c"] { try searches.remember(text) }
    try bob.texts.searches.remember("b")
    try searches.forget(" B ")
    #expect(try searches.recent() == ["c", "a"] && bob.texts.searches.recent() == ["b"])
    #expect(throws: TextError.notSearched("b")) { try searches.forget("b") }
    #expect(try searches.forgetAll() == 2 && searches.recent() == [])
    #expect(try bob.texts.searches.recent() == ["b"])
  }

  @Test(
    "have none of white space, and none that is too long",
    arguments: [" ", "", "\u{0}", "\n\t", String(repeating: "x", count: 201)])
  func notKept(text: String) throws {
    try test.anna.texts.searches.remember(text)
    #expect(try test.anna.texts.searches.recent() == [])
  }
}
