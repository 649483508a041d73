import GRDB
import Store
import Testing

@testable import Texts

@Suite("Lists of highlights and notes")
struct AnnotationsTests {
  let test: TextsJournal
  private static let now = TextsJournal.now
  private var highlights: Highlights { test.anna.highlights }
  private var notes: Notes { test.anna.notes }

  /// Two collections, highlights at the same moments and the same places, notes, and those of another owner.
  init() throws {
    test = try TextsJournal()
    let lines = (1...20).map { "k\($0),saying number \($0) of all\n" }
    try test.add("key,text\n" + lines.joined(), as: "Sayings")
    try test.add((1...30).map { "Ge1:\($0) verse \($0)\n" }.joined(), as: "Verses", .bible)
    let bob = try test.owner("bob")
    for (index, key) in ["k9", "k3", "Gen.1.7", "k20", "Gen.1.2", "k1", "k2"].enumerated() {
      let moment = Self.now + index / 3
      let colours = HighlightColour.allCases
      try highlights.add(.characters(2, 5), of: key, colours[index % 2], now: moment)
      try highlights.add(.characters(0, 4), of: key, colours[2], now: moment)
      try bob.highlights.add(.characters(0, 3), of: key, .pink, now: moment)
      try notes.save(Words("note \(index) on it"), of: key, now: moment)
      try bob.notes.save(Words("Bob's"), of: key, now: moment)
    }
    try notes.save(.empty, of: "k2", now: Self.now + 9)
  }

  private static func filter(
    _ order: AnnotationFilter.Order, _ collection: String? = nil, _ colour: HighlightColour? = nil,
    _ text: String? = nil
  ) throws -> AnnotationFilter {
    var filter = AnnotationFilter()
    (filter.order, filter.colour, filter.text) = (order, colour, text)
    filter.collection = try collection.map { try CollectionName($0) }
    return filter
  }

  static let filters: [AnnotationFilter] = {
    var filters: [AnnotationFilter] = []
    for order in AnnotationFilter.Order.allCases {
      for collection in [nil, "Sayings", "verses"] {
        for colour in [nil, HighlightColour.yellow, .orange] {
          for text in [nil, "number", "\"verse 2\"", "ying", "nothing of it", " "] {
            if let filter = try? filter(order, collection, colour, text) { filters.append(filter) }
          }
        }
      }
    }
    return filters
  }()

  /// What a filter means, asked of SQLite in one go.
  private func expected(_ filter: AnnotationFilter) throws -> [Int64] {
    let order =
      filter.order == .day
      ? "h.made DESC, h.id DESC" : "text.collection, text.id, h.first, h.id"
    let words = filter.text.map { $0.filter { $0 != "\"" } }
    return try test.anna.read { db in
      try Int64.fetchAll(
        db,
        sql: """
          SELECT h.id FROM text_highlight AS h JOIN text ON text.id = h.text
          WHERE h.owner = 1 AND (?1 IS NULL OR h.collection = lower(?1))
            AND (?2 IS NULL OR h.colour = ?2)
            AND (?3 IS NULL OR ?3 <> ' ' AND (instr(body, ?3) OR instr(quote, ?3)))
          ORDER BY \(order)
          """,
        arguments: [filter.collection?.text, filter.colour?.rawValue, words])
    }
  }

  @Test(
    "have all highlights of a filter, each once, in order, in pages of any size", arguments: filters
  )
  func pages(filter: AnnotationFilter) throws {
    let expected = try expected(filter)
    #expect(expected.count <= 14)
    for size in [1, 3, 100] {
      var found: [Annotated<Highlight>] = []
      var position: AnnotationPosition?
      while true {
        let page = try highlights.page(filter, after: position, atMost: size)
        guard let last = page.last else { break }
        #expect(page.count <= size)
        found += page
        // As an address has it.
        position = AnnotationPosition(parsing: last.position.description, in: filter.order)
        try #require(position != nil && found.count <= expected.count)
      }
      #expect(found.map(\.mark.id) == expected)
      #expect(found.allSatisfy { $0.text?.key == $0.mark.key })
    }
    var all: [Int64] = []
    try highlights.forEach(filter, atMost: 5) { all.append($0.mark.id) }
    #expect(all == Array(expected.prefix(5)))
  }

