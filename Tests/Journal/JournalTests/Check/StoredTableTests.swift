import GRDB
import JournalSupport
import Testing

@testable import Journal
@testable import Store

@Suite("The description of a table")
struct StoredTableTests {
  private static let tables = Journal.areas.flatMap(\.tables)
  /// Columns that are counted or numbered anew.
  private static let derived: [String: Set<String>] = [
    "collection": ["texts"], "way_use": ["id"], "template": ["id"],
  ]

  @Test("has the columns of the schema, and what they refer to", arguments: tables.map(\.name))
  func columns(name: String) throws {
    let table = try #require(Self.tables.first { $0.name == name })
    let test = try TestJournal()
    try test.journals.store.database.read { db in
      let columns = try Set(db.columns(in: name).map(\.name))
      #expect(Set(table.columns) == columns.subtracting(Self.derived[name] ?? []))
      #expect(Set(table.columns).count == table.columns.count)
      let keys = try Row.fetchAll(db, sql: "PRAGMA foreign_key_list(\(name))").map { row in
        "\(row["from"] as String) of \(row["table"] as String)"
          + " \(row["on_delete"] as String == "SET NULL")"
      }
      let references = table.references.map { "\($0.column) of \($0.table) \($0.isOutlived)" }
      #expect(Set(keys) == Set(references))
    }
  }

  @Test("stands once for each table, after those that its rows are of")
  func order() {
    var known: Set<String> = ["owner", "device"]
    for table in Self.tables {
      #expect(table.references.allSatisfy { known.contains($0.table) }, "\(table.name)")
      #expect(known.insert(table.name).inserted, "\(table.name)")
    }
  }
}
