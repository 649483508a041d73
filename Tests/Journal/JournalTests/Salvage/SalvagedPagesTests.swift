import Foundation
import GRDB
import JournalSupport
import Testing
import TestSupport

@testable import Journal
@testable import People
@testable import Store

@Suite("A salvage of damaged pages")
struct SalvagedPagesTests {
  private let copy: DamagedCopy

  /// Contacts, sections that were read and marks, each on many pages.
  init() throws {
    copy = try DamagedCopy(of: TestJournal())
    try change(
      """
      INSERT INTO person (
        owner, uid, name, nickname, cadence, start, phone, email, note, categories, made)
      SELECT id, 'mina', 'Mina', '', 14, '2024-01-01', '', '', '', '', 0 FROM owner;
      INSERT INTO reading_round (owner, collection, number, begun)
      SELECT id, 'bible', 1, 0 FROM owner;
      WITH RECURSIVE place (number) AS (
        VALUES (1000) UNION ALL SELECT number + 1 FROM place WHERE number < 2000)
      INSERT INTO contact (person, day, made, kind, keywords, memo)
      SELECT 1, '2024-02-03', number, 'met', '', 'We met for the time of number ' || number
      FROM place;
      INSERT INTO section_read (round, section, day, moment)
      SELECT 1, 'Gen.' || made, day, made FROM contact;
      INSERT INTO text_mark (owner, collection, key, hash, hearted)
      SELECT (SELECT id FROM owner), 'bible', 'Gen.' || made, x'0123456789abcdef0123456789abcdef', made
      FROM contact;
      """)
    try copy.database { db in try SearchTable.contacts.rebuild(db) }
  }

  private func change(_ sql: String) throws {
    try copy.database { db in try db.execute(sql: sql) }
  }

