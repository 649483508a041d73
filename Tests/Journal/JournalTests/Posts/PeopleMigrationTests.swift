import CaptureTime
import Files
import JournalSupport
import SystemPackage
import TestSupport
import Testing

@testable import Journal
@testable import People
@testable import Store
@testable import Texts

@Suite("A journal of version 9, which knew nothing of people")
struct PeopleMigrationTests {
  private let test: TestJournal

  init() async throws {
    test = try ReadingRows.journal()
    try await test.post("2024-01-31 12:00", caption: "sea", tags: ["blue"])
  }

  @Test("becomes one of today, and keeps all that it has")
  func migrated() throws {
    let rows = try test.rows()
    try test.age(to: 9)
    #expect(try test.count("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'contact%'") == 0)
    let journal = try test.reopened()
    #expect(try test.count("PRAGMA user_version") == 20)
    #expect(try test.rows() == rows)
    for (table, count) in ReadingRows.counts {
      #expect(try test.count("SELECT count(*) FROM \(table)") == count, "\(table)")
    }
    #expect(try test.text("PRAGMA integrity_check") == "ok")
    #expect(try test.count("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    #expect(try DatabaseCheck(store: journal.store).missingThings().isEmpty)
    try PeopleRows.add(to: journal)
    #expect(try journal.people.list(today: PeopleRows.day).map(\.person.name) == ["Mina"])
  }

  @Test("is salvaged as one of today, and people of one of today come along")
  func salvaged() throws {
    try PeopleRows.add(to: test.journal)
    let today = try DamagedCopy(of: test).salvage(into: FilePath(test.folder.path("today")))
    #expect(today.posts == 1 && today.findings.isEmpty, "\(today.findings)")
    let copy = try Journal(opening: FilePath(test.folder.path("today")))
    let salvaged = TestJournal(
      try copy.journal(of: test.journal.owner), of: copy, in: test.folder)
    let (old, new) = (try TestExport(of: test), try TestExport(of: salvaged))
    for count in PeopleCount.allCases {
      let file = "export/\(String(decoding: count.list))"
      #expect(try new.folder.read(file) == old.folder.read(file), "\(file)")
    }
    try test.age(to: 9)
    let older = try DamagedCopy(of: test).salvage()
    #expect(older.posts == 1 && older.findings.isEmpty, "\(older.findings)")
  }
}
