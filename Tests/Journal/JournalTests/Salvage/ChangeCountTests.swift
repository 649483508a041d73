import GRDB
import JournalSupport
import TestSupport
import Testing

@testable import Journal
@testable import Store

@Suite("The count of changes")
struct ChangeCountTests {
  private let test: TestJournal

  init() throws { test = try TestJournal() }

  private func number() throws -> Int {
    try #require(try test.count("SELECT number FROM change_count"))
  }

  @Test("goes up by one with each transaction that changes something")
  func counted() throws {
    let (store, before) = (test.journal.store, try number())
    #expect(before >= ChangeCount.first)
    try store.write { db in
      try db.execute(sql: "UPDATE owner SET last_number = 5")
      try db.execute(sql: "UPDATE owner SET last_number = 6")
    }
    #expect(try number() == before + 1)
    try store.write { db in try db.execute(sql: "UPDATE owner SET last_number = 7 WHERE 0") }
    #expect(try number() == before + 1)
    #expect(throws: JournalError.self) {
      try store.write { db in
        try db.execute(sql: "UPDATE owner SET last_number = 7")
        throw JournalError.notAJournal
      }
    }
    #expect(try number() == before + 1)
    #expect(store.note { db in try db.execute(sql: "UPDATE owner SET last_number = 8") } != nil)
    #expect(try number() == before + 2)
  }

  @Test("is the end of its page, and of no other")
  func place() throws {
    for number in 0..<300 {
      try test.journal.store.write { db in
        try db.execute(sql: "UPDATE owner SET last_number = \(number)")
      }
    }
    let number = try number()
    try test.checkpoint()
    let root = try #require(
      try test.count("SELECT rootpage FROM sqlite_schema WHERE name = 'change_count'"))
    let bytes = try test.folder.read("journal/journal.sqlite")
    let pages = stride(from: 0, to: bytes.count, by: 4_096).map { bytes[$0..<$0 + 4_096] }
    let found = pages.map { ChangeCount.number(atEndOf: $0) }
    #expect(found[root - 1] == number)
    #expect(found.count { $0 != nil } == 1)
    var torn = Array(pages[root - 1])
    torn[torn.count - 1] ^= 1
    #expect(ChangeCount.number(atEndOf: torn) == nil)
  }

  @Test("begins again where its row or its table is gone")
  func gone() throws {
    try test.execute("DELETE FROM change_count")
    try test.journal.store.write { db in
      try db.execute(sql: "UPDATE owner SET last_number = 5")
    }
    #expect(try number() == ChangeCount.first)
  }
}
