import Foundation
import GRDB
import Store

/// A highlight whose words are no longer in a collection.
package struct LostHighlight: Sendable, Hashable {
  package let key: String
  /// Its words; of a long one, the beginning.
  package let quote: String

  /// Characters of a quote that are told.
  static let quoteLimit = 200
}

/// Where highlights belong once their texts say something else.
///
/// Runs after the texts of the rows were found, and takes the rows' hashes for those of the bodies in which
/// their highlights were placed last.
struct HighlightPlaces {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// How many highlights are read at once.
  private static let batch = 200

  /// Finds the highlights of a collection's texts again that say something else than they did, or notes
  /// that they are not there.
  ///
  /// - Parameter collection: the collection, whose texts were read again.
  /// - Throws: ``JournalError``.
  /// - Complexity: O(*n*) in the bodies that changed, for each of their highlights.
  func place(in collection: TextCollection) throws {
    var last: Int64 = 0
    while let (id, hash, body) = try nextText(in: collection, after: last) {
      last = id
      let characters = BodyCharacters(body)
      while case let changed = try highlights(of: id, insteadOf: hash), !changed.isEmpty {
        for (highlight, passage) in changed {
          try store(passage.place(in: characters), of: highlight, characters, hash)
        }
      }
    }
  }

  /// The next text with highlights that were placed in another body.
  private func nextText(
    in collection: TextCollection, after last: Int64
  ) throws -> (id: Int64, hash: [UInt8], body: String)? {
    try DecodedRows(
      db,
      cached: """
        SELECT text.id, text.hash, text.body FROM text_highlight CROSS JOIN text
        WHERE text_highlight.text > ?1 AND text.id = text_highlight.text
          AND text.collection = ?2 AND text.hash <> text_highlight.hash
        ORDER BY text_highlight.text LIMIT 1
        """, arguments: [last, collection.id]
    ).map { values in
      (
        try values.next(Int64.self), try values.bytes(),
        try values.text(atMost: ReadText.bodyByteLimit)
      )
    }.first
  }

  private func highlights(
    of text: Int64, insteadOf hash: [UInt8]
  ) throws -> [(id: Int64, passage: Passage)] {
    try DecodedRows(
      db,
      cached: """
        SELECT id, first, end, quote, before, after FROM text_highlight
        WHERE text = ? AND hash <> ? LIMIT ?
        """, arguments: [text, Data(hash), Self.batch]
    ).map { values in (try values.next(Int64.self), try Passage(&values)) }
  }

  /// Stores a highlight's place; nil where it has none. What it said stays then, to be found in another
  /// body.
  private func store(
    _ place: Range<Int>?, of highlight: Int64, _ body: BodyCharacters, _ hash: [UInt8]
  ) throws {
    if let place {
      let passage = Passage(place, of: body)
      try db.execute(
        cached: """
          UPDATE text_highlight
          SET is_placed = 1, hash = ?, first = ?, end = ?, before = ?, after = ? WHERE id = ?
          """,
        arguments: [
          Data(hash), place.lowerBound, place.upperBound, passage.before, passage.after, highlight,
        ])
    } else {
      try db.execute(
        cached: "UPDATE text_highlight SET is_placed = 0, hash = ? WHERE id = ?",
        arguments: [Data(hash), highlight])
    }
    // An index of the table that names what is not there names it again and again.
    guard db.changesCount == 1 else { throw JournalError.corruptValue(of: "text") }
  }

  /// The highlights of an owner's that have no place in a collection, or no text.
  func lost(of owner: Int64, in collection: TextCollection) throws -> [LostHighlight] {
    try DecodedRows(
      db,
      cached: """
        SELECT key, substr(quote, 1, ?3) FROM text_highlight
        WHERE owner = ?1 AND collection = ?2 AND (text IS NULL OR NOT is_placed)
        ORDER BY key, first, id
        """, arguments: [owner, collection.name.folded, LostHighlight.quoteLimit]
    ).map { values in
      LostHighlight(
        key: try values.text(atMost: ReadText.keyByteLimit),
        quote: try values.text(atMost: 4 * LostHighlight.quoteLimit))
    }
  }
}
