import Files
import Foundation
import GRDB
import JournalSupport
import SystemPackage
import TestSupport
import Testing

@testable import Journal
@testable import Store

/// A journal that somebody else may have made or changed.
@Suite("A journal from elsewhere")
struct ForeignSchemaTests {
  private let test: TestJournal

  init() async throws {
    test = try TestJournal()
    try await test.post("2024-01-31 12:00", "2024-02-01 12:00")
  }

  @Test(
    "is refused, and left alone, where its database has what Daystamp does not make",
    arguments: [
      ("CREATE TRIGGER spy AFTER INSERT ON post BEGIN DELETE FROM post; END", "trigger spy"),
      (
        """
        DROP TRIGGER post_goes;
        CREATE TRIGGER post_goes AFTER DELETE ON post BEGIN DELETE FROM tag; END
        """, "trigger post_goes"
      ),
      ("CREATE VIEW all_posts AS SELECT * FROM post", "view all_posts"),
      ("CREATE TABLE more (a)", "table more"),
      ("CREATE INDEX fast ON photo (caption)", "index fast"),
      ("ALTER TABLE tag ADD COLUMN more TEXT", "table tag"),
      ("CREATE VIRTUAL TABLE words USING fts5 (a)", "table words"),
      (
        """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, 'path GLOB ''photos/*'' AND ', '')
        WHERE name = 'loose_file'
        """, "table loose_file"
      ),
    ])
  func refused(sql: String, says: String) throws {
    try test.execute(sql)
    try test.checkpoint()
    let before = try test.folder.read("journal/journal.sqlite")
    #expect {
      _ = try Journal(opening: test.path)
    } throws: { error in
      guard case JournalError.foreignSchema(let thing) = error else { return false }
      return says.hasPrefix("\(thing.kind) \(thing.name)")
    }
    #expect(try test.folder.read("journal/journal.sqlite") == before)
    #expect(test.photoFiles.count == 2)
  }

  @Test("is known by the hash that the areas give; a new version of the schema needs another")
  func hash() throws {
    let hash = try test.journal.store.database.read {
      try SchemaThing.hash(of: SchemaThing.all(in: $0))
    }
    #expect(Journal.areas.compactMap(\.schemaHash) == [hash])
  }

  @Test("may have what SQLite keeps of it")
  func statistics() throws {
    try test.execute("ANALYZE; PRAGMA optimize; REINDEX")
    #expect(try test.reopened().posts.post(1).number == 1)
  }

  @Test(
    "is refused at once where what SQLite keeps of it would have SQLite work for long",
    arguments: [
      "length(hex(zeroblob(50000000 + length(idx))))",
      "replace(hex(zeroblob(3000000)), '0', '00') LIKE '%a%a%a%'",
    ], [1, 2])
  func statisticsOfAnother(expression: String, readers: Int) throws {
    try test.execute(
      """
      ANALYZE;
      DELETE FROM sqlite_stat1;
      WITH number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 2000)
      INSERT INTO sqlite_stat1 SELECT 'post', 'post_by_day', '1' FROM number;
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema
      SET sql = 'CREATE TABLE sqlite_stat1(tbl,idx,s,stat AS (\(expression.replacing("'", with: "''"))))'
      WHERE name = 'sqlite_stat1'
      """)
    let time = processorTime {
      #expect {
        _ = try Journal(opening: test.path, readers: readers)
      } throws: { error in
        guard case JournalError.foreignSchema(let thing) = error else { return false }
        return thing.name == "sqlite_stat1"
      }
    }
    #expect(time < .seconds(5))
  }

  @Test(
    "has statements that may be written otherwise, but not mean anything else",
    arguments: [
      ("CREATE TABLE a ( b TEXT )", "CREATE  TABLE a (\n  -- of b\n b TEXT )", true),
      ("CHECK (a = '--')", "CHECK (a = '-- b\n')", false), ("a 'x  y'", "a 'x y'", false),
      ("a \"--\" b", "a \"--\" c", false), ("a - - b", "a -- b", false),
      ("a [--] b", "a [--] c", false), ("a 'it''s' b", "a 'it''s'  b", true),
    ])
  func statements(first: String, second: String, areSame: Bool) {
    #expect((SchemaThing.plain(first) == SchemaThing.plain(second)) == areSame)
  }

  @Test("has its pages' cells checked")
  func cells() throws {
    for readers in [1, 2] {
      let journal = try Journal(opening: test.path, readers: readers)
      let value = try journal.store.database.read { db in
        try Int.fetchOne(db, sql: "PRAGMA cell_size_check")
      }
      #expect(value == 1)
    }
  }

  @Test("is known where another process makes it while its database is opened and looked at")
  func madeMeanwhile() throws {
    // The connection first reads the schema of an empty database.
    let path = test.folder.path("meanwhile.sqlite")
    let schema = Schema([.store] + Journal.areas)
    let queue = try DatabaseQueue(path: path)
    try queue.inDatabase { db in
      try db.execute(sql: "PRAGMA cache_size = -8192")
      try DatabaseQueue(path: path).inDatabase { try schema.migrate($0) }
      #expect(try schema.check(db) == schema.version)
    }
  }

  @Test(
    "is not opened where what is kept in its folder is a symbolic link",
    arguments: ["photos", "thumbnails", "set-aside", "journal.sqlite"])
  func links(name: String) throws {
    let (inside, outside) = (test.folder.path("journal/\(name)"), test.folder.path("outside"))
    if FileManager.default.fileExists(atPath: inside) {
      try FileManager.default.moveItem(atPath: inside, toPath: outside)
    }
    try FileManager.default.createSymbolicLink(atPath: inside, withDestinationPath: outside)
    #expect {
      _ = try Journal(opening: test.path)
    } throws: { error in
      guard case JournalError.file(.symbolicLink(let path)) = error else { return false }
      return path == FilePath(inside)
    }
  }

  @Test(
    "is not opened where a file that SQLite would open is something else",
    arguments: ["", "-journal", "-wal", "-shm"], [true, false])
  func specialFiles(suffix: String, isLink: Bool) throws {
    let (path, outside) = (
      test.folder.path("journal/journal.sqlite\(suffix)"), test.folder.path("outside")
    )
    if FileManager.default.fileExists(atPath: path) {
      try FileManager.default.moveItem(atPath: path, toPath: outside)
    }
    if isLink {
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: outside)
    } else {
      #expect(mkfifo(path, 0o600) == 0)
    }
    #expect {
      _ = try Journal(opening: test.path)
    } throws: { error in
      switch error {
      case JournalError.file(.symbolicLink(FilePath(path))): isLink
      case JournalError.file(.notAFile(FilePath(path), .fifo)): !isLink
      default: false
      }
    }
  }

  @Test("is not opened where its rollback journal would have another file removed")
  func superJournal() throws {
    try test.checkpoint()
    let victim = try test.folder.write([1], to: "victim")
    let database = try test.folder.read("journal/journal.sqlite")
    let pageSize = Int(database[16]) << 8 | Int(database[17])
    func bytes(_ numbers: Int...) -> [UInt8] {
      numbers.flatMap { number in
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
      }
    }
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    var journal = magic + bytes(0, 0, database.count / pageSize, 512, pageSize)
    journal += [UInt8](repeating: 0, count: 512 - journal.count)
    let name = Array(victim.utf8)
    journal += bytes(0x4000_0000 / pageSize + 1) + name
    journal += bytes(name.count, name.reduce(0) { $0 + Int($1) }) + magic
    try test.folder.write(journal, to: "journal/journal.sqlite-journal")
    #expect {
      _ = try Journal(opening: test.path)
    } throws: { error in
      guard case JournalError.foreignRollback(let path) = error else { return false }
      return path.lastComponent == "journal.sqlite-journal"
    }
    #expect(test.folder.files.contains("victim"))
    #expect(try test.folder.read("journal/journal.sqlite-journal") == journal)
    // Any other rollback journal is SQLite's to put back.
    try test.folder.write(Array(journal.prefix(512)), to: "journal/journal.sqlite-journal")
    try DatabaseFiles.check(ContainingFolder(test.path))
  }

  @Test("has its own leftovers removed by whoever opens it, unless they are in use")
  func leftovers() throws {
    for place in [".daystamp-a", "photos/.daystamp-b", "thumbnails/.daystamp-c"] {
      try test.folder.write([1], to: "journal/\(place)")
    }
    try test.folder.write([1], to: "journal/photos/2024/.daystamp-d")
    let used = try ContainingFolder(test.path).openToRead("photos/.daystamp-b")
    #expect(flock(used.rawValue, LOCK_SH) == 0)
    _ = try test.reopened()
    #expect(
      test.folder.files.filter { $0.contains("daystamp-") }
        == ["journal/photos/.daystamp-b", "journal/photos/2024/.daystamp-d"])
    try used.close()
    _ = try test.reopened()
    #expect(test.folder.files.filter { $0.contains("daystamp-") }.count == 1)
  }

  @Test(
    "keeps files that are named nearly like its leftovers",
    arguments: [
      ".daystamp-", ".daystamp-Notes", ".daystamp-a.txt", ".daystamp-a-b",
      ".daystamp-01234567890123", ".daystamp-a-journal", ".daystamp-é",
    ])
  func notLeftovers(name: String) throws {
    try test.folder.write([1], to: "journal/\(name)")
    _ = try test.reopened()
    #expect(test.folder.files.contains("journal/\(name)"))
  }

  @Test("is told of where others than its owner may write to its folder")
  func exposure() throws {
    let (folder, group) = (test.path, GroupID(rawValue: 7))
    func exposure(_ mode: mode_t) throws -> FolderExposure? {
      #expect(chmod(test.folder.path("journal"), mode) == 0)
      return FolderExposure(of: folder, group: group)
    }
    #expect(try exposure(0o700) == nil && exposure(0o755) == nil && exposure(0o750) == nil)
    #expect(try exposure(0o777)?.isToAll == true && exposure(0o702)?.isToAll == true)
    #expect(try exposure(0o770)?.isToAll == false)
    #expect(try FolderExposure(of: folder, group: folder.stat().groupID) == nil)
  }
}
