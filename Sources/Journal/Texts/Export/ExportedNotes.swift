import GRDB
package import Store

/// A highlight in an export: a line of `texthighlights.jsonl`.
package struct ExportedHighlight: ExportedRow, Hashable {
  let place: TextPlace
  /// The first character of the body that is in it, and the first one after it, counted from 0.
  let first: Int
  let end: Int
  let quote: String
  let before: String
  let after: String
  /// Whether the text says it there.
  let isPlaced: Bool
  let colour: String
  /// In seconds since 1970 in UTC.
  let made: Int

  package static let shape = LineShape(
    Self.init, LineMember(\.place, TextPlace.shape),
    LineMember("first", \.first, .number(0...ReadText.bodyByteLimit - 1)),
    LineMember("end", \.end, .number(1...ReadText.bodyByteLimit)),
    LineMember("quote", \.quote, .quote), LineMember("before", \.before, .around),
    LineMember("after", \.after, .around),
    LineMember("placed", \.isPlaced, column: "is_placed", .flag),
    LineMember("colour", \.colour, .colour), LineMember("made", \.made, .moment)
  ) { $0.first < $0.end ? nil : "first" }
  package static let source = RowSource("text_highlight", order: ["id"])
  package static var hasText: Bool { true }

  /// One of the same range, quote and colour is the same: also where its text has another key here and says
  /// what it said, or where what the text says has changed and the range with it. A text that has as many as
  /// it can have gets no others.
  package func isHere(_ rows: RestoredRows) throws -> Bool {
    let hasKey = try rows.hasText(place)
    let isFull = try rows.has(
      "text_highlight WHERE owner = ? AND collection = ? AND key = ? LIMIT 1 OFFSET ?",
      [rows.owner, place.collection, place.key, Highlight.limit - 1])
    return try isFull
      || rows.has(
        """
        text_highlight
        WHERE owner = ?1 AND collection = ?2 AND colour = ?3 AND quote = ?4
          AND (first = ?5 AND end = ?6 AND (key = ?7 OR (NOT ?8 AND hash = ?9))
            OR key = ?7 AND made = ?10 AND hash <> ?9)
        """,
        [
          rows.owner, place.collection, colour, quote, first, end, place.key, hasKey,
          place.hashBytes, made,
        ])
  }

  package func put(in rows: RestoredRows, isNew: Bool) throws {
    guard isNew else { return }
    try rows.db.execute(
      cached: """
        INSERT INTO text_highlight (
          owner, collection, key, hash, first, end, quote, before, after, is_placed, colour, made)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        rows.owner, place.collection, place.key, place.hashBytes, first, end, quote, before, after,
        isPlaced, colour, made,
      ])
  }
}

/// A text's note in an export: a line of `textnotes.jsonl`.
package struct ExportedNote: ExportedRow, Hashable {
  let place: TextPlace
  /// Missing where it was deleted.
  let words: String?
  /// In seconds since 1970 in UTC.
  let made: Int
  let written: Int

  package static let shape = LineShape(
    Self.init, LineMember(\.place, TextPlace.shape), LineMember("words", \.words, .wordsIfAny),
    LineMember("made", \.made, .moment), LineMember("written", \.written, .moment)
  ) { $0.written >= $0.made ? nil : "written" }
  package static let source = RowSource("text_note", order: ["id"])
  package static var hasText: Bool { true }

  package func isHere(_ rows: RestoredRows) throws -> Bool {
    guard let here = try RestoredNote(of: place, rows) else { return false }
    // One that was deleted elsewhere deletes none here.
    guard let words, words != here.words else { return true }
    return try written <= here.written && here.hasVersion(words)
  }

  /// The words that were written last are those of the note, and the others a version of it.
  package func put(in rows: RestoredRows, isNew: Bool) throws {
    guard isNew else { return }
    guard let here = try RestoredNote(of: place, rows) else {
      try rows.db.execute(
        cached: """
          INSERT INTO text_note (owner, collection, key, hash, words, made, written)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          rows.owner, place.collection, place.key, place.hashBytes, words ?? "", made, written,
        ])
      return
    }
    guard let words else { return }
    guard written > here.written else {
      return try here.keep(words, written: written, replaced: here.written)
    }
    try here.keep(here.words, written: here.written, replaced: written)
    try rows.db.execute(
      cached: "UPDATE text_note SET words = ?, made = min(made, ?), written = ? WHERE id = ?",
      arguments: [words, made, written, here.id])
  }
}

extension ValueKind<String?> {
  /// What an owner wrote, nil where it was deleted.
  fileprivate static var wordsIfAny: Self {
    Self {
      let words = try $0.text(0...Words.byteLimit)
      return words.isEmpty ? nil : words
    } exported: {
      try $0.textIfAny($1) == nil ? nil : ValueKind<String>.words.exported($0, $1)
    }
  }
}

/// An earlier version of a note in an export: a line of `textnoteversions.jsonl`.
package struct ExportedNoteVersion: ExportedRow, Hashable {
  let place: TextPlace
  let version: Int
  let words: String
  /// In seconds since 1970 in UTC.
  let written: Int
  let replaced: Int

  package static let shape = LineShape(
    Self.init, LineMember(\.place, TextPlace.shape),
    LineMember(
      "version", \.version, column: "text_note_version.number", .number(NoteVersion.numbers)),
    LineMember("words", \.words, column: "text_note_version.words", .words),
    LineMember("written", \.written, column: "text_note_version.written", .moment),
    LineMember("replaced", \.replaced, .moment))
  package static let source = RowSource(
    "text_note_version CROSS JOIN text_note ON text_note.id = text_note_version.note",
    order: ["text_note_version.note", "text_note_version.number"])

  /// True also without its note, or if the note has the most versions and all are later.
  package func isHere(_ rows: RestoredRows) throws -> Bool {
    guard let note = try RestoredNote(of: place, rows) else { return rows.isWritten }
    return try note.hasVersion(words, written: written) || note.isFull(before: replaced)
  }

  package func put(in rows: RestoredRows, isNew: Bool) throws {
    guard isNew else { return }
    try RestoredNote(of: place, rows)?
      .keep(words, written: written, replaced: replaced, number: version)
  }
}
