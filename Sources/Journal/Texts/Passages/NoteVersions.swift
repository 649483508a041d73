import GRDB
import Store

/// An earlier version of a note.
package struct NoteVersion: Sendable, Hashable {
  /// Counted from 1 for each note.
  package let number: Int
  package let words: String
  /// When they were written, in seconds since 1970 in UTC, and when others took their place.
  package let written: Int
  package let replaced: Int

  /// How many versions of a note are kept.
  package static let limit = 50
  /// Seconds after a version within which no other is kept of words that are only added to.
  static let stretch = 600
  static let numbers = 1...Int(Int32.max)
}

extension Notes {
  /// The earlier versions of a text's note, also of a deleted one, oldest first, without the
  /// current words.
  ///
  /// - Parameters:
  ///   - key: the text's, as for ``Texts/text(_:in:)``.
  ///   - collection: nil where any may have it.
  /// - Returns: the versions; none where it never had a note.
  /// - Throws: ``TextError``, ``CollectionError/unknown(_:known:)``.
  package func versions(
    of key: String, in collection: CollectionName? = nil
  ) throws -> [NoteVersion] {
    try journal.read { db in
      let text = try journal.texts.text(key, in: collection, db)
      return try note(of: text, db).map { try versions(of: $0, db) } ?? []
    }
  }

  /// One version of a text's note.
  ///
  /// - Parameters:
  ///   - number: the version's.
  ///   - key: the text's, as for ``Texts/text(_:in:)``.
  ///   - collection: nil where any may have it.
  /// - Returns: the version.
  /// - Throws: ``NoteError/unknownVersion(_:key:)``, ``TextError``,
  ///   ``CollectionError/unknown(_:known:)``.
  package func version(
    _ number: Int, of key: String, in collection: CollectionName? = nil
  ) throws -> NoteVersion {
    try journal.read { db in
      try version(number, of: journal.texts.text(key, in: collection, db), db)
    }
  }

  /// Restores the words of a version; the words that it replaces become a version.
  ///
  /// - Parameters:
  ///   - number: the version's.
  ///   - key: the text's, as for ``Texts/text(_:in:)``.
  ///   - collection: nil where any may have it.
  ///   - hash: as for ``save(_:of:in:insteadOf:now:)``.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the note, and whether it was written: it may say this already.
  /// - Throws: ``NoteError/unknownVersion(_:key:)``, and as ``save(_:of:in:insteadOf:now:)``.
  @discardableResult
  package func restore(
    _ number: Int, of key: String, in collection: CollectionName? = nil,
    insteadOf hash: [UInt8]? = nil, now: Int
  ) throws -> (note: Note?, isWritten: Bool) {
    try journal.write { db in
      let text = try journal.texts.text(key, in: collection, db)
      let found = try version(number, of: text, db)
      let words: Words
      // What a foreign database holds is checked as what is typed.
      do { words = try Words(found.words) } catch {
        throw JournalError.corruptValue(of: "words")
      }
      return try save(words, of: text, insteadOf: hash, keepingAlways: true, now: now, db)
    }
  }

  private func version(
    _ number: Int, of text: StoredText, _ db: Database
  ) throws -> NoteVersion {
    guard let note = try note(of: text, db),
      let version = try versions(of: note, number: number, db).first
    else { throw NoteError.unknownVersion(number, key: text.key) }
    return version
  }

  /// The versions of a note, or the one of a number.
  private func versions(
    of note: Note, number: Int? = nil, _ db: Database
  ) throws -> [NoteVersion] {
    try DecodedRows(
      db,
      cached: """
        SELECT number, words, written, replaced FROM text_note_version
        WHERE note = ?1 AND (?2 IS NULL OR number = ?2) ORDER BY number DESC LIMIT ?3
        """, arguments: [note.id, number, NoteVersion.limit]
    ).map { values in
      NoteVersion(
        number: try values.next(in: NoteVersion.numbers),
        words: try values.text(atMost: Words.byteLimit),
        written: try values.next(in: DayRule.instants),
        replaced: try values.next(in: DayRule.instants))
    }.reversed()
  }

  /// Keeps the words of a note that others are to take the place of; unless they are always to be kept,
  /// not where those before them were kept a moment ago.
  func keepVersion(of note: Note, always: Bool, now: Int, _ db: Database) throws {
    if note.words.isEmpty { return }
    let last = try DecodedRows(
      db,
      cached: """
        SELECT number, replaced FROM text_note_version WHERE note = ? ORDER BY number DESC LIMIT 1
        """, arguments: [note.id]
    ).map { (try $0.next(in: NoteVersion.numbers), try $0.next(in: DayRule.instants)) }.first
    var number = 1
    if let (lastNumber, replaced) = last {
      let isSoon = replaced <= now && now - replaced < NoteVersion.stretch
      if isSoon, !always { return }
      guard lastNumber < NoteVersion.numbers.upperBound else {
        throw JournalError.corruptValue(of: "number")
      }
      number = lastNumber + 1
    }
    try db.execute(
      cached: """
        INSERT INTO text_note_version (note, number, written, replaced, words)
        SELECT id, ?, written, ?, words FROM text_note WHERE id = ?
        """, arguments: [number, now, note.id])
    try db.execute(
      cached: "DELETE FROM text_note_version WHERE note = ? AND number <= ?",
      arguments: [note.id, number - NoteVersion.limit])
  }
}
