import Files
import Foundation
import GRDB
import Store
import Testing

@testable import Texts

@Suite("Collections that come or go")
struct HiddenCollectionsTests {
  let test: TextsJournal

  init() throws { test = try TextsJournal() }

  /// A file that is stored in several transactions.
  private static func lines(_ count: Int = 2_000, saying word: String = "word") -> String {
    "key,text\n" + (1...count).map { "k\($0),\(word) \($0)" }.joined(separator: "\n") + "\n"
  }

  /// Brings a collection, and does work on the way, once some of its texts are in the database.
  private func bring(
    _ text: String, updating: Bool = false, _ work: () throws -> Void
  ) throws -> CollectionChange {
    let source = TextsJournal.once(text)
    var isDone = false
    let before = try test.count("SELECT count(*) FROM text") ?? 0
    func piece() throws -> [UInt8] {
      let bytes = source()
      if !isDone, try test.count("SELECT count(*) FROM text") ?? 0 > before {
        isDone = true
        try work()
      }
      return bytes
    }
    defer { #expect(isDone) }
    let (new, collections) = (try TextsJournal.new("Sayings", .csv), test.anna.collections)
    return updating
      ? try collections.update(new, now: TextsJournal.now + 86_400, piece: piece)
      : try collections.add(new, now: TextsJournal.now, piece: piece)
  }

  @Test("are seen by nobody until all of it is there, and keep nobody from writing")
  func coming() throws {
    let bob = try test.owner("bob")
    try test.add("key,text\nx,seen\n", as: "Other", by: bob)
    let change = try bring(Self.lines()) {
      #expect(try bob.collections.all().map(\.name.text) == ["Other"])
      #expect(try test.keys() == ["x"] && test.keys(.newest) == ["x"])
      #expect(try test.anna.texts.counts(now: TextsJournal.now).all == 1)
      #expect(throws: TextError.unknown("k1")) { try test.anna.texts.text("k1") }
      for seed in [0, 1, 50, UInt64.max] {
        #expect(try test.anna.texts.randomText(seed: seed).key == "x")
      }
      var filter = Texts.Filter()
      filter.text = "word"
      #expect(try test.anna.texts.page(filter, atMost: 10, now: TextsJournal.now).isEmpty)
      // Bob writes in the middle of it.
      _ = try bob.texts.mark(.heart, ["x"], now: TextsJournal.now)
    }
    #expect(change.added == 2_000 && change.collection.texts == 2_000)
    #expect(try test.keys().count == 2_001 && test.keys(.hearts, of: bob) == ["x"])
  }

  @Test("in the place of another leave that whole until then, with its marks")
  func replacing() throws {
    try test.add(Self.lines())
    _ = try test.anna.texts.mark(.heart, ["k1", "k2000"], now: TextsJournal.now)
    let change = try bring(Self.lines(1_999, saying: "new") + "k0,word 2000\n", updating: true) {
      () throws in
      #expect(try test.anna.texts.text("k1").body == "word 1")
      #expect(try test.keys(.hearts).sorted() == ["k1", "k2000"])
      #expect(try test.keys().count == 2_000 && test.keys(.new).isEmpty)
    }
    #expect((change.added, change.changed, change.removed) == (1, 1_999, 1))
    #expect(try test.anna.texts.text("k1").body == "new 1")
    // The last one by what it says.
    #expect(try test.keys(.hearts).sorted() == ["k0", "k1"])
    #expect(try test.keys(.new, now: TextsJournal.now + 86_400) == ["k0"])
    #expect(try test.count("SELECT count(*) FROM text") == 2_000)
  }

  @Test("that fail at their end leave nothing, and what was there as it was")
  func failing() throws {
    try test.add(Self.lines())
    let before = try test.rows(of: "text")
    #expect(throws: ReadError.openQuote(line: 2_002)) {
      try bring(Self.lines(saying: "new") + "\"b\n", updating: true) {}
    }
    #expect(try test.rows(of: "text") == before)
    #expect(try test.count("SELECT count(*) FROM collection") == 1)
  }

