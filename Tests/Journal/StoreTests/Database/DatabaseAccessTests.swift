import Foundation
import GRDB
import Journal
import JournalSupport
import SystemPackage
import Testing
import TestSupport

@testable import Store

@Suite("A database that is only read")
struct DatabaseAccessTests {
  /// With characters that mean something in a URI.
  let folder: FilePath
  private let temporary: TemporaryFolder

  init() throws {
    temporary = try TemporaryFolder()
    let (test, name) = (try TestJournal(), "a?b#c%41 ü")
    try test.checkpoint()
    // A journal whose last change is in the log alone, without the memory that processes share.
    let log = try DatabaseQueue(path: test.path.appending("journal.sqlite").string)
    try log.write { db in try db.execute(sql: "UPDATE owner SET name = 'in the log'") }
    for file in ["journal.sqlite", "journal.sqlite-wal"] {
      try temporary.copy(test.folder.path("journal/\(file)"), as: "\(name)/\(file)")
    }
    try log.close()
    folder = FilePath(temporary.path(name))
  }

  private func owner(_ access: DatabaseAccess) throws -> String? {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { try access.prepare($0) }
    let queue = try DatabaseQueue(path: access.name(in: folder), configuration: configuration)
    return try queue.read { db in try String.fetchOne(db, sql: "SELECT name FROM owner") }
  }

  @Test("shows what is in its log, and makes no file")
  func log() throws {
    let before = temporary.files
    #expect(try owner(.readingLog) == "in the log")
    #expect(temporary.files == before)
    #expect(try owner(.readingStill) == "anna")
    #expect(temporary.files == before)
  }

  @Test("is known to have changed while it was read")
  func changed() throws {
    let before = DatabaseVersion(in: folder)
    #expect(before == DatabaseVersion(in: folder))
    try FileManager.default.removeItem(atPath: folder.appending("journal.sqlite-wal").string)
    let without = DatabaseVersion(in: folder)
    #expect(before != without)
    let file = folder.appending("journal.sqlite").string
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file)
    #expect(without != DatabaseVersion(in: folder))
  }

  @Test("has to be today's")
  func older() throws {
    let schema = Schema([.store, .posts])
    try schema.checkIsToday(schema.version, in: folder)
    #expect {
      try schema.checkIsToday(1, in: folder)
    } throws: { error in
      guard case JournalError.olderVersion(1, schema.version) = error else { return false }
      return true
    }
  }
}
