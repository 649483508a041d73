import Foundation
import GRDB
import Store

/// Matches marks, highlights, notes and shown days with their texts after texts were added or
/// removed.
struct MarkPlaces {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// The tables whose rows outlive texts.
  static let tables = ["text_mark", "text_day", "text_highlight", "text_note"]
  /// Those of them whose rows keep the hash of another body, by which they are seen to be of that one.
  private static let keepingHash: Set = ["text_highlight"]

  /// Finds the texts of a collection whose rows lost them: by their keys, else by what they say.
  func place(in collection: TextCollection) throws {
    let name = collection.name.folded
    for table in Self.tables {
      try db.execute(
        cached: """
          UPDATE \(table) SET text =
            (SELECT id FROM text WHERE text.collection = ?1 AND text.key = \(table).key)
          WHERE collection = ?2 AND text IS NULL
          """, arguments: [collection.id, name])
      let isAnyLost = try db.row(
        cached: "SELECT 1 FROM \(table) WHERE collection = ? AND text IS NULL LIMIT 1",
        arguments: [name])
      // All texts are read for the hashes.
      let found =
        isAnyLost == nil
        ? []
        : try DecodedRows(
          db,
          cached: """
            SELECT min(id), key, hash FROM text
            WHERE collection = ?1
              AND hash IN (SELECT hash FROM \(table) WHERE collection = ?2 AND text IS NULL)
            GROUP BY hash
            """, arguments: [collection.id, name]
        ).map { (try $0.next(Int64.self), try $0.next(String.self), try $0.bytes()) }
      for (id, key, hash) in found {
        // The text may have a mark of the owner's of its own.
        try db.execute(
          cached: """
            UPDATE OR IGNORE \(table) SET text = ?, key = ?
            WHERE collection = ? AND hash = ? AND text IS NULL
            """, arguments: [id, key, name, Data(hash)])
      }
      if Self.keepingHash.contains(table) { continue }
      // What a text says may have changed.
      try db.execute(
        cached: """
          UPDATE \(table) SET hash = (SELECT hash FROM text WHERE text.id = \(table).text)
          WHERE collection = ? AND text IS NOT NULL
          """, arguments: [name])
    }
  }

  /// The keys of an owner's marks and notes of a collection whose texts it does not have.
  func lost(of owner: Int64, in collection: TextCollection) throws -> [String] {
    try db.values(
      cached: """
        SELECT key FROM text_mark WHERE owner = ?1 AND collection = ?2 AND text IS NULL
        UNION SELECT key FROM text_note
          WHERE owner = ?1 AND collection = ?2 AND text IS NULL AND words <> ''
        ORDER BY key
        """, arguments: [owner, collection.name.folded])
  }
}
