import Files
import CaptureTime
import Foundation
import JournalSupport
import Testing

@testable import Journal
@testable import Store

@Suite("A check of rows that only another program can have written")
struct RowCheckTests {
  private func check(_ test: TestJournal, repairs: Bool = false) throws -> [String] {
    try CheckedJournal(test: test).check(repairs: repairs)
  }

  @Test(
    "finds settings that are no values of theirs, each on its own, and leaves them for a person",
    arguments: [
      ("(1, 'day-start', '25:00')", ["day-start"]), ("(1, 'label-color', 'loud')", ["label-color"]),
      ("(1, 'day-start', ''), (1, 'time-zone', 'Nowhere/Land')", ["time-zone", "day-start"]),
    ])
  func settings(rows: String, keys: [String]) async throws {
    let test = try await WordsJournal().test
    try test.execute("INSERT OR REPLACE INTO setting (owner, key, value) VALUES \(rows)")
    #expect(try check(test) == keys.map { "setting \($0) of anna: found" })
    #expect(try check(test, repairs: true) == keys.map { "setting \($0) of anna: beyondRepair" })
    for key in keys {
      try test.journal.settings.set(
        SettingKey(key),
        to: key == "time-zone" ? "Asia/Seoul" : key == "day-start" ? "04:00" : "red")
    }
    #expect(try check(test).isEmpty)
  }

  @Test("finds that a journal has no time zone")
  func noZone() async throws {
    let test = try await WordsJournal().test
    try test.execute("DELETE FROM setting WHERE key = 'time-zone'")
    #expect(try check(test) == ["setting time-zone of anna: found"])
  }

