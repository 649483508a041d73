import CaptureTime
import Foundation
import GRDB
import JournalSupport
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("A salvage of words")
struct SalvagedWordsTests {
  let test: TestJournal

  init() async throws { test = try await WordsJournal().test }

  /// Changes the damaged journal's database.
  private func change(_ copy: DamagedCopy, _ sql: String) throws {
    let queue = try DatabaseQueue(path: copy.folder.path("damaged/journal.sqlite"))
    try queue.write { db in try db.execute(sql: sql) }
    try queue.close()
  }

  private func rewritten(_ result: DamagedCopy.Result) -> [Int?] {
    result.ofPosts.compactMap {
      if case .rewritten(let post, _) = $0 { post.number } else { nil }
    }
  }

  @Test("brings over everything of a whole journal", arguments: [true, false])
  func whole(keepsLog: Bool) throws {
    let copy = try DamagedCopy(of: test, keepsLog: keepsLog)
    let result = try copy.salvage()
    #expect(result.posts == 6 && result.findings.isEmpty, "\(result.findings)")
    let journal = try Journal(opening: copy.newPath).journal(of: test.journal.owner)
    for number in 1...6 {
      let (old, new) = (try test.journal.posts.post(number), try journal.posts.post(number))
      #expect(new.words == old.words && new.title == old.title && new.written == old.written)
      #expect(new.mood == old.mood && new.isMorning == old.isMorning && new.time == old.time)
      #expect(new.isWrittenLater == old.isWrittenLater && new.trashed == old.trashed)
      #expect(try journal.posts.versions(number) == test.journal.posts.versions(number))
    }
    var findings: [JournalFinding] = []
    try JournalCheck(Journal(opening: copy.newPath), owners: nil, repairingWith: nil)
      .run(progress: { _, _ in }, report: { findings.append($0) })
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test("brings a post back by its words where its row is damaged")
  func damagedRow() throws {
    let copy = try DamagedCopy(of: test)
    try change(copy, "UPDATE post SET zone = 'Nowhere/Land' WHERE number IN (1, 2)")
    let result = try copy.salvage()
    #expect(rewritten(result) == [1, 2])
    #expect(result.lost.isEmpty && result.posts == 6)
    let journal = try Journal(opening: copy.newPath).journal(of: test.journal.owner)
    for number in 1...2 {
      let (old, new) = (try test.journal.posts.post(number), try journal.posts.post(number))
      #expect(new.words == old.words && new.title == old.title && new.mood == old.mood)
      #expect(new.day == old.day && new.time.precision == .day && new.tags == old.tags)
      #expect(try journal.posts.versions(number) == test.journal.posts.versions(number))
    }
  }

  @Test("brings a post back by an earlier version where its row is gone")
  func lostRows() throws {
    let copy = try DamagedCopy(of: test)
    try copy.overwrite("post")
    let result = try copy.salvage()
    #expect(rewritten(result) == [2])
    #expect(
      result.ofPosts.compactMap {
        if case .earlierWords(let post, let version) = $0 {
          post.number.map { [$0, version] }
        } else {
          nil
        }
      } == [[2, 2]])
    #expect(Set(result.remade) == [3, 6])
    #expect(Set(result.lost) == [1, 4, 5])
    let journal = try Journal(opening: copy.newPath).journal(of: test.journal.owner)
    let post = try journal.posts.post(2)
    #expect(post.words == "저녁 밥" && post.day.description == "2024-02-01")
    for number in [2, 6] {
      #expect(try journal.posts.versions(number) == test.journal.posts.versions(number))
    }
  }

  /// How a page that a long text runs over to is damaged.
  enum Damage: CaseIterable { case wiped, overwritten, bytes }

  @Test(
    "brings a post back with the beginning of its words where a later page is damaged",
    arguments: Damage.allCases)
  func damagedEnd(damage: Damage) throws {
    let words = (0..<2_000).map { "line \($0) of the day" }.joined(separator: "\n")
    var new = NewWords(try Words(words))
    (new.title, new.mood, new.moment) = (
      try Title("Long"), .good, .time(try GivenTime.parse("2024-02-05 21:15"))
    )
    try test.journal.posts.write(new, now: 1_707_200_000)
    let copy = try DamagedCopy(of: test)
    var bytes = try copy.read("journal.sqlite")
    var pages = 0
    for page in stride(from: 0, to: bytes.count, by: 4_096) {
      guard let line = bytes[page..<page + 4_096].firstRange(of: Array("line 1200 of".utf8)) else {
        continue
      }
      pages += 1
      switch damage {
      case .wiped: bytes.replaceSubrange(page..<page + 4_096, with: repeatElement(0, count: 4_096))
      case .overwritten:
        bytes.replaceSubrange(page..<page + 4_096, with: repeatElement(0x2A, count: 4_096))
      case .bytes: bytes.replaceSubrange(line, with: repeatElement(0xFF, count: line.count))
      }
    }
    #expect(pages > 0)
    try copy.write(bytes, to: "journal.sqlite")
    let result = try copy.salvage()
    #expect(result.lost.isEmpty && result.posts == 7)
    #expect(
      result.ofPosts.compactMap { if case .cut(let post) = $0 { post.number } else { nil } } == [7])
    let journal = try Journal(opening: copy.newPath).journal(of: test.journal.owner)
    let (old, found) = (try test.journal.posts.post(7), try journal.posts.post(7))
    #expect(words.hasPrefix(found.words) && found.words.contains("line 900 of"))
    #expect(!found.words.contains("line 1200 of"))
    #expect(found.title == "Long" && found.mood == .good && found.time == old.time)
    #expect(found.written == old.written)
  }

  @Test("tells where versions cannot be read, and keeps the others")
  func damagedVersions() throws {
    let copy = try DamagedCopy(of: test)
    try change(copy, "UPDATE post_version SET words = words || char(7) WHERE number = 1")
    let result = try copy.salvage()
    #expect(
      result.ofPosts.compactMap { if case .versions(let post) = $0 { post.number } else { nil } }
        == [2, 6])
    let journal = try Journal(opening: copy.newPath).journal(of: test.journal.owner)
    #expect(try journal.posts.versions(2).map(\.number) == [2])
    #expect(try journal.posts.post(2).words == "저녁")
  }

  @Test("tells of a table that is missing", arguments: ["post_version", "tag", "lock"])
  func missingTable(name: String) throws {
    let copy = try DamagedCopy(of: test)
    try change(copy, "PRAGMA foreign_keys = OFF; DROP TABLE \(name)")
    let result = try copy.salvage()
    #expect(
      result.findings.compactMap { if case .missingTable(let table) = $0 { table } else { nil } }
        == [name])
    #expect(result.posts == 6 && result.lost.isEmpty)
  }

  @Test("brings over posts alone where the table of versions is damaged")
  func lostVersions() throws {
    let copy = try DamagedCopy(of: test)
    try copy.overwrite("post_version")
    let result = try copy.salvage()
    #expect(result.posts == 6 && result.lost.isEmpty)
    #expect(
      result.findings.contains {
        if case .damagedTable("post_version") = $0 { true } else { false }
      })
  }
}
