import Foundation
import GRDB
package import Store

/// What a salvage of texts finds, as ``SalvageFinding/area(_:)``.
package enum TextsSalvageFinding: AreaSalvageFinding, Hashable {
  /// So many collections, or texts, cannot be read; their files bring them again.
  case collections(Int)
  case texts(Int)
  /// A text is not what its hash is of; it stays as it is, with another hash.
  case altered(CollectionName, key: String)
  /// A text differs from the search index.
  case otherWords(CollectionName, key: String)
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
/// into a new one. Marks, highlights and notes wait for texts that are lost. A lost collection, section, note,
/// round or plan is made anew for what belongs to it.
package final class TextsSalvage: AreaSalvage {
  package init() {}

  package func run(
    _ salvage: JournalSalvage, progress: JournalSalvage.Progress,
    report: @escaping JournalSalvage.Report
  ) throws -> Int {
    let altered = try salvage.alteredDocuments(of: .texts, proving: Self.proven, report)
    try salvage.carryRows(making: LostParents.all, report) { carrier, report in
      try Carrier(carrier: carrier, altered: altered).carryAll(report)
    }
    return 0
  }

  /// A text's body and key, where its hash is of that body.
  private static func proven(_ text: Int64, _ rows: Database) throws -> SearchDocument? {
    let found = try Row.fetchOne(
      rows, sql: "SELECT body, key, hash FROM text WHERE id = ?", arguments: [text])
    guard let row = found, let body = String.fromDatabaseValue(row["body"]),
      let key = String.fromDatabaseValue(row["key"]),
      let hash = Data.fromDatabaseValue(row["hash"]).map(Array.init), hash == TextHash.of(body)
    else { return nil }
    var proven = ReadText(line: 0)
    proven.body = body
    return SearchDocument(of: proven, key: key, hash: hash)
  }

  static let collectionColumns = [
    "id", "name", "folded", "owner", "licence", "language", "source", "format", "hash", "added",
    "updated", "round", "hidden", "bytes",
  ]
  static let sectionColumns = ["id", "collection", "key", "title"]

  /// Whether what the schema leaves open is as this program writes it, which the columns' names tell.
  static func isUsual(_ row: Row, _ columns: [String]) -> Bool {
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

/// Carries rows of one database to another.
private struct Carrier {
  let carrier: RowCarrier
  /// The rows of texts that differ from the search index.
  let altered: Set<Int64>
  private var db: Database { carrier.db }

  func carryAll(_ report: JournalSalvage.Report) throws {
    // Whose owner is lost is nobody's, and anybody's to remove.
    let lostCollections = try carry(
      "collection", TextsSalvage.collectionColumns, emptying: ["owner": "owner"])
    _ = try carry("section", TextsSalvage.sectionColumns)
    let lostTexts = try carryTexts(report)
    // What came or went when the journal was damaged was nobody's to see.
    for table in ["text", "section"] {
      try db.execute(
        sql: """
          DELETE FROM \(table) WHERE collection IN (SELECT id FROM collection WHERE hidden IS NOT NULL)
          """)
    }
    try db.execute(sql: "DELETE FROM collection WHERE hidden IS NOT NULL")
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
    return try carrier.carry(
      table.name, table.columns.map(\.name), emptying: references, isReadable: table.isReadable)
  }

  /// Carries texts. One that its hash is not of gets the hash of what it says, and is told.
  private func carryTexts(_ report: JournalSalvage.Report) throws -> Int {
    let columns = [
      "id", "collection", "section", "key", "body", "translation", "author", "source", "hash",
      "added", "came", "round",
    ]
    var rehashed: [Int64: [UInt8]] = [:]
    let lost = try carrier.carry("text", columns, emptying: ["section": "section"]) { row in
      guard TextsSalvage.isUsual(row, columns) else { return false }
      if let body = String.fromDatabaseValue(row["body"]) {
        let hash = TextHash.of(body)
        if Data.fromDatabaseValue(row["hash"]).map(Array.init) != hash,
          let id = Int64.fromDatabaseValue(row["id"])
        {
          rehashed[id] = hash
        }
      }
      return true
    }
    for id in altered.union(rehashed.keys).sorted() {
      let hash = rehashed[id]
      if let hash {
        try db.execute(
          cached: "UPDATE text SET hash = ? WHERE id = ?", arguments: [Data(hash), id])
      }
      let place = try Row.fetchOne(
        db,
        sql: """
          SELECT collection.name, key FROM text JOIN collection ON collection.id = collection
          WHERE text.id = ?
          """, arguments: [id])
      if let place, let name = CollectionName(stored: place[0]) {
        let finding: TextsSalvageFinding =
          hash == nil ? .otherWords(name, key: place[1]) : .altered(name, key: place[1])
        report(.area(finding))
      }
    }
    return lost
  }

  /// Carries the rows of a table that keep its rules, of which the columns' names tell what the schema leaves
  /// open.
  private func carry(
    _ table: String, _ columns: [String], emptying references: [String: String] = [:]
  ) throws -> Int {
    try carrier.carry(table, columns, emptying: references) { TextsSalvage.isUsual($0, columns) }
  }
}
