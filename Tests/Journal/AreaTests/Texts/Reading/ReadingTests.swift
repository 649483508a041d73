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
      ("Gen 2:1", "Gen.2"), ("Exod.2.3-5", "Exod.2"), ("출 2장 3절", "Exod.2"), ("Matthew", "Matt.1"),
    ])
  func finds(_ typed: String, _ key: String) throws {
    #expect(try reading.section(typed).section.key == key)
  }

  @Test("says which section there is not, and which are in several collections")
  func unknown() throws {
    for typed in ["Gen 4", "Gen 4:1", "Mark", "nothing"] {
      #expect(throws: ReadingError.unknownSection(typed)) { try reading.section(typed) }
    }
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

  @Test("has the order of a file that was read again; marks, notes and the search stay with texts")
  func orderOfUpdate() throws {
    let header = "key,text,section,section title\n"
    // Verse 2 of Exodus 2 and all of Genesis 2 come with the update.
    let older = SmallBible.lines.filter { !$0.hasPrefix("Gen.2.") && !$0.hasPrefix("Exod.2.2") }
    try test.update(header + older.joined(separator: "\n"), as: SmallBible.name)
    #expect(try test.keys().count == SmallBible.keys.count - 3)
    let texts = test.anna.texts
    try texts.mark(.heart, ["Matt.1.1"], now: now)
    try test.anna.notes.save(Words("mine"), of: "Exod.2.3", now: now)
    try test.anna.highlights.add(.quote("verse"), of: "Jude.1.3", .green, now: now)
    let found = try search("Jude.1.3")
    try test.update(SmallBible.file, as: SmallBible.name)

    #expect(try test.keys() == SmallBible.keys)
    #expect(try reading.section("Gen.1").next?.key == "Gen.2")
    #expect(try reading.section("Exod.1").previous?.key == "Gen.3")
    let file = Array("1=Gen.1-Gen.3\n2=Exod.1.1-Exod.2.5\n3=Matt.1-Jude.1".utf8)
    #expect(
      try test.anna.plans.add(PlanName("Plan"), of: file, from: "", now: now).coverage.isWhole)
    #expect(try test.keys(.hearts) == ["Matt.1.1"])
    #expect(try test.anna.notes.note(of: "Exod.2.3")?.words == "mine")
    #expect(try test.anna.highlights.of(texts.text("Jude.1.3")).map(\.passage.quote) == ["verse"])
    #expect(try search("Jude.1.3") == found && found == ["Jude.1.3"])
    #expect(try test.count("SELECT count(*) FROM pragma_foreign_key_check") == 0)
  }

  private func search(_ words: String) throws -> [String] {
    var filter = Texts.Filter()
    filter.text = words
    var keys: [String] = []
    try test.anna.texts.forEach(filter, now: now) { keys.append($0.key) }
    return keys
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
