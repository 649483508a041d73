import Foundation
import GRDB
package import Store

/// The texts of a journal, with the marks of one owner.
package struct Texts: Sendable {
  let journal: OwnerJournal

  /// The text of a key, in a collection or the only one that has it.
  ///
  /// - Parameters:
  ///   - key: a key; of a verse also its book, chapter and number, as "John 3:16".
  ///   - collection: nil where any may have it.
  /// - Returns: the text.
  /// - Throws: ``TextError``, ``CollectionError/unknown(_:known:)``.
  package func text(_ key: String, in collection: CollectionName? = nil) throws -> StoredText {
    try journal.read { db in try text(key, in: collection, db) }
  }

  func text(_ typed: String, in collection: CollectionName?, _ db: Database) throws -> StoredText {
    let chosen = try collection.map { try Collections.collection($0, db).id }
    for key in TextKey.meant(by: typed) {
      let found = try DecodedRows(
        db,
        cached: """
          SELECT \(StoredText.columns) FROM collection AS owner_of
            CROSS JOIN \(StoredText.tables)
          WHERE text.collection = owner_of.id AND text.key = ?2
            AND (?3 IS NULL OR owner_of.id = ?3)
          ORDER BY collection.folded LIMIT 100
          """, arguments: [journal.id, key, chosen]
      ).map { try StoredText(&$0) }
      if found.count > 1 {
        throw TextError.several(key, collections: found.map(\.collection))
      }
      if let text = found.first { return text }
    }
    throw TextError.unknown(typed)
  }
}

/// The marks that an owner can set.
extension Texts {
  package enum Deed: String, Sendable, CaseIterable {
    /// Gives a heart; one that it has stays as old as it is.
    case heart
    case unheart
    /// Counts that it was used once more.
    case use
    /// Takes the last use away again; one that was not used stays so.
    case unuse
    /// Notes that it was opened; only the first time counts.
    case open
  }

  /// Marks texts, all of them or none.
  ///
  /// - Parameters:
  ///   - deed: what is done.
  ///   - keys: as for ``text(_:in:)``.
  ///   - collection: nil where any may have them.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the texts as they are then.
  /// - Throws: as ``text(_:in:)``; then nothing is done.
  @discardableResult
  package func mark(
    _ deed: Deed, _ keys: [String], in collection: CollectionName? = nil, now: Int
  ) throws -> [StoredText] {
    try journal.writeMakingRoom { db in
      try keys.map { key in
        try mark(deed, text(key, in: collection, db), now, db)
        return try text(key, in: collection, db)
      }
    }
  }

  func mark(_ deed: Deed, _ text: StoredText, _ now: Int, _ db: Database) throws {
    try db.execute(
      cached: """
        INSERT INTO text_mark (owner, text, collection, key, hash)
        SELECT ?, id, (SELECT folded FROM collection WHERE id = text.collection), key, hash
        FROM text WHERE id = ?
        ON CONFLICT (owner, collection, key) DO UPDATE SET text = excluded.text, hash = excluded.hash
        """, arguments: [journal.id, text.id])
    let change: String =
      switch deed {
      case .heart: "hearted = coalesce(hearted, ?1)"
      case .unheart: "hearted = CASE WHEN ?1 THEN NULL END"
      case .use: "uses = uses + 1, used = ?1, opened = coalesce(opened, ?1)"
      case .unuse: "used = CASE WHEN uses > 1 AND ?1 THEN used END, uses = max(uses - 1, 0)"
      case .open: "opened = coalesce(opened, ?1)"
      }
    try db.execute(
      cached: "UPDATE text_mark SET \(change) WHERE owner = ?2 AND text = ?3",
      arguments: [now, journal.id, text.id])
  }
}

extension OwnerJournal {
  package var texts: Texts { Texts(journal: self) }
}
