import Files
import Foundation
import GRDB
import Store
import Testing

@testable import Texts

@Suite("Collections")
struct CollectionsTests {
  let test: TextsJournal

  init() throws { test = try TextsJournal() }

  @Test("come in with their texts, and say what they are")
  func add() throws {
    let bible = "Ge1:1 In the beginning\nGe1:2 And\nJohn3:16 For God\n"
    let change = try test.add(bible, as: " King James ", .bible)
    #expect(change.added == 3 && change.problems == 0 && change.lost.isEmpty)
    let collection = try test.anna.collections.collection(CollectionName("KING JAMES"))
    #expect(collection == change.collection && collection.texts == 3)
    #expect(collection.owner?.text == "anna" && collection.source == "sayings.txt")
    // As sha256sum has it.
    #expect(
      collection.hash.hexadecimal
        == "3ed572030b4242ceb2fde196a744fd27"
        + "857b956bedaa307ebb40cfc3a97aecc8")
    let sections = try test.anna.collections.sections(of: collection)
    #expect(sections.map(\.section.title) == ["Genesis 1", "John 3"])
    #expect(sections.map(\.texts) == [2, 1])
    #expect(try test.keys() == ["Gen.1.1", "Gen.1.2", "John.3.16"])
  }

  @Test("are not there at all on a disk that gets full, and never the end of a file alone")
  func fullDisk() throws {
    try test.anna.store.database.writeWithoutTransaction { db in
      let count = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(count + 300)")
    }
    // Far more than its pieces, of which the last ones would have room.
    let lines = (1...1_500).map { "\($0) " + String(repeating: "word ", count: 200) }
    #expect {
      try test.add("text\n" + lines.joined(separator: "\n") + "\n")
    } throws: {
      $0.isDiskFull
    }
    #expect(try test.anna.collections.all().isEmpty)
    #expect(try test.keys().isEmpty)
  }

  @Test("of one name, however written, are refused, and nothing changes")
  func sameName() throws {
    try test.add("text\na\n", as: "Sayings")
    #expect(throws: CollectionError.exists(try CollectionName("Sayings"))) {
      try test.add("text\nb\n", as: "ＳＡＹＩＮＧＳ")
    }
    #expect(try test.keys().count == 1)
    #expect(throws: CollectionError.self) { try test.update("text\nb\n", as: "Others") }
  }

  @Test("with bad records come in without them, each named by its line")
  func badRecords() throws {
    var problems: [ReadProblem] = []
    let change = try test.add("key,text\na,one\na,two\nb\nc,three\n") { problems.append($0) }
    #expect(change.added == 2 && change.problems == 2)
    #expect(
      problems == [
        ReadProblem(line: 3, .sameKey("a")),
        ReadProblem(line: 4, .columns(observed: 1, expected: 2)),
      ])
    #expect(try test.keys() == ["a", "c"])
  }

  @Test("with unknown markers come in whole, and what is left out is told")
  func unknownMarkers() throws {
    var problems: [ReadProblem] = []
    let change = try test.add("\\id GEN\n\\c 1\n\\v 1 In \\bar so", as: "Bible", .usfm) {
      problems.append($0)
    }
    #expect(change.added == 1 && change.problems == 0)
    #expect(problems == [ReadProblem(line: 3, .unknownMarkers(names: ["bar"], count: 1))])
    #expect(throws: CollectionError.noTexts(problems: 0, first: nil)) {
      try test.add("\\id GEN\n\\bar so", as: "None", .usfm)
    }
  }

  @Test("without a text, or that cannot be read to their end, are not there at all")
  func absent() throws {
    #expect(throws: CollectionError.noTexts(problems: 0, first: nil)) { try test.add("text\n") }
    #expect(
      throws: CollectionError.noTexts(problems: 1, first: ReadProblem(line: 2, .nul))
    ) { try test.add("text\n\0\n") }
    #expect(throws: ReadError.openQuote(line: 3)) { try test.add("text\na\n\"b\n") }
    struct Cut: Error {}
    var pieces = 0
    #expect(throws: Cut.self) {
      try test.anna.collections.add(
        TextsJournal.new("Cut", .lines), now: 1,
        piece: {
          pieces += 1
          if pieces > 3 { throw Cut() }
          return Array("a\nb\n".utf8)
        })
    }
    #expect(try test.anna.collections.all().isEmpty && test.keys().isEmpty)
    // What failed is no reason why it should fail again.
    try test.add("text\na\n")
    #expect(throws: ReadError.openQuote(line: 2)) { try test.update("text\n\"b\n") }
    #expect(try test.anna.collections.all().first?.texts == 1)
  }

  @Test("have texts that say the same, where these have no keys")
  func sameTexts() throws {
    let change = try test.add("a\n%\nb\n%\na\n", as: "f", .fortune)
    #expect(change.added == 3)
    let keys = try test.keys()
    #expect(keys.allSatisfy { $0.count >= 16 } && keys[2] == "\(keys[0])-2")
    let many = String(repeating: "same\n", count: 1_000)
    let bounded = try test.add(many, as: "many", .lines)
    #expect(bounded.added == 8 && bounded.problems == 992)
  }

  @Test("are changed and removed by who added them alone, or by anybody once that owner is gone")
  func owners() throws {
    let bob = try test.owner("bob")
    try test.add("text\na\n")
    let name = try CollectionName("Sayings")
    let error = CollectionError.notYours(name, owner: test.anna.owner)
    #expect(throws: error) { try bob.collections.remove(name, withMarks: false) }
    #expect(throws: error) { try test.update("text\nb\n", by: bob) }
    #expect(try bob.collections.all().count == 1)
    try test.execute("PRAGMA foreign_keys = ON; DELETE FROM owner WHERE name = 'anna'")
    #expect(try bob.collections.all().first?.owner == nil)
    try bob.collections.remove(name, withMarks: false)
    #expect(try bob.collections.all().isEmpty)
    #expect(try test.count("SELECT count(*) FROM text") == 0)
  }

  @Test("that are everybody's are left alone by devices where there are several owners")
  func everybodys() throws {
    let shipped = try test.anna.collections.addShipped(now: TextsJournal.now)
    let owner = test.anna.owner
    let code = try test.journals.devices.makePairing(for: owner, now: 0)
    let paired = try test.journals.devices.pair(with: code, name: DeviceName("phone"), now: 0)
    let device = try #require(paired).0
    let asked = try test.journals.journal(askedForBy: device, keys: .none)
    try asked.collections.remove(shipped.name, withMarks: false)
    try asked.collections.addShipped(now: TextsJournal.now)
    _ = try test.owner("bob")
    let error = CollectionError.everybodys(shipped.name)
    #expect(throws: error) { try asked.collections.remove(shipped.name, withMarks: true) }
    #expect(throws: error) { try test.update("text\nb\n", as: shipped.name.text, by: asked) }
    #expect(try asked.collections.all().map(\.texts) == [shipped.texts])
    try test.anna.collections.remove(shipped.name, withMarks: false)
  }

  @Test("that are updated have the texts of the new file, and know which are new")
  func update() throws {
    try test.add("key,text,author\na,one,\nb,two,\nc,three,\n")
    let change = try test.update("key,text,author\nb,two,\nc,THREE,x\nd,four,\n")
    #expect(change.added == 1 && change.changed == 1 && change.removed == 1)
    #expect(change.collection.texts == 3 && change.collection.updated > change.collection.added)
    #expect(try test.keys() == ["b", "c", "d"])
    #expect(try test.anna.texts.text("c").body == "THREE")
    let soon = TextsJournal.now + 86_400 + 3_600
    #expect(try test.keys(.new, now: soon) == ["d"])
    #expect(try test.keys(.new, now: soon + StoredText.newTime) == [])
    try test.anna.texts.mark(.open, ["d"], now: soon)
    #expect(try test.keys(.new, now: soon) == [])
  }

  @Test("that are updated with one key twice take the first")
  func updateTwice() throws {
    try test.add("key,text\na,one\n")
    let change = try test.update("key,text\na,two\na,three\n")
    #expect(change.changed == 1 && change.problems == 1)
    #expect(try test.anna.texts.text("a").body == "two")
  }

  @Test("have licences and languages that are one line and a tag")
  func descriptions() throws {
    let name = try CollectionName("x")
    for language in ["", "en", "pt-BR", "zh-Hant-TW"] {
      #expect(throws: Never.self) {
        try NewCollection(name, language: language, source: "", format: .csv)
      }
    }
    for language in ["e n", "-", "en-", "한국어", String(repeating: "a", count: 9)] {
      #expect(throws: CollectionError.language(language)) {
        try NewCollection(name, language: language, source: "", format: .csv)
      }
    }
    #expect(throws: CollectionError.licence(observed: 201, limit: 200)) {
      try NewCollection(
        name, licence: String(repeating: "가", count: 201), source: "", format: .csv)
    }
  }
}
