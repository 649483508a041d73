import Foundation
import JournalSupport
import Store
import TestSupport
import Testing

@testable import Journal
@testable import Texts

@Suite("Highlights, notes, rounds and plans of an export that another hand changed")
struct RefusedReadingTests {
  @Test(
    "are refused with the file and the line where a value is wrong, and nothing comes",
    arguments: [
      ("texthighlights", "\"colour\":\"yellow\"", "\"colour\":\"mauve\"", "colour"),
      ("texthighlights", "\"end\":2", "\"end\":0", "end"),
      ("texthighlights", "\"first\":0", "\"first\":2", "first"),
      ("texthighlights", "\"first\":0", "\"first\":-1", "first"),
      ("texthighlights", "\"quote\":\"on\"", "\"quote\":\"\"", "quote"),
      ("texthighlights", "\"quote\":\"on\"", "\"quote\":\"o\\u0000\"", "quote"),
      ("texthighlights", "\"placed\":true", "\"placed\":1", "placed"),
      ("texthighlights", "\"made\":1750000000", "\"made\":999999999999999", "made"),
      ("textnotes", "\"words\":\"now\"", "\"words\":\"now \"", "words"),
      ("textnotes", "\"words\":\"now\"", "\"words\":\"\"", "words"),
      ("textnotes", "\"written\":1750000100", "\"written\":1749999999", "written"),
      ("textnoteversions", "\"version\":1", "\"version\":0", "version"),
      ("textnoteversions", ",\"words\":\"before\"", "", "words"),
      ("readings", "\"number\":1", "\"number\":0", "number"),
      ("readings", "\"number\":1", "\"number\":9999999999", "number"),
      ("sectionsread", "\"day\":\"2025-06-15\"", "\"day\":\"2025-06-31\"", "day"),
      ("sectionsread", "\"section\":\"Gen.1\"", "\"section\":\"\"", "section"),
      ("sectionsread", "\"round\":1", "\"round\":0", "round"),
      ("sectionsopened", "\"moment\":1750000150", "\"moment\":1e99", "moment"),
      ("readingplaces", "\"section\":\"Gen.2\"", "\"section\":7", "section"),
      ("plans", "\"days\":365", "\"days\":3661", "days"),
      ("plans", "\"portions\":3", "\"portions\":20001", "portions"),
      ("plans", "\"name\":\"A year\"", "\"name\":\"\"", "name"),
      ("plans", "plans/1.jsonl", "../1.jsonl", "file"),
      ("planruns", "\"pace\":\"own\"", "\"pace\":\"fast\"", "pace"),
      ("planruns", "\"firstDay\":3", "\"firstDay\":0", "firstDay"),
      ("planruns", "\"stopped\":1745000000", "\"stopped\":1", "stopped"),
      ("planruns", "\"start\":\"2025-06-15\"", "\"start\":\"15.6.2025\"", "start"),
      ("portionsread", "\"readOn\":\"2025-06-15\"", "\"readOn\":\"today\"", "readOn"),
      ("portionsread", "\"run\":2", "\"run\":0", "run"),
      ("portionsread", "\"run\":2", "\"run\":2,\"mood\":1", "mood"),
    ])
  func hostile(file: String, old: String, new: String, field: String) throws {
    let export = try TestExport(of: try ReadingRows.journal())
    let text = String(decoding: try export.folder.read("export/\(file).jsonl"), as: UTF8.self)
    try #require(text.contains(old), "\(text)")
    try export.write(Array(text.replacing(old, with: new).utf8), as: "\(file).jsonl")
    let target = try TestJournal()
    let said = export.refusalOfTexts(into: target.journal)
    #expect(said.hasPrefix("\(file).jsonl, line ") && said.contains(field), "\(said)")
    #expect(try target.journal.collections.all().isEmpty)
  }

  @Test(
    "A plan whose file is another, cut or out of order does not come",
    arguments: [
      ("Gen.1", "Gen.9"), ("\"number\":2", "\"number\":1"), ("\"day\":365", "\"day\":366"),
      ("Rev.22\",\"number\":1}\n", "Rev.22\",\"number\":1}"), ("\n", "\n\n"), ("\"day\":1,", ""),
    ])
  func changedPlan(old: String, new: String) throws {
    let export = try TestExport(of: try ReadingRows.journal())
    let text = String(decoding: try export.folder.read("export/plans/1.jsonl"), as: UTF8.self)
    try #require(text.contains(old), "\(text)")
    try export.folder.write(Array(text.replacing(old, with: new).utf8), to: "export/plans/1.jsonl")
    let target = try TestJournal()
    #expect(export.refusalOfTexts(into: target.journal).contains("plans/1.jsonl"))
    for (table, _) in ReadingRows.counts {
      #expect(try target.count("SELECT count(*) FROM \(table)") == 0, "\(table)")
    }
    #expect(try target.journal.collections.all().isEmpty)
    #expect(throws: (any Error).self) {
      try export.importedTexts(into: target.journal, isPreview: true)
    }
  }

  @Test("Nothing comes where the file of a later collection is another")
  func changedCollection() throws {
    let source = try ReadingRows.journal()
    try ReadingRows.add("key,text\nz,last\n", as: "Verses", to: source.journal)
    let export = try TestExport(of: source)
    let text = String(decoding: try export.folder.read("export/collections/2.jsonl"), as: UTF8.self)
    try #require(text.contains("last"), "\(text)")
    try export.folder.write(
      Array(text.replacing("last", with: "lost").utf8), to: "export/collections/2.jsonl")
    let target = try TestJournal()
    #expect(export.refusalOfTexts(into: target.journal).contains("collections/2.jsonl"))
    #expect(try target.journal.collections.all().isEmpty)
  }

  @Test("Lines of plans and notes that are not in the export are passed over")
  func strays() throws {
    let export = try TestExport(of: try ReadingRows.journal())
    try export.write(Array("".utf8), as: "plans.jsonl")
    try export.write(Array("".utf8), as: "textnotes.jsonl")
    try export.changeCounts(["plans": 0, "textNotes": 0])
    let target = try TestJournal()
    let gain = try export.importedTexts(into: target.journal)
    #expect(gain.counts[.planRuns] == nil && gain.counts[.portionsRead] == nil)
    #expect(gain.counts[.textNoteVersions] == nil && gain.counts[.textHighlights] == 1)
  }
}
