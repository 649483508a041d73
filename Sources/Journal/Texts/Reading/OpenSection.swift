package import CaptureTime
import GRDB
package import Store

/// A section of a collection for reading: its place, and when an owner read it.
package struct OpenSection: Sendable, Hashable {
  package let collection: TextCollection
  package let section: TextSection
  /// How many texts it has.
  package let texts: Int
  package let previous: TextSection?
  package let next: TextSection?
  /// When it was last read in the current round; nil if it was not.
  package let read: SectionReading?
}

/// That a section was read.
package struct SectionReading: Sendable, Hashable {
  /// The day to which the moment belonged then.
  package let day: CivilDate
  /// In seconds since 1970 in UTC.
  package let moment: Int
}

/// Why an action on reading failed.
package enum ReadingError: Error, Sendable, Hashable {
  /// No collection has a section of this key or title.
  case unknownSection(String)
  /// Several collections have one, and none of them was asked for.
  case severalSections(String, collections: [CollectionName])
  /// Nothing was opened yet, so that there is nowhere to go on; nil of which collection does not matter.
  case noPlace(CollectionName?)
  /// There is no section after it, or before it.
  case noNext(TextSection)
  case noPrevious(TextSection)
  /// The section was not read in the round that goes on.
  case notRead(TextSection)
  /// The collection has none.
  case noSections(CollectionName)
  /// It has more than are listed by book.
  case tooManySections(CollectionName, observed: Int, limit: Int)
  /// The collection was read in so many rounds.
  case noRound(Int, rounds: Int)
  /// Nothing was read in the round that goes on, so that no other is begun.
  case roundIsEmpty(CollectionName)
}

/// An owner's reading of collections.
package struct Reading: Sendable {
  let journal: OwnerJournal
}

extension OwnerJournal {
  package var reading: Reading { Reading(journal: self) }
}

extension Reading {
  /// A section of a collection.
  ///
  /// - Parameters:
  ///   - typed: its key, its title, or a book and a chapter as people write them: "John 3"; else a verse
  ///     that it has, or a book that it begins.
  ///   - collection: nil where any may have it.
  /// - Returns: the section.
  /// - Throws: ``ReadingError/unknownSection(_:)``, ``ReadingError/severalSections(_:collections:)``,
  ///   ``CollectionError/unknown(_:known:)``, ``JournalError``.
  package func section(_ typed: String, in collection: CollectionName? = nil) throws -> OpenSection
  {
    try journal.read { db in
      try open(SectionRow.named(typed, in: collection, db), db)
    }
  }

  /// The section where the owner left off last.
  ///
  /// - Parameters:
  ///   - collection: in which one; nil for whichever was read last.
  ///   - step: 1 for the section after it, -1 for the one before it, 0 for itself.
  /// - Returns: the section.
  /// - Throws: ``ReadingError/noPlace(_:)``, ``ReadingError/noNext(_:)``,
  ///   ``ReadingError/noPrevious(_:)``, ``CollectionError/unknown(_:known:)``, ``JournalError``.
  package func section(atPlaceIn collection: CollectionName?, step: Int = 0) throws -> OpenSection {
    try journal.read { db in
      let wanted = try collection.map { try Collections.collection($0, db) }
      for place in try placeRows(db) {
        if let wanted, wanted.name.folded != place.collection { continue }
        guard let row = try SectionRow.find(place.section, in: place.collection, db) else {
          continue
        }
        if step == 0 { return try open(row, db) }
        guard let other = try row.neighbour(isAfter: step > 0, db) else {
          throw step > 0 ? ReadingError.noNext(row.section) : ReadingError.noPrevious(row.section)
        }
        return try open(other, db)
      }
      throw ReadingError.noPlace(wanted?.name)
    }
  }

  /// Records that a section was opened; the owner continues there next time.
  ///
  /// - Parameters:
  ///   - section: which one.
  ///   - rule: to which day a moment belongs.
  ///   - now: in seconds since 1970 in UTC.
  /// - Throws: ``JournalError``; then nothing has changed.
  package func noteOpening(of section: OpenSection, _ rule: DayRule, now: Int) throws {
    try journal.writeMakingRoom { db in
      let name = section.collection.name.folded
      try db.execute(
        cached: """
          INSERT INTO section_opened (owner, day, collection, section, moment)
          VALUES (?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET moment = excluded.moment
          """,
        arguments: [journal.id, rule.day(of: now).description, name, section.section.key, now])
      try db.execute(
        cached: """
          INSERT INTO reading_place (owner, collection, section, moment) VALUES (?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET section = excluded.section, moment = excluded.moment
          """, arguments: [journal.id, name, section.section.key, now])
    }
  }

