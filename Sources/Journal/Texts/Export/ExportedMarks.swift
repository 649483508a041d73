import GRDB
package import Store

/// A marked text in an export: a line of `textmarks.jsonl`.
package struct ExportedMark: ExportedRow, Hashable {
  let place: TextPlace
  /// In seconds since 1970 in UTC; what is missing it has not.
  let hearted: Int?
  let opened: Int?
  /// How often it was used, and when the last time; missing where it never was.
  let uses: Int?
  let used: Int?

  package static let shape = LineShape(
    Self.init, LineMember(\.place, TextPlace.shape), LineMember("hearted", \.hearted, .momentIfAny),
    LineMember("opened", \.opened, .momentIfAny), LineMember("uses", \.uses, .uses),
    LineMember("used", \.used, .momentIfAny)
  ) { ($0.uses == nil) == ($0.used == nil) ? nil : "uses" }
  package static let source = RowSource(
    "text_mark", order: ["id"],
    where: "owner = ?1 AND (hearted IS NOT NULL OR opened IS NOT NULL OR used IS NOT NULL)")
  package static var hasText: Bool { true }

  package func isHere(_ rows: RestoredRows) throws -> Bool {
    try rows.has(
      "text_mark WHERE owner = ? AND collection = ? AND key = ?",
      [rows.owner, place.collection, rows.key(of: place, in: "text_mark")])
  }

  /// If the text is marked here too, it has the heart if either has, and the greater number of
  /// uses.
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

extension ValueKind<Int?> {
  /// How often something was used, nil where never. In an export it is at most as large as the number of a
  /// post, and counted on from there.
  fileprivate static var uses: Self {
    Self {
      let uses = try $0.next(in: 0...Int(Int32.max))
      return uses == 0 ? nil : uses
    } exported: {
      try $0.numberIfAny($1, in: 1...1_000_000)
    }
  }
}

/// A day's text in an export: a line of `textdays.jsonl`.
package struct ExportedTextDay: ExportedRow, Hashable {
  let place: TextPlace
  let day: String
  let cycle: Int

  package static let shape = LineShape(
    Self.init, LineMember(\.place, TextPlace.shape), LineMember("day", \.day, .day),
    LineMember("cycle", \.cycle, .cycle))
  package static let source = RowSource("text_day", order: ["day"])
  package static var hasText: Bool { true }

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
