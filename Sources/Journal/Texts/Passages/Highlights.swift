import Foundation
import GRDB
package import Store

/// The highlights of one owner.
package struct Highlights: Sendable {
  let journal: OwnerJournal

  /// Colours a passage of a text. The same passage again gets the new colour; others may overlap it.
  ///
  /// - Parameters:
  ///   - place: where the passage is.
  ///   - key: the text's, as for ``Texts/text(_:in:)``.
  ///   - collection: nil where any may have it.
  ///   - colour: which one.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the highlight.
  /// - Throws: ``PassageError``, ``HighlightError/tooMany(limit:)``, ``TextError``,
  ///   ``CollectionError/unknown(_:known:)``.
  @discardableResult
  package func add(
    _ place: PassagePlace, of key: String, in collection: CollectionName? = nil,
    _ colour: HighlightColour, now: Int
  ) throws -> Highlight {
    try journal.writeMakingRoom { db in
      let text = try journal.texts.text(key, in: collection, db)
      let passage = try place.passage(in: text.body)
      if let id = try row(of: passage.range, in: text.id, db) {
        return try setColour(colour, of: id, db)
      }
      let count = try db.value(
        Int.self, cached: "SELECT count(*) FROM text_highlight WHERE text = ? AND owner = ?",
        arguments: [text.id, journal.id])
      if count ?? 0 >= Highlight.limit { throw HighlightError.tooMany(limit: Highlight.limit) }
      try db.execute(
        cached: """
          INSERT INTO text_highlight (
            owner, text, collection, key, hash, first, end, quote, before, after, colour, made)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          journal.id, text.id, text.collection.folded, text.key, Data(text.hash),
          passage.range.lowerBound, passage.range.upperBound, passage.quote, passage.before,
          passage.after, colour.rawValue, now,
        ])
      return try highlight(db.lastInsertedRowID, db)
    }
  }

  /// Gives a highlight another colour.
  ///
  /// - Parameters:
  ///   - colour: the new one.
  ///   - id: the highlight's number.
  /// - Returns: the highlight.
  /// - Throws: ``HighlightError/unknown(_:)``.
  @discardableResult
  package func setColour(_ colour: HighlightColour, of id: Int64) throws -> Highlight {
    try journal.writeMakingRoom { db in try setColour(colour, of: id, db) }
  }

  /// Removes a highlight.
  ///
  /// - Parameter id: its number.
  /// - Returns: what it was.
  /// - Throws: ``HighlightError/unknown(_:)``.
  @discardableResult
  package func remove(_ id: Int64) throws -> Highlight {
    try journal.writeMakingRoom { db in
      let old = try highlight(id, db)
      try delete([old], db)
      return old
    }
  }

  /// Removes highlights of a text: those of a passage, or all.
  ///
  /// - Parameters:
  ///   - place: where the passage is; by a quote also those that an update of the text took away, or that
  ///     wait for their text. Nil for all of the text's.
  ///   - key: the text's, as for ``Texts/text(_:in:)``.
  ///   - collection: nil where any may have it.
  /// - Returns: what they were.
  /// - Throws: ``HighlightError/none(key:)``, ``PassageError``, ``TextError``,
  ///   ``CollectionError/unknown(_:known:)``.
  @discardableResult
  package func remove(
    _ place: PassagePlace?, of key: String, in collection: CollectionName? = nil
  ) throws -> [Highlight] {
    try journal.writeMakingRoom { db in
      let gone = try chosen(place, of: key, in: collection, db)
      guard !gone.isEmpty else { throw HighlightError.none(key: key) }
      try delete(gone, db)
      return gone
    }
  }

  private func chosen(
    _ place: PassagePlace?, of key: String, in collection: CollectionName?, _ db: Database
  ) throws -> [Highlight] {
    do {
      let text = try journal.texts.text(key, in: collection, db)
      let all = try highlights(of: [text.id], db)
      guard let place else { return all }
      if case .quote(let quote, nil) = place { return all.filter { $0.passage.quote == quote } }
      let range = try place.passage(in: text.body).range
      return all.filter { $0.isPlaced && $0.passage.range == range }
    } catch let error as TextError where error == .unknown(key) {
      let waiting = try waiting(key, in: collection, db)
      if waiting.isEmpty { throw error }
      guard case .quote(let quote, nil) = place else { return place == nil ? waiting : [] }
      return waiting.filter { $0.passage.quote == quote }
    }
  }

  /// The highlights whose text no collection has now.
  private func waiting(
    _ key: String, in collection: CollectionName?, _ db: Database
  ) throws -> [Highlight] {
    try DecodedRows(
      db,
      cached: """
        SELECT \(Highlight.columns) FROM text_highlight
        WHERE owner = ?1 AND key = ?2 AND text IS NULL AND (?3 IS NULL OR collection = ?3)
        ORDER BY id LIMIT ?4
        """, arguments: [journal.id, key, collection?.folded, Highlight.limit]
    ).map { try Highlight(&$0) }
  }

  /// The highlights of a text, in order; those whose words are no longer in it come last.
  package func of(_ text: StoredText) throws -> [Highlight] { try of([text])[text.id] ?? [] }

  /// The highlights of several texts, of each in the order that they have for one.
  ///
  /// - Parameter texts: for example those of a section.
  /// - Returns: the highlights of those that have some, by the texts' numbers.
  /// - Throws: ``JournalError``.
  package func of(_ texts: [StoredText]) throws -> [Int64: [Highlight]] {
    try journal.read { db in
      Dictionary(grouping: try highlights(of: texts.map(\.id), db)) { $0.text ?? 0 }
    }
  }

  private func highlights(of texts: [Int64], _ db: Database) throws -> [Highlight] {
    try DecodedRows(
      db,
      cached: """
        SELECT \(Highlight.columns) FROM json_each(?1) AS chosen CROSS JOIN text_highlight
        WHERE text_highlight.text = chosen.value AND text_highlight.owner = ?2
        ORDER BY chosen.key, is_placed DESC, first, end, text_highlight.id
        """, arguments: [texts.json, journal.id]
    ).map { try Highlight(&$0) }
  }

  private func highlight(_ id: Int64, _ db: Database) throws -> Highlight {
    let found = try DecodedRows(
      db, cached: "SELECT \(Highlight.columns) FROM text_highlight WHERE id = ? AND owner = ?",
      arguments: [id, journal.id]
    ).map { try Highlight(&$0) }
    guard let highlight = found.first else { throw HighlightError.unknown(id) }
    return highlight
  }

  /// The row of the highlight that has exactly these characters.
  private func row(of range: Range<Int>, in text: Int64, _ db: Database) throws -> Int64? {
    try db.value(
      Int64.self,
      cached: """
        SELECT id FROM text_highlight
        WHERE text = ? AND owner = ? AND first = ? AND end = ? AND is_placed ORDER BY id LIMIT 1
        """, arguments: [text, journal.id, range.lowerBound, range.upperBound])
  }

  private func setColour(
    _ colour: HighlightColour, of id: Int64, _ db: Database
  ) throws -> Highlight {
    try db.execute(
      cached: "UPDATE text_highlight SET colour = ? WHERE id = ? AND owner = ?",
      arguments: [colour.rawValue, id, journal.id])
    return try highlight(id, db)
  }

  private func delete(_ highlights: [Highlight], _ db: Database) throws {
    try db.execute(
      cached: """
        DELETE FROM text_highlight
        WHERE owner = ? AND id IN (SELECT value FROM json_each(?))
        """, arguments: [journal.id, highlights.map(\.id).json])
  }
}

extension Texts {
  /// The text of a highlight; nil where no collection has it now.
  package func text(of highlight: Highlight) throws -> StoredText? {
    try journal.read { db in try highlight.text.flatMap { try texts(of: [$0], db).first } }
  }

  /// The text of a note; nil where no collection has it now.
  package func text(of note: Note) throws -> StoredText? {
    try journal.read { db in try note.text.flatMap { try texts(of: [$0], db).first } }
  }
}

extension OwnerJournal {
  package var highlights: Highlights { Highlights(journal: self) }
}
