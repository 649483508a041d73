import Files
import GRDB
import Store

/// Collections being added or removed: each short transaction changes some of their rows, and
/// nobody sees them. One statement shows or hides a collection.
///
/// Whoever changes a collection holds a lock of the folder's for it, so that what is hidden while nobody does
/// was left by a process that was ended, and goes.
struct HiddenCollections {
  private let store: JournalStore

  init(_ store: JournalStore) { self.store = store }

  /// Texts that go in a transaction.
  private static let pieceSizes = 16...512

  /// Does work that brings or removes a collection, while nobody else does.
  ///
  /// - Throws: ``JournalError``, and what the work throws.
  func changing<Result>(_ work: () throws -> Result) throws -> Result {
    try store.checkIsWritable()
    return try FolderLock(store.folder, file: "collections.lock").hold(.exclusive) {
      try removeAll()
      return try work()
    }
  }

  /// Removes what is hidden, as far as there is room for that.
  private func removeAll() throws {
    let rows = try JournalError.wrapping {
      try store.database.read { db in
        try db.values(Int64.self, cached: "SELECT id FROM collection WHERE hidden IS NOT NULL")
      }
    }
    for row in rows { clear(row) }
  }

  /// Removes a hidden collection, its texts some at a time, overwritten with zeros. On a full disk, where the
  /// log has no room for that, they go all at once, and are not overwritten. What cannot go now goes before
  /// another collection comes or goes.
  func clear(_ collection: Int64) {
    do {
      try removeInPieces(collection)
    } catch  where error.isDiskFull {
      try? store.writeMakingRoom { db in
        try db.execute(sql: "PRAGMA secure_delete = FAST")
        defer { try? db.execute(sql: "PRAGMA secure_delete = ON") }
        try Self.removeAtOnce(collection, db)
      }
    } catch {}
  }

  private func removeInPieces(_ collection: Int64) throws {
    var pieces = WritePieces(Self.pieceSizes)
    for removeSome in [Self.removeTexts(of:atMost:_:), Self.removeSections(of:atMost:_:)] {
      try pieces.writeAll { count in
        try JournalError.wrapping { try store.write { try removeSome(collection, count, $0) } }
      }
    }
    try JournalError.wrapping { try store.write { try Self.removeRow(of: collection, $0) } }
  }

  private static func removeRow(of collection: Int64, _ db: Database) throws {
    try db.execute(
      cached: "DELETE FROM collection WHERE id = ? AND hidden IS NOT NULL",
      arguments: [collection])
  }

  /// Removes all of a hidden collection. The index lets go of as few texts as it can, or is made again of
  /// those that stay.
  private static func removeAtOnce(_ collection: Int64, _ db: Database) throws {
    let isMost = try db.value(
      Bool.self, cached: "SELECT 2 * sum(collection = ?) > count(*) FROM text",
      arguments: [collection])
    if isMost == true {
      try db.execute(cached: "DELETE FROM text WHERE collection = ?", arguments: [collection])
    } else {
      while try !removeTexts(of: collection, atMost: pieceSizes.upperBound, db) {}
    }
    // The sections go with it.
    try removeRow(of: collection, db)
    if isMost == true { try SearchTable.texts.rebuild(db) }
  }

  /// Deletes texts of a collection.
  ///
  /// - Returns: whether it has none any more.
  private static func removeTexts(
    of collection: Int64, atMost count: Int, _ db: Database
  ) throws -> Bool {
    let rows = try db.values(
      Int64.self, cached: "SELECT id FROM text WHERE collection = ? LIMIT ?",
      arguments: [collection, count])
    if rows.isEmpty { return true }
    try SearchTable.texts.delete(rows, from: "text", db)
    return false
  }

  private static func removeSections(
    of collection: Int64, atMost count: Int, _ db: Database
  ) throws -> Bool {
    try db.execute(
      cached: """
        DELETE FROM section
        WHERE id IN (SELECT id FROM section WHERE collection = ? LIMIT ?)
        """, arguments: [collection, count])
    return db.changesCount == 0
  }

  /// Inserts a collection that nobody sees, without texts. Its hash is none of a file: zeros would be of a
  /// damaged row.
  ///
  /// - Returns: its row.
  static func insert(
    _ new: NewCollection, owner: Int64?, _ now: Int, _ db: Database
  ) throws -> Int64 {
    try db.execute(
      cached: """
        INSERT INTO collection (
          hidden, name, folded, owner, licence, language, source, format, hash, added, updated)
        VALUES (1, ?, \(hiddenName), ?, ?, ?, ?, ?, randomblob(32), ?, ?)
        """,
      arguments: [
        new.name.text, owner, new.licence, new.language, new.source, new.format.rawValue, now, now,
      ])
    return db.lastInsertedRowID
  }

  /// Hides a collection. What owners did with its texts waits for them from then on.
  static func hide(_ collection: TextCollection, _ db: Database) throws {
    for table in MarkPlaces.tables {
      try db.execute(
        cached: "UPDATE \(table) SET text = NULL WHERE collection = ? AND text IS NOT NULL",
        arguments: [collection.name.folded])
    }
    try db.execute(
      cached: "UPDATE collection SET hidden = 1, texts = 0, folded = \(hiddenName) WHERE id = ?",
      arguments: [collection.id])
  }

  /// A hidden collection's `folded`, which leaves its name free for another: no name begins with this
  /// character.
  private static let hiddenName = "char(1) || lower(hex(randomblob(16)))"
}
