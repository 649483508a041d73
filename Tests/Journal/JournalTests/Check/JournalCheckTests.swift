import JournalSupport
import Files
import Foundation
import Glibc
import Stamping
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("Checking a journal")
struct JournalCheckTests {
  /// A journal with three photos: two whose originals come back by unstamping, one whose original is
  /// kept.
  let test: CheckedJournal

  init() async throws { test = try await CheckedJournal() }

  @Test("finds nothing where nothing is wrong, and changes nothing")
  func healthy() throws {
    let before = try test.contents()
    #expect(try test.check() == [])
    #expect(try test.check(repairs: true) == [])
    #expect(try test.contents() == before)
  }

  @Test(
    "finds what other programs broke, and mends it without losing a byte", arguments: Damage.all)
  func mends(damage: Damage) throws {
    try damage.work(test)
    let before = try test.contents()
    let strays = Array(repeating: "stray: found", count: damage.strays)
    #expect(try test.check() == damage.findings.map { "\($0.problem): found" } + strays)
    #expect(try test.contents() == before)
    #expect(try test.check(repairs: true) == damage.findings.map { "\($0.problem): \($0.outcome)" })
    #expect(try test.check() == [])
    let after = try test.contents()
    for file in before {
      #expect(after.contains { $0.bytes == file.bytes }, "\(file.path) is lost")
    }
    #expect(try test.originals() == test.originalsAsPosted)
  }

