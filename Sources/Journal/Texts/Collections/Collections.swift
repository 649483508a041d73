import Foundation
import GRDB
package import Store

/// The collections of a journal, as an owner sees and changes them.
package struct Collections: Sendable {
  let journal: OwnerJournal

  /// All collections, by name.
  package func all() throws -> [TextCollection] {
    try journal.read { db in try Self.all(db) }
  }

  /// The collection of a name, however it is written.
  ///
  /// - Throws: ``CollectionError/unknown(_:known:)``.
  package func collection(_ name: CollectionName) throws -> TextCollection {
    try journal.read { db in try Self.collection(name, db) }
  }

  /// The sections of a collection, in the order of its file, with the number of their texts.
  ///
  /// - Parameters:
  ///   - collection: the collection.
  ///   - key: the section after which they begin; nil for the first one.
  ///   - count: how many at most; nil for all.
  /// - Returns: them.
  /// - Throws: ``JournalError``.
  package func sections(
    of collection: TextCollection, after key: String? = nil, atMost count: Int? = nil
  ) throws -> [(section: TextSection, texts: Int)] {
    try journal.read { db in
      try DecodedRows(
        db,
        cached: """
          SELECT key, title, (SELECT count(*) FROM text WHERE text.section = section.id)
          FROM section
          WHERE collection = ?1
            AND id > coalesce((SELECT id FROM section WHERE collection = ?1 AND key = ?2), 0)
          ORDER BY id LIMIT ?3
          """, arguments: [collection.id, key, count ?? -1]
      ).map { values in
        let section = TextSection(
          key: try values.text(atMost: ReadText.keyByteLimit),
          title: try values.text(atMost: ReadText.lineByteLimit))
        return (section, try values.next(in: 0...Int(Int32.max)))
      }
    }
  }

  /// Adds the texts of a file as a collection, all or none; records that are no texts are passed over.
  /// Marks of an earlier collection of the name find their texts again.
  ///
  /// - Parameters:
  ///   - new: what is said of it.
  ///   - now: in seconds since 1970 in UTC.
  ///   - piece: gives the next bytes of the file, at most ``CollectionReader/pieceSize``; none at the end.
  ///   - report: called with each record that is no text.
  /// - Returns: what came in.
  /// - Throws: ``CollectionError``, ``ReadError``, ``JournalError``, and what `piece` throws; then nothing
  ///   has changed.
  package func add(
    _ new: NewCollection, now: Int, piece: () throws -> [UInt8],
    report: (ReadProblem) -> Void = { _ in }
  ) throws -> CollectionChange {
    // Not with the room that is kept: the pieces come only once.
    try journal.write { db in
      if let other = try Self.find(new.name, db) { throw CollectionError.exists(other.name) }
      try insert(new, owner: journal.id, now, db)
      return try change(new.name, new, round: 1, now, db, piece, report)
    }
  }

  /// Adds a collection from an export, as ``add(_:now:piece:report:)`` does. The one that comes with Daystamp
  /// still belongs to nobody.
  ///
  /// - Returns: what came in; nil where there is one of its name.
  func addIfMissing(
    _ new: NewCollection, now: Int, _ db: Database, piece: () throws -> [UInt8]
  ) throws -> CollectionChange? {
    guard try Self.find(new.name, db) == nil else { return nil }
    let isShipped = try ShippedCollection.isDescribed(by: new)
    try insert(new, owner: isShipped ? nil : journal.id, now, db)
    return try change(new.name, new, round: 1, now, db, piece, { _ in })
  }

  /// Adds the collection that comes with Daystamp, once more where it was removed.
  ///
  /// - Parameter now: in seconds since 1970 in UTC.
  /// - Returns: the collection.
  /// - Throws: ``CollectionError/exists(_:)``, ``JournalError``.
  @discardableResult
  package func addShipped(now: Int) throws -> TextCollection {
    try journal.writeMakingRoom { db in
      let name = try ShippedCollection.description().name
      if let other = try Self.find(name, db) { throw CollectionError.exists(other.name) }
      try addShipped(now: now, db)
      return try Self.collection(name, db)
    }
  }

  /// Whether the collection that comes with Daystamp is among these.
  package static func hasShipped(_ collections: [TextCollection]) throws -> Bool {
    let name = try ShippedCollection.description().name
    return collections.contains { $0.name.folded == name.folded }
  }

  /// Adds the collection that comes with Daystamp, which belongs to nobody: anybody may remove it.
  ///
  /// - Parameters:
  ///   - now: in seconds since 1970 in UTC.
  ///   - db: the connection, in a transaction.
  /// - Throws: ``JournalError``.
  func addShipped(now: Int, _ db: Database) throws {
    let new = try ShippedCollection.description()
    try insert(new, owner: nil, now, db)
    var pieces = [ShippedCollection.file]
    _ = try change(new.name, new, round: 1, now, db, { pieces.popLast() ?? [] }, { _ in })
  }

  /// Reads the file of a collection again: texts that it still has keep their marks by their key, else by
  /// what they say; those that it has no more go.
  ///
  /// - Parameters:
  ///   - new: what is said of it; a licence and a language that are empty stay as they were.
  ///   - now: in seconds since 1970 in UTC.
  ///   - piece: as for ``add(_:now:piece:report:)``.
  ///   - report: as for ``add(_:now:piece:report:)``.
  /// - Returns: what came in, changed and went.
  /// - Throws: as ``add(_:now:piece:report:)``.
  package func update(
    _ new: NewCollection, now: Int, piece: () throws -> [UInt8],
    report: (ReadProblem) -> Void = { _ in }
  ) throws -> CollectionChange {
    // Not with the room that is kept: the pieces come only once.
    try journal.write { db in
      let old = try changeable(new.name, db)
      var new = new
      if new.licence.isEmpty { new.licence = old.licence }
      if new.language.isEmpty { new.language = old.language }
      try db.execute(
        cached: """
          UPDATE collection
          SET licence = ?, language = ?, source = ?, format = ?, updated = max(added, ?), round = ?
          WHERE id = ?
          """,
        arguments: [
          new.licence, new.language, new.source, new.format.rawValue, now, old.round + 1, old.id,
        ])
      return try change(new.name, new, round: old.round + 1, now, db, piece, report)
    }
  }

  /// Removes a collection with its texts. Marks stay until it comes again, as highlights and notes do, which
  /// go with marks; what was read of it and plans stay always.
  ///
  /// Texts are overwritten with zeros, except on a full disk: the log would need as much room as they take in
  /// the database.
  ///
  /// - Parameters:
  ///   - name: the collection's.
  ///   - withMarks: whether the owner's own marks go too; those of others stay.
  /// - Returns: what it was, and how many marks, highlights and notes of the owner's went.
  /// - Throws: ``CollectionError``.
  @discardableResult
  package func remove(
    _ name: CollectionName, withMarks: Bool
  ) throws -> (collection: TextCollection, marks: Int) {
    do {
      return try remove(name, withMarks, wipes: true)
    } catch  where error.isDiskFull {
      return try remove(name, withMarks, wipes: false)
    }
  }

  private func remove(
    _ name: CollectionName, _ withMarks: Bool, wipes: Bool
  ) throws -> (collection: TextCollection, marks: Int) {
    try journal.writeMakingRoom { db in
      let collection = try changeable(name, db)
      if !wipes { try db.execute(sql: "PRAGMA secure_delete = FAST") }
      defer { if !wipes { try? db.execute(sql: "PRAGMA secure_delete = ON") } }
      var marks = 0
      if withMarks {
        for table in ["text_mark", "text_highlight", "text_note"] {
          try db.execute(
            cached: "DELETE FROM \(table) WHERE owner = ? AND collection = ?",
            arguments: [journal.id, collection.name.folded])
          marks += db.changesCount
        }
      }
      try collection.delete(db)
      return (collection, marks)
    }
  }

  private func insert(
    _ new: NewCollection, owner: Int64?, _ now: Int, _ db: Database
  ) throws {
    try db.execute(
      cached: """
        INSERT INTO collection (
          name, folded, owner, licence, language, source, format, hash, added, updated)
        VALUES (?, ?, ?, ?, ?, ?, ?, zeroblob(32), ?, ?)
        """,
      arguments: [
        new.name.text, new.name.folded, owner, new.licence, new.language, new.source,
        new.format.rawValue, now, now,
      ])
  }

  private func change(
    _ name: CollectionName, _ new: NewCollection, round: Int, _ now: Int, _ db: Database,
    _ piece: () throws -> [UInt8], _ report: (ReadProblem) -> Void
  ) throws -> CollectionChange {
    let collection = try Self.collection(name, db)
    var work = TextImport(into: collection.id, round: round, now: now, db)
    try withoutActuallyEscaping(piece) { piece in
      try work.read(new.format, language: new.language, piece, report)
    }
    let places = MarkPlaces(db)
    try work.finish()
    try places.place(in: collection)
    let highlights = HighlightPlaces(db)
    try highlights.place(in: collection)
    try work.keepOrder()
    return CollectionChange(
      collection: try Self.collection(name, db), added: work.added, changed: work.changed,
      removed: work.removed, problems: work.problems,
      lost: try places.lost(of: journal.id, in: collection),
      lostHighlights: try highlights.lost(of: journal.id, in: collection))
  }

  /// The collection, if the owner may change it.
  private func changeable(_ name: CollectionName, _ db: Database) throws -> TextCollection {
    let collection = try Self.collection(name, db)
    if let owner = collection.owner, owner != journal.owner {
      throw CollectionError.notYours(collection.name, owner: owner)
    }
    if collection.owner == nil, journal.isAskedForByDevice, try Self.hasSeveralOwners(db) {
      throw CollectionError.everybodys(collection.name)
    }
    return collection
  }

  private static func hasSeveralOwners(_ db: Database) throws -> Bool {
    try db.value(Bool.self, cached: "SELECT count(*) > 1 FROM owner") ?? false
  }

  static func all(_ db: Database) throws -> [TextCollection] {
    try DecodedRows(db, cached: "\(TextCollection.query) ORDER BY folded")
      .map { try TextCollection(&$0) }
  }

  private static func find(_ name: CollectionName, _ db: Database) throws -> TextCollection? {
    try find(folded: name.folded, db)
  }

  /// The collection of a name as names are compared.
  static func find(folded: String, _ db: Database) throws -> TextCollection? {
    try DecodedRows(
      db, cached: "\(TextCollection.query) WHERE folded = ?", arguments: [folded]
    ).map { try TextCollection(&$0) }.first
  }

  static func collection(_ name: CollectionName, _ db: Database) throws -> TextCollection {
    if let found = try find(name, db) { return found }
    throw CollectionError.unknown(name, known: try all(db).map(\.name))
  }
}

/// A part of a collection, such as a chapter of a book.
package struct TextSection: Sendable, Hashable {
  package let key: String
  package let title: String
}

/// What became of a collection whose file was read.
package struct CollectionChange: Sendable {
  package let collection: TextCollection
  /// Texts that are new, that have the key of an earlier one and say something else, and that went.
  package let added: Int
  package let changed: Int
  package let removed: Int
  /// Records of the file that are no texts.
  package let problems: Int
  /// The keys of the owner's marks whose texts are not in it.
  package let lost: [String]
  /// The owner's highlights whose words are not in it.
  package let lostHighlights: [LostHighlight]
}

extension OwnerJournal {
  package var collections: Collections { Collections(journal: self) }
}
