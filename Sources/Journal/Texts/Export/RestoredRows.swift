import GRDB
import Store

/// The rows of an owner in a transaction into which an export's are put, or which are compared with them.
package final class RestoredRows {
  let owner: Int64
  let db: Database
  /// Whether they are put in; else nothing may be written.
  let isWritten: Bool
  var plans: RestoredPlans

  init(owner: Int64, _ db: Database, isWritten: Bool, _ plans: RestoredPlans) {
    (self.owner, self.db, self.isWritten, self.plans) = (owner, db, isWritten, plans)
  }

  /// Whether there is a row.
  ///
  /// - Parameters:
  ///   - rows: what follows `FROM`.
  ///   - arguments: its own.
  /// - Returns: whether it is so.
  /// - Throws: `DatabaseError`.
  func has(_ rows: String, _ arguments: StatementArguments) throws -> Bool {
    try db.row(cached: "SELECT 1 FROM \(rows)", arguments: arguments) != nil
  }

  /// Whether there is a text of a place's key.
  func hasText(_ place: TextPlace) throws -> Bool {
    try has(
      """
      text JOIN collection ON collection.id = text.collection
      WHERE collection.folded = ? AND text.key = ?
      """, [place.collection, place.key])
  }

  /// The key that the owner's row of a text has here, of which a table has one for each text: the text of
  /// that key may have another one here, and say the same.
  func key(of place: TextPlace, in table: String) throws -> String {
    let isThere = try has(
      "\(table) WHERE owner = ? AND collection = ? AND key = ?",
      [owner, place.collection, place.key])
    if try isThere || hasText(place) { return place.key }
    let key = try db.value(
      String.self,
      cached: """
        SELECT key FROM \(table)
        WHERE owner = ? AND collection = ? AND hash = ? AND text IS NOT NULL ORDER BY id
        """, arguments: [owner, place.collection, place.hashBytes])
    return key ?? place.key
  }
}

/// An owner's note to merge with one from an export.
struct RestoredNote {
  let id: Int64
  let words: String
  let written: Int
  private let db: Database

  /// - Returns: nil where the text of the place has none.
  init?(of place: TextPlace, _ rows: RestoredRows) throws {
    let found = try DecodedRows(
      rows.db,
      cached: """
        SELECT id, words, written FROM text_note WHERE owner = ? AND collection = ? AND key = ?
        """,
      arguments: [rows.owner, place.collection, rows.key(of: place, in: "text_note")]
    ).map { values in
      (
        try values.next(Int64.self), try values.text(atMost: Words.byteLimit),
        try values.next(in: DayRule.instants)
      )
    }
    guard let found = found.first else { return nil }
    (id, words, written) = found
    db = rows.db
  }

  /// Whether one of its versions has these words, and was written then where that is said.
  func hasVersion(_ words: String, written: Int? = nil) throws -> Bool {
    try db.row(
      cached: """
        SELECT 1 FROM text_note_version
        WHERE note = ?1 AND words = ?2 AND (?3 IS NULL OR written = ?3)
        """, arguments: [id, words, written]) != nil
  }

  /// Whether all versions that are kept were replaced at a moment or later.
  func isFull(before moment: Int) throws -> Bool {
    let later = try db.value(
      Int.self,
      cached: "SELECT count(*) FROM text_note_version WHERE note = ? AND replaced >= ?",
      arguments: [id, moment])
    return later ?? 0 >= NoteVersion.limit
  }

  /// Keeps words as a version in its turn: versions are numbered in the order in which they were replaced.
  ///
  /// - Parameters:
  ///   - words: the words; nothing is kept where there are none.
  ///   - written: when they were written.
  ///   - replaced: when others took their place.
  ///   - number: the version's in the export, which it keeps where it comes last and others have room after
  ///     it.
  /// - Throws: `DatabaseError`, ``JournalError``.
  func keep(_ words: String, written: Int, replaced: Int, number: Int = 1) throws {
    guard !words.isEmpty else { return }
    let last = try numbers().last
    let isKept = number <= NoteVersion.numbers.upperBound / 2
    let next = max(isKept ? number : 1, (last?.number ?? 0) + 1)
    guard NoteVersion.numbers.contains(next) else { throw JournalError.corruptValue(of: "number") }
    try db.execute(
      cached: """
        INSERT INTO text_note_version (note, number, written, replaced, words)
        VALUES (?, ?, ?, ?, ?)
        """, arguments: [id, next, written, replaced, words])
    if let last, replaced < last.replaced { try renumber(upTo: next) }
    let surplus = try numbers().dropLast(NoteVersion.limit)
    for version in surplus {
      try db.execute(
        cached: "DELETE FROM text_note_version WHERE note = ? AND number = ?",
        arguments: [id, version.number])
    }
  }

  private func numbers(inOrderOf order: String = "number") throws -> [(number: Int, replaced: Int)]
  {
    try DecodedRows(
      db,
      cached: """
        SELECT number, replaced FROM text_note_version WHERE note = ? ORDER BY \(order)
        """, arguments: [id]
    ).map { values in
      // With room for the numbers of all versions after it.
      (try values.next(in: 1...1_000_000_000_000), try values.next(in: DayRule.instants))
    }
  }

  /// Numbers the versions by the order in which they were replaced, the last one as given.
  private func renumber(upTo last: Int) throws {
    let old = try numbers(inOrderOf: "replaced, number").map(\.number)
    // Out of the way of those that they get.
    try db.execute(
      cached: "UPDATE text_note_version SET number = number + ? WHERE note = ?",
      arguments: [last, id])
    for (new, old) in zip((last - old.count + 1)..., old) {
      try db.execute(
        cached: "UPDATE text_note_version SET number = ? WHERE note = ? AND number = ?",
        arguments: [new, id, old + last])
    }
  }
}
