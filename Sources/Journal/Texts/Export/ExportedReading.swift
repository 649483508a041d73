import GRDB
package import Store

/// A round of reading a collection in an export: a line of `readings.jsonl`.
package struct ExportedRound: ExportedRow, Hashable {
  /// The collection's name as names are compared.
  let collection: String
  /// Counted from 1 for each collection.
  let number: Int
  /// In seconds since 1970 in UTC.
  let begun: Int

  package static let shape = LineShape(
    Self.init, LineMember("collection", \.collection, .collection),
    LineMember("number", \.number, .number(ReadingLimits.rounds)),
    LineMember("begun", \.begun, .moment))
  package static let source = RowSource("reading_round", order: ["id"])

  package func isHere(_ rows: RestoredRows) throws -> Bool {
    try rows.has(
      "reading_round WHERE owner = ? AND collection = ? AND number = ?",
      [rows.owner, collection, number])
  }

  /// The round of the number is the same one; it began with whichever began first.
  package func put(in rows: RestoredRows, isNew: Bool) throws {
    try rows.db.execute(
      cached: """
        INSERT INTO reading_round (owner, collection, number, begun) VALUES (?, ?, ?, ?)
        ON CONFLICT (owner, collection, number) DO UPDATE SET begun = min(begun, excluded.begun)
        """, arguments: [rows.owner, collection, number, begun])
  }
}

/// A read section in an export: a line of `sectionsread.jsonl`.
package struct ExportedSectionRead: ExportedRow, Hashable {
  let collection: String
  /// The number of the round.
  let round: Int
  let section: String
  let day: String
  /// In seconds since 1970 in UTC.
  let moment: Int

  package static let shape = LineShape(
    Self.init, LineMember("collection", \.collection, .collection),
    LineMember("round", \.round, column: "number", .number(ReadingLimits.rounds)),
    LineMember("section", \.section, .key), LineMember("day", \.day, .day),
    LineMember("moment", \.moment, .moment))
  package static let source = RowSource(
    "section_read CROSS JOIN reading_round ON reading_round.id = section_read.round",
    order: ["round", "section", "day"])

  package func isHere(_ rows: RestoredRows) throws -> Bool {
    try rows.has(
      """
      reading_round JOIN section_read ON section_read.round = reading_round.id
      WHERE owner = ? AND collection = ? AND number = ? AND section = ? AND day = ?
      """, [rows.owner, collection, round, section, day])
  }

  package func put(in rows: RestoredRows, isNew: Bool) throws {
    guard isNew else { return }
    // The journal may have been read while its rounds were exported.
    try rows.db.execute(
      cached: """
        INSERT INTO reading_round (owner, collection, number, begun) VALUES (?, ?, ?, ?)
        ON CONFLICT (owner, collection, number) DO NOTHING
        """, arguments: [rows.owner, collection, round, moment])
    try rows.db.execute(
      cached: """
        INSERT INTO section_read (round, section, day, moment)
        SELECT id, ?, ?, ? FROM reading_round WHERE owner = ? AND collection = ? AND number = ?
        """, arguments: [section, day, moment, rows.owner, collection, round])
  }
}

/// An opened section in an export: a line of `sectionsopened.jsonl`.
package struct ExportedSectionOpened: ExportedRow, Hashable {
  let collection: String
  let section: String
  let day: String
  /// The last time of the day, in seconds since 1970 in UTC.
  let moment: Int

  package static let shape = LineShape(
    Self.init, LineMember("collection", \.collection, .collection),
    LineMember("section", \.section, .key), LineMember("day", \.day, .day),
    LineMember("moment", \.moment, .moment))
  package static let source = RowSource(
    "section_opened", order: ["day", "collection", "section"])

  package func isHere(_ rows: RestoredRows) throws -> Bool {
    try rows.has(
      "section_opened WHERE owner = ? AND day = ? AND collection = ? AND section = ?",
      [rows.owner, day, collection, section])
  }

  package func put(in rows: RestoredRows, isNew: Bool) throws {
    try rows.db.execute(
      cached: """
        INSERT INTO section_opened (owner, day, collection, section, moment) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (owner, day, collection, section)
          DO UPDATE SET moment = max(moment, excluded.moment)
        """, arguments: [rows.owner, day, collection, section, moment])
  }
}

/// The place where an owner left off in a collection, in an export: a line of
/// `readingplaces.jsonl`.
package struct ExportedReadingPlace: ExportedRow, Hashable {
  let collection: String
  let section: String
  /// In seconds since 1970 in UTC.
  let moment: Int

  package static let shape = LineShape(
    Self.init, LineMember("collection", \.collection, .collection),
    LineMember("section", \.section, .key), LineMember("moment", \.moment, .moment))
  package static let source = RowSource("reading_place", order: ["collection"])

  package func isHere(_ rows: RestoredRows) throws -> Bool {
    try rows.has(
      "reading_place WHERE owner = ? AND collection = ? AND moment >= ?",
      [rows.owner, collection, moment])
  }

  /// The later one is where the owner is.
  package func put(in rows: RestoredRows, isNew: Bool) throws {
    guard isNew else { return }
    try rows.db.execute(
      cached: """
        INSERT INTO reading_place (owner, collection, section, moment) VALUES (?, ?, ?, ?)
        ON CONFLICT (owner, collection)
          DO UPDATE SET section = excluded.section, moment = excluded.moment
        """, arguments: [rows.owner, collection, section, moment])
  }
}
