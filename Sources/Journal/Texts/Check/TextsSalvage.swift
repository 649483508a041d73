import Foundation
import GRDB
package import Store

/// What a salvage of texts finds, as ``SalvageFinding/area(_:)``.
package enum TextsSalvageFinding: AreaSalvageFinding, Hashable {
  /// So many collections, or texts, cannot be read; their files bring them again.
  case collections(Int)
  case texts(Int)
  /// So many marks, or days on which texts were shown, cannot be read.
  case marks(Int)
  case days(Int)
  case highlights(Int)
  case notes(Int)
  case noteVersions(Int)
  /// Rounds of reading a collection through, with what was read in them.
  case rounds(Int)
  case sectionsRead(Int)
  case sectionsOpened(Int)
  case readingPlaces(Int)
  /// Plans with their portions and runs.
  case plans(Int)
  case portions(Int)
  case planRuns(Int)
  case portionsRead(Int)
}

/// Brings collections with their texts, and what owners did with them, read and plan, from a damaged journal
/// into a new one. Marks, highlights and notes whose texts are lost wait for them.
package final class TextsSalvage: AreaSalvage {
  package init() {}

  package func run(
    _ salvage: JournalSalvage, progress: JournalSalvage.Progress,
    report: @escaping JournalSalvage.Report
  ) throws -> Int {
    try JournalError.wrapping {
      try salvage.rows.database.read { rows in
        try salvage.database.write { db in
          let work = Carrier(from: rows, to: db)
          try work.carryAll(report)
        }
      }
    }
    return 0
  }
}

/// Carries rows of one database to another.
private struct Carrier {
  private let carrier: RowCarrier
  private var db: Database { carrier.db }

  init(from rows: Database, to db: Database) { carrier = RowCarrier(from: rows, to: db) }

  func carryAll(_ report: JournalSalvage.Report) throws {
    // Whose owner is lost is nobody's, and anybody's to remove.
    let lostCollections = try carry(
      "collection",
      [
        "id", "name", "folded", "owner", "licence", "language", "source", "format", "hash", "added",
        "updated", "round",
      ], emptying: ["owner": "owner"])
    _ = try carry("section", ["id", "collection", "key", "title"])
    let lostTexts = try carry(
      "text",
      [
        "id", "collection", "section", "key", "body", "translation", "author", "source", "hash",
        "added", "came", "round",
      ], emptying: ["section": "section"])
    try db.execute(
      sql: """
        UPDATE collection SET texts = (SELECT count(*) FROM text WHERE collection = collection.id)
        """)
    try SearchTable.texts.fill(db)
    // What was looked for is no loss.
    _ = try carry("text_query", ["id", "owner", "text", "folded"])
    if lostCollections > 0 { report(.area(TextsSalvageFinding.collections(lostCollections))) }
    if lostTexts > 0 { report(.area(TextsSalvageFinding.texts(lostTexts))) }
    for table in StoredTable.all {
      let lost = try carry(table)
      if lost > 0 { report(.area(table.lost(lost))) }
    }
  }

  /// Carries the rows of a table that can be read as this program writes them.
  private func carry(_ table: StoredTable) throws -> Int {
    var references: [String: String] = [:]
    for column in table.columns {
      if case .text = column.value { references[column.name] = "text" }
    }
    return try carrier.carry(table.name, table.columns.map(\.name), emptying: references) { row in
      var values = RowDecoder(row)
      return (try? table.read(&values)) != nil
    }
  }

  /// Carries the rows of a table that keep its rules, of which the columns' names tell what the schema leaves
  /// open.
  private func carry(
    _ table: String, _ columns: [String], emptying references: [String: String] = [:]
  ) throws -> Int {
    try carrier.carry(table, columns, emptying: references) { isUsual($0, columns) }
  }

  /// Whether what the schema leaves open is as this program writes it.
  private func isUsual(_ row: Row, _ columns: [String]) -> Bool {
    zip(columns, row.databaseValues).allSatisfy { column, value in
      switch column {
      case "name":
        String.fromDatabaseValue(value).map { CollectionName(stored: $0) != nil } ?? false
      case "format":
        String.fromDatabaseValue(value).map { CollectionFormat(rawValue: $0) != nil } ?? false
      case "added", "updated", "came":
        value.isNull || Int.fromDatabaseValue(value).map(DayRule.instants.contains) ?? false
      default: true
      }
    }
  }
}
