import GRDB
package import Store

/// What an export says of a highlight, on a line of `texthighlights.jsonl`.
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

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case first, end, quote, before, after, colour, made
    case isPlaced = "placed"
  }

  package static var fields: [String] { TextPlace.fields + CodingKeys.allCases.map(\.rawValue) }
  package static var hasText: Bool { true }

  private static let ends = 1...ReadText.bodyByteLimit

  package init(from decoder: any Decoder) throws {
    place = try TextPlace(from: decoder)
    let fields = try CheckedFields(decoder, CodingKeys.self)
    end = try fields.number(.end, in: Self.ends)
    first = try fields.number(.first, in: 0...end - 1)
    quote = try fields.lines(.quote, 1...ReadText.bodyByteLimit)
    before = try fields.lines(.before, 0...ReadText.bodyByteLimit)
    try fields.check(.before, before.isAround)
    after = try fields.lines(.after, 0...ReadText.bodyByteLimit)
    try fields.check(.after, after.isAround)
    isPlaced = try fields.flag(.isPlaced)
    colour = try fields.oneOf(.colour, HighlightColour.allCases.map(\.rawValue))
    made = try fields.moment(.made)
  }

  package func encode(to encoder: any Encoder) throws {
    try place.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(first, forKey: .first)
    try fields.encode(end, forKey: .end)
    try fields.encode(quote, forKey: .quote)
    try fields.encode(before, forKey: .before)
    try fields.encode(after, forKey: .after)
    try fields.encode(isPlaced, forKey: .isPlaced)
    try fields.encode(colour, forKey: .colour)
    try fields.encode(made, forKey: .made)
  }

  package static var source: RowSource {
    RowSource(
      order: ["id"],
      columns: """
        \(TextPlace.columns), first, end, quote, before, after, is_placed, colour, made
        """, tables: "text_highlight", condition: "owner = ?1")
  }

  package init(_ values: inout RowDecoder) throws {
    place = try TextPlace(&values)
    first = try values.next(in: 0...Self.ends.upperBound - 1)
    end = try values.next(in: first + 1...Self.ends.upperBound)
    quote = try values.text(atMost: ReadText.bodyByteLimit)
    before = try values.text(atMost: ReadText.bodyByteLimit)
    after = try values.text(atMost: ReadText.bodyByteLimit)
    isPlaced = try values.next(in: 0...1) == 1
    colour = try values.next { HighlightColour(rawValue: $0)?.rawValue }
    made = try values.next(in: DayRule.instants)
  }

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

/// What an export says of the note of a text, on a line of `textnotes.jsonl`.
package struct ExportedNote: ExportedRow, Hashable {
  let place: TextPlace
  /// Missing where it was deleted.
  let words: String?
  /// In seconds since 1970 in UTC.
  let made: Int
  let written: Int

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case words, made, written
  }

  package static var fields: [String] { TextPlace.fields + CodingKeys.allCases.map(\.rawValue) }
  package static var hasText: Bool { true }

  package init(from decoder: any Decoder) throws {
    place = try TextPlace(from: decoder)
    let fields = try CheckedFields(decoder, CodingKeys.self)
    words = try fields.textIfAny(.words)
    if let words { try fields.check(.words, words.isWords) }
    (made, written) = (try fields.moment(.made), try fields.moment(.written))
    try fields.check(.written, written >= made)
  }

  package func encode(to encoder: any Encoder) throws {
    try place.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encodeIfPresent(words, forKey: .words)
    try fields.encode(made, forKey: .made)
    try fields.encode(written, forKey: .written)
  }

  package static var source: RowSource {
    RowSource(
      order: ["id"], columns: "\(TextPlace.columns), words, made, written", tables: "text_note",
      condition: "owner = ?1")
  }

  package init(_ values: inout RowDecoder) throws {
    place = try TextPlace(&values)
    let words = try values.text(atMost: Words.byteLimit)
    self.words = words.isEmpty ? nil : words
    made = try values.next(in: DayRule.instants)
    written = try values.next(in: DayRule.instants)
  }

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

/// What an export says of words that a note had before, on a line of `textnoteversions.jsonl`.
package struct ExportedNoteVersion: ExportedRow, Hashable {
  let place: TextPlace
  let version: Int
  let words: String
  /// In seconds since 1970 in UTC.
  let written: Int
  let replaced: Int

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case version, words, written, replaced
  }

  package static var fields: [String] { TextPlace.fields + CodingKeys.allCases.map(\.rawValue) }

  package init(from decoder: any Decoder) throws {
    place = try TextPlace(from: decoder)
    let fields = try CheckedFields(decoder, CodingKeys.self)
    version = try fields.number(.version, in: NoteVersion.numbers)
    words = try fields.lines(.words, 1...Words.byteLimit)
    try fields.check(.words, words.isWords)
    (written, replaced) = (try fields.moment(.written), try fields.moment(.replaced))
  }

  package func encode(to encoder: any Encoder) throws {
    try place.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(version, forKey: .version)
    try fields.encode(words, forKey: .words)
    try fields.encode(written, forKey: .written)
    try fields.encode(replaced, forKey: .replaced)
  }

  package static var source: RowSource {
    RowSource(
      order: ["text_note_version.note", "text_note_version.number"],
      columns: """
        \(TextPlace.columns), text_note_version.number, text_note_version.words,
        text_note_version.written, replaced
        """,
      tables: "text_note_version CROSS JOIN text_note ON text_note.id = text_note_version.note",
      condition: "owner = ?1")
  }

  package init(_ values: inout RowDecoder) throws {
    place = try TextPlace(&values)
    version = try values.next(in: NoteVersion.numbers)
    words = try values.text(atMost: Words.byteLimit)
    written = try values.next(in: DayRule.instants)
    replaced = try values.next(in: DayRule.instants)
  }

  /// Also where its note is not, or has as many versions as are kept, all of which are later.
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

extension String {
  /// Whether it is what a person's words are once they are stored.
  fileprivate var isWords: Bool { !isEmpty && (try? Words(self))?.text == self }
}
