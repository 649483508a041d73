import CaptureTime
import Files
import Foundation
import GRDB
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
    #expect(try test.count("PRAGMA user_version") == 20)
    #expect(try test.rows() == rows)
    #expect(try PeopleRows.rows(test) == people)
    #expect(try test.text("PRAGMA integrity_check") == "ok")
    #expect(try test.count("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    #expect(try DatabaseCheck(store: journals.store).missingThings().isEmpty)
    let journal = try journals.journal(of: test.journal.owner)
    try ReminderRows.add(to: TestJournal(journal, of: journals, in: test.folder))
    #expect(try ReminderRows.counts(test) == [3, 4, 2, 1])
  }

  @Test(
    "of version 14 has the ways that it had, for which nobody is asked for a code",
    arguments: [false, true])
  func confirmed(isMigratedFirst: Bool) throws {
    try ReminderRows.add(to: test)
    let (journal, now) = (test.journal, ReminderRows.now)
    let device = try #require(
      try test.journals.devices.list(of: journal.owner, now: now).first)
    _ = try journal.reminders.addAsking(
      WayFacts(.mail, to: "b@example.org"), by: .device(device, address: nil), now: now)
    try test.age(to: 14)
    if isMigratedFirst {
      let migrated = try Journal(opening: test.path).journal(of: journal.owner)
      let ways = try migrated.reminders.ways(now: now)
      #expect(ways.count == 5 && ways.allSatisfy(\.isConfirmed))
      #expect(try !migrated.isOwnerMadeByAccount())
    }
    let folder = FilePath(test.folder.path("salvaged"))
    #expect(try DamagedCopy(of: test).salvage(into: folder).findings.isEmpty)
    let salvaged = try Journal(opening: folder).journal(of: journal.owner)
    let ways = try salvaged.reminders.ways(now: now)
    #expect(ways.map(\.facts.kind) == [.hook, .mail, .mail] && ways.allSatisfy(\.isConfirmed))
    #expect(try !salvaged.isOwnerMadeByAccount())
  }

  @Test("of today is salvaged with owners whom accounts made, who stay such")
  func accounts() throws {
    let identity = try AccountIdentity(
      issuer: "https://id.example", subject: "1", verifiedEmail: nil, person: "Zoe", session: nil)
    _ = try test.journals.devices.signIn(
      identity, named: DeviceName("phone"), making: JournalSettings(zone: .utc).texts, now: 0)
    let zoe = try OwnerName("Zoe")
    #expect(try test.journals.journal(of: zoe).isOwnerMadeByAccount())
    let folder = FilePath(test.folder.path("salvaged"))
    _ = try DamagedCopy(of: test).salvage(into: folder)
    let salvaged = try Journal(opening: folder)
    #expect(try salvaged.journal(of: zoe).isOwnerMadeByAccount())
    #expect(try !salvaged.journal(of: test.journal.owner).isOwnerMadeByAccount())
    // A backup has it, too.
    try FileManager.default.createDirectory(
      atPath: test.folder.path("backup"), withIntermediateDirectories: true)
    _ = try JournalBackup(of: test.journals).write(
      to: FilePath(test.folder.path("backup/journal.sqlite")), replacing: false)
    let count = try DatabaseQueue(path: test.folder.path("backup/journal.sqlite")).read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM owner WHERE by_account = 1")
    }
    #expect(count == 1)
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
