import Foundation
import GRDB
import Hashing
package import Store

/// An owner's note on a text.
package struct Note: Sendable, Hashable {
  let id: Int64
  /// The row of its text; nil where no collection has it now.
  let text: Int64?
  /// The collection's name as names are compared, and the text's key.
  package let collection: String
  package let key: String
  /// Markdown; empty where it was deleted.
  package let words: String
  /// When it was begun, and when the words were written, in seconds since 1970 in UTC.
  package let made: Int
  package let written: Int

  /// SHA-256 of the words.
  package var hash: [UInt8] { Self.hash(of: words) }

  /// The SHA-256 of words; empty words for no note.
  package static func hash(of words: String) -> [UInt8] { SHA256.hash(Array(words.utf8).span) }
}

/// Why an action on a note failed.
package enum NoteError: Error, Sendable, Hashable {
  /// The note is not what its writer saw: it was changed elsewhere, and says this now; nil where it was
  /// deleted.
  case changed(Note?, key: String)
  /// The text has no note.
  case none(key: String)
  /// The note has no version of this number.
  case unknownVersion(Int, key: String)
}

/// The notes of one owner, one a text.
package struct Notes: Sendable {
  let journal: OwnerJournal

  /// The note of a text.
  ///
  /// - Parameters:
  ///   - key: the text's, as for ``Texts/text(_:in:)``.
  ///   - collection: nil where any may have it.
  /// - Returns: the note; nil where it has none.
  /// - Throws: ``TextError``, ``CollectionError/unknown(_:known:)``.
  package func note(of key: String, in collection: CollectionName? = nil) throws -> Note? {
    try journal.read { db in
      try note(of: journal.texts.text(key, in: collection, db), db).flatMap(\.ifAny)
    }
  }

  /// The notes of texts, by the texts' numbers.
  ///
  /// - Parameter texts: for example those of a section.
  /// - Returns: those that there are.
  /// - Throws: ``JournalError``.
  package func of(_ texts: [StoredText]) throws -> [Int64: Note] {
    try journal.read { db in
      let notes = try DecodedRows(
        db,
        cached: """
          SELECT \(Note.columns) FROM json_each(?1) AS chosen CROSS JOIN text_note
          WHERE text_note.text = chosen.value AND text_note.owner = ?2 AND words <> ''
          """, arguments: [texts.map(\.id).json, journal.id]
      ).map { try Note(&$0) }
      return Dictionary(notes.map { ($0.text ?? 0, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Writes the note of a text. Words with the SHA-256 of the stored ones change nothing; empty
  /// words delete the note and keep its versions.
  ///
  /// - Parameters:
  ///   - words: what it is to say.
  ///   - key: the text's, as for ``Texts/text(_:in:)``.
  ///   - collection: nil where any may have it.
  ///   - hash: ``Note/hash`` of the note that the writer saw, of empty words where there was none; nil
  ///     where it is written over whatever there is.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the note, nil where there is none; and whether it was written.
  /// - Throws: ``NoteError/changed(_:key:)`` where the note is another than the writer saw, and nothing is
  ///   written; ``TextError``, ``CollectionError/unknown(_:known:)``.
  @discardableResult
  package func save(
    _ words: Words, of key: String, in collection: CollectionName? = nil,
    insteadOf hash: [UInt8]? = nil, now: Int
  ) throws -> (note: Note?, isWritten: Bool) {
    try journal.write { db in
      let text = try journal.texts.text(key, in: collection, db)
      return try save(words, of: text, insteadOf: hash, keepingAlways: false, now: now, db)
    }
  }

  func save(
    _ words: Words, of text: StoredText, insteadOf hash: [UInt8]?, keepingAlways keepsAlways: Bool,
    now: Int, _ db: Database
  ) throws -> (note: Note?, isWritten: Bool) {
    let old = try note(of: text, db)
    let oldHash = old?.hash ?? Note.hash(of: "")
    if oldHash == Note.hash(of: words.text) { return (old?.ifAny, false) }
    if let hash, hash != oldHash { throw NoteError.changed(old?.ifAny, key: text.key) }
    if let old {
      let isAddedTo = words.text.adds(to: old.words)
      try keepVersion(of: old, always: keepsAlways || !isAddedTo, now: now, db)
    }
    // The clock of one of two devices may go before the other's.
    try db.execute(
      cached: """
        INSERT INTO text_note (owner, text, collection, key, hash, words, made, written)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)
        ON CONFLICT (owner, collection, key) DO UPDATE
        SET text = excluded.text, hash = excluded.hash, words = excluded.words,
          written = max(made, excluded.written)
        """,
      arguments: [
        journal.id, text.id, text.collection.folded, text.key, Data(text.hash), words.text, now,
      ])
    return (try note(of: text, db)?.ifAny, true)
  }

  /// The row of a text's note, also of one that was deleted.
  func note(of text: StoredText, _ db: Database) throws -> Note? {
    try DecodedRows(
      db,
      cached: """
        SELECT \(Note.columns) FROM text_note WHERE owner = ? AND collection = ? AND key = ?
        """, arguments: [journal.id, text.collection.folded, text.key]
    ).map { try Note(&$0) }.first
  }
}

extension Note {
  /// What a query of text_note selects for ``init(_:)``, in its order.
  static let columns = """
    text_note.id, text_note.text, text_note.collection, text_note.key, text_note.words,
    text_note.made, text_note.written
    """

  /// Reads the values of ``columns``.
  init(_ values: inout RowDecoder) throws {
    id = try values.next()
    text = try values.nextIfAny()
    collection = try values.text(atMost: 4 * CollectionName.byteLimit)
    key = try values.text(atMost: ReadText.keyByteLimit)
    words = try values.text(atMost: Words.byteLimit)
    made = try values.next(in: DayRule.instants)
    written = try values.next(in: DayRule.instants)
  }

  /// The note; nil where it was deleted.
  fileprivate var ifAny: Note? { words.isEmpty ? nil : self }
}

extension OwnerJournal {
  package var notes: Notes { Notes(journal: self) }
}
