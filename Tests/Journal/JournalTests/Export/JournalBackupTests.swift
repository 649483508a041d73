import CaptureTime
import Files
import Foundation
import JournalSupport
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("A backup")
struct JournalBackupTests {
  private func isRefused(_ work: () throws -> Void, _ match: (BackupError) -> Bool) -> Bool {
    do {
      try work()
      return false
    } catch let error as BackupError {
      return match(error)
    } catch {
      return false
    }
  }

  @Test("holds all owners and posts, for the user alone, in one file")
  func holds() async throws {
    let test = try TestJournal()
    try await test.post("2024-01-31 12:00", "2024-01-31 13:00")
    try test.journals.addOwner(OwnerName("bob"), settings: JournalSettings(zone: .utc))
    let path = FilePath(test.folder.path("backups.sqlite"))
    let content = try JournalBackup(of: test.journals).write(to: path, replacing: false)
    #expect(content == BackupContent(owners: 2, posts: 2))
    #expect(try path.stat().permissions == .ownerReadWrite)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: test.folder.path)
        .filter { $0.contains("sqlite") || $0.hasPrefix(".") } == ["backups.sqlite"])
  }

  @Test(
    "is found good by sqlite3, and needs no file beside it",
    .enabled(if: InstalledProgram.isThere("sqlite3"), "needs sqlite3"))
  func integrity() async throws {
    let test = try TestJournal()
    try await test.post("2024-01-31 12:00")
    let path = test.folder.path("backup.sqlite")
    _ = try JournalBackup(of: test.journals).write(to: FilePath(path), replacing: false)
    let check = try await InstalledProgram.sqlite3(
      path, "PRAGMA integrity_check; PRAGMA journal_mode; SELECT number FROM post")
    #expect(check.output == "ok\ndelete\n1\n", "\(check.error)")
  }

  @Test(
    "has rules, hooks and mail, and nothing of reminders that is of a device or opens anything",
    .enabled(if: InstalledProgram.isThere("sqlite3"), "needs sqlite3"))
  func reminders() async throws {
    let test = try ReminderRows.journal()
    #expect(try ReminderRows.counts(test) == [3, 4, 2, 1])
    let path = test.folder.path("backup.sqlite")
    _ = try JournalBackup(of: test.journals).write(to: FilePath(path), replacing: false)
    let check = try await InstalledProgram.sqlite3(
      path,
      """
      SELECT count(*) FROM reminder_rule; SELECT kind, secret FROM reminder_way ORDER BY id;
      SELECT count(*) FROM reminder_sent; SELECT count(*) FROM calendar_feed;
      SELECT count(*) FROM device; PRAGMA foreign_key_check
      """)
    #expect(
      check.output == "3\nhook|\(ReminderRows.token)\nmail|\ndesktop|\n0\n0\n0\n",
      "\(check.output)")
    // What the rows were is not in its pages either.
    let content = Data(try test.folder.read("backup.sqlite"))
    #expect(content.range(of: Data("push.example.org".utf8)) == nil)
    #expect(content.range(of: Data(ReminderRows.token.utf8)) != nil)
  }

  @Test("counts posts of words too, and holds what they said before")
  func words() async throws {
    let test = try await WordsJournal().test
    let path = FilePath(test.folder.path("moved/journal.sqlite"))
    try test.folder.write([], to: "moved/photos/.keep")
    let content = try JournalBackup(of: test.journals).write(to: path, replacing: false)
    #expect(content == BackupContent(owners: 1, posts: 6))
    let moved = try Journal(opening: FilePath(test.folder.path("moved"))).journal(
      of: OwnerName("anna"))
    for number in 1...6 {
      #expect(try moved.posts.post(number) == test.journal.posts.post(number))
      #expect(try moved.posts.versions(number) == test.journal.posts.versions(number))
    }
  }

  @Test("works in the place of the database")
  func inPlace() async throws {
    let test = try TestJournal()
    try await test.post("2024-01-31 12:00", caption: "점심")
    let path = test.folder.path("moved/journal.sqlite")
    try test.folder.write([], to: "moved/photos/.keep")
    _ = try JournalBackup(of: test.journals).write(to: FilePath(path), replacing: false)
    let moved = try Journal(opening: FilePath(test.folder.path("moved"))).journal(
      of: OwnerName("anna"))
    #expect(try moved.posts.post(1) == test.journal.posts.post(1))
    var filter = PostFilter()
    filter.text = "점심"
    #expect(try moved.posts.all(filter).count == 1)
    try moved.trash.move([1], now: 0)
  }

  @Test("does not have photos removed that came while it was made")
  func looseFiles() throws {
    let test = try TestJournal()
    try test.execute("INSERT INTO loose_file (path) VALUES ('photos/2024/01/31/a.jpg')")
    try test.folder.write([1], to: "moved/photos/2024/01/31/a.jpg")
    let path = FilePath(test.folder.path("moved/journal.sqlite"))
    _ = try JournalBackup(of: test.journals).write(to: path, replacing: false)
    _ = try Journal(opening: FilePath(test.folder.path("moved")))
    #expect(try test.folder.read("moved/photos/2024/01/31/a.jpg") == [1])
  }

  @Test("replaces a file only where it is to, and never a folder")
  func replaces() throws {
    let test = try TestJournal()
    let path = FilePath(test.folder.path("backup.sqlite"))
    try test.folder.write([], to: "backup.sqlite")
    let backup = JournalBackup(of: test.journals)
    #expect(
      isRefused({ _ = try backup.write(to: path, replacing: false) }) {
        if case .fileExists(path) = $0 { true } else { false }
      })
    #expect(try test.folder.read("backup.sqlite") == [])
    #expect(throws: JournalError.self) {
      try backup.write(to: FilePath(test.folder.path), replacing: true)
    }
    #expect(try backup.write(to: path, replacing: true).owners == 1)
    #expect(try test.folder.read("backup.sqlite").starts(with: Array("SQLite format 3".utf8)))
    #expect(try backup.write(to: path, replacing: true).owners == 1)
    try test.folder.write([1], to: "photo.jpg")
    #expect(throws: BackupError.self) {
      try backup.write(to: FilePath(test.folder.path("photo.jpg")), replacing: true)
    }
    #expect(try test.folder.read("photo.jpg") == [1])
  }

  @Test(
    "never takes the place of the journal's own files",
    arguments: ["journal.sqlite", "journal.sqlite-wal", "journal.lock"])
  func ownFiles(name: String) throws {
    let test = try TestJournal()
    let backup = JournalBackup(of: test.journals)
    let path = FilePath(test.folder.path("journal/../journal/\(name)"))
    #expect(
      isRefused({ _ = try backup.write(to: path, replacing: true) }) {
        if case .isOfTheJournal = $0 { true } else { false }
      })
    #expect(try test.reopened().posts.size().posts == 0)
  }

  @Test("is not made of a database that contradicts itself, and leaves nothing behind")
  func damaged() throws {
    let test = try TestJournal()
    try test.execute("PRAGMA ignore_check_constraints = ON; UPDATE owner SET last_number = -1")
    #expect(throws: JournalError.self) {
      try JournalBackup(of: test.journals).write(
        to: FilePath(test.folder.path("backup.sqlite")), replacing: false)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: test.folder.path) == ["journal"])
  }
}
