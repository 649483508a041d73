import Files
import Foundation
import GRDB
import Store
import SystemPackage
import TestSupport
import Testing

@testable import Texts

@Suite("Checks and salvages of texts")
struct CheckTests {
  let test: TextsJournal

  init() throws {
    test = try TextsJournal()
    try test.add("key,text\na,one\nb,two\n")
    try test.anna.texts.mark(.heart, ["a"], now: TextsJournal.now)
    _ = try test.anna.textOfTheDay()
    try test.execute(ReadingRows.all)
  }

  private func problems(repairs: Bool = false) throws -> [TextsProblem] {
    try test.problems(repairs: repairs)
  }

  @Test("find nothing where nothing is wrong")
  func sound() throws { #expect(try problems().isEmpty) }

  @Test("find a wrong number of texts, and mend it")
  func count() throws {
    try test.execute("UPDATE collection SET texts = 9")
    let name = try CollectionName("Sayings")
    #expect(try problems() == [.count(name, observed: 9, expected: 2)])
    #expect(try problems(repairs: true).count == 1)
    #expect(try problems().isEmpty)
  }

  @Test("find a text that is not what was stored")
  func changedText() throws {
    try test.execute("UPDATE text SET body = 'other' WHERE key = 'a'")
    let name = try CollectionName("Sayings")
    let found = try problems()
    #expect(found.count == 3 && found.contains(.search(texts: 1)), "\(found)")
    #expect(found.contains(.otherWords(name, key: "a")), "\(found)")
    #expect(found.contains(.text(name, key: "a")), "\(found)")
    #expect(try problems(repairs: true) == found)
    #expect(try problems() == [.text(name, key: "a")])
  }

  @Test(
    "find an index of the search that is wrong, damaged or gone, and make it again",
    arguments: [
      ("INSERT INTO text_search (text_search) VALUES ('delete-all')", 2),
      ("INSERT INTO text_search (rowid, tokens) VALUES (99, 'abc')", 1),
      ("DELETE FROM text_search_data", nil), ("DROP TABLE text_search", 2),
    ] as [(String, Int?)])
  func search(sql: String, wrong: Int?) throws {
    try test.execute(sql)
    let isGone = sql.hasPrefix("DROP")
    if !isGone { #expect(try problems() == [.search(texts: wrong)]) }
    #expect(try problems(repairs: true) == [.search(texts: wrong)])
    #expect(try problems().isEmpty)
    var filter = Texts.Filter()
    filter.text = "two"
    let journal = try Journal(opening: test.path, areas: [.texts]).journal(of: test.anna.owner)
    #expect(try journal.texts.page(filter, atMost: 9, now: TextsJournal.now).map(\.key) == ["b"])
  }

  @Test(
    "find values that no program of ours writes",
    arguments: [
      ("UPDATE collection SET format = 'x'", "collection"),
      ("UPDATE text SET added = 999999999999999", "text"),
      ("UPDATE text_mark SET hearted = 999999999999999", "text_mark"),
      ("UPDATE text_day SET day = '2024-02-31'", "text_day"),
      ("UPDATE text_highlight SET colour = 'mauve'", "text_highlight"),
      ("UPDATE text_highlight SET made = 999999999999999", "text_highlight"),
      ("UPDATE text_note SET written = 999999999999999", "text_note"),
      ("UPDATE text_note_version SET replaced = -99999999999999", "text_note_version"),
      ("UPDATE reading_round SET number = 3000000000", "reading_round"),
      ("UPDATE section_read SET day = '2024-02-31'", "section_read"),
      ("UPDATE section_opened SET moment = 999999999999999", "section_opened"),
      ("UPDATE reading_place SET moment = 999999999999999", "reading_place"),
      ("UPDATE plan SET name = ' x'", "plan"), ("UPDATE plan SET days = 3661", "plan"),
      ("UPDATE plan_portion SET number = 101 WHERE number = 2", "plan_portion"),
      ("UPDATE plan_run SET start = '2025-02-30'", "plan_run"),
      ("UPDATE plan_run SET first_day = 3661", "plan_run"),
      ("UPDATE portion_read SET read_on = 'yesterday!'", "portion_read"),
    ])
  func values(sql: String, table: String) throws {
    try test.execute(sql)
    #expect(try test.findings().tables == [table])
  }

  @Test("let go of texts of no collection, and keep their marks")
  func references() throws {
    try test.execute("DELETE FROM collection")
    _ = try problems(repairs: true)
    #expect(try test.count("SELECT count(*) FROM text") == 0)
    #expect(try test.count("SELECT count(*) FROM text_mark WHERE text IS NULL") == 1)
    try test.add("key,text\na,one\nb,two\n")
    #expect(try test.keys(.hearts) == ["a"])
  }

  @Test(
    "let go of what is of no note, round, plan or run, and of owners that are gone",
    arguments: [
      ("DELETE FROM text_note", ["text_note", "text_note_version"]),
      ("DELETE FROM reading_round", ["reading_round", "section_read"]),
      ("DELETE FROM plan_run", ["plan_run", "portion_read"]),
      ("DELETE FROM plan", ["plan", "plan_portion", "plan_run", "portion_read"]),
    ])
  func orphans(sql: String, emptied: [String]) throws {
    try test.execute(sql)
    _ = try problems(repairs: true)
    for (table, count) in ReadingRows.counts {
      let left = try test.count("SELECT count(*) FROM \(table)")
      #expect(left == (emptied.contains(table) ? 0 : count), "\(table)")
    }
    try test.execute("UPDATE owner SET id = 99")
    _ = try problems(repairs: true)
    for (table, _) in ReadingRows.counts {
      #expect(try test.count("SELECT count(*) FROM \(table)") == 0, "\(table)")
    }
  }

  @Test("keep highlights, notes and all else of a collection whose texts are gone")
  func keptWithoutTexts() throws {
    try test.execute("DELETE FROM text")
    _ = try problems(repairs: true)
    for (table, count) in ReadingRows.counts {
      #expect(try test.count("SELECT count(*) FROM \(table)") == count, "\(table)")
    }
    for table in ["text_highlight", "text_note"] {
      #expect(try test.count("SELECT count(*) FROM \(table) WHERE text IS NULL") == 1)
    }
  }

  private func salvage(
    into folder: String = "new", _ report: @escaping JournalSalvage.Report
  ) throws -> Journal {
    let folder = FilePath(test.folder.path(folder))
    let salvage = try JournalSalvage(
      of: test.path, into: folder, areas: [.texts],
      settings: JournalSalvage.Settings(
        chosenOwner: nil, usualOwner: test.anna.owner, keys: .none,
        pin: { _ in throw CollectionError.language("") }, pause: { _ in },
        check: { ($0, []) }, zone: { _, _ in "UTC" }))
    _ = try salvage.run(progress: { _, _ in }, report: report)
    return try Journal(opening: folder, areas: [.texts])
  }

  @Test("leave out a collection that was about to come, and miss nothing for it")
  func hidden() throws {
    try test.anna.write { db in
      _ = try HiddenCollections.insert(
        TextsJournal.new("Hidden", .csv), owner: test.anna.id, TextsJournal.now, db)
    }
    var findings = 0
    let journal = try salvage { _ in findings += 1 }.journal(of: test.anna.owner)
    #expect(findings == 0)
    #expect(try journal.collections.all() == test.anna.collections.all())
    #expect(
      try journal.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM collection") } == 1)
  }

  @Test("bring everything over")
  func salvaged() throws {
    try test.add("Ge1:1 In\n", as: "KJV", .bible)
    try test.anna.texts.searches.remember("one")
    let shown = try test.anna.textOfTheDay()
    var findings = 0
    let journal = try salvage { _ in findings += 1 }.journal(of: test.anna.owner)
    #expect(findings == 0)
    #expect(try journal.collections.all() == test.anna.collections.all())
    #expect(try journal.texts.text("a") == test.anna.texts.text("a"))
    #expect(try journal.texts.text("Gen.1.1").section == "Genesis 1")
    #expect(try SearchTableCheck(.texts, of: journal.store).wrongDocuments() == 0)
    #expect(try journal.texts.searches.recent() == ["one"])
    #expect(try journal.textOfTheDay() == shown)
    for table in StoredTable.ofOwners {
      let new = FilePath(test.folder.path("new"))
      let rows = try test.rows(of: table.name)
      #expect(try test.rows(of: table.name, in: new) == rows && !rows.isEmpty, "\(table.name)")
    }
  }

  @Test(
    "tell of each kind how many are lost, and keep the others, those of what is lost too",
    arguments: [
      ("UPDATE text_highlight SET colour = 'mauve'", "text_highlight"),
      ("UPDATE text_note SET made = -99999999999999", "text_note"),
      ("UPDATE text_note_version SET replaced = -99999999999999", "text_note_version"),
      ("UPDATE reading_round SET number = 3000000000", "reading_round"),
      ("UPDATE section_read SET day = '2024-02-31'", "section_read"),
      ("UPDATE section_opened SET day = '2024-02-31'", "section_opened"),
      ("UPDATE reading_place SET moment = 999999999999999", "reading_place"),
      ("UPDATE plan SET days = 3661", "plan"),
      ("UPDATE plan_portion SET number = 101 WHERE number = 2", "plan_portion"),
      ("UPDATE plan_run SET first_day = 3661 WHERE id = 12", "plan_run"),
      ("UPDATE portion_read SET read_on = 'yesterday!' WHERE run = 11", "portion_read"),
    ])
  func lostRows(sql: String, table: String) throws {
    try test.execute(sql)
    var findings: [SalvageFinding] = []
    let journals = try salvage { findings.append($0) }
    #expect(findings.lostRows == [table: 1])
    let before = try test.count("SELECT count(*) FROM portion_read")
    let after = try journals.store.database.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM portion_read")
    }
    #expect(after == before.map { $0 - (table == "portion_read" ? 1 : 0) })
    let check = JournalCheck(journals, owners: nil, repairs: false)
    try check.run(progress: { _, _ in }) { Issue.record("\($0)") }
  }

  @Test("name a text that its hash is not of, and keep it, with which a check agrees")
  func alteredText() throws {
    try test.execute("UPDATE text SET body = 'two or three' WHERE key = 'b'")
    var findings: [TextsSalvageFinding] = []
    let journals = try salvage { finding in
      if case .area(let finding as TextsSalvageFinding) = finding { findings.append(finding) }
    }
    #expect(findings == [.altered(try CollectionName("Sayings"), key: "b")])
    #expect(try journals.journal(of: test.anna.owner).texts.text("b").body == "two or three")
    let check = JournalCheck(journals, owners: nil, repairs: false)
    try check.run(progress: { _, _ in }) { Issue.record("\($0)") }
  }

  @Test(
    "name a text that the index of the search has other words of",
    arguments: ["author = 'Somebody else'", "translation = 'zwei'"])
  func otherWords(change: String) throws {
    try test.execute("UPDATE text SET \(change) WHERE key = 'b'")
    var findings: [SalvageFinding] = []
    _ = try salvage { findings.append($0) }
    #expect(findings.count == 1, "\(findings)")
    guard case .area(let finding as TextsSalvageFinding) = findings.first else { return }
    #expect(finding == .otherWords(try CollectionName("Sayings"), key: "b"))
  }

  @Test("name no text where a bit of the search's index alone is another")
  func flippedIndex() throws {
    try test.add("Ge1:1 In the beginning\nGe1:2 And the earth\n", as: "KJV", .bible)
    let blocks = try test.anna.read { db in
      try Row.fetchAll(db, sql: "SELECT id, block FROM text_search_data WHERE id > 10").map {
        (id: $0[0] as Int64, block: $0[1] as Data)
      }
    }
    for (id, block) in blocks {
      for place in stride(from: 4, to: block.count, by: max(1, block.count / 6)) {
        var flipped = block
        flipped[place] ^= 1 << UInt8(place % 8)
        try test.execute(
          "UPDATE text_search_data SET block = x'\(Array(flipped).hexadecimal)' WHERE id = \(id)")
        _ = try salvage(into: "new \(id) \(place)") { finding in
          if case .area = finding { Issue.record("bit \(place % 8) of \(place): \(finding)") }
        }
      }
    }
  }

  @Test("make sections anew for the texts that are left of them, in their order")
  func lostSections() throws {
    try test.add("Ge1:1 In\nGe1:2 And\nGe2:1 Thus\nGe3:1 Now\n", as: "KJV", .bible)
    // Of one the index still has the key.
    try test.execute(
      """
      PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;
      DELETE FROM section WHERE key = 'Gen.1';
      UPDATE section SET title = '' WHERE key = 'Gen.2';
      """)
    let sections = """
      SELECT text.key, section.key, section.title, collection.name
      FROM text JOIN section ON section.id = text.section
        JOIN collection ON collection.id = section.collection
      ORDER BY section.id, text.id
      """
    var recovered: [String] = []
    let journals = try salvage { finding in
      if case .recovered(let count, let table) = finding { recovered.append("\(count) \(table)") }
    }
    #expect(recovered == ["2 section"])
    let found = try journals.store.database.read { db in
      try Row.fetchAll(db, sql: sections).map { row in
        [row[0], row[1], row[2], row[3]] as [String]
      }
    }
    #expect(
      found == [
        ["Gen.1.1", "recovered 1", "recovered 1", "KJV"],
        ["Gen.1.2", "recovered 1", "recovered 1", "KJV"],
        ["Gen.2.1", "Gen.2", "recovered 2", "KJV"], ["Gen.3.1", "Gen.3", "Genesis 3", "KJV"],
      ])
    let check = JournalCheck(journals, owners: nil, repairs: false)
    try check.run(progress: { _, _ in }) { Issue.record("\($0)") }
  }

