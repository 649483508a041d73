import Foundation
import GRDB
import JournalSupport
import SystemPackage
import TestSupport
import Testing

@testable import Journal
@testable import Store

@Suite("A journal of photos that becomes one of words too")
struct PostMigrationTests {
  private let test: TestJournal

  /// Posts with tags and captions, of which one is in the trash, as version 5 left them.
  init() throws {
    test = try TestJournal()
    try test.journal.store(
      (1...400).map {
        MadePost(
          time: "2024-0\(1 + $0 % 9)-11 10:00", caption: "caption \($0)", isStarred: $0 % 3 == 0,
          tags: ["tag\($0 % 5)"])
      })
    try test.journal.trash.move([7], now: 5)
  }

  @Test("keeps rows, tags, looks, references and the search, and is whole")
  func whole() throws {
    let (rows, posts) = (try test.rows(), try test.journal.posts.all(PostFilter()))
    try test.age(to: 5)
    let journal = try test.reopened()
    #expect(try test.rows() == rows)
    #expect(try journal.posts.all(PostFilter()) == posts)
    #expect(try test.captions(finding: "caption 399") == ["caption 399"])
    #expect(try test.text("PRAGMA integrity_check") == "ok")
    #expect(try test.count("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    #expect(try test.count("SELECT count(*) FROM post_tag") == 400)
    #expect(try CountCheck(store: journal.store).wrongDays() == 0)
    #expect(try SearchTableCheck(.posts, of: journal.store).wrongDocuments() == 0)
    #expect(try DatabaseCheck(store: journal.store).missingThings().isEmpty)
    // What refers to posts does so still.
    try journal.trash.move([1], now: 5)
    _ = try journal.trash.empty()
    #expect(try test.count("SELECT count(*) FROM post_tag") == 398)
    #expect(try test.count("SELECT count(*) FROM photo") == 398)
  }

  @Test("has a row that breaks a rule as it was, which keeps nobody from opening it")
  func broken() throws {
    try test.age(to: 5)
    try test.execute(
      "PRAGMA ignore_check_constraints = ON; UPDATE post SET is_starred = 7 WHERE number = 2")
    #expect(try test.reopened().posts.size().posts == 399)
    #expect(try test.text("PRAGMA integrity_check")?.contains("CHECK") == true)
  }

  @Test("is the old one or the new one, at whatever step the migration ends")
  func ended() throws {
    try test.age(to: 5)
    let statements = try statementsOfMigration()
    #expect(statements > 15)
    for end in 0..<statements {
      let database = try open()
      // The connection is closed within the transaction, as the end of its process does.
      try? database.writeWithoutTransaction { db in
        try migrate(db, endingAfter: end)
      }
      #expect(try test.count("PRAGMA user_version") == 5)
      #expect(try test.count("SELECT count(*) FROM post WHERE file IS NOT NULL") == 400)
      #expect(try test.count("SELECT count(*) FROM sqlite_schema WHERE name = 'photo'") == 0)
    }
    #expect(try test.reopened().posts.size().posts == 399)
    #expect(try test.count("PRAGMA user_version") == 16)
  }

  private struct Ended: Error {}

  private func open() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    return try DatabaseQueue(
      path: test.path.appending("journal.sqlite").string, configuration: configuration)
  }

  private func statementsOfMigration() throws -> Int {
    var count = 0
    let database = try open()
    try? database.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      let statements = try db.allStatements(sql: PostTables.withWords)
      while let statement = try statements.next() {
        try statement.execute()
        count += 1
      }
      throw Ended()
    }
    return count
  }

  private func migrate(_ db: Database, endingAfter count: Int) throws {
    try db.execute(sql: "PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE")
    let statements = try db.allStatements(sql: PostTables.withWords)
    for _ in 0...count { try statements.next()?.execute() }
    throw Ended()
  }
}
