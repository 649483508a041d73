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
}
