import Foundation
import GRDB
import JournalSupport
import TestSupport
import Testing

@testable import Journal
@testable import People
@testable import Store
@testable import Texts

@Suite("A salvage of pages that a write did not reach")
struct EmptiedPagesTests {
  private let copy: DamagedCopy
  private static let count = 251

  /// A few tags and rules on a page each; contacts, texts, marks, highlights, notes and sections that were
  /// read on several.
  init() throws {
    copy = try DamagedCopy(of: TestJournal())
    try copy.database { db in
      try db.execute(
        sql: """
          INSERT INTO tag (owner, name, folded)
          SELECT owner.id, value, value FROM owner, json_each('["sea", "sun", "sky"]');
          INSERT INTO reminder_rule (owner, subject, time, is_on, since)
          SELECT owner.id, value, '09:00', 1, 0
          FROM owner, json_each('["morning", "people", "text"]');
          INSERT INTO person (
            owner, uid, name, nickname, cadence, start, phone, email, note, categories, made)
          SELECT id, 'mina', 'Mina', '', 14, '2024-01-01', '', '', '', '', 0 FROM owner;
          INSERT INTO person_day (person, name, month, day, year)
          SELECT id, 'birthday', 2, 3, 1990 FROM person;
          INSERT INTO collection (
            name, folded, licence, language, source, format, hash, added, updated, round, texts)
          VALUES ('Sayings', 'sayings', '', '', '', 'csv', randomblob(32), 0, 0, 1, \(Self.count));
          INSERT INTO reading_round (owner, collection, number, begun)
          SELECT id, 'sayings', 1, 0 FROM owner;
          WITH RECURSIVE place (number) AS (
            VALUES (1000) UNION ALL SELECT number + 1 FROM place WHERE number < 1250)
          INSERT INTO contact (person, day, made, kind, keywords, memo)
          SELECT 1, '2024-02-03', number, 'met', '', 'We met for the time of number ' || number
          FROM place;
          INSERT INTO section_read (round, section, day, moment)
          SELECT 1, 'Gen.' || made, day, made FROM contact;
          """)
      for number in 1_000...1_250 {
        let body = "A saying of number \(number)."
        try db.execute(
          sql: """
            INSERT INTO text (
              collection, key, body, translation, author, source, hash, added, round)
            VALUES (1, ?1, ?2, '', '', '', ?3, 0, 1)
            """, arguments: ["\(number)", body, Data(TextHash.of(body))])
      }
      try db.execute(
        sql: """
          INSERT INTO text_mark (owner, text, collection, key, hash, hearted)
          SELECT owner.id, text.id, 'sayings', key, hash, 1 FROM text, owner;
          INSERT INTO text_highlight (
            owner, text, collection, key, hash, first, end, quote, before, after, colour, made)
          SELECT owner.id, text.id, 'sayings', key, hash, 0, 1, 'A', '', ' saying', 'yellow', 1
          FROM text, owner;
          INSERT INTO text_note (owner, text, collection, key, hash, words, made, written)
          SELECT owner.id, text.id, 'sayings', key, hash, 'so it is', 1, 1 FROM text, owner;
          """)
      try SearchTable.contacts.rebuild(db)
      try SearchTable.texts.rebuild(db)
    }
  }

  /// How many rows the new journal has.
  private func count(_ table: String) throws -> Int {
    let queue = try DatabaseQueue(path: copy.folder.path("new/journal.sqlite"))
    defer { try? queue.close() }
    return try queue.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
    }
  }

  private func expectNothingLost() throws {
    let result = try copy.salvage()
    #expect(result.findings.isEmpty, "\(result.findings)")
    for table in ["contact", "text", "text_mark", "text_highlight", "text_note", "section_read"] {
      #expect(try count(table) == Self.count, "\(table)")
    }
    #expect(try count("reminder_rule") == 3)
  }

  @Test("tells nothing of a whole journal")
  func whole() throws { try expectNothingLost() }

  @Test(
    "tells of a table that lost the rows of an emptied page, one of several",
    arguments: ["contact", "text", "text_mark", "text_highlight", "text_note", "section_read"])
  func leaf(table: String) throws {
    #expect(try copy.leaf(of: table) != copy.page(of: table))
    try copy.emptyLeaf(of: table)
    #expect(try copy.salvage().damagedTables == [table])
    #expect(1..<Self.count ~= (try count(table)))
  }

  @Test(
    "tells of a table that lost the rows of its only page, which is emptied",
    arguments: ["tag", "reminder_rule", "person", "person_day", "collection"])
  func root(table: String) throws {
    #expect(try copy.leaf(of: table) == copy.page(of: table))
    try copy.emptyLeaf(of: table)
    #expect(try copy.salvage().damagedTables == [table])
  }

  @Test("tells of a table that lost the rows that an old page lacks")
  func oldPage() throws {
    var bytes = try copy.read("journal.sqlite")
    let page = try copy.leaf(of: "contact")
    try copy.database { db in try db.execute(sql: "DELETE FROM contact WHERE id < 4") }
    #expect(try copy.leaf(of: "contact") == page)
    bytes.replaceSubrange(page, with: try copy.read("journal.sqlite")[page])
    try copy.write(bytes, to: "journal.sqlite")
    #expect(try copy.salvage().damagedTables == ["contact"])
    #expect(try count("contact") == Self.count - 3)
  }

  @Test(
    "says nothing of an emptied page of an index, for no row is lost",
    arguments: [
      "contact_by_day", "contact_by_person", "sqlite_autoindex_text_1", "text_by_age",
      "text_highlight_by_text", "sqlite_autoindex_text_note_1", "section_read_by_day",
      "sqlite_autoindex_tag_1", "sqlite_autoindex_reminder_rule_1",
    ])
  func index(name: String) throws {
    try copy.emptyLeaf(of: name)
    try expectNothingLost()
  }

  @Test("says nothing of a flipped bit in a row number of an index, for no row is lost")
  func rowNumber() throws {
    var bytes = try copy.read("journal.sqlite")
    let page = try copy.leaf(of: "contact_by_day").lowerBound
    let last = page + 8 + 2 * (Int(bytes[page + 3]) << 8 | Int(bytes[page + 4]) - 1)
    let cell = page + Int(bytes[last]) << 8 + Int(bytes[last + 1])
    // Two bytes at the end of the record, which is shorter than 128 bytes.
    let number = cell + Int(bytes[cell]) - 1
    #expect(Int(bytes[number]) << 8 | Int(bytes[number + 1]) > 127)
    bytes[number] ^= 0x40
    try copy.write(bytes, to: "journal.sqlite")
    try expectNothingLost()
  }
}
