import CaptureTime
import GRDB
import JournalSupport
import Stamping
import Store
import SystemPackage
import Testing
import TestSupport

@testable import Journal

/// A value in the database that this program never writes, and what reads it.
struct DamagedValue: Sendable, CustomTestStringConvertible {
  let sql: String
  let read: @Sendable (OwnerJournal) throws -> Void

  var testDescription: String { sql }

  private static let post: @Sendable (OwnerJournal) throws -> Void = { _ = try $0.posts.post(1) }

  static let all =
    [
      "offset = 9223372036854775807", "offset = 'abc'", "posted = 9223372036854775807",
      "trashed = -9223372036854775808", "is_starred = 'abc'", "subsecond = '1234567890'",
      "day = 7", "day = '2023-02-30'", "mood = 6", "mood = 0",
      "mood = 'good'", "is_morning = 'abc'", "is_written_later = 'abc'", "written = 'now'",
      "title = x'ff'", "title = printf('%.4097c', 'a')", "words = x'ff'",
      "words = printf('%.1000001c', 'a')",
    ].map { DamagedValue(sql: "UPDATE post SET \($0)", read: post) }
    + [
      "caption = x'ff'", "caption = printf('%.4097c', 'a')", "file = '/etc/passwd'",
      "file = 'photos/../../secret'", "file = 'photos/' || char(0)", "file = '../photos/a'",
      "file = 7", "original_file = '/etc/passwd'", "original_file = x'ff'",
    ].map { DamagedValue(sql: "UPDATE photo SET \($0)", read: post) } + [
      DamagedValue(sql: "UPDATE owner SET name = x'ff'") { journal in
        _ = try journal.read { db in try db.values(String.self, cached: "SELECT name FROM owner") }
      },
      DamagedValue(sql: "UPDATE post SET number = 'abc'") { journal in
        var export = PostExport(of: journal, keepingLinesIn: [])
        _ = try export.next()
      },
      DamagedValue(sql: "UPDATE post SET day = 7") { journal in
        _ = try journal.memories.posts(of: CivilDate(daysSinceEpoch: 0))
      },
      DamagedValue(sql: "UPDATE look SET json = x'ff'") { journal in
        _ = try journal.read { db in try PostRows(of: journal, db).look(1) }
      },
    ]
}

@Suite("Damaged rows")
struct DamagedRowsTests {
  @Test("are refused as damage, and never end the program", arguments: DamagedValue.all)
  func refused(damage: DamagedValue) async throws {
    let test = try TestJournal()
    try await test.post("2024-01-31 12:00")
    try test.damage(damage.sql)
    let journal = test.journal
    #expect {
      try damage.read(journal)
    } throws: { error in
      guard case JournalError.database(let failure) = error else { return false }
      return failure.kind == .corrupt
    }
  }

  @Test("that name a file outside the journal do not have it removed", arguments: [false, true])
  func outside(isOriginal: Bool) async throws {
    let test = try TestJournal()
    try await test.post("2024-01-31 12:00")
    try test.folder.write([1], to: "outside.jpg")
    try test.damage(
      """
      UPDATE post SET trashed = 5;
      UPDATE photo SET
        \(isOriginal ? "original_file" : "file") = '\(test.folder.path("outside.jpg"))'
      """)
    #expect(try test.journal.trash.empty() == Removal(posts: 1, files: isOriginal ? 1 : 0))
    #expect(try test.folder.read("outside.jpg") == [1])
    #expect(test.photoFiles.isEmpty == isOriginal)
  }
}
