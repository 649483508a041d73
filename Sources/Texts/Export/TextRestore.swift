import Files
import Foundation
import GRDB
package import Store

/// Puts in what an export says of texts. What is there already stays, so that the same may come twice.
package struct TextRestore: Sendable {
  private let journal: OwnerJournal

  package init(into journal: OwnerJournal) { self.journal = journal }

  /// What came in.
  package struct Gain: Sendable, Hashable {
    /// The names of collections.
    package var collections: [String] = []
    /// Texts that were not marked before, and days that had none.
    package var marks = 0
    package var days = 0

    package init() {}
  }

  /// Whether there is a collection of its name.
  package func has(_ collection: ExportedCollection) throws -> Bool {
    let folded = SearchText.folded(collection.name)
    return try journal.read { db in
      try db.row(cached: "SELECT 1 FROM collection WHERE folded = ?", arguments: [folded]) != nil
    }
  }

  /// Adds a collection as the owner's, where there is none of its name.
  ///
  /// - Parameters:
  ///   - exported: what is said of it.
  ///   - piece: gives the next bytes of the file of its texts, as for ``Collections``.
  /// - Returns: whether it came.
  /// - Throws: ``ExportedTextError`` where the file is not the one that was exported, ``CollectionError``,
  ///   ``ReadError``, ``JournalError`` and what `piece` throws; then nothing has changed.
  package func add(
    _ exported: ExportedCollection, piece: () throws -> [UInt8]
  ) throws -> Bool {
    let (new, format, hash, file) = try exported.read()
    return try journal.write { db in
      let collections = journal.collections
      guard
        let change = try collections.addIfMissing(new, now: exported.added, db, piece: piece)
      else { return false }
      guard change.collection.hash == file, change.collection.texts == exported.texts else {
        throw ExportedTextError(field: ExportedCollection.CodingKeys.fileSha256.rawValue)
      }
      try db.execute(
        cached: "UPDATE collection SET format = ?, hash = ?, updated = ? WHERE id = ?",
        arguments: [format.rawValue, Data(hash), exported.updated, change.collection.id])
      return true
    }
  }

  /// Adds marks. Of a text that is marked here it has the heart if either has, and the greater number of
  /// uses.
  ///
  /// - Returns: how many texts were not marked before.
  /// - Throws: ``JournalError``; then nothing has changed.
  package func add(_ marks: [ExportedMark]) throws -> Int {
    try journal.writeMakingRoom { db in
      var count = 0
      for mark in marks {
        let place = mark.place
        try db.execute(
          cached: """
            INSERT INTO text_mark (owner, collection, key, hash) VALUES (?, ?, ?, ?)
            ON CONFLICT (owner, collection, key) DO NOTHING
            """, arguments: [journal.id, place.collection, place.key, place.hashBytes])
        count += db.changesCount
        try db.execute(
          cached: """
            UPDATE text_mark SET hearted = coalesce(hearted, ?1), opened = coalesce(opened, ?2),
              uses = max(uses, ?3), used = coalesce(max(used, ?4), used, ?4)
            WHERE owner = ?5 AND collection = ?6 AND key = ?7
            """,
          arguments: [
            mark.hearted, mark.opened, mark.uses ?? 0, mark.used, journal.id, place.collection,
            place.key,
          ])
      }
      try findTexts(db)
      return count
    }
  }

  /// Adds days on which texts were shown; a day that has one keeps it.
  ///
  /// - Returns: how many had none.
  /// - Throws: ``JournalError``; then nothing has changed.
  package func add(_ days: [ExportedTextDay]) throws -> Int {
    try journal.writeMakingRoom { db in
      var count = 0
      for day in days {
        let place = day.place
        try db.execute(
          cached: """
            INSERT INTO text_day (owner, day, cycle, collection, key, hash)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (owner, day) DO NOTHING
            """,
          arguments: [
            journal.id, day.day, day.cycle, place.collection, place.key, place.hashBytes,
          ])
        count += db.changesCount
      }
      try findTexts(db)
      return count
    }
  }

  /// How many of these texts are not marked here.
  package func unknown(_ marks: [ExportedMark]) throws -> Int {
    try journal.read { db in
      try marks.count { mark in
        try db.row(
          cached: "SELECT 1 FROM text_mark WHERE owner = ? AND collection = ? AND key = ?",
          arguments: [journal.id, mark.place.collection, mark.place.key]) == nil
      }
    }
  }

  /// How many of these days have no text here.
  package func unknown(_ days: [ExportedTextDay]) throws -> Int {
    try journal.read { db in
      try days.count { day in
        try db.row(
          cached: "SELECT 1 FROM text_day WHERE owner = ? AND day = ?",
          arguments: [journal.id, day.day]) == nil
      }
    }
  }

  /// Finds the texts of what waits for them, in the collections that are there.
  private func findTexts(_ db: Database) throws {
    let names = try Set(
      db.values(
        String.self,
        cached: """
          SELECT collection FROM text_mark WHERE owner = ?1 AND text IS NULL
          UNION SELECT collection FROM text_day WHERE owner = ?1 AND text IS NULL
          """, arguments: [journal.id]))
    let places = MarkPlaces(db)
    for collection in try Collections.all(db) where names.contains(collection.name.folded) {
      try places.place(in: collection)
    }
  }
}

extension TextPlace {
  fileprivate var hashBytes: Data { Data([UInt8](hexadecimal: hash) ?? []) }
}