  @Test(
    "finds numbers from which cannot be counted on, and gives the posts others",
    arguments: [
      "UPDATE post SET number = 9007199254740991 WHERE number = 2",
      "UPDATE owner SET last_number = 9007199254740991",
      "UPDATE post SET number = 1000000001 WHERE number = 3",
      "UPDATE post SET number = -7 WHERE number = 1",
      "UPDATE post SET number = 0 WHERE number = 1",
    ])
  func numbers(change: String) async throws {
    try test.test.execute("PRAGMA ignore_check_constraints = ON; \(change)")
    #expect(try await test.test.post("2024-02-01 12:00").count == 1, "posting goes on")
    #expect(try test.check().contains { $0.contains("number") })
    let mended = try test.check(repairs: true).filter { $0.contains("number") }
    #expect(!mended.isEmpty && mended.allSatisfy { $0.contains(": re") }, "\(mended)")
    #expect(try test.check() == [])
    #expect(
      try test.test.count("SELECT count(*) FROM post WHERE number NOT BETWEEN 1 AND 5") == 0)
    let numbers = try await test.test.post("2024-02-02 12:00", "2024-02-03 12:00").map(\.number)
    #expect(numbers.allSatisfy { $0 > 4 && $0 < 8 })
  }

  @Test("leaves a file as it is that nothing mends, and says so", arguments: HopelessDamage.all)
  func hopeless(damage: HopelessDamage) throws {
    try damage.work(test)
    let before = try test.contents()
    let expected = damage.problems.map { "\($0): beyondRepair" }
    #expect(try test.check(repairs: true) == expected)
    #expect(try test.contents() == before)
    #expect(try test.check(repairs: true) == expected)
  }

  @Test("finds a file that was set aside, once it is wanted")
  func wantedAgain() throws {
    try test.move(test.file(1), to: "set-aside/x")
    #expect(try test.check(repairs: true) == ["1: missing stamped: putBack"])
    #expect(try test.check() == [])
  }

  @Test("takes the original from a photo that is put below the photos, stamped or not")
  func fromElsewhere() throws {
    try test.remove(test.file(1))
    try test.write(test.originalsAsPosted[0], to: "photos/old disk.jpg")
    #expect(
      try test.check(repairs: true) == ["1: missing stamped: stampedAgain", "stray: setAside"])
    #expect(try test.check() == [])
    #expect(try test.originals() == test.originalsAsPosted)
  }

  @Test("stamps again just as the photo was posted")
  func sameBytes() throws {
    let (path, bytes) = (test.file(1), try test.read(test.file(1)))
    try test.remove(path)
    try test.write(test.originalsAsPosted[0], to: "photos/a.jpg")
    _ = try test.check(repairs: true)
    #expect(test.file(1) == path)
    #expect(try test.read(path) == bytes)
  }

  @Test("sets files aside under names that are free")
  func namesSetAside() throws {
    for _ in 0..<3 {
      try test.write(Array("x".utf8), to: "photos/2024/note.txt")
      #expect(try test.check(repairs: true) == ["stray: setAside"])
    }
    let names = test.test.folder.files.filter { $0.contains("set-aside") }
    #expect(
      names == ["note.txt", "note_2.txt", "note_3.txt"].map { "journal/set-aside/2024/\($0)" })
  }

  @Test("counts the days again where a count breaks the table's own rule")
  func impossibleCount() throws {
    try test.change(
      """
      PRAGMA ignore_check_constraints = 1;
      UPDATE day_count SET posts = -5 WHERE day = (SELECT min(day) FROM day_count);
      """)
    #expect(try test.check() == ["integrity: found"])
    let mended = try test.check(repairs: true)
    #expect(mended.first == "integrity: rebuilt")
    #expect(mended.dropFirst().allSatisfy { $0.hasPrefix("counts ") && $0.hasSuffix(": rebuilt") })
    #expect(try test.check() == [])
  }

  @Test("looks at posts in the trash too, and at those of every owner")
  func everyPost() throws {
    try test.test.journal.trash.move([1], now: 0)
    try test.test.journals.addOwner(OwnerName("ben"), settings: JournalSettings([.timeZone: "UTC"]))
    try test.change(
      """
      UPDATE post SET owner = 2, number = 9 WHERE number = 2;
      UPDATE photo SET owner = 2 WHERE id = 2
      """)
    try test.remove(test.file(1))
    try test.remove(test.file(9))
    #expect(try test.check() == ["1: missing stamped: found", "9: missing stamped: found"])
    #expect(try test.check(owners: ["ben"]) == ["9: missing stamped: found"])
    #expect(throws: JournalError.self) { try test.check(owners: ["eve"]) }
  }

  @Test("sets a folder aside that has the name of a photo")
  func folderForFile() throws {
    try test.remove(test.file(3))
    try test.write([1], to: "\(test.file(3))/note.txt")
    #expect(try test.check(repairs: true) == ["3: changed stamped: stampedAgain"])
    #expect(try test.check() == [])
    #expect(test.test.folder.files.contains { $0.hasPrefix("journal/set-aside/") })
  }

  @Test("leaves files alone that a process is still writing")
  func inUse() throws {
    let name = "photos/2024/\(StagedFile.temporaryPrefix)abc"
    try test.write([1], to: name)
    let path = test.test.path.appending(name)
    let writer = try FileDescriptor.open(path, .writeOnly)
    #expect(flock(writer.rawValue, LOCK_SH) == 0)
    #expect(try test.check(repairs: true) == [])
    try writer.close()
    #expect(try test.check() == ["unfinished: found"])
    #expect(try test.check(repairs: true) == ["unfinished: setAside"])
  }

  @Test("says the same however many posts are looked at at once", arguments: [1, 2, 7])
  func jobs(jobs: Int) async throws {
    for hour in 10...19 { try await test.test.post("2024-03-01 \(hour):00") }
    for number in [12, 5, 1, 9] { try test.remove(test.file(number)) }
    try test.write([1], to: test.file(7))
    let found = [
      "1: missing stamped", "5: missing stamped", "7: changed stamped", "9: missing stamped",
      "12: missing stamped",
    ]
    #expect(try test.check(jobs: jobs) == found.map { $0 + ": found" })
    #expect(try test.check(repairs: true, jobs: jobs) == found.map { $0 + ": beyondRepair" })
  }

  @Test(
    "names an index or a table that is missing, and makes those again that hold nothing of their own",
    arguments: [
      ("DROP INDEX post_by_day", "no index post_by_day", []),
      ("DROP INDEX post_tag_by_tag; DROP INDEX post_by_star", "no index post_by_star", []),
      ("DROP TABLE post_search", "no table post_search", ["search 3: rebuilt"]),
      ("DROP TABLE loose_file", "no table loose_file", []),
      ("DROP TABLE session", "no table session", []), ("DROP TABLE device", "no table device", []),
      ("DROP TABLE failed_try", "no table failed_try", []),
      ("DROP TABLE reminder_sent", "no table reminder_sent", []),
      ("DROP TABLE calendar_feed", "no table calendar_feed", []),
    ])
  func missing(sql: String, finding: String, derived: [String]) throws {
    try test.change("PRAGMA foreign_keys = 0; \(sql)")
    let before = try test.contents()
    let found = try test.check()
    #expect(found.first == finding + ": found", "\(found)")
    let mended = try test.check(repairs: true)
    #expect(mended.first == finding + ": rebuilt", "\(mended)")
    #expect(mended.dropFirst().filter { !$0.hasPrefix("no index") } == derived)
    #expect(mended.allSatisfy { $0.hasSuffix("rebuilt") })
    #expect(try test.check() == [])
    #expect(try test.contents() == before)
    #expect(try test.test.captions(finding: "photo").count == 3)
  }

  @Test(
    "names a table whose rows are lost with it, and mends no file then",
    arguments: [
      "post", "post_tag", "tag", "look", "owner", "setting", "lock", "reminder_rule",
      "reminder_way", "push_key",
    ])
  func lost(table: String) throws {
    try test.write([1], to: "photos/stray")
    try test.change("PRAGMA foreign_keys = 0; DROP TABLE \(table)")
    let before = try test.contents()
    for repairs in [false, true] {
      let found = try test.check(repairs: repairs)
      #expect(
        found.first == "no table \(table) lost: \(repairs ? "beyondRepair" : "found")", "\(found)")
      #expect(!found.contains { $0.hasPrefix("stray") || $0.hasSuffix("rebuilt") }, "\(found)")
    }
    #expect(try test.contents() == before)
  }

  @Test("opens nothing that has an index which differs, and names it")
  func differs() throws {
    try test.change("DROP INDEX post_by_day; CREATE INDEX post_by_day ON post (day)")
    #expect {
      try test.check()
    } throws: { error in
      guard case JournalError.foreignSchema(let thing) = error else { return false }
      return thing.name == "post_by_day"
    }
  }

  @Test("mends no file while the database cannot be relied on")
  func damagedDatabase() throws {
    try test.change(
      """
      PRAGMA ignore_check_constraints = 1;
      UPDATE post SET is_starred = 7 WHERE number = 1
      """)
    try test.write([1], to: "photos/stray")
    try test.move(test.file(2), to: "photos/moved")
    let before = try test.contents()
    #expect(
      try test.check(repairs: true) == ["integrity: beyondRepair", "2: missing stamped: found"])
    #expect(try test.contents() == before)
  }
}
