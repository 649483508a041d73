import CaptureTime
import GRDB
package import Store

/// What an export says of a text that an owner marked, on a line of `textmarks.jsonl`.
package struct ExportedMark: ExportedRow, Hashable {
  let place: TextPlace
  /// In seconds since 1970 in UTC; what is missing it has not.
  let hearted: Int?
  let opened: Int?
  /// How often it was used, and when the last time; missing where it never was.
  let uses: Int?
  let used: Int?

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case hearted, opened, uses, used
  }

  package static var fields: [String] { TextPlace.fields + CodingKeys.allCases.map(\.rawValue) }
  package static var hasText: Bool { true }

  /// As large as the number of a post; it is counted on from there.
  private static let mostUses = 1_000_000

  package init(from decoder: any Decoder) throws {
    place = try TextPlace(from: decoder)
    let fields = try CheckedFields(decoder, CodingKeys.self)
    (hearted, opened) = (try fields.momentIfAny(.hearted), try fields.momentIfAny(.opened))
    uses = try fields.numberIfAny(.uses, in: 1...Self.mostUses)
    used = try fields.momentIfAny(.used)
    try fields.check(.uses, (uses == nil) == (used == nil))
  }

  package func encode(to encoder: any Encoder) throws {
    try place.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encodeIfPresent(hearted, forKey: .hearted)
    try fields.encodeIfPresent(opened, forKey: .opened)
    try fields.encodeIfPresent(uses, forKey: .uses)
    try fields.encodeIfPresent(used, forKey: .used)
  }

  package static var source: RowSource {
    RowSource(
      order: ["id"], columns: "\(TextPlace.columns), hearted, opened, uses, used",
      tables: "text_mark",
      condition: """
        owner = ?1 AND (hearted IS NOT NULL OR opened IS NOT NULL OR used IS NOT NULL)
        """)
  }

  package init(_ values: inout RowDecoder) throws {
    place = try TextPlace(&values)
    hearted = try values.nextIfAny(in: DayRule.instants)
    opened = try values.nextIfAny(in: DayRule.instants)
    let uses = try values.next(in: 0...Int(Int32.max))
    self.uses = uses == 0 ? nil : uses
    used = try values.nextIfAny(in: DayRule.instants)
  }

  package func isHere(_ rows: RestoredRows) throws -> Bool {
    try rows.has(
      "text_mark WHERE owner = ? AND collection = ? AND key = ?",
      [rows.owner, place.collection, rows.key(of: place, in: "text_mark")])
  }

  /// Of a text that is marked here it has the heart if either has, and the greater number of uses.
  package func put(in rows: RestoredRows, isNew: Bool) throws {
    let key = try rows.key(of: place, in: "text_mark")
    try rows.db.execute(
      cached: """
        INSERT INTO text_mark (owner, collection, key, hash) VALUES (?, ?, ?, ?)
        ON CONFLICT (owner, collection, key) DO NOTHING
        """, arguments: [rows.owner, place.collection, key, place.hashBytes])
    try rows.db.execute(
      cached: """
        UPDATE text_mark SET hearted = coalesce(hearted, ?1), opened = coalesce(opened, ?2),
          uses = max(uses, ?3), used = coalesce(max(used, ?4), used, ?4)
        WHERE owner = ?5 AND collection = ?6 AND key = ?7
        """,
      arguments: [hearted, opened, uses ?? 0, used, rows.owner, place.collection, key])
  }
}

/// What an export says of a day on which a text was shown, on a line of `textdays.jsonl`.
package struct ExportedTextDay: ExportedRow, Hashable {
  let place: TextPlace
  let day: String
  let cycle: Int

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case day, cycle
  }

  package static var fields: [String] { TextPlace.fields + CodingKeys.allCases.map(\.rawValue) }
  package static var hasText: Bool { true }

  /// One cycle takes a day at least, and there are no more days than that.
  /// Far from the most that are read, so that those to come are exported as well.
  private static let cycles = 0...1_000_000

  package init(from decoder: any Decoder) throws {
    place = try TextPlace(from: decoder)
    let fields = try CheckedFields(decoder, CodingKeys.self)
    (day, cycle) = (try fields.day(.day), try fields.number(.cycle, in: Self.cycles))
  }

  package func encode(to encoder: any Encoder) throws {
    try place.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(day, forKey: .day)
    try fields.encode(cycle, forKey: .cycle)
  }

  package static var source: RowSource {
    RowSource(
      order: ["day"], columns: "\(TextPlace.columns), day, cycle", tables: "text_day",
      condition: "owner = ?1")
  }

  package init(_ values: inout RowDecoder) throws {
    place = try TextPlace(&values)
    day = try values.day().description
    cycle = try values.next(in: 0...Int(Int32.max))
  }

  package func isHere(_ rows: RestoredRows) throws -> Bool {
    try rows.has("text_day WHERE owner = ? AND day = ?", [rows.owner, day])
  }

  package func put(in rows: RestoredRows, isNew: Bool) throws {
    try rows.db.execute(
      cached: """
        INSERT INTO text_day (owner, day, cycle, collection, key, hash) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (owner, day) DO NOTHING
        """,
      arguments: [rows.owner, day, cycle, place.collection, place.key, place.hashBytes])
  }
}
