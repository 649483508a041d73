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
    #expect(try CountCheck(store: journal.store).wrongDays().count == 0)
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

  @Test(
    "is the old one or the new one, at whatever statement the migration ends",
    arguments: [5, 15])
  func ended(version: Int) throws {
    try test.age(to: version)
    let step = try #require(Schema(test.journal.store.areas).steps.dropFirst(version).first)
    let before = try state()
    let statements = try end(step, after: .max)
    #expect(statements > 6)
    for count in 0...statements {
      #expect(try end(step, after: count) == count)
      #expect(try state() == before)
    }
    #expect(try test.reopened().posts.size().posts == 399)
    #expect(try #require(try test.count("PRAGMA user_version")) > version)
  }

  /// The version, the tables' statements, and the posts with their photos.
  private func state() throws -> [String?] {
    let tables = try test.text("SELECT group_concat(sql, ';') FROM sqlite_schema ORDER BY name")
    let files = try test.text(
      tables?.contains("CREATE TABLE photo") == true
        ? "SELECT group_concat(post.id || file) FROM post JOIN photo ON photo.id = post.photo"
        : "SELECT group_concat(id || file) FROM post")
    return [try test.text("PRAGMA user_version"), tables, files]
  }

  private struct Ended: Error {}

  /// Runs statements of a step and closes the connection within the transaction, as the end of its
  /// process does; returns how many ran.
  private func end(_ step: String, after limit: Int) throws -> Int {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let database = try DatabaseQueue(
      path: test.path.appending("journal.sqlite").string, configuration: configuration)
    var count = 0
    do {
      try database.writeWithoutTransaction { db in
        try db.execute(
          sql: "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; BEGIN IMMEDIATE")
        let statements = try db.allStatements(sql: step)
        while count < limit, let statement = try statements.next() {
          try statement.execute()
          count += 1
        }
        throw Ended()
      }
    } catch is Ended {}
    return count
  }
}
