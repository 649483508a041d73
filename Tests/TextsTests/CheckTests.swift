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
  }

  private func problems(repairs: Bool = false) throws -> [TextsProblem] {
    let journals = try Journal(opening: test.path, areas: [.texts])
    let check = JournalCheck(
      journals, owners: nil, repairs: repairs,
      areas: [TextsCheck(of: journals.store, repairs: repairs)])
    var problems: [TextsProblem] = []
    try check.run(progress: { _, _ in }) { finding in
      if case .area(let problem as TextsProblem) = finding.problem { problems.append(problem) }
    }
    return problems
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
    #expect(try problems() == [.search(texts: 1), .text(name, key: "a")])
    #expect(try problems(repairs: true).count == 2)
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
    ])
  func values(sql: String, table: String) throws {
    try test.execute(sql)
    let tables = try problems().map { problem in
      if case .row(let table, _) = problem { table } else { "" }
    }
    #expect(tables == [table])
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

  private func salvage(_ report: @escaping JournalSalvage.Report) throws -> Journal {
    let folder = FilePath(test.folder.path("new"))
    let salvage = try JournalSalvage(
      of: test.path, into: folder, areas: [.texts], salvages: [TextsSalvage()],
      settings: JournalSalvage.Settings(
        chosenOwner: nil, usualOwner: test.anna.owner, keys: .none,
        pin: { _ in throw CollectionError.language("") }, pause: { _ in },
        check: { ($0, []) }, zone: { _, _ in "UTC" }))
    _ = try salvage.run(progress: { _, _ in }, report: report)
    return try Journal(opening: folder, areas: [.texts])
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
  }

  @Test("keep marks and days whose collection is lost, and tell what is")
  func lostCollection() throws {
    try test.execute("UPDATE collection SET format = 'x'")
    var findings: [TextsSalvageFinding] = []
    let journal = try salvage { finding in
      if case .area(let finding as TextsSalvageFinding) = finding { findings.append(finding) }
    }.journal(of: test.anna.owner)
    #expect(findings == [.collections(1), .texts(2)])
    let again = try journal.collections.add(
      TextsJournal.new("Sayings", .csv), now: 1, piece: TextsJournal.once("key,text\na,one\n"))
    #expect(again.lost == [])
    #expect(try journal.texts.text("a").mark.hearted == TextsJournal.now)
  }
}
