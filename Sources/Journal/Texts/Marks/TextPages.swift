import GRDB
import Store

/// Lists of texts, whole or in pages.
extension Texts {
  /// A filter's texts after a place in its order.
  ///
  /// - Parameters:
  ///   - filter: which ones.
  ///   - position: the ``StoredText/position(in:)`` of the last one of the page before; nil for the first
  ///     page.
  ///   - count: how many at most, beside those on the first page whose key is looked for.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the texts; none after the last one.
  /// - Throws: ``CollectionError/unknown(_:known:)``, ``JournalError``.
  package func page(
    _ filter: Filter, after position: TextPosition? = nil, atMost count: Int, now: Int
  ) throws -> [StoredText] {
    var texts: [StoredText] = []
    try journal.read { db in
      try forEach(filter, after: position, atMost: count, now: now, db) { texts.append($0) }
    }
    return texts
  }

  /// Calls with each text of a filter, in its order.
  ///
  /// - Parameters:
  ///   - filter: which ones.
  ///   - count: how many at most; nil for all.
  ///   - now: in seconds since 1970 in UTC.
  ///   - body: called with each.
  /// - Throws: ``CollectionError/unknown(_:known:)``, ``JournalError``, and what `body` throws.
  package func forEach(
    _ filter: Filter, atMost count: Int? = nil, now: Int, _ body: (StoredText) throws -> Void
  ) throws {
    var left = count ?? .max
    try journal.read { db in
      try forEach(filter, after: nil, atMost: left, now: now, db) { text in
        // Those whose key is looked for come before as many others.
        guard left > 0 else { return }
        left -= 1
        try body(text)
      }
    }
  }

  /// How many texts are read at once.
  private static let batch = 256

  private func forEach(
    _ filter: Filter, after position: TextPosition?, atMost count: Int, now: Int, _ db: Database,
    _ body: (StoredText) throws -> Void
  ) throws {
    var batch: [Int64] = []
    try forEachRow(filter, after: position, atMost: count, now: now, db) { row in
      batch.append(row)
      guard batch.count == Self.batch else { return }
      try texts(of: batch, db).forEach(body)
      batch = []
    }
    try texts(of: batch, db).forEach(body)
  }

  private func forEachRow(
    _ filter: Filter, after position: TextPosition?, atMost count: Int, now: Int, _ db: Database,
    _ body: (Int64) throws -> Void
  ) throws {
    if let text = filter.text {
      let search = TextSearch(text, filter, owner: journal.id, now: now, db)
      return try search.forEachRow(after: position, atMost: count, body)
    }
    var left = count
    for rows in try TextSelection(filter, owner: journal.id, now: now, db).rows(after: position, db)
    {
      while left > 0, var row = try rows.next() {
        left -= 1
        try body(row.next())
      }
    }
  }

  /// The texts of rows, in their order.
  func texts(of rows: [Int64], _ db: Database) throws -> [StoredText] {
    guard !rows.isEmpty else { return [] }
    return try DecodedRows(
      db,
      cached: """
        SELECT \(StoredText.columns) FROM json_each(?2) AS chosen CROSS JOIN \(StoredText.tables)
        WHERE text.id = chosen.value
        """, arguments: [journal.id, rows.json]
    ).map { try StoredText(&$0) }
  }

  /// How many texts there are of each kind.
  package struct Counts: Sendable, Hashable {
    package let all: Int
    package let hearts: Int
    package let used: Int
    package let new: Int

    package var unused: Int { all - used }
  }

  /// How many texts there are of each kind.
  ///
  /// - Parameter now: in seconds since 1970 in UTC.
  /// - Returns: the numbers.
  /// - Throws: ``JournalError``.
  /// - Complexity: O(*n*) in collections, the owner's marks, and texts that came not long ago.
  package func counts(now: Int) throws -> Counts {
    try journal.read { db in
      let rows = try DecodedRows(
        db,
        cached: """
          SELECT
            (SELECT coalesce(sum(texts), 0) FROM collection),
            (SELECT count(*) FROM text_mark
              WHERE owner = ?1 AND hearted IS NOT NULL AND text IS NOT NULL),
            (SELECT count(*) FROM text_mark
              WHERE owner = ?1 AND used IS NOT NULL AND text IS NOT NULL),
            (SELECT count(*) FROM text
              WHERE came > ?2 AND collection IN (SELECT id FROM collection WHERE hidden IS NULL))
              - (SELECT count(*) FROM text_mark CROSS JOIN text ON text.id = text_mark.text
                WHERE text_mark.owner = ?1 AND text_mark.opened IS NOT NULL AND text.came > ?2)
          """, arguments: [journal.id, now - StoredText.newTime])
      let range = 0...Int(Int32.max)
      let counts = try rows.map { values in
        Counts(
          all: try values.next(in: range), hearts: try values.next(in: range),
          used: try values.next(in: range), new: try values.next(in: range))
      }
      return counts.first ?? Counts(all: 0, hearts: 0, used: 0, new: 0)
    }
  }
}
