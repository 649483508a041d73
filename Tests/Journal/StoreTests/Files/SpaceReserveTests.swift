import Foundation
import GRDB
import Journal
import JournalSupport
import SystemPackage
import Testing
import TestSupport

@testable import Store

@Suite("The room that a journal keeps")
struct SpaceReserveTests {
  let test: TestJournal
  private let name = "journal/journal.reserve"

  init() throws { test = try TestJournal() }

  private var reserve: SpaceReserve { test.journal.store.reserve }
  private var path: FilePath { FilePath(test.folder.path(name)) }

  @Test(
    "is 256 KB of the disk, for its owner alone, made with the journal and again when it is gone")
  func kept() throws {
    for _ in 1...2 {
      let stat = try path.stat()
      #expect(stat.size == 262_144 && stat.sizeAllocated >= 262_144)
      #expect(try test.folder.permissions(of: name) == 0o600)
      #expect(reserve.free())
      #expect(!reserve.free() && !test.folder.files.contains(name))
      _ = try test.reopened()
    }
  }

  @Test("is no file of another's: a link, or one with two names, is left alone")
  func others() throws {
    #expect(reserve.free())
    try test.folder.write([1], to: "mine")
    try FileManager.default.createSymbolicLink(
      atPath: test.folder.path(name), withDestinationPath: test.folder.path("mine"))
    reserve.keep()
    #expect(!reserve.free())
    try FileManager.default.removeItem(atPath: test.folder.path(name))
    try FileManager.default.linkItem(
      atPath: test.folder.path("mine"), toPath: test.folder.path(name))
    reserve.keep()
    #expect(try test.folder.read("mine") == [1])
  }

  @Test("is nothing that a check finds, or that an export or a backup has")
  func notTold() async throws {
    try await test.post("2024-01-31 12:00")
    var findings = 0
    try JournalCheck(test.journals, owners: nil, repairingWith: nil)
      .run(progress: { _, _ in }, report: { _ in findings += 1 })
    #expect(findings == 0)
    try JournalExport(of: test.journal, into: FilePath(test.folder.path("export"))).run { _ in }
    #expect(!test.folder.files.contains { $0.hasPrefix("export/") && $0.contains("reserve") })
    let backup = FilePath(test.folder.path("backup"))
    _ = try JournalBackup(of: test.journals).write(to: backup, replacing: false)
    #expect(throws: BackupError.self) {
      try JournalBackup(of: test.journals).write(to: path, replacing: true)
    }
    #expect(try path.stat().size == 262_144)
  }

  @Test("is for a log alone: the database's file has grown before a transaction is committed")
  func growth() throws {
    let store = test.journal.store
    let database = FilePath(test.folder.path("journal/journal.sqlite"))
    func grow(_ db: Database) throws {
      try db.execute(
        sql: """
          WITH RECURSIVE number (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < 300)
          INSERT INTO loose_file SELECT 'photos/' || hex(randomblob(500)) FROM number
          """)
    }
    try store.write(grow)
    let pages = try store.database.read { db in try Int.fetchOne(db, sql: "PRAGMA page_count") }
    let size = try database.stat().size
    #expect(try FilePath(test.folder.path("journal/journal.sqlite-wal")).stat().size > 300_000)
    #expect(Int(size) == (pages ?? 0) * 4_096)
    // What is not committed gives back what it took.
    #expect(throws: DatabaseError.self) {
      try store.write { db in
        try grow(db)
        try db.growFile()
        #expect(try database.stat().size > size)
        throw DatabaseError(resultCode: .SQLITE_FULL)
      }
    }
    #expect(try database.stat().size == size)
  }

  @Test("is freed for work that finds the disk full, which is done once more, and only then")
  func freed() throws {
    let store = test.journal.store
    let full = JournalError.database(DatabaseFailure(kind: .diskFull, code: 13, message: ""))
    var tries = 0
    try store.makingRoom {
      tries += 1
      if tries == 1 { throw full }
      #expect(!test.folder.files.contains(name))
    }
    #expect(tries == 2 && test.folder.files.contains(name))
    #expect(throws: JournalError.self) {
      try store.makingRoom {
        tries += 1
        throw JournalError.noTime
      }
    }
    #expect(tries == 3)
    #expect(throws: JournalError.self) {
      try store.makingRoom {
        tries += 1
        throw full
      }
    }
    #expect(tries == 5 && test.folder.files.contains(name))
  }
}
