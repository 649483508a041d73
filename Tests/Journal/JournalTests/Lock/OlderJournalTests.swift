import JournalSupport
import Testing

@testable import Journal
@testable import Store

@Suite("A journal from before there were locks")
struct OlderJournalTests {
  private typealias It = LockedJournal

  /// A journal as version 1 left it.
  private func older() async throws -> (it: LockedJournal, rows: [String]) {
    let it = try It(pin: nil)
    try await it.test.post("2024-01-31 12:00", "2024-01-31 13:00", caption: "sea", tags: ["blue"])
    try it.test.journal.trash.move([2], now: 5)
    // Nothing knows the sizes of the photos of an older journal.
    try it.test.execute("UPDATE photo SET width = NULL, height = NULL")
    let rows = try it.test.rows()
    try it.test.age(
      to: 1,
      """
      DROP TABLE failed_try;
      DROP TABLE pairing; DROP TABLE device; DROP TABLE session; DROP TABLE lock;
      """)
    return (it, rows)
  }

  @Test("keeps its posts and is open, and can be given a PIN")
  func migrated() async throws {
    let (it, rows) = try await older()
    #expect(rows.count > 5)
    let journals = try Journal(opening: it.path)
    #expect(try it.test.count("PRAGMA user_version") == 20)
    #expect(Schema([.store, .posts]).version == 20)
    #expect(try it.test.rows() == rows)
    #expect(try journals.journal(of: it.lock.owner).posts.post(1).caption == "sea")
    #expect(try journals.journal(of: it.lock.owner).trash.posts().map(\.number) == [2])

    let lock = try it.reopenedLock()
    #expect(try lock.tries() == nil)
    try lock.set(It.right)
    #expect(try !It.isOpen(it.lock.owner, in: journals))
    let journal = try it.journals(lock.unlock(It.right)).journal(of: it.lock.owner)
    #expect(try journal.posts.post(1).tags == ["blue"])
    #expect(try it.test.rows() == rows)
  }

  @Test("has the tables that one has which is made today")
  func tables() async throws {
    let schema = "SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema ORDER BY name)"
    let it = try await older().it
    _ = try Journal(opening: it.path)
    let text = try #require(try it.test.text(schema))
    #expect(text.contains("CREATE TABLE lock") && text.contains("CREATE TABLE session"))
    #expect(try text == It().test.text(schema))
  }

  @Test("is migrated to today's version once where many open it at once")
  func atOnce() async throws {
    let it = try await older().it
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { _ = try Journal(opening: it.path, patience: 60).owners() }
      }
      try await group.waitForAll()
    }
    #expect(try it.test.count("PRAGMA user_version") == 20)
    #expect(try it.test.count("SELECT count(*) FROM post") == 2)
  }
}
