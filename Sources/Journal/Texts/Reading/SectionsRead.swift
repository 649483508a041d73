import CaptureTime
import GRDB
package import Store

/// Sections that an owner has read, in rounds: each time that a collection is read through is one.
extension Reading {
  /// Marks a section as read in the current round; twice on a day counts once.
  ///
  /// - Parameters:
  ///   - key: as for ``section(_:in:)``.
  ///   - collection: nil where any may have it.
  ///   - rule: to which day a moment belongs.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the section as it is then.
  /// - Throws: as ``section(_:in:)``; then nothing has changed.
  @discardableResult
  package func markRead(
    _ key: String, in collection: CollectionName? = nil, _ rule: DayRule, now: Int
  ) throws -> OpenSection {
    try journal.writeMakingRoom { db in
      let row = try SectionRow.named(key, in: collection, db)
      try markRead([row.section.key], in: row.collection.name.folded, rule.day(of: now), now, db)
      return try open(row, db)
    }
  }

  /// Takes away that a section was read the last time.
  ///
  /// - Parameters:
  ///   - key: as for ``section(_:in:)``.
  ///   - collection: nil where any may have it.
  /// - Returns: the section as it is then.
  /// - Throws: ``ReadingError/notRead(_:)``, and as ``section(_:in:)``; then nothing has changed.
  @discardableResult
  package func unmarkRead(_ key: String, in collection: CollectionName? = nil) throws -> OpenSection
  {
    try journal.writeMakingRoom { db in
      let row = try SectionRow.named(key, in: collection, db)
      guard let round = try lastRound(of: row.collection.name.folded, db) else {
        throw ReadingError.notRead(row.section)
      }
      try db.execute(
        cached: """
          DELETE FROM section_read WHERE round = ?1 AND section = ?2
            AND day = (SELECT max(day) FROM section_read WHERE round = ?1 AND section = ?2)
          """, arguments: [round.id, row.section.key])
      guard db.changesCount > 0 else { throw ReadingError.notRead(row.section) }
      return try open(row, db)
    }
  }

  /// Starts another round of a collection. What was read stays in its round.
  ///
  /// - Parameters:
  ///   - collection: which one.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the number of the round, from 2 on.
  /// - Throws: ``ReadingError/roundIsEmpty(_:)``, ``CollectionError/unknown(_:known:)``,
  ///   ``JournalError``; then nothing has changed.
  @discardableResult
  package func beginRound(of collection: CollectionName, now: Int) throws -> Int {
    try journal.writeMakingRoom { db in
      let collection = try Collections.collection(collection, db)
      let folded = collection.name.folded
      guard let last = try lastRound(of: folded, db),
        try db.row(
          cached: "SELECT 1 FROM section_read WHERE round = ? LIMIT 1", arguments: [last.id]) != nil
      else { throw ReadingError.roundIsEmpty(collection.name) }
      // Only another hand wrote so great a number; the one after it could not be read again.
      guard last.number < ReadingLimits.rounds.upperBound else {
        throw JournalError.corruptValue(of: "number")
      }
      return try insertRound(last.number + 1, of: folded, now, db).number
    }
  }

  /// A row of a round.
  struct RoundRow {
    let id: Int64
    let number: Int
    let begun: Int
  }

  func lastRound(of folded: String, _ db: Database) throws -> RoundRow? {
    try rounds(
      of: folded, "ORDER BY number DESC LIMIT 1", [], db
    ).first
  }

  func rounds(
    of folded: String, _ condition: String, _ arguments: StatementArguments, _ db: Database
  ) throws -> [RoundRow] {
    try DecodedRows(
      db,
      cached: """
        SELECT id, number, begun FROM reading_round WHERE owner = ? AND collection = ? \(condition)
        """, arguments: [journal.id, folded] + arguments
    ).map { values in
      RoundRow(
        id: try values.next(), number: try values.next(in: ReadingLimits.rounds),
        begun: try values.next(in: DayRule.instants))
    }
  }

  private func insertRound(
    _ number: Int, of folded: String, _ now: Int, _ db: Database
  ) throws -> RoundRow {
    try db.execute(
      cached: "INSERT INTO reading_round (owner, collection, number, begun) VALUES (?, ?, ?, ?)",
      arguments: [journal.id, folded, number, now])
    return RoundRow(id: db.lastInsertedRowID, number: number, begun: now)
  }

  /// Notes that sections were read; those that were on this day stay as they are.
  ///
  /// - Parameters:
  ///   - sections: their keys.
  ///   - folded: the name of their collection as names are compared.
  ///   - day: the day of the moment.
  ///   - now: in seconds since 1970 in UTC.
  ///   - db: the connection, in a transaction.
  /// - Throws: `DatabaseError`, ``JournalError``.
  func markRead(
    _ sections: [String], in folded: String, _ day: CivilDate, _ now: Int, _ db: Database
  ) throws {
    let round = try lastRound(of: folded, db) ?? insertRound(1, of: folded, now, db)
    for section in sections {
      try db.execute(
        cached: """
          INSERT INTO section_read (round, section, day, moment) VALUES (?, ?, ?, ?)
          ON CONFLICT DO NOTHING
          """, arguments: [round.id, section, day.description, now])
    }
  }

  /// When a section was read last, in the round that goes on.
  func lastReading(
    of section: TextSection, in collection: TextCollection, _ db: Database
  ) throws -> SectionReading? {
    guard let round = try lastRound(of: collection.name.folded, db) else { return nil }
    return try DecodedRows(
      db,
      cached: """
        SELECT day, moment FROM section_read WHERE round = ? AND section = ?
        ORDER BY day DESC LIMIT 1
        """, arguments: [round.id, section.key]
    ).map { values in
      SectionReading(
        day: try values.day(), moment: try values.next(in: DayRule.instants))
    }.first
  }
}
