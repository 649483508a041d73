import Foundation
import GRDB
import Store

/// Adding a collection: its file is read into a hidden one (``HiddenCollections``), which is shown
/// once it is complete.
extension Collections {
  /// Reads a file into a collection that nobody sees, and shows it when all of it is there.
  func bring(
    _ new: NewCollection, owner: Int64?, _ now: Int, _ piece: () throws -> [UInt8],
    _ report: (ReadProblem) -> Void, inPlaceOf old: TextCollection? = nil,
    settle: (_ collection: Int64, CollectionChange, Database) throws -> Void = { _, _, _ in }
  ) throws -> CollectionChange {
    // Whatever is refused halfway leaves the database file as large as it has grown.
    if let size = new.size { try journal.store.checkHasRoom(for: Self.spread * size) }
    // Here and below without the reserve, which is for deleting.
    let row = try journal.write { db in
      try checkQuota(db, beside: old)
      return try HiddenCollections.insert(new, owner: owner, now, db)
    }
    do {
      var work = TextImport(
        into: row, after: old?.id, now: now,
        atMost: journal.isAskedForByDevice ? Self.quota.texts : nil)
      let hash = try withoutActuallyEscaping(piece) { piece in
        try work.read(new.format, language: new.language, piece, report) { work in
          try journal.write(work)
        }
      }
      return try journal.write { db in
        let change = try show(row, as: new, in: old, work, hash, now, db)
        try settle(row, change, db)
        return change
      }
    } catch {
      HiddenCollections(journal.store).clear(row)
      throw error
    }
  }

  /// Shows a collection once all its texts are there, and hides the one that it replaces.
  func show(
    _ row: Int64, as new: NewCollection, in old: TextCollection?, _ work: TextImport,
    _ hash: [UInt8], _ now: Int, _ db: Database
  ) throws -> CollectionChange {
    try checkQuota(db, beside: old, adding: work.bytes)
    if let old {
      // It may have become another owner's, or nobody's, meanwhile.
      guard try changeable(new.name, db).id == old.id else {
        throw CollectionError.unknown(new.name, known: [])
      }
      try HiddenCollections.hide(old, db)
      try db.execute(
        cached: """
          UPDATE collection SET name = ?, added = ?,
            owner = (SELECT owner FROM collection WHERE id = ?)
          WHERE id = ?
          """, arguments: [old.name.text, old.added, old.id, row])
    } else {
      try checkIsFree(new.name, db)
    }
    try db.execute(
      cached: """
        UPDATE collection SET hidden = NULL, folded = ?, updated = max(added, ?), texts = ?, hash = ?,
          bytes = ?
        WHERE id = ?
        """,
      arguments: [new.name.folded, now, work.count, Data(hash), work.bytes, row])
    let collection = try Self.collection(new.name, db)
    let (places, highlights) = (MarkPlaces(db), HighlightPlaces(db))
    try places.place(in: collection)
    try highlights.place(in: collection)
    return CollectionChange(
      collection: collection, added: work.added, changed: work.changed,
      removed: old.map { $0.texts - work.changed - work.kept } ?? 0, problems: work.problems,
      lost: try places.lost(of: journal.id, in: collection),
      lostHighlights: try highlights.lost(of: journal.id, in: collection))
  }

  /// How many bytes of the database a byte of a file takes at most, with its index.
  private static let spread = 3

  /// The most that an owner's devices may add: collections, bytes of their files, and texts in one
  /// file. The Bible has 31,102 verses.
  package static let quota = (collections: 100, bytes: 256_000_000, texts: 200_000)

  /// Checks that a device may add a collection, or so much of its file.
  ///
  /// - Throws: ``CollectionError/tooMany(limit:)``, ``CollectionError/tooLarge(limit:)``.
  private func checkQuota(
    _ db: Database, beside old: TextCollection?, adding bytes: Int = 0
  ) throws {
    guard journal.isAskedForByDevice else { return }
    let (collections, sum) =
      try DecodedRows(
        db,
        cached: """
          SELECT count(*), coalesce(sum(bytes), 0) FROM collection
          WHERE owner = ? AND hidden IS NULL AND id IS NOT ?
          """, arguments: [journal.id, old?.id]
      ).map { (try $0.next(Int.self), try $0.next(Int.self)) }.first ?? (0, 0)
    if collections >= Self.quota.collections {
      throw CollectionError.tooMany(limit: Self.quota.collections)
    }
    if sum > Self.quota.bytes - bytes { throw CollectionError.tooLarge(limit: Self.quota.bytes) }
  }

  func checkIsFree(_ name: CollectionName, _ db: Database) throws {
    if let other = try Self.find(name, db) { throw CollectionError.exists(other.name) }
  }
}
