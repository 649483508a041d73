import CaptureTime
import Files
import Foundation
import JournalSupport
import SystemPackage
import TestSupport
import Testing
import Wording

@testable import Journal
@testable import Store
@testable import Texts

@Suite("Texts of an export")
struct ImportedTextsTests {
  private static let now = 1_750_000_000
  private static let today = CivilDate(daysSinceEpoch: now / 86_400)

  /// A file that is read at once.
  private static func add(_ text: String, as name: String, to journal: OwnerJournal) throws {
    var pieces = [Array(text.utf8)]
    let new = try NewCollection(
      CollectionName(name), licence: "CC0", source: "x.csv",
      format: name == "성경" ? .bible : .csv)
    _ = try journal.collections.add(new, now: now, piece: { pieces.popLast() ?? [] })
  }

  /// A journal with collections, marks and days of its owner, and another owner with a collection.
  private static func filled() throws -> TestJournal {
    let test = try TestJournal()
    let journal = test.journal
    _ = try journal.texts.text(of: today.previous, today: today.previous, now: now - 86_400)
    try add(
      "key,text,translation,added\na,one,하나,2024-01-02\nb,\"two\n\"\"lines\"\"\",,\n", as: "Mine",
      to: journal)
    try add("Ge1:1 In the beginning\nPsa23:1 The LORD\n", as: "성경", to: journal)
    let texts = journal.texts
    _ = try texts.text(of: today, today: today, from: .collection(CollectionName("Mine")), now: now)
    try texts.mark(.heart, ["a", "Ps.23.1"], now: now)
    try texts.mark(.use, ["a", "a"], now: now + 5)
    try texts.mark(.open, ["b"], now: now + 6)
    try texts.mark(.heart, ["b"], now: now + 7)
    try texts.mark(.unheart, ["b"], now: now + 8)
    try texts.searches.remember("secret")
    return test
  }

  private func files(_ export: TestExport) throws -> [String: [UInt8]] {
    let lists = ["collections.jsonl", "textmarks.jsonl", "textdays.jsonl", "journal.json"]
    let collections = (1...3).map { "collections/\($0).jsonl" }
    return Dictionary(
      uniqueKeysWithValues: try (lists + collections).map {
        ($0, try export.folder.read("export/\($0)"))
      })
  }

