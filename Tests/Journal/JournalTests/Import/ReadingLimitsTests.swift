import JournalSupport
import Store
import TestSupport
import Testing

@testable import Journal
@testable import Texts

@Suite("What another hand made as many or as large as can be")
struct ReadingLimitsTests {
  /// Exports a journal, and imports that into another.
  private func again(_ test: TestJournal) throws -> TestJournal {
    let export = try TestExport(of: test)
    let target = try TestJournal()
    try export.importedTexts(into: target.journal)
    return target
  }

  @Test("The name of a plan's file goes out and comes in whatever it has")
  func source() throws {
    let test = try ReadingRows.journal()
    try test.execute("UPDATE plan SET source = 'a' || char(10, 27) || '[31m.plan'")
    #expect(try again(test).text("SELECT source FROM plan") == "a\n\u{1b}[31m.plan")
  }

  @Test(
    "Versions go on after any number, and come in again",
    arguments: [1_000_000_000, Int(Int32.max)])
  func versions(number: Int) throws {
    let source = try ReadingRows.journal()
    try source.execute("UPDATE text_note_version SET number = \(number)")
    let target = try again(source)
    for index in 1...3 {
      try target.journal.notes.save(
        Words("later \(index)"), of: "a", now: ReadingRows.now + 10_000 * index)
    }
    #expect(try target.count("SELECT count(*) FROM text_note_version") == 4)
    let last = try again(target)
    let words = "SELECT group_concat(words) FROM text_note_version"
    #expect(try last.text(words) == "before,now,later 1,later 2")
    #expect(try target.text(words) == last.text(words))
  }

  @Test("A plan that was followed as often as can be gets no other runs, and goes out still")
  func runs() throws {
    let export = try TestExport(of: try ReadingRows.journal())
    let target = try ReadingRows.journal()
    try target.execute(
      """
      DELETE FROM plan_run; DELETE FROM portion_read;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(PlanRun.limit - 1))
      INSERT INTO plan_run (plan, pace, begun, start, stopped)
      SELECT 10, 'own', i, '2025-06-15', i FROM n
      """)
    let gain = try export.importedTexts(into: target.journal)
    // The first of two has room, with what was read in it.
    #expect(gain.counts == [.planRuns: 1, .portionsRead: 1])
    #expect(try target.count("SELECT count(*) FROM plan_run") == PlanRun.limit)
    let last = try again(target)
    #expect(try last.count("SELECT count(*) FROM plan_run") == PlanRun.limit)
  }

  @Test("An owner of as many plans as there can be gets no others, nor their runs")
  func plans() throws {
    let export = try TestExport(of: try ReadingRows.journal())
    let target = try TestJournal()
    try target.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Plan.limit))
      INSERT INTO plan (owner, name, folded, collection, source, days, added)
      SELECT 1, 'p' || i, 'p' || i, 'sayings', '', 1, 0 FROM n
      """)
    let foreseen = try export.importedTexts(into: target.journal, isPreview: true)
    let gain = try export.importedTexts(into: target.journal)
    for counts in [gain.counts, foreseen.counts] {
      #expect(counts[.plans] == nil && counts[.planRuns] == nil && counts[.portionsRead] == nil)
    }
    #expect(try target.count("SELECT count(*) FROM plan") == Plan.limit)
    // One that is there already is the same still.
    let full = try ReadingRows.journal()
    try full.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < \(Plan.limit))
      INSERT INTO plan (owner, name, folded, collection, source, days, added)
      SELECT 1, 'p' || i, 'p' || i, 'sayings', '', 1, 0 FROM n;
      DELETE FROM plan_run WHERE id = 11
      """)
    #expect(
      try export.importedTexts(into: full.journal).counts == [.planRuns: 1, .portionsRead: 1])
  }
}