  /// The sections where the owner left off, one per collection, latest first, without those that no
  /// collection has now.
  ///
  /// - Parameter count: how many at most, and at most ``mostPlaces``.
  /// - Returns: the sections.
  /// - Throws: ``JournalError``.
  package func places(atMost count: Int = mostPlaces) throws -> [OpenSection] {
    try journal.read { db in
      var places: [OpenSection] = []
      for place in try placeRows(db) where places.count < count {
        guard let row = try SectionRow.find(place.section, in: place.collection, db) else {
          continue
        }
        places.append(try open(row, db))
      }
      return places
    }
  }

  /// More collections than anybody reads.
  package static let mostPlaces = 100

  private func placeRows(_ db: Database) throws -> [(collection: String, section: String)] {
    try DecodedRows(
      db,
      cached: """
        SELECT collection, section FROM reading_place WHERE owner = ?
        ORDER BY moment DESC, collection LIMIT ?
        """, arguments: [journal.id, Self.mostPlaces]
    ).map { values in
      (
        try values.text(atMost: 4 * CollectionName.byteLimit),
        try values.text(atMost: ReadText.keyByteLimit)
      )
    }
  }

  func open(_ row: SectionRow, _ db: Database) throws -> OpenSection {
    let texts = try db.value(
      Int.self, cached: "SELECT count(*) FROM text WHERE section = ?", arguments: [row.id])
    return OpenSection(
      collection: row.collection, section: row.section, texts: texts ?? 0,
      previous: try row.neighbour(isAfter: false, db)?.section,
      next: try row.neighbour(isAfter: true, db)?.section,
      read: try lastReading(of: row.section, in: row.collection, db))
  }
}

/// A section with its row.
struct SectionRow {
  let id: Int64
  let collection: TextCollection
  let section: TextSection

  /// The section that is meant by what a person types.
  static func named(
    _ typed: String, in name: CollectionName?, _ db: Database
  ) throws -> SectionRow {
    let chosen = try name.map { [try Collections.collection($0, db)] } ?? Collections.all(db)
    if let row = try only(of: TextKey.sections(meantBy: typed), in: chosen, db) { return row }
    let titled = try chosen.compactMap { collection in
      try rows(
        in: collection, "collection = ? AND title = ? COLLATE NOCASE ORDER BY id LIMIT 1",
        [collection.id, typed.kept], db
      ).first
    }
    if titled.count > 1 {
      throw ReadingError.severalSections(typed, collections: titled.map(\.collection.name))
    }
    if let row = titled.first { return row }
    if let row = try only(of: TextKey.sections(around: typed), in: chosen, db) { return row }
    throw ReadingError.unknownSection(typed)
  }

  /// The section of the first key that there is; nil where there is none.
  private static func only(
    of keys: [String], in collections: [TextCollection], _ db: Database
  ) throws -> SectionRow? {
    for key in keys {
      let found = try collections.compactMap { try find(key, in: $0, db) }
      if found.count > 1 {
        throw ReadingError.severalSections(key, collections: found.map(\.collection.name))
      }
      if let row = found.first { return row }
    }
    return nil
  }

  /// The section of a key in a collection.
  static func find(
    _ key: String, in collection: TextCollection, _ db: Database
  ) throws -> SectionRow? {
    try rows(
      in: collection, "collection = ? AND key = ?", [collection.id, key], db
    ).first
  }

  /// The section of a key in a collection of a name, as names are compared.
  static func find(_ key: String, in folded: String, _ db: Database) throws -> SectionRow? {
    guard let collection = try Collections.find(folded: folded, db) else { return nil }
    return try find(key, in: collection, db)
  }

  /// The next section, or the one before, in the order of the file. The sign keeps SQLite from putting all
  /// sections of the collection in order.
  func neighbour(isAfter: Bool, _ db: Database) throws -> SectionRow? {
    let (sign, order) = isAfter ? (">", "ASC") : ("<", "DESC")
    return try Self.rows(
      in: collection, "+collection = ? AND id \(sign) ? ORDER BY id \(order) LIMIT 1",
      [collection.id, id], db
    ).first
  }

  static func rows(
    in collection: TextCollection, _ condition: String, _ arguments: StatementArguments,
    _ db: Database
  ) throws -> [SectionRow] {
    try DecodedRows(
      db, cached: "SELECT id, key, title FROM section WHERE \(condition)", arguments: arguments
    ).map { values in
      SectionRow(
        id: try values.next(), collection: collection,
        section: TextSection(
          key: try values.text(atMost: ReadText.keyByteLimit),
          title: try values.text(atMost: ReadText.lineByteLimit)))
    }
  }
}