  @Test("are whole in another journal: collections with sections, marks, and what days have shown")
  func roundTrip() throws {
    let source = try Self.filled()
    let export = try TestExport(of: source)
    let written = try files(export)
    #expect(!written.values.contains { String(decoding: $0, as: UTF8.self).contains("secret") })
    let target = try TestJournal()
    let journal = target.journal
    let gain = try export.importedTexts(into: journal)
    #expect(
      gain.collections == ["Daystamp", "Mine", "성경"] && gain.counts[.textMarks] == 3
        && gain.counts[.textDays] == 2)
    for day in [Self.today.previous, Self.today] {
      let shown = try [source.journal, journal].map {
        try $0.texts.text(of: day, today: day, from: .hearts, now: Self.now)
      }
      #expect(shown[0].key == shown[1].key && shown[0].body == shown[1].body)
      #expect(shown[0].collection == shown[1].collection)
    }
    for key in ["a", "b", "Ps.23.1"] {
      let texts = try [source.journal, journal].map { try $0.texts.text(key) }
      #expect(texts[0].mark == texts[1].mark && texts[0].hash == texts[1].hash)
      #expect(texts[0].section == texts[1].section && texts[0].sectionKey == texts[1].sectionKey)
      #expect(texts[0].translation == texts[1].translation && texts[0].added == texts[1].added)
    }
    #expect(try journal.texts.text("b").body == "two\n\"lines\"")
    let collections = try [source.journal, journal].map { try $0.collections.all() }
    #expect(collections[0].map(\.hash) == collections[1].map(\.hash))
    #expect(collections[0].map(\.format) == collections[1].map(\.format))
    // The one that comes with Daystamp is nobody's.
    #expect(collections[1].map(\.owner) == [nil, journal.owner, journal.owner])
    #expect(try journal.texts.searches.recent() == [])
    // The same goes out again, and nothing comes twice.
    #expect(
      try files(TestExport(of: target)).filter { $0.key != "journal.json" }
        == written.filter { $0.key != "journal.json" })
    #expect(try export.importedTexts(into: journal) == TextRestore.Gain())
    #expect(try files(TestExport(of: target))["textmarks.jsonl"] == written["textmarks.jsonl"])
    // What a row has not, its line leaves out.
    let marks = String(decoding: try #require(written["textmarks.jsonl"]), as: UTF8.self)
    #expect(!marks.contains("null") && marks.contains("\"hearted\""), "\(marks)")
    #expect(try SearchTableCheck(.texts, of: journal.store).wrongDocuments() == 0)
  }

  @Test("are only counted in a preview")
  func preview() throws {
    let export = try TestExport(of: try Self.filled())
    let target = try TestJournal()
    let gain = try export.importedTexts(into: target.journal, isPreview: true)
    #expect(
      gain.collections == ["Daystamp", "Mine", "성경"] && gain.counts[.textMarks] == 3
        && gain.counts[.textDays] == 2)
    #expect(try target.journal.collections.all().isEmpty)
    let new = try JournalImport(
      of: ExportFolder(opening: export.path), mode: .preview(of: nil), allowsAgain: false,
      now: Self.now
    ).takeTexts()
    #expect(new == gain)
  }

  @Test("leave what is here as it is, and join what was done with the same text")
  func here() throws {
    let export = try TestExport(of: try Self.filled())
    let target = try TestJournal()
    let journal = target.journal
    // Under another key, and found by what it says.
    try Self.add("key,text\nz,one\n", as: "MINE", to: journal)
    try journal.texts.mark(.use, ["z"], now: Self.now + 9)
    _ = try journal.texts.text(of: Self.today, today: Self.today, now: Self.now)
    let gain = try export.importedTexts(into: journal)
    #expect(gain.collections == ["Daystamp", "성경"] && gain.counts[.textDays] == 1)
    #expect(try journal.texts.text("z").mark.used == Self.now + 9)
    #expect(try journal.textOfToday(Self.today) == "z")
    // The mark of "b" waits for a text.
    try journal.collections.remove(CollectionName("Mine"), withMarks: false)
    try Self.add("key,text\na,one\nb,two\n", as: "Mine", to: journal)
    #expect(try journal.texts.text("a").mark.hearted == Self.now)
    #expect(try journal.texts.text("b").mark.opened == Self.now + 6)
  }

  @Test("of other owners come along where they were marked, and no others")
  func othersCollections() throws {
    let source = try TestJournal()
    let name = try OwnerName("bob")
    try source.journals.addOwner(name, settings: JournalSettings([.timeZone: "UTC"]))
    let bob = try source.journals.journal(of: name)
    try Self.add("key,text\na,one\n", as: "Bob's", to: bob)
    try Self.add("key,text\nb,two\n", as: "Bob's own", to: bob)
    try source.journal.texts.mark(.heart, ["a"], now: Self.now)
    let target = try TestJournal()
    let gain = try TestExport(of: source).importedTexts(into: target.journal)
    #expect(gain.collections == ["Bob's"])
    #expect(try target.journal.texts.text("a").mark.hearted == Self.now)
    #expect(try target.journal.collections.all().first?.owner == target.journal.owner)
  }

  @Test(
    "are refused with the file and the line where a value is wrong, and nothing comes",
    arguments: [
      ("textmarks.jsonl", "\"hearted\":1750000000", "\"hearted\":1e30", "hearted"),
      ("textmarks.jsonl", "\"hearted\":1750000000", "\"hearted\":999999999999999", "hearted"),
      ("textmarks.jsonl", "\"uses\":2", "\"uses\":-1", "uses"),
      ("textmarks.jsonl", "\"uses\":2", "\"uses\":2000000000", "uses"),
      ("textmarks.jsonl", ",\"uses\":2", "", "uses"),
      ("textmarks.jsonl", "\"collection\":\"mine\"", "\"collection\":\"\"", "collection"),
      ("textmarks.jsonl", "\"key\":\"a\"", "\"key\":\"a\\u0000\"", "key"),
      ("textmarks.jsonl", "\"hash\":\"", "\"hash\":\"x", "hash"),
      ("textmarks.jsonl", "\"hash\":", "\"mood\":1,\"hash\":", "mood"),
      ("textdays.jsonl", "\"cycle\":0", "\"cycle\":-1", "cycle"),
      ("textdays.jsonl", "\"cycle\":0", "\"cycle\":99999999", "cycle"),
      ("textdays.jsonl", "\"day\":\"2025-", "\"day\":\"2025-02-31", "day"),
      ("collections.jsonl", "\"name\":\"Mine\"", "\"name\":\" Mine\"", "name"),
      ("collections.jsonl", "collections/2.jsonl", "../../passwd", "file"),
      ("collections.jsonl", "collections/2.jsonl", "collections/1.jsonl", "file"),
      ("collections.jsonl", "\"format\":\"csv\"", "\"format\":\"exe\"", "format"),
      ("collections.jsonl", "\"texts\":2", "\"texts\":-2", "texts"),
      ("collections.jsonl", "\"licence\":\"CC0\"", "\"licence\":7", "licence"),
    ])
  func hostile(file: String, old: String, new: String, field: String) throws {
    let export = try TestExport(of: try Self.filled())
    let text = String(decoding: try export.folder.read("export/\(file)"), as: UTF8.self)
    try #require(text.contains(old), "\(text)")
    try export.write(Array(text.replacing(old, with: new).utf8), as: file)
    let target = try TestJournal()
    let said = export.refusalOfTexts(into: target.journal)
    #expect(said.hasPrefix("\(file), line ") && said.contains(field), "\(said)")
    #expect(said.hasSuffix("; nothing was imported"), "\(said)")
    #expect(try target.journal.collections.all().isEmpty)
  }

  @Test("are refused where a file is another than was exported, and that collection does not come")
  func changed() throws {
    let source = try Self.filled()
    for file in ["collections.jsonl", "textmarks.jsonl", "textdays.jsonl", "collections/2.jsonl"] {
      let export = try TestExport(of: source)
      let bytes = try export.folder.read("export/\(file)")
      let text = String(decoding: bytes, as: UTF8.self)
      try export.folder.write(
        Array(text.replacing("one", with: "eno").replacing(":0", with: ":1").utf8),
        to: "export/\(file)")
      if try export.folder.read("export/\(file)") == bytes {
        try export.folder.write(bytes.dropLast() + Array(" \n".utf8), to: "export/\(file)")
      }
      let target = try TestJournal()
      let said = export.refusalOfTexts(into: target.journal)
      #expect(said.contains(file), "\(said)")
      #expect(try !target.journal.collections.all().contains { $0.name.text == "Mine" })
    }
  }

  @Test("are refused where lines are missing, and where the file of a collection is a link")
  func missing() throws {
    let source = try Self.filled()
    let cut = try TestExport(of: source)
    let lines = String(decoding: try cut.folder.read("export/textmarks.jsonl"), as: UTF8.self)
    let first = try #require(lines.split(separator: "\n").first)
    try cut.write(Array("\(first)\n".utf8), as: "textmarks.jsonl")
    let target = try TestJournal()
    #expect(cut.refusalOfTexts(into: target.journal).contains("textMarks"))
    let linked = try TestExport(of: source)
    let path = linked.folder.path("export/collections/1.jsonl")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
    #expect(linked.refusalOfTexts(into: target.journal).contains("collections/1.jsonl"))
    #expect(try target.journal.collections.all().isEmpty)
  }
}

extension OwnerJournal {
  fileprivate func textOfToday(_ day: CivilDate) throws -> String {
    try texts.text(of: day, today: day, now: 1_750_000_000).key
  }
}
