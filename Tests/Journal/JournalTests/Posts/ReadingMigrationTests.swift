import CaptureTime
import Files
import JournalSupport
import SystemPackage
import TestSupport
import Testing

@testable import Journal
@testable import Store
@testable import Texts

@Suite("A journal of version 8, which knew texts and nothing of reading")
struct ReadingMigrationTests {
  private let test: TestJournal
  private static let tables = [
    "collection", "section", "text", "text_mark", "text_day", "text_query",
  ]

  init() async throws {
    test = try TestJournal()
    try await test.post("2024-01-31 12:00", caption: "sea", tags: ["blue"])
    var pieces = [Array("key,text,section\na,one,s\nb,two,s\n".utf8)]
    let new = try NewCollection(CollectionName("Sayings"), source: "x.csv", format: .csv)
    _ = try test.journal.collections.add(
      new, now: 1_750_000_000, piece: { pieces.popLast() ?? [] })
    try test.journal.texts.mark(.heart, ["a"], now: 1_750_000_000)
    try test.journal.texts.searches.remember("one")
    let day = CivilDate(daysSinceEpoch: 20_000)
    _ = try test.journal.texts.text(of: day, today: day, now: 1_750_000_000)
  }

  /// The rows of texts, as text.
  private func texts() throws -> [String] {
    try Self.tables.map { table in
      let columns = try test.text(
        """
        SELECT group_concat('quote(' || name || ')', ' || ''/'' || ')
        FROM pragma_table_info('\(table)')
        """)
      let rows = "SELECT \(columns ?? "") AS row FROM \(table) ORDER BY row"
      return try test.text("SELECT group_concat(row, char(10)) FROM (\(rows))") ?? "-"
    }
  }

  @Test("becomes one of today, and keeps all that it has")
  func migrated() throws {
    // How long files were, nobody knows of collections from before version 15.
    try test.execute("UPDATE collection SET bytes = NULL")
    let (rows, texts) = (try test.rows(), try texts())
    #expect(texts.count == Self.tables.count && !texts.contains("-"))
    try test.age(to: 8)
    #expect(try test.count("SELECT count(*) FROM sqlite_schema WHERE name = 'plan'") == 0)
    let journal = try test.reopened()
    #expect(try test.count("PRAGMA user_version") == 20)
    #expect(try test.rows() == rows)
    #expect(try self.texts() == texts)
    #expect(try test.text("PRAGMA integrity_check") == "ok")
    #expect(try test.count("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    #expect(try DatabaseCheck(store: journal.store).missingThings().isEmpty)
    try test.execute(ReadingRows.all)
    for (table, count) in ReadingRows.counts {
      #expect(try test.count("SELECT count(*) FROM \(table)") == count, "\(table)")
    }
  }

  @Test("is salvaged as one of today, and what is read of a damaged one of today comes along")
  func salvaged() throws {
    try test.execute(ReadingRows.all)
    let today = try DamagedCopy(of: test).salvage(into: FilePath(test.folder.path("today")))
    #expect(today.posts == 1 && today.findings.isEmpty, "\(today.findings)")
    let copy = try Journal(opening: FilePath(test.folder.path("today")))
    let salvaged = TestJournal(
      try copy.journal(of: test.journal.owner), of: copy, in: test.folder)
    let export = try TestExport(of: salvaged)
    for count in TextCount.allCases {
      #expect(
        export.folder.files.contains("export/\(String(decoding: count.list))"), "\(count)")
    }
    try test.age(to: 8)
    let older = try DamagedCopy(of: test).salvage()
    #expect(older.posts == 1 && older.findings.isEmpty, "\(older.findings)")
  }
}
