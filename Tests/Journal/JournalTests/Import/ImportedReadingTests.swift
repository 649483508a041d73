import Files
import Foundation
import JournalSupport
import Store
import SystemPackage
import TestSupport
import Testing
import Wording

@testable import Journal
@testable import Texts

@Suite("Highlights, notes, rounds and plans of an export")
struct ImportedReadingTests {
  private static let lists = TextCount.allCases.map { String(decoding: $0.list) }

  /// The files of texts that an export has, but for the collections', which say when they came.
  private func files(_ export: TestExport) throws -> [String: String] {
    var files: [String: String] = [:]
    for name in (Self.lists + ["plans/1.jsonl", "plans/2.jsonl"]).dropFirst()
    where export.folder.files.contains("export/\(name)") {
      files[name] = String(decoding: try export.folder.read("export/\(name)"), as: UTF8.self)
    }
    return files
  }

  /// All rows that are exported, without the numbers that they have here.
  private func rows(_ test: TestJournal) throws -> [String: String] {
    try files(TestExport(of: test))
  }

  @Test("are whole in another journal, and nothing of them comes twice")
  func roundTrip() throws {
    let source = try ReadingRows.journal()
    let export = try TestExport(of: source)
    let written = try files(export)
    #expect(written.count == 11, "\(written.keys.sorted())")
    let target = try TestJournal()
    let foreseen = try export.importedTexts(into: target.journal, isPreview: true)
    for (table, _) in ReadingRows.counts {
      #expect(try target.count("SELECT count(*) FROM \(table)") == 0, "\(table)")
    }
    let gain = try export.importedTexts(into: target.journal)
    #expect(gain == foreseen && gain.collections == ["Sayings"] && gain.renamed.isEmpty)
    #expect(
      gain.counts == [
        .textHighlights: 1, .textNotes: 1, .textNoteVersions: 1, .readings: 1, .sectionsRead: 1,
        .sectionsOpened: 1, .readingPlaces: 1, .plans: 1, .planRuns: 2, .portionsRead: 2,
      ])
    #expect(try files(TestExport(of: target)) == written)
    for (table, count) in ReadingRows.counts {
      #expect(try target.count("SELECT count(*) FROM \(table)") == count, "\(table)")
    }
    for table in ["text_highlight", "text_note"] {
      #expect(
        try target.text(
          "SELECT body FROM \(table) AS it JOIN text ON text.id = it.text") == "one")
    }
    #expect(try export.importedTexts(into: target.journal, isPreview: true) == TextRestore.Gain())
    #expect(try export.importedTexts(into: target.journal) == TextRestore.Gain())
    #expect(try files(TestExport(of: target)) == written)
    var findings: [JournalFinding] = []
    try JournalCheck(target.journals, owners: nil, repairingWith: nil)
      .run(progress: { _, _ in }, report: { findings.append($0) })
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test("have no files where there are none, and those of other owners are not in them")
  func none() throws {
    let source = try ReadingRows.journal()
    let bob = try TestJournal(adding: "bob", to: source)
    let export = try TestExport(of: bob)
    #expect(try files(export).isEmpty)
    #expect(!export.folder.files.contains("export/collections.jsonl"))
    // Once he has read of it, the collection comes along.
    try source.execute(
      """
      INSERT INTO reading_round (owner, collection, number, begun)
      SELECT id, 'sayings', 1, 5 FROM owner WHERE name = 'bob'
      """)
    let read = try TestExport(of: bob)
    #expect(
      try files(read) == [
        "readings.jsonl": "{\"begun\":5,\"collection\":\"sayings\",\"number\":1}\n"
      ])
    #expect(read.folder.files.contains("export/collections/1.jsonl"))
  }

  @Test(
    "A note that says something else keeps what was written last, and the other words as a version",
    arguments: [
      ("mine", 1_750_000_200, "mine", ["before", "now"]),
      ("mine", 1_750_000_050, "now", ["mine", "before"]),
      ("now", 1_750_000_050, "now", ["before"]),
      ("", 1_750_000_200, "", ["before", "now"]),
      ("", 1_750_000_050, "now", ["before"]),
    ] as [(String, Int, String, [String])])
  func note(words: String, written: Int, expected: String, versions: [String]) throws {
    let export = try TestExport(of: try ReadingRows.journal())
    let target = try TestJournal()
    try ReadingRows.add("key,text\na,one\n", as: "Sayings", to: target.journal)
    try target.execute(
      """
      INSERT INTO text_note (owner, text, collection, key, hash, words, made, written)
      SELECT 1, id, 'sayings', key, hash, '\(words)', 1740000000, \(written) FROM text
      """)
    let all =
      "SELECT group_concat(words, ',') FROM (SELECT words FROM text_note_version ORDER BY number)"
    for _ in 0..<2 {
      try export.importedTexts(into: target.journal)
      #expect(try target.text("SELECT words FROM text_note") == expected)
      #expect(
        try target.text(all)?.split(separator: ",").sorted().joined(separator: ",")
          == versions.sorted().joined(separator: ","))
    }
    #expect(
      try target.text("SELECT group_concat(replaced) FROM text_note_version")
        == target.text(
          "SELECT group_concat(replaced) FROM (SELECT replaced FROM text_note_version ORDER BY replaced)"
        ))
    #expect(try export.importedTexts(into: target.journal) == TextRestore.Gain())
  }

  @Test("Of the versions of a note the last 50 are kept, however they come")
  func versions() throws {
    let source = try ReadingRows.journal()
    try source.execute(
      """
      DELETE FROM text_note_version;
      WITH RECURSIVE n (i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 52)
      INSERT INTO text_note_version SELECT 8, i, 1000 + i, 2000 + 10 * i, 'theirs ' || i FROM n
      """)
    let export = try TestExport(of: source)
    let target = try ReadingRows.journal()
    try target.execute(
      """
      DELETE FROM text_note_version;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
      INSERT INTO text_note_version SELECT 8, i, 1005 + i, 2025 + 10 * i, 'ours ' || i FROM n
      """)
    try export.importedTexts(into: target.journal)
    #expect(try target.count("SELECT count(*) FROM text_note_version") == 50)
    // The latest of both, in their order.
    #expect(
      try target.count(
        """
        SELECT count(*) FROM text_note_version AS a JOIN text_note_version AS b
        ON b.number > a.number AND b.replaced < a.replaced
        """) == 0)
    #expect(try target.count("SELECT min(replaced) FROM text_note_version") == 2_230)
    #expect(
      try target.count("SELECT count(*) FROM text_note_version WHERE words LIKE 'theirs%'") == 30)
    #expect(try export.importedTexts(into: target.journal) == TextRestore.Gain())
    let fresh = try TestJournal()
    try export.importedTexts(into: fresh.journal)
    #expect(try rows(fresh)["textnoteversions.jsonl"] == files(export)["textnoteversions.jsonl"])
  }

  @Test(
    "A highlight is the same where range, quote and colour are, and where its text has changed",
    arguments: [
      ("", 1), ("UPDATE text_highlight SET colour = 'green'", 2),
      ("UPDATE text_highlight SET first = 1", 2),
      ("UPDATE text_highlight SET made = 5", 1),
      // As placed again in what the text says now.
      ("UPDATE text_highlight SET first = 5, end = 7, hash = zeroblob(16)", 1),
      ("UPDATE text_highlight SET first = 5, end = 7, hash = zeroblob(16), made = 5", 2),
      ("UPDATE text_highlight SET key = 'b'", 2),
    ])
  func highlight(change: String, count: Int) throws {
    let export = try TestExport(of: try ReadingRows.journal())
    let target = try ReadingRows.journal()
    if !change.isEmpty { try target.execute(change) }
    for round in 0..<2 {
      let gain = try export.importedTexts(into: target.journal)
      #expect(gain.counts[.textHighlights, default: 0] == (round == 0 ? count - 1 : 0))
      #expect(try target.count("SELECT count(*) FROM text_highlight") == count)
    }
  }

  @Test("Where the text has another key here, they are of that one, and nothing comes twice")
  func otherKey() throws {
    let export = try TestExport(of: try ReadingRows.journal())
    let target = try TestJournal()
    try ReadingRows.add("key,text\nz,one\n", as: "SAYINGS", to: target.journal)
    for _ in 0..<2 {
      try export.importedTexts(into: target.journal)
      for table in ["text_highlight", "text_note"] {
        #expect(try target.text("SELECT group_concat(key) FROM \(table)") == "z")
      }
      #expect(try target.count("SELECT count(*) FROM text_note_version") == 1)
    }
    #expect(try export.importedTexts(into: target.journal) == TextRestore.Gain())
  }

  @Test("Rounds join by their numbers, and the later place is the one where the owner is")
  func rounds() throws {
    let export = try TestExport(of: try ReadingRows.journal())
    let target = try TestJournal()
    try target.execute(
      """
      INSERT INTO reading_round VALUES (1, 1, 'sayings', 1, 1749000000), (2, 1, 'sayings', 2, 1749000001);
      INSERT INTO section_read VALUES (1, 'Gen.1', '2025-06-15', 7), (2, 'Gen.1', '2025-06-15', 8),
        (1, 'Gen.1', '2025-06-14', 9);
      INSERT INTO section_opened VALUES (1, '2025-06-15', 'sayings', 'Gen.1', 1750000999);
      INSERT INTO reading_place VALUES (1, 'sayings', 'Gen.9', 1750000100)
      """)
    let gain = try export.importedTexts(into: target.journal)
    #expect(gain.counts[.sectionsRead] == nil && gain.counts[.sectionsOpened] == nil)
    #expect(gain.counts[.readings] == nil && gain.counts[.readingPlaces] == 1)
    #expect(try target.text("SELECT section FROM reading_place") == "Gen.2")
    #expect(try target.count("SELECT begun FROM reading_round WHERE number = 1") == 1_749_000_000)
    #expect(try target.count("SELECT moment FROM section_opened") == 1_750_000_999)
    #expect(try target.count("SELECT count(*) FROM section_read") == 3)
    try target.execute(
      "DELETE FROM section_read WHERE round = 1; UPDATE reading_place SET moment = 1760000000, section = 'x'"
    )
    #expect(try export.importedTexts(into: target.journal).counts == [.sectionsRead: 1])
    #expect(try target.text("SELECT section FROM reading_place") == "x")
  }

  @Test("A plan whose name another one has gets a free one, once, with its runs")
  func plans() throws {
    let source = try ReadingRows.journal()
    let export = try TestExport(of: source)
    let target = try TestJournal()
    try target.execute(
      """
      INSERT INTO plan VALUES (1, 1, 'a YEAR', 'a year', 'sayings', '', 365, 5);
      INSERT INTO plan_run VALUES (1, 1, 'own', 1750000000, '2025-06-15', 1, NULL)
      """)
    let foreseen = try export.importedTexts(into: target.journal, isPreview: true)
    let gain = try export.importedTexts(into: target.journal)
    #expect(gain == foreseen)
    #expect(gain.renamed == [.init(name: "A year", here: "A year (2)")])
    #expect(gain.counts[.plans] == 1 && gain.counts[.planRuns] == 2)
    #expect(try export.importedTexts(into: target.journal) == TextRestore.Gain())
    #expect(
      try target.text("SELECT group_concat(name, '/') FROM plan ORDER BY id") == "a YEAR/A year (2)"
    )
    #expect(
      try target.count(
        """
        SELECT count(*) FROM portion_read JOIN plan_run ON plan_run.id = run
        JOIN plan ON plan.id = plan WHERE name = 'A year (2)'
        """) == 2)
    #expect(try target.count("SELECT count(*) FROM plan_portion") == 3)
  }

  @Test("A run comes stopped where another one of the plan goes on here, which does")
  func runs() throws {
    let export = try TestExport(of: try ReadingRows.journal())
    let target = try ReadingRows.journal()
    try target.execute("UPDATE plan_run SET begun = 1750000009 WHERE id = 12")
    #expect(
      try export.importedTexts(into: target.journal).counts == [.planRuns: 1, .portionsRead: 1])
    #expect(try target.count("SELECT count(*) FROM plan_run WHERE stopped IS NULL") == 1)
    #expect(
      try target.count("SELECT stopped FROM plan_run WHERE begun = 1750000000") == 1_750_000_009)
    #expect(try export.importedTexts(into: target.journal) == TextRestore.Gain())
  }

  @Test("Runs of a plan that were begun in the same second stay apart")
  func sameSecond() throws {
    let source = try ReadingRows.journal()
    try source.execute(
      "UPDATE plan_run SET begun = 1750000000, pace = 'own', stopped = 1750000000 WHERE id = 11")
    let export = try TestExport(of: source)
    let target = try TestJournal()
    #expect(try export.importedTexts(into: target.journal).counts[.planRuns] == 2)
    #expect(try files(TestExport(of: target)) == files(export))
    #expect(try export.importedTexts(into: target.journal) == TextRestore.Gain())
  }

  @Test("Hundreds of rows of each kind go out in order and come in whole")
  func many() throws {
    let source = try ReadingRows.journal()
    try source.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
      INSERT INTO section_read
      SELECT 9, 'Ps.' || (i % 150), date('2020-01-01', (i / 150) || ' days'), i FROM n;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
      INSERT INTO plan_portion SELECT 10, 2 + i / 10, 1 + i % 10, 'Gen.' || i, 'Gen.' || i FROM n;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
      INSERT INTO portion_read SELECT 12, 2 + i / 10, 1 + i % 10, '2025-06-15', i FROM n;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
      INSERT INTO text_note (owner, collection, key, hash, words, made, written)
      SELECT 1, 'sayings', 'k' || i, zeroblob(16), i || hex(zeroblob(40000)), 1, 1 FROM n
      """)
    let export = try TestExport(of: source)
    let target = try TestJournal()
    let gain = try export.importedTexts(into: target.journal)
    #expect(gain.counts[.sectionsRead] == 2_501 && gain.counts[.portionsRead] == 2_502)
    #expect(gain.counts[.textNotes] == 31)
    let (old, new) = (try files(export), try files(TestExport(of: target)))
    #expect(old.keys == new.keys)
    for (file, text) in old { #expect(new[file] == text, "\(file)") }
  }
}