  @Test("have notes that were not deleted, by what they say too")
  func notesToo() throws {
    func keys(_ filter: AnnotationFilter, atMost count: Int = 100) throws -> [String] {
      try notes.page(filter, atMost: count).map(\.mark.key)
    }
    #expect(
      try keys(Self.filter(.day)) == ["k1", "Gen.1.2", "k20", "Gen.1.7", "k3", "k9"])
    let book = try Self.filter(.book)
    #expect(try keys(book) == ["k1", "k3", "k9", "k20", "Gen.1.2", "Gen.1.7"])
    #expect(try keys(Self.filter(.book, "Verses")) == ["Gen.1.2", "Gen.1.7"])
    #expect(try keys(Self.filter(.day, nil, nil, "NOTE 2")) == ["Gen.1.2", "k20", "Gen.1.7"])
    #expect(try keys(Self.filter(.day, nil, nil, "\"note 2\"")) == ["Gen.1.7"])
    let first = try #require(try notes.page(book, atMost: 4).last)
    #expect(
      try notes.page(book, after: first.position, atMost: 9).map(\.mark.key) == [
        "Gen.1.2", "Gen.1.7",
      ])
    #expect(throws: CollectionError.self) { try keys(Self.filter(.day, "Others")) }
  }

  @Test("have by day also those whose text is gone, with what they said")
  func gone() throws {
    try test.anna.collections.remove(CollectionName("Sayings"), withMarks: false)
    let days = try highlights.page(Self.filter(.day), atMost: 100)
    #expect(days.count == 14 && days.filter { $0.text == nil }.count == 10)
    #expect(days.allSatisfy { !$0.mark.passage.quote.isEmpty })
    #expect(try highlights.page(Self.filter(.book), atMost: 100).count == 4)
    #expect(try notes.page(Self.filter(.day), atMost: 100).count == 6)
  }

  @Test("are found in an index, in its order", arguments: filters.filter { $0.text == nil })
  func plan(filter: AnnotationFilter) throws {
    try test.anna.read { db in
      let list = AnnotationList<Highlight>(.highlights, filter, of: test.anna, db)
      let notes = AnnotationList<Note>(.notes, filter, of: test.anna, db)
      let last = try highlightPosition(filter.order)
      let queries = try [nil, last].flatMap { position in
        try list.queries(after: position).map { ($0.sql, $0.arguments) }
          + notes.queries(after: position).map { ($0.sql, $0.arguments) }
      }
      for (sql, arguments) in queries {
        let plan = try Row.fetchAll(
          db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: arguments
        ).map { row -> String in row["detail"] }
        #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(sql) \(plan)")
        // Those of one text are put in order among themselves.
        let sorts = plan.filter { $0.contains("TEMP B-TREE") }
        #expect(
          sorts.allSatisfy { filter.order == .book && !$0.hasSuffix("FOR ORDER BY") },
          "\(sql) \(plan)")
      }
    }
  }

  private func highlightPosition(
    _ order: AnnotationFilter.Order
  ) throws -> AnnotationPosition? {
    switch order {
    case .day: .day(Self.now + 1, row: 3)
    case .book: .book(collection: 1, text: 2, first: 0, row: 3)
    }
  }

  @Test(
    "of an owner with 100,000 of them come page by page", arguments: AnnotationFilter.Order.allCases
  )
  func great(order: AnnotationFilter.Order) throws {
    try test.add(
      "key,text\n" + (1...2_000).map { "m\($0),s\($0)\n" }.joined(), as: "Many")
    try test.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49)
      INSERT INTO text_highlight
        (owner, text, collection, key, hash, first, end, quote, before, after, colour, made)
      SELECT 1, text.id, 'many', key, hash, 0, 1, 's', '', '', 'blue', \(Self.now) + i
      FROM n, text WHERE key LIKE 'm%'
      """)
    let clock = ContinuousClock()
    var (position, rows): (AnnotationPosition?, Set<Int64>) = (nil, [])
    let time = try clock.measure {
      for _ in 0..<100 {
        let page = try highlights.page(Self.filter(order), after: position, atMost: 20)
        rows.formUnion(page.map(\.mark.id))
        position = page.last?.position
      }
    }
    #expect(rows.count == 2_000)
    // All of them would be read a hundred times.
    #expect(time < .seconds(20))
  }

  @Test(
    "begin at no place that nobody wrote", arguments: ["", "1", "1.", ".1", "1.2.3", "a.b", "1.0"])
  func notAPosition(text: String) {
    #expect(AnnotationPosition(parsing: text, in: .day) == nil)
    #expect(AnnotationPosition(parsing: text, in: .book) == nil)
    #expect(AnnotationPosition(parsing: "1.2.3.4", in: .day) == nil)
    #expect(AnnotationPosition(parsing: "1.2.3.-4", in: .book) == nil)
    #expect(AnnotationPosition(parsing: "1.2.3.99999999999999999999", in: .book) == nil)
  }
}