  @Test("finds a time zone that an import would refuse, and says the offset that the post has")
  func zone() async throws {
    let test = try await WordsJournal().test
    let before = try test.journal.posts.post(2)
    try test.execute("UPDATE post SET zone = 'Nowhere/Land' WHERE number IN (2, 3)")
    #expect(try check(test) == ["2: value: found", "3: value: found"])
    #expect(try check(test, repairs: true) == ["2: value: rebuilt", "3: value: rebuilt"])
    #expect(try check(test).isEmpty)
    let post = try test.journal.posts.post(2)
    #expect(post.time.zone == "+09:00" && post.time.captureTime == before.time.captureTime)
    #expect(post.day == before.day && post.time.instant == before.time.instant)
    let target = try TestJournal()
    #expect(
      try await TestExport(of: test).imported(into: target.journal).allSatisfy { $0.problem == "" })
  }

  @Test(
    "finds whatever else an import would refuse",
    arguments: [
      "look SET json = json_set(json, '$.text', printf('%.20000c', 'a'))",
      "photo SET original_name = 'a/b'",
      "photo SET file = 'photos/a' || char(10) || 'b' WHERE id = 1",
    ])
  func refused(sql: String) async throws {
    let test = try await WordsJournal().test
    try test.execute("UPDATE \(sql)")
    let found = try check(test)
    #expect(found.contains { $0.hasPrefix("3: value") }, "\(found)")
    #expect(try check(test, repairs: true).contains("3: value: beyondRepair"))
  }

  @Test("says in its own words that a look cannot be read", arguments: ["{}", "[]", "7"])
  func look(json: String) async throws {
    let test = try await WordsJournal().test
    try test.execute("UPDATE look SET json = '\(json)'")
    let failure = DatabaseFailure(
      kind: .corrupt, code: 0, message: "look 1 is not one of Daystamp's")
    #expect {
      try test.journal.read { db in _ = try PostRows(of: test.journal, db).look(1) }
    } throws: { error in
      if case JournalError.database(failure) = error { true } else { false }
    }
    #expect(try check(test) == ["3: row: found", "6: row: found"])
  }

  @Test(
    "finds tags that the search does not find by their names, and leaves those alone that are the same"
  )
  func misnamedTags() async throws {
    let test = try await WordsJournal().test
    try test.execute("UPDATE tag SET folded = 'zzz' WHERE name = '바다'")
    #expect(try check(test) == ["tag 바다: found"])
    #expect(try check(test, repairs: true) == ["tag 바다: rebuilt"])
    #expect(try check(test).isEmpty)
    try test.execute(
      """
      INSERT INTO tag (owner, name, folded) VALUES (1, '바다', 'x'), (1, 'Sea', 'sky'),
        (1, 'Sky', 'sea');
      INSERT INTO post_tag SELECT post.id, tag.id FROM post, tag
        WHERE number = 2 AND folded IN ('x', 'sea', 'sky');
      """)
    #expect(try check(test).count { $0.hasPrefix("tag ") } == 3)
    #expect(
      try Set(check(test, repairs: true).filter { $0.hasPrefix("tag ") })
        == ["tag 바다: beyondRepair", "tag Sea: rebuilt", "tag Sky: rebuilt"])
    #expect(try check(test) == ["tag 바다: found"])
    #expect(try Set(test.journal.posts.post(2).tags) == ["바다", "Sea", "Sky"])
    #expect(try test.count("SELECT count(*) FROM tag WHERE name = '바다'") == 2)
  }

  @Test(
    "finds words that are not UTF-8", arguments: ["fffe41", "f09f98", "41ff", "efbfbd", "00ff"])
  func encoding(bytes: String) async throws {
    let test = try await WordsJournal().test
    try test.execute("UPDATE post SET words = CAST(x'\(bytes)' AS TEXT) WHERE number = 2")
    let isFound = try check(test).contains("2: text: found")
    #expect(isFound == (bytes != "efbfbd"))
  }

  @Test("finds tags of other owners, which stay with them where their own posts have them")
  func tags() async throws {
    let test = try await WordsJournal().test
    let other = try TestJournal(adding: "bob", to: test)
    try await other.post("2024-01-31 12:00", tags: ["secret", "mine"])
    let tags = try test.journal.posts.post(1).tags
    try test.execute(
      """
      INSERT INTO post_tag
        SELECT post.id, tag.id FROM post, tag
        WHERE post.owner = 1 AND post.number IN (1, 2) AND tag.owner = 2;
      """)
    // What another program joined is not searched for either.
    #expect(
      try check(test) == [
        "1: foreign tags mine secret: found", "2: foreign tags mine secret: found",
      ])
    #expect(
      try check(test, repairs: true) == [
        "1: foreign tags mine secret: rebuilt", "2: foreign tags mine secret: rebuilt",
      ])
    #expect(try check(test).isEmpty)
    #expect(try test.journal.posts.post(1).tags == tags)
    #expect(try other.journal.posts.post(1).tags.sorted() == ["mine", "secret"])
  }

  @Test("gives a tag back to the owner whose posts alone have it, or joins the owner's same tag")
  func claimedTags() async throws {
    let test = try await WordsJournal().test
    _ = try TestJournal(adding: "bob", to: test)
    let posts = try [1, 2, 3].map { try test.journal.posts.post($0) }
    try test.execute("UPDATE tag SET owner = 2 WHERE name = '바다'")
    #expect(try check(test).contains("1: foreign tags 바다: found"))
    #expect(try check(test, repairs: true) == ["1: foreign tags 바다: rebuilt"])
    #expect(try check(test).isEmpty)
    #expect(try [1, 2, 3].map { try test.journal.posts.post($0) } == posts)
    try test.execute(
      """
      INSERT INTO tag (owner, name, folded) SELECT 2, name, folded FROM tag WHERE name = '바다';
      INSERT INTO post_tag SELECT post.id, tag.id FROM post, tag WHERE number = 2 AND tag.owner = 2;
      """)
    #expect(try check(test, repairs: true).contains("2: foreign tags 바다: rebuilt"))
    #expect(try check(test).isEmpty)
    #expect(try test.journal.posts.post(2).tags == ["바다"])
    #expect(try test.count("SELECT count(*) FROM tag WHERE name = '바다'") == 1)
  }

  @Test("finds photos of other owners, and gives back those whose names say whose they are")
  func photos() async throws {
    let test = try await WordsJournal().test
    let other = try TestJournal(adding: "bob", to: test)
    try await other.post("2024-01-31 12:00", caption: "of bob")
    let posts = try [3, 6].map { try test.journal.posts.post($0) }
    try test.execute("UPDATE photo SET owner = 2 WHERE id = 1")
    #expect(try check(test).contains("3: foreign photo: found"))
    #expect(try check(test, repairs: true).contains("3: foreign photo: rebuilt"))
    #expect(try check(test).isEmpty)
    #expect(try [3, 6].map { try test.journal.posts.post($0) } == posts)
    #expect(try test.captions(finding: "noon") == ["at [noon]"])
    // Whose names are another post's stay where they are.
    try test.execute(
      """
      UPDATE post SET mood = 3, photo = NULL WHERE owner = 2;
      UPDATE post SET photo = (SELECT id FROM photo WHERE owner = 2) WHERE owner = 1 AND number = 2;
      """)
    #expect(try check(test).contains("2: foreign photo: found"))
    #expect(try check(test, repairs: true).contains("2: foreign photo: beyondRepair"))
    #expect(try test.count("SELECT count(*) FROM photo WHERE owner = 2") == 1)
  }

  @Test(
    "gives a photo back to the post that lost it, and keeps it as long as nobody knows whose it is")
  func lostPhotos() async throws {
    let checked = CheckedJournal(test: try await WordsJournal().test)
    let test = checked.test
    let posts = try [3, 6].map { try test.journal.posts.post($0) }
    let name = "PRAGMA foreign_keys = OFF; UPDATE post SET photo = 99 + id WHERE number IN (3, 6)"
    // The photo itself knows whose it is.
    try checked.change("\(name); UPDATE photo SET file = 'photos/a.jpg' WHERE id = 1")
    #expect(try check(test, repairs: true).count { $0 == "dangling post: rebuilt" } == 2)
    #expect(try test.journal.posts.post(3).thePhoto.file == "photos/a.jpg")
    let file = String(decoding: posts[0].thePhoto.file)
    let lose = "\(name); UPDATE photo SET post = NULL"
    try test.execute("UPDATE photo SET file = '\(file)' WHERE id = 1")
    try checked.change(lose)
    let found = try check(test, repairs: true)
    #expect(found.count { $0 == "dangling post: rebuilt" } == 2, "\(found)")
    #expect(!found.contains { $0.hasPrefix("photos alone") || $0.hasPrefix("stray") })
    #expect(try check(test).isEmpty)
    #expect(try [3, 6].map { try test.journal.posts.post($0) } == posts)
    // A file that another program gave another name may be that of any post.
    try checked.change("\(lose); UPDATE photo SET file = 'photos/a.jpg' WHERE id = 1")
    let kept = try check(test, repairs: true)
    #expect(kept.count { $0.hasPrefix("dangling post: ") } == 2, "\(kept)")
    #expect(kept.contains("dangling post: beyondRepair") && kept.contains("3: row: beyondRepair"))
    #expect(try test.text("SELECT caption FROM photo WHERE id = 1") == "at [noon]")
    #expect(try test.journal.posts.post(6) == posts[1])
  }

  @Test("removes versions and tags of posts that are gone")
  func orphans() async throws {
    let checked = CheckedJournal(test: try await WordsJournal().test)
    let posts = try checked.test.journal.posts.post(1)
    try checked.change(
      """
      PRAGMA foreign_keys = OFF;
      INSERT INTO post_version (post, number, replaced, title, words) VALUES (999, 1, 1, '', 'w');
      INSERT INTO post_tag (post, tag) VALUES (999, 1), (1, 999);
      """)
    let problems = ["dangling post_tag", "dangling post_tag", "dangling post_version"]
    #expect(try check(checked.test).sorted() == problems.map { "\($0): found" })
    #expect(
      try check(checked.test, repairs: true).sorted() == problems.map { "\($0): rebuilt" })
    #expect(try check(checked.test).isEmpty)
    #expect(try checked.test.journal.posts.post(1) == posts)
  }

  @Test("finds more versions than are kept, of which a repair leaves the last ones")
  func versions() async throws {
    let test = try await WordsJournal().test
    try test.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
      INSERT INTO post_version (post, number, written, replaced, title, words)
        SELECT (SELECT id FROM post WHERE number = 2), i, NULL, 1706918400 + i, '', 'w' || i FROM n;
      """)
    #expect(try check(test) == ["2: versions 60: found"])
    #expect(try check(test, repairs: true) == ["2: versions 60: rebuilt"])
    #expect(try check(test).isEmpty)
    #expect(try test.journal.posts.versions(2).map(\.number) == Array(11...60))
  }

  @Test("makes the index of morning pages again in one run, where a day has two of them")
  func mornings() async throws {
    let test = try await WordsJournal().test
    var new = NewWords(try Words("second"))
    (new.mood, new.moment) = (.bad, .time(try GivenTime.parse("2024-01-31 09:00")))
    let second = try test.journal.posts.write(new, now: 1_750_000_000).post
    try test.execute(
      """
      DROP INDEX post_by_morning;
      UPDATE post SET is_morning = 1 WHERE number = \(second.number);
      """)
    #expect(
      try check(test) == ["no index post_by_morning: found", "mornings 1: found"])
    #expect(
      try check(test, repairs: true)
        == ["mornings 1: rebuilt", "no index post_by_morning: rebuilt"])
    #expect(try check(test).isEmpty)
    #expect(try test.journal.posts.post(1).isMorning)
    let post = try test.journal.posts.post(second.number)
    #expect(!post.isMorning && post.words == "second" && post.mood == .bad)
  }
}
