import Foundation
import GRDB
import JournalSupport
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("A check of rows that an index contradicts")
struct ContradictedRowsTests {
  private let test: CheckedJournal

  init() async throws { test = try await CheckedJournal() }

  private var database: String { "journal/journal.sqlite" }

  private func checkpoint() throws { try test.change("PRAGMA wal_checkpoint(TRUNCATE)") }

  /// Where the page is on which a table begins, and in a small journal also ends.
  private func page(of table: String) throws -> Range<Int> {
    try checkpoint()
    let root = try #require(
      try test.test.count("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'"))
    return (root - 1) * DamagedCopy.pageSize..<root * DamagedCopy.pageSize
  }

  /// Does work of which one page does not arrive on the disk.
  private func losing(_ table: String, _ work: () throws -> Void) throws {
    let page = try page(of: table)
    let old = try test.test.folder.read(database)[page]
    try work()
    try checkpoint()
    try change { $0.replaceSubrange(page, with: old) }
  }

  private func change(_ work: (inout [UInt8]) throws -> Void) throws {
    test.test.journal.store.close()
    var bytes = try test.test.folder.read(database)
    try work(&bytes)
    try test.test.folder.write(bytes, to: database)
  }

  private func edit(_ work: (inout PostChange) throws -> Void) throws {
    var change = PostChange()
    try work(&change)
    _ = try test.test.journal.posts.edit([1], change, now: 1_750_000_000)
  }

  private func checkIsLeft(_ table: String = "post") throws {
    let before = try test.test.folder.read(database)
    let found = try test.check(repairs: true)
    #expect(found.first == "contradicted 1 of \(table): beyondRepair", "\(found)")
    #expect(found.dropFirst().allSatisfy { $0 == "integrity: beyondRepair" }, "\(found)")
    #expect(try test.check().first == "contradicted 1 of \(table): found")
    try checkpoint()
    #expect(try test.test.folder.read(database) == before)
  }

  @Test("makes no index anew by which a post that was restored would be in the trash again")
  func restored() throws {
    try test.test.journal.trash.move([1], now: 1_760_000_000)
    try losing("post") { _ = try test.test.journal.trash.restore([1]) }
    try checkIsLeft()
    // Nothing goes for good meanwhile.
    let files = try test.contents()
    _ = try? test.test.reopened().trash.empty()
    #expect(try test.contents() == files)
  }

  @Test(
    "leaves a row and its indexes where one bit differs",
    arguments: [("post", "day", 9), ("photo", "file", 10)])
  func bit(table: String, column: String, place: Int) throws {
    let text = try #require(try test.test.text("SELECT \(column) FROM \(table) WHERE id = 1"))
    let page = try page(of: table)
    try change { bytes in
      let found = try #require(bytes[page].firstRange(of: Array(text.utf8)))
      bytes[found.lowerBound + place] ^= 1
    }
    let found = try test.check(repairs: true)
    #expect(found.first == "contradicted 1 of \(table): beyondRepair", "\(found)")
  }

  @Test("leaves a post whose row is from before it was deleted for good")
  func deleted() throws {
    try test.test.journal.trash.move([2], now: 1_760_000_000)
    try losing("post") { _ = try test.test.journal.trash.empty() }
    let found = try test.check(repairs: true)
    #expect(found.first == "contradicted 1 of post: beyondRepair", "\(found)")
  }

  @Test("leaves a tag that the table of a page before it was given lacks")
  func tag() throws {
    try losing("post_tag") { try edit { $0.tags = [try TagName("sea")] } }
    let found = try test.check(repairs: true)
    #expect(found.first == "contradicted 1 of post_tag: beyondRepair", "\(found)")
  }

  @Test("makes an index anew that lacks a row, and says that the row may be older")
  func star() throws {
    try edit { $0.isStarred = true }
    try losing("post") { try edit { $0.isStarred = false } }
    let found = try test.check(repairs: true)
    #expect(found.contains("unindexed 1 of post: beyondRepair"), "\(found)")
  }

  @Test("names a post with other words than the search has, before it makes that anew")
  func words() throws {
    let place = try page(of: "photo")
    try change { bytes in
      let found = try #require(bytes[place].firstRange(of: Array("photo 1".utf8)))
      // A letter that several tokens have: one that a single token has may be the index's that is damaged.
      bytes[found.lowerBound + 2] ^= 2
    }
    #expect(try test.check() == ["search 1: found", "2: altered: found"])
    #expect(try test.check(repairs: true) == ["search 1: rebuilt", "2: altered: beyondRepair"])
    #expect(try test.check() == [])
  }

  @Test("names the day of a post with another mood than was counted")
  func mood() throws {
    try edit { $0.mood = Mood(rawValue: 4) }
    try losing("post") { try edit { $0.mood = Mood(rawValue: 2) } }
    let found = try test.check(repairs: true)
    #expect(found.contains("counted 2024-01-31: beyondRepair"), "\(found)")
    #expect(found.contains("counts 1: rebuilt"), "\(found)")
  }

  @Test("builds nothing where a page is said to be free that is not, which it would write over")
  func freePage() throws {
    let page = try page(of: "post")
    let number = UInt8(page.lowerBound / DamagedCopy.pageSize + 1)
    // The first page of the free list, and how many it has (SQLite's file format, section 1.3).
    try change { $0.replaceSubrange(32..<40, with: [0, 0, 0, number, 0, 0, 0, 1]) }
    let before = try test.test.folder.read(database)
    let found = try test.check(repairs: true)
    #expect(found.contains("integrity: beyondRepair"), "\(found)")
    #expect(found.allSatisfy { !$0.hasSuffix(": rebuilt") }, "\(found)")
    #expect(try test.test.folder.read(database) == before)
  }
}
