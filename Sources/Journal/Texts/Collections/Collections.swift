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

  /// Adds the texts of a file as a collection, all or none, without records that are not texts.
  /// Marks from an earlier collection of the same name find their texts again.
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
    try HiddenCollections(journal.store).changing {
      try journal.read { db in try checkIsFree(new.name, db) }
      return try bring(new, owner: journal.id, now, piece, report)
    }
  }

  /// Adds a collection from an export, as ``add(_:now:piece:report:)`` does. The one that comes with Daystamp
  /// still belongs to nobody.
  ///
  /// - Parameters:
  ///   - new: what is said of it.
  ///   - now: in seconds since 1970 in UTC.
  ///   - piece: as for ``add(_:now:piece:report:)``.
  ///   - settle: called with the collection at its end, in the transaction that shows it.
  /// - Returns: whether it came; else there is one of its name.
  /// - Throws: as ``add(_:now:piece:report:)``, and what `settle` throws.
  func addIfMissing(
    _ new: NewCollection, now: Int, piece: () throws -> [UInt8],
    settle: (_ collection: Int64, CollectionChange, Database) throws -> Void
  ) throws -> Bool {
    try HiddenCollections(journal.store).changing {
      guard try journal.read({ db in try Self.find(new.name, db) }) == nil else { return false }
      let isShipped = try ShippedCollection.isDescribed(by: new)
      _ = try bring(
        new, owner: isShipped ? nil : journal.id, now, piece, { _ in }, settle: settle)
      return true
    }
  }

  /// Adds the collection that comes with Daystamp, also if it was removed before.
  ///
  /// - Parameter now: in seconds since 1970 in UTC.
  /// - Returns: the collection.
  /// - Throws: ``CollectionError/exists(_:)``, ``JournalError``.
  @discardableResult
  package func addShipped(now: Int) throws -> TextCollection {
    try journal.writeMakingRoom { db in
      try checkIsFree(ShippedCollection.description().name, db)
      return try addShipped(now: now, db)
    }
  }

  /// Whether Daystamp's own collection is among these.
  package static func hasShipped(_ collections: [TextCollection]) throws -> Bool {
    let name = try ShippedCollection.description().name
    return collections.contains { $0.name.folded == name.folded }
  }

  /// Adds the collection that comes with Daystamp, which belongs to nobody.
  ///
  /// - Parameters:
  ///   - now: in seconds since 1970 in UTC.
  ///   - db: the connection, in a transaction; the collection is small enough for one.
  /// - Returns: the collection.
  /// - Throws: ``JournalError``.
  @discardableResult
  func addShipped(now: Int, _ db: Database) throws -> TextCollection {
    let new = try ShippedCollection.description()
    let row = try HiddenCollections.insert(new, owner: nil, now, db)
    var pieces = [ShippedCollection.file]
    var work = TextImport(into: row, after: nil, now: now)
    let hash = try work.read(
      new.format, language: new.language, { pieces.popLast() ?? [] }, { _ in }, { try $0(db) })
    return try show(row, as: new, in: nil, work, hash, now, db).collection
  }

  /// Updates a collection from its file: texts that are still in it keep their marks, found by key
  /// or else by their words; the others are removed.
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
    let hidden = HiddenCollections(journal.store)
    return try hidden.changing {
      let old = try journal.read { db in try changeable(new.name, db) }
      var new = new
      if new.licence.isEmpty { new.licence = old.licence }
      if new.language.isEmpty { new.language = old.language }
      let change = try bring(new, owner: journal.id, now, piece, report, inPlaceOf: old)
      hidden.clear(old.id)
      return change
    }
  }

  /// Removes a collection with its texts. Marks, highlights and notes stay for when it returns,
  /// unless they are to be deleted too; reading and plans always stay.
  ///
  /// Texts are overwritten with zeros, except on a full disk: the log would need as much room as they take in
  /// the database.
  ///
  /// - Parameters:
  ///   - name: the collection's.
  ///   - withMarks: whether the owner's own marks go too; those of others stay.
  /// - Returns: what it was, and how many marks, highlights and notes of the owner's went.
  /// - Throws: ``CollectionError``, ``JournalError``; then nothing has changed. Once it has begun to go nobody
  ///   sees a text of it any more; what cannot go now goes before another collection comes or goes.
  @discardableResult
  package func remove(
    _ name: CollectionName, withMarks: Bool
  ) throws -> (collection: TextCollection, marks: Int) {
    let hidden = HiddenCollections(journal.store)
    return try hidden.changing {
      let removed = try journal.writeMakingRoom { db in
        let collection = try changeable(name, db)
        var marks = 0
        if withMarks {
          for table in ["text_mark", "text_highlight", "text_note"] {
            try db.execute(
              cached: "DELETE FROM \(table) WHERE owner = ? AND collection = ?",
              arguments: [journal.id, collection.name.folded])
            marks += db.changesCount
          }
        }
        try HiddenCollections.hide(collection, db)
        return (collection: collection, marks: marks)
      }
      hidden.clear(removed.collection.id)
      return removed
    }
  }

  /// The collection, if the owner may change it.
  func changeable(_ name: CollectionName, _ db: Database) throws -> TextCollection {
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
    try DecodedRows(db, cached: "\(TextCollection.query) WHERE hidden IS NULL ORDER BY folded")
      .map { try TextCollection(&$0) }
  }

  static func find(_ name: CollectionName, _ db: Database) throws -> TextCollection? {
    try find(folded: name.folded, db)
  }

  /// The collection of a name as names are compared.
  static func find(folded: String, _ db: Database) throws -> TextCollection? {
    try DecodedRows(
      db, cached: "\(TextCollection.query) WHERE hidden IS NULL AND folded = ?", arguments: [folded]
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

/// The result of updating a collection from its file.
package struct CollectionChange: Sendable {
  package let collection: TextCollection
  /// The numbers of texts that are new, that changed under their key, and that were removed.
  package let added: Int
  package let changed: Int
  package let removed: Int
  /// How many records of the file are not texts.
  package let problems: Int
  /// The keys of the owner's marks on missing texts.
  package let lost: [String]
  /// The owner's highlights of missing words.
  package let lostHighlights: [LostHighlight]
}

extension OwnerJournal {
  package var collections: Collections { Collections(journal: self) }
}
