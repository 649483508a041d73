import CaptureTime
import Store
import Testing

@testable import Texts

@Suite("The text of a day")
struct DayTextsTests {
  let test: TextsJournal
  private let first = CivilDate(daysSinceEpoch: 20_000)

  init() throws { test = try TextsJournal() }

  private func draw(_ days: Range<Int>, from pool: TextPool = .all) throws -> [String] {
    try days.map { number in
      let day = first.adding(days: number)
      return try test.anna.texts.text(of: day, today: day, from: pool, now: TextsJournal.now).key
    }
  }

  private func add(_ keys: some Sequence<Int>, as name: String = "Sayings") throws {
    let lines = keys.map { "\($0),text \($0)\n" }.joined()
    try test.add("key,text\n\(lines)", as: name)
  }

  @Test("comes not twice until all have come, in another order each time")
  func cycles() throws {
    try add(0..<50)
    let keys = try draw(0..<100)
    #expect(Set(keys[..<50]).count == 50 && Set(keys[50...]).count == 50)
    #expect(Array(keys[..<50]) != Array(keys[50...]))
    #expect(keys[..<50].map { Int($0) ?? 0 } != Array(0..<50))
  }

  @Test("stays that of its day, whatever comes and goes")
  func stored() throws {
    try add(0..<10)
    let keys = try draw(0..<5)
    try add(100..<200, as: "More")
    #expect(try draw(0..<5) == keys)
    let later = try draw(5..<105)
    // None of a collection came twice before all of it had come.
    let old = (keys + later).filter { $0.count < 3 }
    let new = later.filter { $0.count == 3 }
    #expect(Set(old.prefix(10)).count == 10 && Set(new).count == new.count)
    // It is found again with its collection, by key.
    let name = try CollectionName("Sayings")
    try test.anna.collections.remove(name, withMarks: false)
    // Of a day that is over it is told; today gets another one.
    let (day, next) = (first, first.next)
    #expect(throws: TextError.gone(keys[0], collection: "sayings")) {
      try test.anna.texts.text(of: day, today: next, now: TextsJournal.now)
    }
    let last = first.adding(days: 4)
    let other = try test.anna.texts.text(of: last, today: last, now: TextsJournal.now)
    #expect(other.collection.text == "More")
    try add((0..<10).reversed())
    #expect(try draw(0..<5) == keys[..<4] + [other.key])
  }

  @Test("is an owner's own, and drawn for today alone")
  func days() throws {
    try add(0..<200)
    let texts = test.anna.texts
    #expect(throws: JournalError.self) {
      try texts.text(of: first.next, today: first, now: TextsJournal.now)
    }
    #expect(throws: TextError.nothingShown(first.previous.description)) {
      try texts.text(of: first.previous, today: first, now: TextsJournal.now)
    }
    let own = try draw(0..<20)
    let bob = try test.owner("bob")
    let pool = TextPool.collection(try CollectionName("Sayings"))
    let other = try (0..<20).map { number in
      let day = first.adding(days: number)
      return try bob.texts.text(of: day, today: day, from: pool, now: TextsJournal.now).key
    }
    #expect(own != other)
  }

  @Test("comes of Daystamp's own collection where there is none, 120 days long")
  func shipped() throws {
    #expect(throws: TextError.none) { try draw(0..<1, from: .unused) }
    let keys = try draw(0..<120)
    #expect(Set(keys).count == 120)
    let collection = try #require(try test.anna.collections.all().first)
    #expect(collection.texts == 120 && collection.owner == nil && collection.licence == "MIT")
    #expect(Set(try draw(120..<121)).isSubset(of: keys))
    try test.anna.texts.forEach(Texts.Filter(), now: TextsJournal.now) { text in
      #expect(text.body.allSatisfy(\.isASCII) && text.body.count <= 100, "\(text.body)")
      // Hangul syllables.
      #expect(text.translation.unicodeScalars.contains { 0xAC00...0xD7A3 ~= $0.value })
      #expect(text.translation.count <= 100 && !text.isNew(at: TextsJournal.now))
    }
    let bob = try test.owner("bob")
    try bob.collections.remove(collection.name, withMarks: false)
  }

  @Test("comes of a pool: hearts, unused ones, a collection or a section")
  func pools() throws {
    try add(0..<5)
    try test.add("Ge1:1 a\nGe1:2 b\nPsa1:1 c\n", as: "KJV", .bible)
    let texts = test.anna.texts
    #expect(throws: TextError.none) { try draw(0..<1, from: .hearts) }
    try texts.mark(.heart, ["3"], now: 1)
    #expect(try draw(0..<2, from: .hearts) == ["3", "3"])
    let name = try CollectionName("kjv")
    #expect(Set(try draw(2..<5, from: .collection(name))) == ["Gen.1.1", "Gen.1.2", "Ps.1.1"])
    #expect(
      Set(try draw(5..<7, from: .section(name, key: "Gen.1"))) == ["Gen.1.1", "Gen.1.2"])
    try texts.mark(.use, ["0", "1", "2", "3", "4", "Gen.1.1", "Gen.1.2"], now: 1)
    #expect(try draw(7..<8, from: .unused) == ["Ps.1.1"])
    #expect(throws: CollectionError.self) {
      try draw(8..<9, from: .collection(CollectionName("none")))
    }
  }

  @Test("is of another owner's collection only for who has chosen that")
  func othersCollections() throws {
    try add(0..<50)
    let bob = try test.owner("bob")
    for pool in [TextPool.all, .unused] {
      #expect(throws: TextError.none) {
        try bob.texts.text(of: first, today: first, from: pool, now: TextsJournal.now)
      }
    }
    try test.add("key,text\nown,mine\n", as: "Mine", by: bob)
    try bob.collections.addShipped(now: TextsJournal.now)
    let keys = try (0..<121).map { number in
      let day = first.adding(days: number)
      return try bob.texts.text(of: day, today: day, now: TextsJournal.now).key
    }
    // Those of Daystamp's that came are different ones, as many as half of the days.
    let shipped = keys.filter { $0 != "own" }
    #expect(Set(shipped).count == shipped.count && 40...80 ~= shipped.count)
  }

  @Test("comes of a small collection as often as of a large one")
  func equalWeight() throws {
    try add(0..<3, as: "Small")
    try add(100..<3_100, as: "Large")
    let keys = try draw(0..<400)
    let small = keys.filter { (Int($0) ?? 0) < 3 }
    let large = keys.filter { (Int($0) ?? 0) >= 100 }
    #expect(160...240 ~= small.count && small.count + large.count == 400)
    #expect(Set(large).count == large.count)
    for round in 0..<50 {
      #expect(Set(small[(3 * round)..<(3 * round + 3)]).count == 3)
    }
    // All day it is the same, and so it stays.
    #expect(try draw(0..<400) == keys)
    // What was used comes no more, and leaves the other its turns.
    try test.anna.texts.mark(.use, ["0", "1", "2"], now: 1)
    let unused = try draw(400..<430, from: .unused)
    #expect(unused.allSatisfy { (Int($0) ?? 0) >= 100 } && Set(unused).count == 30)
  }

  @Test("comes of hearts with the same chance each, none twice until all have come")
  func hearts() throws {
    try add(0..<3, as: "Small")
    try add(100..<300, as: "Large")
    let hearted = ["1"] + (100..<109).map(String.init)
    try test.anna.texts.mark(.heart, hearted, now: 1)
    let keys = try draw(0..<20, from: .hearts)
    #expect(Set(keys[..<10]) == Set(hearted) && Set(keys[10...]) == Set(hearted))
    // The collections go on where they were.
    #expect(Set(try draw(20..<22, from: .collection(CollectionName("Small")))) == ["0", "2"])
  }

  @Test(
    "comes of a pool that is written as it is set",
    arguments: ["all", "hearts", "unused", "collection My own", "section a/b/Ps.23"])
  func poolTexts(text: String) throws {
    #expect(try TextPool(parsing: text).description == text)
  }

  @Test(
    "comes of no pool that nobody knows",
    arguments: ["", "All", "collection", "collection ", "section x", "hearts "])
  func badPools(text: String) {
    #expect(throws: (any Error).self) { try TextPool(parsing: text) }
  }

  @Test("that is drawn at random is any of them")
  func random() throws {
    #expect(throws: TextError.none) { try test.anna.texts.randomText(seed: 1) }
    try add(0..<20)
    let keys = try (0..<200).map { try test.anna.texts.randomText(seed: UInt64($0)).key }
    #expect(Set(keys).count == 20)
    _ = try test.anna.texts.randomText(seed: .max)
  }
}
