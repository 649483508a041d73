import CaptureTime
import GRDB
package import Store

/// What an export says of a time that an owner reads a collection through, on a line of `readings.jsonl`.
package struct ExportedRound: ExportedRow, Hashable {
  /// The collection's name as names are compared.
  let collection: String
  /// Counted from 1 for each collection.
  let number: Int
  /// In seconds since 1970 in UTC.
  let begun: Int

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case collection, number, begun
  }

  package static var fields: [String] { CodingKeys.allCases.map(\.rawValue) }

  package init(from decoder: any Decoder) throws {
    let fields = try CheckedFields(decoder, CodingKeys.self)
    collection = try fields.collection(.collection)
    number = try fields.number(.number, in: ReadingLimits.rounds)
    begun = try fields.moment(.begun)
  }

  package static var source: RowSource {
    RowSource(
      order: ["id"], columns: "collection, number, begun", tables: "reading_round",
      condition: "owner = ?1")
  }

  package init(_ values: inout RowDecoder) throws {
    collection = try values.text(atMost: ReadingLimits.collectionBytes)
    number = try values.next(in: ReadingLimits.rounds)
    begun = try values.next(in: DayRule.instants)
  }

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

/// What an export says of a section that was read, on a line of `sectionsread.jsonl`.
package struct ExportedSectionRead: ExportedRow, Hashable {
  let collection: String
  /// The number of the round.
  let round: Int
  let section: String
  let day: String
  /// In seconds since 1970 in UTC.
  let moment: Int

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case collection, round, section, day, moment
  }

  package static var fields: [String] { CodingKeys.allCases.map(\.rawValue) }

  package init(from decoder: any Decoder) throws {
    let fields = try CheckedFields(decoder, CodingKeys.self)
    collection = try fields.collection(.collection)
    round = try fields.number(.round, in: ReadingLimits.rounds)
    (section, day) = (try fields.key(.section), try fields.day(.day))
    moment = try fields.moment(.moment)
  }

  package static var source: RowSource {
    RowSource(
      order: ["round", "section", "day"], columns: "collection, number, section, day, moment",
      tables: "section_read CROSS JOIN reading_round ON reading_round.id = section_read.round",
      condition: "owner = ?1")
  }

  package init(_ values: inout RowDecoder) throws {
    collection = try values.text(atMost: ReadingLimits.collectionBytes)
    round = try values.next(in: ReadingLimits.rounds)
    section = try values.text(atMost: ReadText.keyByteLimit)
    day = try values.day().description
    moment = try values.next(in: DayRule.instants)
  }

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

/// What an export says of a section that was opened, on a line of `sectionsopened.jsonl`.
package struct ExportedSectionOpened: ExportedRow, Hashable {
  let collection: String
  let section: String
  let day: String
  /// The last time of the day, in seconds since 1970 in UTC.
  let moment: Int

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case collection, section, day, moment
  }

  package static var fields: [String] { CodingKeys.allCases.map(\.rawValue) }

  package init(from decoder: any Decoder) throws {
    let fields = try CheckedFields(decoder, CodingKeys.self)
    collection = try fields.collection(.collection)
    (section, day) = (try fields.key(.section), try fields.day(.day))
    moment = try fields.moment(.moment)
  }

  package static var source: RowSource {
    RowSource(
      order: ["day", "collection", "section"], columns: "collection, section, day, moment",
      tables: "section_opened", condition: "owner = ?1")
  }

  package init(_ values: inout RowDecoder) throws {
    collection = try values.text(atMost: ReadingLimits.collectionBytes)
    section = try values.text(atMost: ReadText.keyByteLimit)
    day = try values.day().description
    moment = try values.next(in: DayRule.instants)
  }

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

/// What an export says of where an owner left off in a collection, on a line of `readingplaces.jsonl`.
package struct ExportedReadingPlace: ExportedRow, Hashable {
  let collection: String
  let section: String
  /// In seconds since 1970 in UTC.
  let moment: Int

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case collection, section, moment
  }

  package static var fields: [String] { CodingKeys.allCases.map(\.rawValue) }

  package init(from decoder: any Decoder) throws {
    let fields = try CheckedFields(decoder, CodingKeys.self)
    collection = try fields.collection(.collection)
    (section, moment) = (try fields.key(.section), try fields.moment(.moment))
  }

  package static var source: RowSource {
    RowSource(
      order: ["collection"], columns: "collection, section, moment", tables: "reading_place",
      condition: "owner = ?1")
  }

  package init(_ values: inout RowDecoder) throws {
    collection = try values.text(atMost: ReadingLimits.collectionBytes)
    section = try values.text(atMost: ReadText.keyByteLimit)
    moment = try values.next(in: DayRule.instants)
  }

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
