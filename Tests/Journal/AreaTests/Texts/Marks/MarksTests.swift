import Store
import Testing

@testable import Texts

@Suite("Marks of texts")
struct MarksTests {
  let test: TextsJournal
  private let now = TextsJournal.now

  init() throws {
    test = try TextsJournal()
    try test.add("key,text\na,one\nb,two\nc,three\n")
  }

  @Test("are an owner's: hearts latest first, uses counted, openings once")
  func deeds() throws {
    let bob = try test.owner("bob")
    let texts = test.anna.texts
    try texts.mark(.heart, ["a"], now: now)
    try texts.mark(.heart, ["c"], now: now + 1)
    try texts.mark(.heart, ["a"], now: now + 2)
    #expect(try test.keys(.hearts) == ["c", "a"])
    #expect(try texts.text("a").mark.hearted == now)
    try texts.mark(.unheart, ["c"], now: now + 3)
    #expect(try test.keys(.hearts) == ["a"])
    let used = try texts.mark(.use, ["b", "b"], now: now + 4)
    #expect(used.map(\.mark.uses) == [1, 2] && used[1].mark.used == now + 4)
    try texts.mark(.open, ["b"], now: now + 9)
    #expect(try texts.text("b").mark.opened == now + 4)
    #expect(try test.keys(.used) == ["b"] && test.keys(.unused) == ["a", "c"])
    #expect(try test.keys(.hearts, of: bob) == [] && test.keys(.unused, of: bob).count == 3)
  }

  @Test("are made of all texts that are named, or of none")
  func allOrNone() throws {
    #expect(throws: TextError.unknown("x")) {
      try test.anna.texts.mark(.heart, ["a", "x"], now: now)
    }
    #expect(try test.keys(.hearts) == [])
  }

  @Test("outlive a collection, and find their texts when it comes again")
  func removed() throws {
    try test.anna.texts.mark(.heart, ["a", "b"], now: now)
    let name = try CollectionName("Sayings")
    try test.anna.collections.remove(name, withMarks: false)
    #expect(try test.keys(.hearts) == [])
    // "a" is another text now, which has the key; what "b" said has another key; both are found.
    let change = try test.add("key,text\na,uno\nz,two\n", as: "SAYINGS")
    #expect(change.lost == [])
    #expect(try test.keys(.hearts) == ["z", "a"])
    #expect(try test.anna.collections.remove(name, withMarks: true).marks == 2)
    try test.add("key,text\na,uno\nz,two\n")
    #expect(try test.keys(.hearts) == [])
  }

  @Test("go with their owner alone, where they go with a collection")
  func withMarks() throws {
    let bob = try test.owner("bob")
    try test.anna.texts.mark(.heart, ["a"], now: now)
    try bob.texts.mark(.heart, ["a"], now: now)
    let removed = try test.anna.collections.remove(CollectionName("Sayings"), withMarks: true)
    #expect(removed.marks == 1)
    try test.add("key,text\na,one\n")
    #expect(try test.keys(.hearts) == [] && test.keys(.hearts, of: bob) == ["a"])
  }

  @Test("stay with texts by key, else by what they say; those without a text are told, and wait")
  func updated() throws {
    try test.anna.texts.mark(.heart, ["a"], now: now)
    try test.anna.texts.mark(.heart, ["b"], now: now + 1)
    try test.anna.texts.mark(.use, ["c"], now: now + 2)
    let change = try test.update("key,text\na,changed\nd,two\n")
    #expect(change.lost == ["c"])
    #expect(try test.keys(.hearts) == ["d", "a"] && test.keys(.used) == [])
    #expect(try test.update("key,text\na,changed\nd,two\nc,three\n").lost == [])
    #expect(try test.keys(.used) == ["c"])
  }

  @Test("are found by hash only where no other mark is there")
  func twoMarks() throws {
    try test.add("text\nsame\n", as: "x")
    try test.add("key,text\nk,same\nl,other\n", as: "y")
    try test.anna.texts.mark(.heart, ["k", "l"], in: CollectionName("y"), now: now)
    // "l" says what "k" said, and both have hearts: neither is shifted to the other's text.
    let change = try test.update("key,text\nl,same\n", as: "y")
    #expect(change.lost == ["k"])
    #expect(try test.keys(.hearts) == ["l"])
  }
}

@Suite("Keys of texts")
struct TextKeyTests {
  @Test(
    "of verses are also their books, chapters and numbers",
    arguments: [
      ("John 3:16", "John.3.16"), ("요 3:16", "John.3.16"), ("요한복음 3:16", "John.3.16"),
      ("1 sam. 2:3", "1Sam.2.3"), ("JHN 3:16", "John.3.16"), ("Gen 1:1-2", "Gen.1.1"),
      ("Song of Songs 1:1", "Song.1.1"), ("1Jn1:1", "1John.1.1"),
      ("Psalm 23:1", "Ps.23.1"), ("I John 4:8", "1John.4.8"), ("First John 4:8", "1John.4.8"),
      ("요한1서 4:8", "1John.4.8"), ("요 3장 16절", "John.3.16"), ("요 3 : 16", "John.3.16"),
      ("요3.16", "John.3.16"), ("Mt 5:3", "Matt.5.3"), ("Song of Solomon 1:2", "Song.1.2"),
    ])
  func verses(typed: String, key: String) {
    #expect(TextKey.meant(by: typed).last == key)
  }

  @Test("of several verses are all of them, or the first")
  func range() {
    #expect(TextKey.meant(by: "Gen 1:1-2") == ["Gen 1:1-2", "Gen.1.1-2", "Gen.1.1"])
  }

  @Test("are else as they stand", arguments: ["John 3", "x 1:1", ":", "1:1", "", "요:1", "a:b:c"])
  func others(typed: String) {
    #expect(TextKey.meant(by: typed).count == 1)
  }

  @Test("that several collections have ask for one of them")
  func several() throws {
    let test = try TextsJournal()
    try test.add("Ge1:1 In\n", as: "KJV", .bible)
    try test.add("Ge1:1 태초에\n", as: "개역", .bible)
    let names = [try CollectionName("KJV"), try CollectionName("개역")]
    #expect(throws: TextError.several("Gen.1.1", collections: names)) {
      try test.anna.texts.text("창 1:1")
    }
    #expect(try test.anna.texts.text("창 1:1", in: names[1]).body == "태초에")
    #expect(throws: TextError.unknown("Gen 9:9")) { try test.anna.texts.text("Gen 9:9") }
  }
}
