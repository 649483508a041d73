import Foundation
import GRDB
import Stamping

/// Looks are stored once, as JSON, and posts refer to them.
extension OwnerJournal {
  /// The row of a look, made where it is new.
  func lookID(_ look: LabelLook, _ db: Database) throws -> Int64 {
    let encoder = JSONEncoder()
    // The same look has the same text.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = String(decoding: try encoder.encode(look), as: UTF8.self)
    if let row = try db.row(cached: "SELECT id FROM look WHERE json = ?", arguments: [json]) {
      return row[0]
    }
    try db.execute(sql: "INSERT INTO look (json) VALUES (?)", arguments: [json])
    return db.lastInsertedRowID
  }

  /// The look of a row.
  ///
  /// - Throws: ``JournalError/database(_:)`` where what is stored is no look.
  func look(_ row: Int64, _ db: Database) throws -> LabelLook {
    let json = try String.fetchOne(db, sql: "SELECT json FROM look WHERE id = ?", arguments: [row])
    do {
      return try JSONDecoder().decode(LabelLook.self, from: Data((json ?? "").utf8))
    } catch {
      throw JournalError.database(
        DatabaseFailure(kind: .corrupt, code: 0, message: "look \(row) cannot be read: \(error)"))
    }
  }
}
