import CaptureTime
import Store
import Testing

@testable import Texts

@Suite("Reading")
struct ReadingTests {
  let test: TextsJournal
  private let now = TextsJournal.now

  init() throws { test = try TextsJournal(bible: SmallBible.file) }

  private var reading: Reading { test.anna.reading }

  @Test(
    "finds a section by its key, its title, and as people write it",
    arguments: [
      ("Gen.2", "Gen.2"), ("Genesis 2", "Gen.2"), ("창 2", "Gen.2"), ("출애굽기 1장", "Exod.1"),
      ("ex 2", "Exod.2"), ("jude 1", "Jude.1"), (" mt  1 ", "Matt.1"),
    ])
  func finds(_ typed: String, _ key: String) throws {
    #expect(try reading.section(typed).section.key == key)
  }

  @Test("says which section there is not, and which are in several collections")
  func unknown() throws {
    #expect(throws: ReadingError.unknownSection("Gen 4")) { try reading.section("Gen 4") }
    try test.add(SmallBible.file, as: "Another")
    #expect(
      throws: ReadingError.severalSections(
        "Gen.1", collections: try [CollectionName("Another"), CollectionName("Bible")])
    ) { try reading.section("Gen.1") }
    #expect(
      try reading.section("Gen.1", in: CollectionName("bible")).collection.name.text == "Bible")
  }

  @Test("knows what is before and after a section, and how many texts it has")
  func neighbours() throws {
    let section = try reading.section("Exod.1")
    #expect(section.previous?.key == "Gen.3" && section.next?.key == "Exod.2" && section.texts == 2)
    #expect(try reading.section("Gen.1").previous == nil)
    #expect(try reading.section("Jude.1").next == nil)
  }

  @Test("goes on where an owner left off, in each collection by itself")
  func places() throws {
    #expect(throws: ReadingError.noPlace(nil)) { try reading.section(atPlaceIn: nil) }
    try test.add(SmallBible.file, as: "Another")
    let (bible, another) = (try CollectionName("Bible"), try CollectionName("Another"))
    try reading.noteOpening(of: reading.section("Gen.3", in: bible), TextsJournal.rule, now: now)
    try reading.noteOpening(
      of: reading.section("Jude.1", in: another), TextsJournal.rule, now: now + 1)
    #expect(try reading.section(atPlaceIn: nil).section.key == "Jude.1")
    #expect(try reading.section(atPlaceIn: bible).section.key == "Gen.3")
    #expect(try reading.section(atPlaceIn: bible, step: 1).section.key == "Exod.1")
    #expect(try reading.section(atPlaceIn: bible, step: -1).section.key == "Gen.2")
    let jude = TextSection(key: "Jude.1", title: "Jude 1")
    #expect(throws: ReadingError.noNext(jude)) { try reading.section(atPlaceIn: another, step: 1) }
    #expect(try reading.places().map(\.section.key) == ["Jude.1", "Gen.3"])
    #expect(try test.owner("bob").reading.places().isEmpty)
    // A place whose section is gone is none, and the one before it is.
    try test.anna.collections.remove(another, withMarks: false)
    #expect(try reading.section(atPlaceIn: nil).section.key == "Gen.3")
  }

  @Test("lists what was opened by day, the latest first, to the last page")
  func opened() throws {
    let keys = ["Gen.1", "Gen.2", "Exod.1", "Gen.1", "Jude.1"]
    for (index, key) in keys.enumerated() {
      // Two a day, and the first one twice on the first day.
      let moment = now + index / 2 * 86_400 + index
      try reading.noteOpening(of: reading.section(key), TextsJournal.rule, now: moment)
    }
    var found: [String] = []
    var position: OpenedSection.Position?
    while let page = try Optional(reading.opened(after: position, atMost: 2)), !page.isEmpty {
      found += page.map { "\($0.day.day) \($0.section.title)" }
      let written = try #require(page.last?.position.description)
      position = OpenedSection.Position(parsing: written)
      try #require(position == page.last?.position)
    }
    #expect(found == ["17 Jude 1", "16 Genesis 1", "16 Exodus 1", "15 Genesis 2", "15 Genesis 1"])
    try test.anna.collections.remove(CollectionName("Bible"), withMarks: false)
    let gone = try reading.opened(atMost: 1)
    #expect(gone.map(\.section.title) == ["Jude.1"] && gone.map(\.isThere) == [false])
  }

  @Test(
    "counts what is read in levels",
    arguments: [
      (0, ReadingLevel.none), (1, .few), (2, .few), (3, .some), (5, .some), (6, .many), (9, .many),
      (10, .lots), (14, .lots), (15, .most), (1_000, .most),
    ])
  func levels(_ sections: Int, _ level: ReadingLevel) {
    #expect(ReadingLevel(sections) == level)
  }

  @Test("of foreign rows ends in an error")
  func hostile() throws {
    try reading.markRead("Gen.1", TextsJournal.rule, now: now)
    for (damage, mend) in [
      ("UPDATE section_read SET day = '2025-02-30'", "UPDATE section_read SET day = '2025-06-15'"),
      (
        "UPDATE section_read SET moment = 9223372036854775807",
        "UPDATE section_read SET moment = \(now)"
      ),
      (
        "UPDATE reading_round SET number = 9223372036854775807",
        "UPDATE reading_round SET number = 1"
      ),
    ] {
      try test.execute(damage)
      #expect(throws: JournalError.self, "\(damage)") {
        _ = try reading.streak(today: TextsJournal.day)
        _ = try reading.section("Gen.1")
      }
      try test.execute(mend)
    }
    #expect(try reading.section("Gen.1").read?.moment == now)
  }
}