  /// How many rows the new journal has.
  private func count(_ table: String) throws -> Int {
    let queue = try DatabaseQueue(path: copy.folder.path("new/journal.sqlite"))
    defer { try? queue.close() }
    return try queue.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
    }
  }

  private func wipe(_ page: Int, _ bytes: inout [UInt8]) {
    bytes.replaceSubrange(
      page..<page + DamagedCopy.pageSize, with: Array(repeating: 0x2A, count: DamagedCopy.pageSize))
  }

  @Test(
    "brings back what is below a damaged inner page",
    arguments: ["contact", "section_read", "text_mark"])
  func innerPage(table: String) throws {
    let page = try copy.page(of: table).lowerBound
    var bytes = try copy.read("journal.sqlite")
    let cells = Int(bytes[page + 3]) << 8 | Int(bytes[page + 4])
    #expect(cells > 1 && [2, 5].contains(bytes[page]))
    // A table without row numbers has rows in its inner pages too.
    let own = bytes[page] == 2 ? cells : 0
    wipe(page, &bytes)
    try copy.write(bytes, to: "journal.sqlite")
    let result = try copy.salvage()
    #expect(!result.findings.isEmpty)
    #expect(try count(table) == 1_001 - own)
  }

  @Test("brings back pages that are in each other's places")
  func swappedPages() throws {
    let page = try copy.page(of: "contact").lowerBound
    var bytes = try copy.read("journal.sqlite")
    func child(_ index: Int) -> Int {
      let place = page + 12 + 2 * index
      return (bytes.number(at: page + Int(bytes[place]) << 8 + Int(bytes[place + 1])) - 1)
        * DamagedCopy.pageSize
    }
    let (one, other) = (child(0), child(1))
    let first = Array(bytes[one..<one + DamagedCopy.pageSize])
    bytes.replaceSubrange(
      one..<one + DamagedCopy.pageSize, with: bytes[other..<other + DamagedCopy.pageSize])
    bytes.replaceSubrange(other..<other + DamagedCopy.pageSize, with: first)
    try copy.write(bytes, to: "journal.sqlite")
    let result = try copy.salvage()
    #expect(!result.findings.isEmpty)
    #expect(try count("contact") == 1_001)
  }

  @Test("tells where a page counts fewer rows than it has", arguments: ["contact", "section_read"])
  func fewerCells(table: String) throws {
    let page = try copy.page(of: table).lowerBound
    var bytes = try copy.read("journal.sqlite")
    let place = Int(bytes[page + 12]) << 8 | Int(bytes[page + 13])
    let leaf = (bytes.number(at: page + place) - 1) * DamagedCopy.pageSize
    bytes[leaf + 4] -= 2
    try copy.write(bytes, to: "journal.sqlite")
    let result = try copy.salvage()
    #expect(try count(table) == 999)
    #expect(
      result.findings.contains {
        if case .damagedTable(let found) = $0 { found == table } else { false }
      })
  }

  @Test("brings nothing back that was deleted where the list of free pages is damaged")
  func freePages() throws {
    try change("DELETE FROM contact WHERE id > 100")
    var bytes = try copy.read("journal.sqlite")
    let trunk = (bytes.number(at: 32) - 1) * DamagedCopy.pageSize
    #expect(trunk > 0)
    wipe(trunk, &bytes)
    try copy.write(bytes, to: "journal.sqlite")
    let result = try copy.salvage()
    #expect(result.findings.isEmpty, "\(result.findings)")
    #expect(try count("contact") == 100)
  }

  @Test("brings a draft back whose fields are as long as they can be")
  func longDraft() throws {
    let words = String(repeating: "a", count: 3_900_000)
    try change(
      """
      INSERT INTO draft (owner, name, path, fields, changed)
      SELECT id, '\(String(repeating: "A", count: 43))', '/', '{"words":"\(words)"}', 1 FROM owner
      """)
    #expect(try copy.salvage().findings.isEmpty)
    #expect(try count("draft") == 1)
  }

  @Test("makes a person anew with the beginning of a note where a later page of it is damaged")
  func cutNote() throws {
    try change(
      """
      INSERT INTO person (
        owner, uid, name, nickname, cadence, start, phone, email, note, categories, made)
      SELECT id, 'june', 'June', '', 30, '2024-01-01', '', 'june@example.org',
        'begins ' || replace(hex(zeroblob(10000)), '00', 'so ') || 'ends', '', 0 FROM owner
      """)
    var bytes = try copy.read("journal.sqlite")
    let end = try #require(bytes.firstRange(of: Array("so ends".utf8))).lowerBound
    wipe(end / DamagedCopy.pageSize * DamagedCopy.pageSize, &bytes)
    try copy.write(bytes, to: "journal.sqlite")
    let result = try copy.salvage()
    #expect(!result.findings.isEmpty)
    #expect(
      try count(
        """
        person WHERE name = 'June' AND email = 'june@example.org' AND cadence = 30
          AND note LIKE 'begins so so %' AND length(note) > 20000 AND note NOT LIKE '%*%'
        """) == 1)
  }

  @Test("keeps removed photos out of drafts")
  func removedPhoto() throws {
    try copy.write([1], to: "photos/drafts/a.jpg")
    let name = String(repeating: "A", count: 43)
    try change(
      """
      INSERT INTO draft (owner, name, path, fields, changed)
      SELECT id, '\(name)', '/new', '{}', 1700000000 FROM owner;
      INSERT INTO draft_photo (draft, key, name, file, size, hash, discarded)
      SELECT id, '\(name)', 'a.jpg', 'photos/drafts/a.jpg', 1,
        x'4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a', 1700000001
      FROM draft;
      """)
    let findings = try copy.salvage().findings
    #expect(findings.isEmpty, "\(findings)")
    #expect(try count("draft_photo WHERE discarded = 1700000001") == 1)
  }

  @Test("loses nothing of a journal that a salvage made")
  func salvagedTwice() throws {
    try change(
      """
      PRAGMA foreign_keys = OFF;
      INSERT INTO text (collection, key, body, translation, author, source, hash, added, round)
      VALUES (7, 'a', 'Be kind.', '', '', '', zeroblob(16), 0, 1);
      """)
    #expect(try !copy.salvage().findings.isEmpty)
    try FileManager.default.removeItem(atPath: copy.folder.path("damaged"))
    try FileManager.default.moveItem(
      atPath: copy.folder.path("new"), toPath: copy.folder.path("damaged"))
    let result = try copy.salvage()
    #expect(result.findings.isEmpty, "\(result.findings)")
    #expect(try count("collection") == 1)
  }
}
