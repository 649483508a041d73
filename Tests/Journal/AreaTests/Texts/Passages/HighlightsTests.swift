import Store
import Testing

@testable import Texts

@Suite("Highlights")
struct HighlightsTests {
  let test: TextsJournal
  private let now = TextsJournal.now
  private var highlights: Highlights { test.anna.highlights }

  init() throws {
    test = try TextsJournal()
    try test.add("key,text\na,In the beginning was the Word\nb,and the Word was with God\n")
  }

  @Test("are an owner's, by their places, and overlap; the same one again gets the new colour")
  func add() throws {
    let bob = try test.owner("bob")
    let first = try highlights.add(.quote("the Word"), of: "a", .green, now: now)
    #expect(first.passage.range == 21..<29 && first.passage.before == "In the beginning was ")
    let second = try highlights.add(.characters(3, 24), of: "a", .yellow, now: now + 1)
    let again = try highlights.add(.utf16(21, 29), of: "a", .pink, now: now + 2)
    #expect(again.id == first.id && again.colour == .pink && again.made == now)
    let text = try test.anna.texts.text("a")
    #expect(try highlights.of(text).map(\.id) == [second.id, first.id])
    #expect(try bob.highlights.of(text).isEmpty)
    #expect(throws: HighlightError.unknown(first.id)) { try bob.highlights.remove(first.id) }
    #expect(throws: HighlightError.unknown(first.id)) {
      try bob.highlights.setColour(.blue, of: first.id)
    }
    #expect(try highlights.setColour(.blue, of: first.id).colour == .blue)
    try highlights.add(.quote("God"), of: "b", .blue, now: now)
    let both = try highlights.of([text, test.anna.texts.text("b")])
    #expect(both.values.map(\.count).sorted() == [1, 2])
  }

  @Test("of what a text does not say are not made")
  func refused() throws {
    #expect(throws: PassageError.several(2)) {
      try highlights.add(.quote("the"), of: "a", .green, now: now)
    }
    #expect(throws: PassageError.outside(observed: 30, limit: 29)) {
      try highlights.add(.characters(0, 30), of: "a", .green, now: now)
    }
    #expect(throws: TextError.unknown("x")) {
      try highlights.add(.characters(0, 1), of: "x", .green, now: now)
    }
    #expect(try test.count("SELECT count(*) FROM text_highlight") == 0)
  }

  @Test("are removed by number, by what they say, by place, or all of a text")
  func remove() throws {
    let first = try highlights.add(.characters(0, 2), of: "a", .green, now: now)
    #expect(try highlights.remove(first.id) == first)
    #expect(throws: HighlightError.none(key: "a")) { try highlights.remove(nil, of: "a") }
    try highlights.add(.quote("Word"), of: "a", .green, now: now)
    try highlights.add(.characters(0, 2), of: "a", .green, now: now)
    try highlights.add(.characters(1, 2), of: "a", .green, now: now)
    #expect(try highlights.remove(.characters(0, 2), of: "a").count == 1)
    #expect(throws: HighlightError.none(key: "a")) {
      try highlights.remove(.characters(0, 2), of: "a")
    }
    #expect(try highlights.remove(.quote("Word"), of: "a").map(\.passage.quote) == ["Word"])
    #expect(try highlights.remove(nil, of: "a").count == 1)
  }

  @Test("are so many in a text, and no more")
  func limit() throws {
    try test.add("key,text\nlong,\(String(repeating: "x", count: 2_000))\n", as: "long")
    try test.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 998)
      INSERT INTO text_highlight
        (owner, text, collection, key, hash, first, end, quote, before, after, colour, made)
      SELECT 1, id, 'long', key, hash, i, i + 1, 'x', '', '', 'blue', 0
      FROM n, text WHERE key = 'long'
      """)
    try highlights.add(.characters(1_000, 1_002), of: "long", .green, now: now)
    #expect(throws: HighlightError.tooMany(limit: 1_000)) {
      try highlights.add(.characters(1_100, 1_102), of: "long", .green, now: now)
    }
    // One that is there is only coloured.
    try highlights.add(.characters(5, 6), of: "long", .green, now: now)
    #expect(try highlights.of(test.anna.texts.text("long")).count == 1_000)
  }

  @Test("find their words again in an update, or are told; and come back with them")
  func updated() throws {
    try highlights.add(.quote("the Word"), of: "a", .green, now: now)
    try highlights.add(.quote("beginning"), of: "a", .blue, now: now)
    try highlights.add(.quote("God"), of: "b", .pink, now: now)
    let bob = try test.owner("bob")
    try bob.highlights.add(.quote("beginning"), of: "a", .blue, now: now)
    let change = try test.update(
      "key,text\na,\"Lo, at first there was the Word, the Word\"\nb,and the Word was with God\n")
    #expect(change.lostHighlights == [LostHighlight(key: "a", quote: "beginning")])
    let text = try test.anna.texts.text("a")
    let placed = try highlights.of(text)
    #expect(placed.map(\.isPlaced) == [true, false])
    #expect(placed[0].passage.range == 23..<31 && placed[0].passage.after == ", the Word")
    #expect(
      HighlightedPart.parts(of: text.body, placed).map(\.highlight?.colour) == [
        nil, .green, nil,
      ])
    // A further update brings the words back, which are found though they were lost.
    let back = try test.update(
      "key,text\na,What beginning was the Word\nb,and the Word was with God\n")
    #expect(back.lostHighlights.isEmpty)
    let found = try highlights.of(test.anna.texts.text("a"))
    #expect(found.map(\.passage.range) == [5..<14, 19..<27] && found.allSatisfy(\.isPlaced))
    let bobs = try bob.highlights.of(bob.texts.text("a"))
    #expect(bobs.map(\.isPlaced) == [true])
  }

  @Test("that an update took away are told as often, and can be removed by what they say")
  func lost() throws {
    try highlights.add(.quote("beginning"), of: "a", .blue, now: now)
    let update = "key,text\na,Something else\nb,and the Word was with God\n"
    #expect(try test.update(update).lostHighlights.count == 1)
    #expect(try test.update(update).lostHighlights.count == 1)
    #expect(try highlights.remove(.quote("beginning"), of: "a").count == 1)
    #expect(try test.update(update).lostHighlights.isEmpty)
  }

  @Test("of many texts and in great number are placed in an update")
  func many() throws {
    let lines = (1...50).map { "k\($0),\"alpha \($0) beta\"\n" }
    try test.add("key,text\n\(lines.joined())", as: "many")
    for number in 1...50 {
      try highlights.add(.quote("beta"), of: "k\(number)", .green, now: now)
    }
    try test.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
      INSERT INTO text_highlight
        (owner, text, collection, key, hash, first, end, quote, before, after, colour, made)
      SELECT owner, text, collection, key, hash, first, end, quote, before, after, colour, made + i
      FROM n, text_highlight WHERE key = 'k7'
      """)
    let longer = lines.map { $0.replacing("alpha", with: "alpha gamma") }.joined()
    #expect(try test.update("key,text\n\(longer)", as: "many").lostHighlights.isEmpty)
    let found = try highlights.of(test.anna.texts.text("k7"))
    #expect(found.count == 601 && found.allSatisfy { $0.passage.range == 14..<18 })
    #expect(
      try test.count(
        """
        SELECT count(*) FROM text_highlight JOIN text ON text.id = text_highlight.text
        WHERE substr(body, first + 1, end - first) = quote AND text.hash = text_highlight.hash
        """) == 650)
  }

  /// What another program may write into a row.
  static let hostile = [
    "first = -1", "first = 9000000000000000000, end = 9000000000000000001", "end = first",
    "end = -5", "quote = ''", "quote = CAST(x'80' AS TEXT), end = 9223372036854775807",
    "before = hex(zeroblob(40))", "after = hex(zeroblob(40000))", "colour = 'ultraviolet'",
    "colour = ''", "is_placed = 7", "made = 9223372036854775807",
    "key = hex(zeroblob(10000))", "collection = hex(zeroblob(10000))",
  ]

  @Test("that another program wrote wrongly are told, not shown", arguments: hostile)
  func hostileRows(change: String) throws {
    try highlights.add(.quote("beginning"), of: "a", .blue, now: now)
    try test.execute("PRAGMA ignore_check_constraints = 1; UPDATE text_highlight SET \(change)")
    #expect(throws: JournalError.self) { try highlights.of(test.anna.texts.text("a")) }
    for order in AnnotationFilter.Order.allCases {
      var filter = AnnotationFilter()
      filter.order = order
      #expect(throws: JournalError.self) { try highlights.page(filter, atMost: 10) }
    }
  }

  @Test("outside of their text are not shown in it, and an update places them")
  func outside() throws {
    try highlights.add(.quote("beginning"), of: "a", .blue, now: now)
    try test.execute("UPDATE text_highlight SET first = 90000, end = 90009")
    let text = try test.anna.texts.text("a")
    let parts = HighlightedPart.parts(of: text.body, try highlights.of(text))
    #expect(parts.map(\.highlight) == [nil])
    try test.update("key,text\na,A beginning\n")
    #expect(try highlights.of(test.anna.texts.text("a")).map(\.passage.range) == [2..<11])
  }
}
