import Files
import JournalSupport
import SystemPackage
import TestSupport
import Testing

@testable import Journal
@testable import People
@testable import Reminders
@testable import Store

@Suite("A journal of version 10, which knew nothing of reminders")
struct ReminderMigrationTests {
  private let test: TestJournal

  init() async throws {
    test = try PeopleRows.journal()
    try await test.post("2024-01-31 12:00", caption: "sea", tags: ["blue"])
  }

  @Test("becomes one of today, and keeps all that it has")
  func migrated() throws {
    let (rows, people) = (try test.rows(), try PeopleRows.rows(test))
    try test.age(to: 10)
    #expect(try test.count("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'remind%'") == 0)
    let journals = try Journal(opening: test.path)
    #expect(try test.count("PRAGMA user_version") == 14)
    #expect(try test.rows() == rows)
    #expect(try PeopleRows.rows(test) == people)
    #expect(try test.text("PRAGMA integrity_check") == "ok")
    #expect(try test.count("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    #expect(try DatabaseCheck(store: journals.store).missingThings().isEmpty)
    let journal = try journals.journal(of: test.journal.owner)
    try ReminderRows.add(to: TestJournal(journal, of: journals, in: test.folder))
    #expect(try ReminderRows.counts(test) == [3, 4, 2, 1])
  }

  @Test("is salvaged as one of today, and reminders of one of today come along")
  func salvaged() throws {
    try ReminderRows.add(to: test)
    let today = try DamagedCopy(of: test).salvage(into: FilePath(test.folder.path("today")))
    #expect(today.posts == 1 && today.findings.isEmpty, "\(today.findings)")
    let journals = try Journal(opening: FilePath(test.folder.path("today")))
    let journal = try journals.journal(of: test.journal.owner)
    #expect(try journal.reminders.rules() == test.journal.reminders.rules())
    let ways = try journal.reminders.ways(now: ReminderRows.now)
    #expect(ways.map(\.facts.kind) == [.hook, .mail] && ways[0].facts.secret == ReminderRows.token)
    #expect(try journal.reminders.feeds().isEmpty)
    try test.age(to: 10)
    let older = try DamagedCopy(of: test).salvage()
    #expect(older.posts == 1 && older.findings.isEmpty, "\(older.findings)")
  }
}
