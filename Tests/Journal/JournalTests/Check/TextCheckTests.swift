import Foundation
import JournalSupport
import Testing

@testable import Journal
@testable import Store

@Suite("A check of texts")
struct TextCheckTests {
  /// What a check finds of posts, but that they are not what the search has; with the other outcome after a repair.
  private func findings(_ test: TestJournal, repairs: Bool = false) throws -> [String] {
    try CheckedJournal(test: test).check(repairs: repairs).filter {
      $0.first?.isNumber == true && !$0.contains(": altered: ")
    }
  }

  private static func isTooMany(_ error: any Error) -> Bool {
    if case JournalError.tooManyTags(observed: 101, limit: 100) = error { true } else { false }
  }

  @Test("finds nothing in what was written")
  func whole() async throws {
    #expect(try CheckedJournal(test: await WordsJournal().test).check().isEmpty)
  }

  @Test(
    "finds what another program wrote and no export could bring elsewhere, and changes nothing",
    arguments: [
      ("post SET words = 'a' || char(0) || 'b' WHERE number = 2", "2: text"),
      ("post SET words = printf('%.100001c', 'a') WHERE number = 2", "2: text"),
      ("post SET title = 'a' || char(10) || 'b' WHERE number = 2", "2: text"),
      ("post SET title = printf('%.101c', 'a') WHERE number = 2", "2: text"),
      ("photo SET caption = printf('%.101c', 'a') WHERE id = 1", "3: text"),
      ("post_version SET words = char(7) WHERE number = 2", "2: text 2"),
      ("post_version SET title = 'a' || char(10) || 'b' WHERE words = '말'", "6: text 1"),
      ("post_version SET words = 'a' || char(0) || 'b' WHERE words = '말'", "6: text 1"),
    ])
  func texts(sql: String, found: String) async throws {
    let test = try await WordsJournal().test
    try test.damage("UPDATE \(sql)")
    #expect(try findings(test) == ["\(found): found"])
    #expect(try findings(test, repairs: true) == ["\(found): beyondRepair"])
    #expect(try findings(test) == ["\(found): found"])
  }

  @Test("finds more tags than a post can have, some of which can then be taken away")
  func tags() async throws {
    let test = try await WordsJournal().test
    try test.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 102)
      INSERT INTO tag (owner, name, folded) SELECT 1, 'a' || i, 'a' || i FROM n;
      INSERT INTO post_tag SELECT (SELECT id FROM post WHERE number = 4), id FROM tag
        WHERE name GLOB 'a*';
      """)
    // Another program's tags are not in the index; what is not in it cannot be taken out.
    try SearchTableCheck(.posts, of: test.journal.store).rebuild()
    #expect(try findings(test) == ["4: tags: found"])
    var change = PostChange()
    change.removedTags = [try TagName("a1")]
    _ = try test.journal.posts.edit(4, change, now: 1_750_000_000) { try TestJournal.stamper($0) }
    #expect(try findings(test) == ["4: tags: found"])
    change.removedTags = [try TagName("a2")]
    _ = try test.journal.posts.edit(4, change, now: 1_750_000_000) { try TestJournal.stamper($0) }
    #expect(try findings(test).isEmpty)
    change = PostChange()
    change.tags = [try TagName("b")]
    #expect {
      try test.journal.posts.edit(4, change, now: 1_750_000_000) { try TestJournal.stamper($0) }
    } throws: {
      Self.isTooMany($0)
    }
    // The same tag again is none more.
    change.tags = [try TagName("A3")]
    _ = try test.journal.posts.edit(4, change, now: 1_750_000_000) { try TestJournal.stamper($0) }
  }

  @Test("is not needed for tags that are posted or written: no more than a post can have are taken")
  func manyTags() async throws {
    let test = try TestJournal()
    let names = (0...TagName.countLimit).map { "t\($0)" }
    var new = NewWords(try Words("words"))
    new.tags = try names.map { try TagName($0) }
    #expect {
      try test.journal.posts.write(new, now: 1_750_000_000)
    } throws: {
      Self.isTooMany($0)
    }
    #expect(try await test.post("2024-01-31 12:00", tags: names).isEmpty)
    #expect(try test.count("SELECT count(*) FROM post") == 0 && test.photoFiles.isEmpty)
    new.tags.removeLast()
    #expect(try test.journal.posts.write(new, now: 1_750_000_000).post.tags.count == 100)
  }
}
