import Foundation
import GRDB
import Testing

@testable import Store

@Suite("Decoding of rows")
struct RowDecoderTests {
  /// Reads the row that a query gives: as it is stepped through, once it is copied, and from SQLite itself.
  private func read(_ sql: String, _ work: (inout RowDecoder) throws -> Void) throws {
    try DatabaseQueue().read { db in
      let rows = try Row.fetchCursor(db, sql: sql)
      while let row = try rows.next() {
        var values = RowDecoder(row)
        try work(&values)
      }
      for row in try Row.fetchAll(db, sql: sql) {
        var values = RowDecoder(row)
        try work(&values)
      }
      let decoded = try DecodedRows(db, cached: sql)
      while var values = try decoded.next() { try work(&values) }
    }
  }

  /// Expects every read of a value to be refused with its column's name, rather than to end the program.
  private func expectRefused(_ sql: String, _ work: (inout RowDecoder) throws -> Void) throws {
    try read("SELECT \(sql) AS found") { values in
      #expect {
        try work(&values)
      } throws: { error in
        guard case JournalError.database(let failure) = error else { return false }
        return failure.kind == .corrupt && failure.message.contains("“found”")
      }
    }
  }

  @Test("gives values in the order of the query")
  func order() throws {
    try read("SELECT 1, 'two', NULL, x'0304', 5") { (values: inout RowDecoder) throws in
      #expect(try values.next(Int.self) == 1)
      #expect(try values.next(String.self) == "two")
      #expect(try values.nextIfAny(String.self) == nil)
      #expect(try values.bytes() == [3, 4])
      #expect(try values.next(in: 5...5) == 5)
    }
  }

  @Test(
    "refuses a value of another type as a number",
    arguments: ["NULL", "'abc'", "''", "'12'", "x'01'", "9e99"])
  func notANumber(sql: String) throws {
    try expectRefused(sql) { values in _ = try values.next(Int.self) }
    try expectRefused(sql) { values in _ = try values.next(in: 0...10) }
  }

  @Test("refuses a value of another type as an optional number", arguments: ["'abc'", "x'01'"])
  func notAnOptionalNumber(sql: String) throws {
    try expectRefused(sql) { values in _ = try values.nextIfAny(Int.self) }
    try expectRefused(sql) { values in _ = try values.nextIfAny(in: 0...10) }
  }

  @Test("refuses a value of another type as a text", arguments: ["NULL", "1", "1.5"])
  func notAText(sql: String) throws {
    try expectRefused(sql) { values in _ = try values.next(String.self) }
  }

  @Test(
    "refuses a number that is out of its range", arguments: ["-1", "11", "9223372036854775807"])
  func range(sql: String) throws {
    try expectRefused(sql) { values in _ = try values.next(in: 0...10) }
    try expectRefused(sql) { values in _ = try values.nextIfAny(in: 0...10) }
  }

  @Test("refuses a text that stands for nothing")
  func unread() throws {
    try expectRefused("'x'") { values in _ = try values.next { Int($0) } }
  }

  @Test("refuses null as bytes")
  func bytes() throws { try expectRefused("NULL") { values in _ = try values.bytes() } }

  @Test("of a single cached value refuses what is of another type")
  func single() throws {
    try DatabaseQueue().read { (db: Database) throws in
      #expect(try db.value(Int.self, cached: "SELECT 7") == 7)
      #expect(try db.value(Int.self, cached: "SELECT 7 WHERE FALSE") == nil)
      for sql in ["'abc'", "NULL"] {
        #expect(throws: JournalError.self) { try db.value(Int.self, cached: "SELECT \(sql)") }
      }
    }
  }
}