  @Test("make all anew that others are of, where every row of it is lost")
  func lostParents() throws {
    try test.execute(
      """
      PRAGMA foreign_keys = OFF;
      DELETE FROM plan; DELETE FROM plan_run; DELETE FROM reading_round; DELETE FROM text_note;
      DELETE FROM collection;
      """)
    var recovered: [String] = []
    let journals = try salvage { finding in
      if case .recovered(_, let table) = finding { recovered.append(table) }
    }
    #expect(recovered == ["collection", "plan", "plan_run", "reading_round", "text_note"])
    for table in ["text", "plan_portion", "portion_read", "section_read", "text_note_version"] {
      let rows = try journals.store.database.read { db in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)")
      }
      #expect(try rows == test.count("SELECT count(*) FROM \(table)"), "\(table)")
    }
    let check = JournalCheck(journals, owners: nil, repairs: false)
    try check.run(progress: { _, _ in }) { Issue.record("\($0)") }
  }

  @Test("keep the texts of a collection that is lost, with their marks, and tell it")
  func lostCollection() throws {
    try test.execute("UPDATE collection SET format = 'x'")
    var findings: [SalvageFinding] = []
    let journal = try salvage { findings.append($0) }.journal(of: test.anna.owner)
    #expect(findings.lostRows == ["collection": 1])
    #expect(try journal.collections.all().map(\.name.folded) == ["sayings"])
    #expect(try journal.texts.text("b").body == "two")
    #expect(try journal.texts.text("a").mark.hearted == TextsJournal.now)
  }
}
