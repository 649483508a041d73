import GRDB
import Store
import Testing

@testable import Texts

@Suite("Pages of texts")
struct TextPagesTests {
  let test: TextsJournal
  private static let now = TextsJournal.now
  private static let later = now + 86_400

  /// Two collections, one with sections, an update with two new texts, and marks of some.
  init() throws {
    test = try TextsJournal()
    let lines = (1...40).map { "k\($0),text \($0),\($0 % 3 == 0 ? "2024-01-02" : "")\n" }
    try test.add("key,text,added\n" + lines.joined(), as: "Sayings")
    try test.add(
      (1...30).map { "Ge\($0 / 10 + 1):\($0) verse \($0)\n" }.joined(), as: "Verses", .bible,
      now: Self.now + 5)
    try test.update(
      "key,text,added\n" + lines.joined() + "new1,n,\nnew2,n,\n", now: Self.later)
    let texts = test.anna.texts
    let keys = (1...20).map { "k\($0)" }
    // Many at the same moment.
    try texts.mark(.heart, keys, now: Self.now)
    try texts.mark(.heart, ["Gen.1.1", "k33"], now: Self.now + 1)
    try texts.mark(.use, keys.filter { $0.hasSuffix("5") } + ["Gen.2.11"], now: Self.now)
    try texts.mark(.open, ["new2"], now: Self.later)
  }

  static let filters: [Texts.Filter] = Texts.Filter.Kind.allCases.flatMap { kind in
    [(nil, nil), ("Sayings", nil), ("Verses", nil), ("Verses", "Gen.2"), ("Verses", "x")].map {
      (collection: String?, section: String?) in
      var filter = Texts.Filter()
      filter.kind = kind
      filter.collection = try? collection.map { try CollectionName($0) }
      filter.section = section
      return filter
    }
  }

  /// Whether a filter of the tests names what no text has.
  private static func findsNone(_ filter: Texts.Filter) -> Bool {
    if filter.section == "x" { return true }
    if filter.section != nil, [.hearts, .new].contains(filter.kind) { return true }
    return filter.kind == .new && filter.collection?.text == "Verses"
  }

  /// What a filter means, of all texts in the order of their files.
  private static func expected(_ filter: Texts.Filter, of all: [StoredText]) -> [StoredText] {
    let chosen = all.filter { text in
      guard filter.collection == nil || text.collection == filter.collection,
        filter.section == nil || text.sectionKey == filter.section
      else { return false }
      return switch filter.kind {
      case .all, .newest: true
      case .hearts: text.mark.hearted != nil
      case .used: text.mark.uses > 0
      case .unused: text.mark.uses == 0
      case .new: text.isNew(at: later)
      }
    }
    if filter.kind == .all || filter.kind == .unused { return chosen }
    return chosen.sorted { one, other in
      func rank(_ text: StoredText) -> (Int, Int64) {
        let position = text.position(in: filter.kind)
        return (position.moment, position.row)
      }
      return rank(one) > rank(other)
    }
  }

  @Test("have all texts of a filter, each once, in order, whatever their size", arguments: filters)
  func pages(filter: Texts.Filter) throws {
    let texts = test.anna.texts
    var all: [StoredText] = []
    try texts.forEach(Texts.Filter(), now: Self.later) { all.append($0) }
    #expect(all.count == 72 && all.map(\.id) == all.map(\.id).sorted())
    let expected = Self.expected(filter, of: all)
    #expect(expected.isEmpty == Self.findsNone(filter))
    for size in [1, 7, 100] {
      var found: [StoredText] = []
      var position: TextPosition?
      while true {
        let page = try texts.page(filter, after: position, atMost: size, now: Self.later)
        guard let last = page.last else { break }
        #expect(page.count <= size)
        found += page
        // As an address has it.
        position = TextPosition(parsing: last.position(in: filter.kind).description)
        try #require(position != nil && found.count <= expected.count)
      }
      #expect(found.map(\.key) == expected.map(\.key))
    }
  }

  @Test("are found in an index, in its order, whatever the filter", arguments: filters)
  func plan(filter: Texts.Filter) throws {
    try test.anna.read { db in
      let selection = try TextSelection(filter, owner: test.anna.id, now: Self.later, db)
      let position = TextPosition(moment: Self.now, row: 5)
      for position in [nil, position] {
        for (sql, arguments) in selection.queries(after: position) {
          let plan = try Row.fetchAll(
            db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: arguments
          ).map { row -> String in row["detail"] }
          #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(sql) \(plan)")
          // All texts are gone through from the first one on, and no further than the page.
          let mayScan = filter.collection == nil && position == nil
          #expect(mayScan || !plan.contains { $0.hasPrefix("SCAN") }, "\(sql) \(plan)")
        }
      }
    }
  }

  @Test("are counted for each kind")
  func counts() throws {
    let counts = try test.anna.texts.counts(now: Self.later)
    #expect(counts == Texts.Counts(all: 72, hearts: 22, used: 3, new: 1) && counts.unused == 69)
    let bob = try test.owner("bob")
    #expect(
      try bob.texts.counts(now: Self.later) == Texts.Counts(all: 72, hearts: 0, used: 0, new: 2))
    try test.anna.collections.remove(CollectionName("Sayings"), withMarks: false)
    let left = try test.anna.texts.counts(now: Self.later)
    #expect(left == Texts.Counts(all: 30, hearts: 1, used: 1, new: 0))
  }

  @Test(
    "begin at no place that nobody wrote", arguments: ["", "1", "1.", ".1", "1.2.3", "a.b", "1.0"])
  func notAPosition(text: String) {
    #expect(TextPosition(parsing: text) == nil)
  }

  @Test("of sections go on after one of them")
  func sections() throws {
    let collections = test.anna.collections
    let verses = try collections.collection(CollectionName("Verses"))
    let first = try collections.sections(of: verses, atMost: 2)
    #expect(first.map(\.section.key) == ["Gen.1", "Gen.2"] && first.map(\.texts) == [9, 10])
    let rest = try collections.sections(of: verses, after: "Gen.2", atMost: 9)
    #expect(rest.map(\.section.key) == ["Gen.3", "Gen.4"])
  }
}
