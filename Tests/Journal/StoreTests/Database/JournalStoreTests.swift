import Files
import Foundation
import GRDB
import Journal
import JournalSupport
import SystemPackage
import Testing
import TestSupport

@testable import Store

@Suite("A journal's folder")
struct JournalStoreTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: FilePath { FilePath(folder.path("journal")) }

  private func make() throws -> Journal {
    try Journal(
      making: path, owner: try OwnerName("anna"), settings: JournalSettings([.timeZone: "UTC"]))
  }

  /// Runs SQL on the database as another program would.
  private func change(_ sql: String) throws {
    let queue = try DatabaseQueue(path: folder.path("journal/journal.sqlite"))
    try queue.writeWithoutTransaction { db in try db.execute(sql: sql) }
    try queue.close()
  }

  private func snapshot() throws -> [String: [UInt8]] {
    try Dictionary(uniqueKeysWithValues: folder.files.map { ($0, try folder.read($0)) })
  }

  @Test("is made with its owner, and found again")
  func made() throws {
    #expect(throws: JournalError.self) { try Journal(opening: path) }
    #expect(folder.files == [])
    #expect(try make().owners().map(\.text) == ["anna"])
    #expect(try Journal(opening: path).owners().map(\.text) == ["anna"])
    #expect(try make().owners().map(\.text) == ["anna"])
  }

  @Test("of a newer version is refused, and not a byte of it is changed")
  func newer() throws {
    let store = try make().store
    let version = Schema(store.areas).version
    try store.database.close()
    try change("PRAGMA user_version = 99")
    let before = try snapshot()
    for open in [{ try Journal(opening: path) }, make] {
      #expect {
        try open()
      } throws: { error in
        guard
          case JournalError.newerVersion(observed: 99, known: version) = error
        else {
          return false
        }
        return true
      }
    }
    #expect(try snapshot() == before)
  }

  @Test(
    "whose database is none of ours is refused, and not a byte of it is changed",
    arguments: [
      Array("hello".utf8), Array("SQLite format 3\0".utf8) + [UInt8](repeating: 7, count: 500),
    ])
  func notADatabase(bytes: [UInt8]) throws {
    try folder.write(bytes, to: "journal/journal.sqlite")
    for open in [{ try Journal(opening: path) }, make] { try expectNotAJournal(open) }
    #expect(try folder.read("journal/journal.sqlite") == bytes)
  }

  @Test(
    "whose database is another program's is refused, and not a byte of it is changed",
    arguments: [
      "CREATE TABLE other (a)", "CREATE TABLE other (a); PRAGMA user_version = 1",
      "PRAGMA application_id = 7",
    ])
  func otherProgram(sql: String) throws {
    try folder.write([], to: "journal/journal.sqlite")
    try change(sql)
    let before = try snapshot()
    for open in [{ try Journal(opening: path) }, make] { try expectNotAJournal(open) }
    #expect(try snapshot() == before)
  }

  private func expectNotAJournal(_ open: () throws -> Journal) throws {
    #expect {
      try open()
    } throws: { error in
      guard case JournalError.notAJournal = error else { return false }
      return true
    }
  }

  @Test("whose database is empty is made anew where there are no photos")
  func empty() throws {
    try folder.write([], to: "journal/journal.sqlite")
    #expect {
      try Journal(opening: path)
    } throws: { error in
      guard case JournalError.noJournal = error else { return false }
      return true
    }
    #expect(try make().owners().count == 1)
  }

  @Test("that lost its database is not made anew over its photos", arguments: [true, false])
  func lost(isEmpty: Bool) throws {
    try folder.write([1], to: "journal/photos/2024/01/31/a.jpg")
    if isEmpty { try folder.write([], to: "journal/journal.sqlite") }
    for open in [{ try Journal(opening: path) }, make] {
      #expect {
        try open()
      } throws: { error in
        guard case JournalError.databaseLost(photos: path.appending("photos")) = error else {
          return false
        }
        return true
      }
    }
    #expect(folder.files.contains("journal/journal.sqlite") == isEmpty)
  }

  @Test("with an unfinished salvage is not opened, and gets no new file")
  func unfinishedSalvage() throws {
    try folder.write([1], to: "journal/salvage-unfinished/of")
    for open in [{ try Journal(opening: path) }, make] {
      #expect {
        try open()
      } throws: { error in
        guard case JournalError.unfinishedSalvage(path) = error else { return false }
        return true
      }
    }
    #expect(folder.files == ["journal/salvage-unfinished/of"])
  }

  @Test("can be read, but not changed for long, while another program holds the database")
  func locked() throws {
    let journals = try make()
    try withHeldDatabase("BEGIN EXCLUSIVE") {
      let journal = try Journal(opening: path, patience: 0.05).journal(of: OwnerName("anna"))
      #expect(try journal.posts.size().posts == 0)
      expectLocked { try journal.settings.set(.dayStart, to: "04:00") }
    }
    try journals.journal(of: OwnerName("anna")).settings.set(.dayStart, to: "04:00")
  }

  @Test("cannot be opened while another program keeps everybody out")
  func exclusive() throws {
    try make().store.database.close()
    try withHeldDatabase("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE") {
      expectLocked { try Journal(opening: path, patience: 0.05) }
    }
  }

  private func expectLocked(_ work: () throws -> some Any) {
    #expect {
      _ = try work()
    } throws: { error in
      guard case JournalError.database(let failure) = error else { return false }
      return failure.kind == .locked
    }
  }

  /// Does work while a connection of its own holds the database.
  private func withHeldDatabase(_ sql: String, _ work: () throws -> Void) throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(
      path: folder.path("journal/journal.sqlite"), configuration: configuration)
    try other.writeWithoutTransaction { db in
      try db.execute(sql: sql)
      try db.execute(sql: "INSERT INTO look (json) VALUES ('{}')")
    }
    try work()
    try other.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
    try other.close()
  }

  @Test("with a file in the place of its photos stores nothing")
  func fileForPhotos() async throws {
    let test = try TestJournal()
    try test.folder.write([1], to: "journal/photos")
    try test.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let records = try await test.post(file: "a.jpg")
    guard case .failed(JournalError.file(let error)) = records.first?.result else {
      Issue.record("not refused: \(records)")
      return
    }
    #expect(error.path == test.path.appending("photos"))
    #expect(try test.journal.posts.size().posts == 0)
  }
}
