import Foundation
import GRDB
import Store

/// The findings of a salvage of texts, in ``SalvageFinding/area(_:)``.
package enum TextsSalvageFinding: AreaSalvageFinding, Hashable {
  /// A text is not what its hash is of; it stays as it is, with another hash.
  case altered(CollectionName, key: String)
  /// A text differs from the search index.
  case otherWords(CollectionName, key: String)

  /// Which text a row is; nil where it is gone.
  static func place(of text: Int64, _ db: Database) throws -> (name: CollectionName, key: String)? {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT collection.name, key FROM text JOIN collection ON collection.id = collection
        WHERE text.id = ?
        """, arguments: [text])
    guard let row, let name = CollectionName(stored: row[0]) else { return nil }
    return (name, row[1])
  }
}

/// Copies collections with their texts, and the owners' marks, reading and plans, from a damaged
/// journal into a new one. Marks, highlights and notes of lost texts are kept for when these
/// return. A lost collection, section, note, round or plan is made again for its parts.
final class TextsSalvage: AreaSalvage {
  func run(
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
  static func proven(_ text: Int64, _ rows: Database) throws -> SearchDocument? {
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
}

/// Carries rows of one database to another.
private struct Carrier {
  let carrier: RowCarrier
  /// The rows of texts that differ from the search index.
  let altered: Set<Int64>
  private var db: Database { carrier.db }

  func carryAll(_ report: JournalSalvage.Report) throws {
    // Whose owner is lost is nobody's, and anybody's to remove.
    try carrier.carry([.collection], report)
    // A text says which section it is in.
    _ = try carrier.carry(.section)
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
    _ = try carrier.carry(.searches)
    if lostTexts > 0 { report(.lostRows(lostTexts, table: StoredTable.text.name)) }
    try carrier.carry(StoredTable.ofOwners, report)
  }

  /// Carries texts. One that its hash is not of gets the hash of what it says, and is told.
  private func carryTexts(_ report: JournalSalvage.Report) throws -> Int {
    var rehashed: [Int64: [UInt8]] = [:]
    let lost = try carrier.carry(.text) { row in
      guard let body = String.fromDatabaseValue(row["body"]),
        let id = Int64.fromDatabaseValue(row["id"])
      else { return }
      let hash = TextHash.of(body)
      if Data.fromDatabaseValue(row["hash"]).map(Array.init) != hash { rehashed[id] = hash }
    }
    for id in altered.union(rehashed.keys).sorted() {
      let hash = rehashed[id]
      if let hash {
        try db.execute(
          cached: "UPDATE text SET hash = ? WHERE id = ?", arguments: [Data(hash), id])
      }
      if let (name, key) = try TextsSalvageFinding.place(of: id, db) {
        let finding: TextsSalvageFinding =
          hash == nil ? .otherWords(name, key: key) : .altered(name, key: key)
        report(.area(finding))
      }
    }
    return lost
  }
}