  @Test("of a process that was ended go before another comes, and no check minds them")
  func ended() throws {
    try test.add(Self.lines())
    try test.add("key,text\nx,seen\n", as: "Other")
    // As after a removal that was ended at its beginning.
    try test.execute(
      "UPDATE collection SET hidden = 1, texts = 0, folded = 'gone' WHERE name = 'Sayings'")
    #expect(try test.keys() == ["x"])
    #expect(try test.anna.collections.all().map(\.name.text) == ["Other"])
    #expect(try test.problems().isEmpty)
    try test.add("key,text\ny,new\n")
    #expect(try test.keys() == ["x", "y"])
    #expect(try test.count("SELECT count(*) FROM text") == 2)
    #expect(try test.count("SELECT count(*) FROM collection") == 2)
    #expect(try test.problems().isEmpty)
  }

  @Test("are gone for all at once, however many their texts, and wait for their marks")
  func going() throws {
    try test.add(Self.lines())
    _ = try test.anna.texts.mark(.heart, ["k7"], now: TextsJournal.now)
    let name = try CollectionName("Sayings")
    #expect(try test.anna.collections.remove(name, withMarks: false).collection.texts == 2_000)
    #expect(try test.count("SELECT count(*) FROM text") == 0)
    #expect(try test.count("SELECT count(*) FROM text_search WHERE text_search MATCH 'wor'") == 0)
    #expect(try test.count("SELECT count(*) FROM collection") == 0)
    #expect(try test.keys(.hearts).isEmpty)
    try test.add(Self.lines())
    #expect(try test.keys(.hearts) == ["k7"])
    #expect(try test.problems().isEmpty)
  }

  @Test("wait for one another")
  func several() async throws {
    let names = ["One", "Two", "Three"]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in names { group.addTask { try test.add(Self.lines(), as: name) } }
      try await group.waitForAll()
    }
    #expect(Set(try test.anna.collections.all().map(\.name.text)) == Set(names))
    // The rows of each are together.
    let spans = try test.count(
      """
      SELECT sum(last - first + 1) FROM
        (SELECT min(id) AS first, max(id) AS last FROM text GROUP BY collection)
      """)
    #expect(spans == 6_000)
  }

  @Test("of devices are so many and so long at most, and of the machine as many as one likes")
  func quota() throws {
    let owner = test.anna.owner
    let code = try test.journals.devices.makePairing(for: owner, now: 0)
    let paired = try test.journals.devices.pair(with: code, name: DeviceName("phone"), now: 0)
    let asked = try test.journals.journal(askedForBy: #require(paired).0, keys: .none)
    try test.add("text\na\n")
    try test.execute("UPDATE collection SET bytes = \(Collections.quota.bytes)")
    #expect(throws: CollectionError.tooLarge(limit: Collections.quota.bytes)) {
      try test.add("text\nb\n", as: "Second", by: asked)
    }
    let row = try test.anna.write { db in
      try HiddenCollections.insert(
        TextsJournal.new("Many", .lines), owner: test.anna.id, TextsJournal.now, db)
    }
    #expect(throws: CollectionError.tooManyTexts(limit: 2)) {
      var work = TextImport(into: row, after: nil, now: TextsJournal.now, atMost: 2)
      _ = try work.read(.lines, language: "", TextsJournal.once("a\nb\nc\n"), { _ in }) { store in
        try test.anna.write(store)
      }
    }
    HiddenCollections(test.anna.store).clear(row)
    // In its own place it may.
    try test.update("text\nb\n", by: asked)
    try test.execute(
      """
      WITH RECURSIVE number (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < 100)
      INSERT INTO collection (name, folded, owner, licence, language, source, format, hash, added,
        updated)
      SELECT 'n' || n, 'n' || n, owner, '', '', '', format, hash, added, updated
      FROM collection, number
      """)
    #expect(throws: CollectionError.tooMany(limit: 100)) {
      try test.add("text\nb\n", as: "Second", by: asked)
    }
    try test.add("text\nb\n", as: "Second")
    #expect(try test.count("SELECT count(*) FROM collection WHERE hidden IS NOT NULL") == 0)
  }
}
