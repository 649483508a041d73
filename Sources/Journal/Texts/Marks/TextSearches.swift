import GRDB
import Store

/// An owner's recent searches in texts, each once.
package struct TextSearches: Sendable {
  let journal: OwnerJournal

  /// How many searches are kept.
  package static let limit = 20
  /// Characters of one, and bytes of UTF-8; a longer one is not kept.
  static let (characterLimit, byteLimit) = (200, 800)

  /// The searches, the latest first.
  package func recent() throws -> [String] {
    try journal.read { db in
      try DecodedRows(
        db, cached: "SELECT text FROM text_query WHERE owner = ? ORDER BY id DESC LIMIT ?",
        arguments: [journal.id, Self.limit]
      ).map { try $0.text(atMost: Self.byteLimit) }
    }
  }

  /// Keeps a search as the latest one. One that differs in no more than case, width, white space and
  /// normal form is the same.
  ///
  /// - Parameter typed: what was looked for; white space alone is no search.
  /// - Throws: ``JournalError``.
  package func remember(_ typed: String) throws {
    let (text, folded) = Self.written(typed)
    guard !folded.isEmpty, text.count <= Self.characterLimit, text.utf8.count <= Self.byteLimit
    else { return }
    try journal.writeMakingRoom { db in
      let latest = try db.value(
        String.self,
        cached: "SELECT text FROM text_query WHERE owner = ? ORDER BY id DESC LIMIT 1",
        arguments: [journal.id])
      if latest == text { return }
      try db.execute(
        cached: "DELETE FROM text_query WHERE owner = ? AND folded = ?",
        arguments: [journal.id, folded])
      try db.execute(
        cached: "INSERT INTO text_query (owner, text, folded) VALUES (?, ?, ?)",
        arguments: [journal.id, text, folded])
      try db.execute(
        cached: """
          DELETE FROM text_query WHERE owner = ?1 AND id NOT IN
            (SELECT id FROM text_query WHERE owner = ?1 ORDER BY id DESC LIMIT ?2)
          """, arguments: [journal.id, Self.limit])
    }
  }

  /// Forgets a search, however it is written.
  ///
  /// - Throws: ``TextError/notSearched(_:)``, ``JournalError``.
  package func forget(_ typed: String) throws {
    try journal.writeMakingRoom { db in
      try db.execute(
        cached: "DELETE FROM text_query WHERE owner = ? AND folded = ?",
        arguments: [journal.id, Self.written(typed).folded])
      guard db.changesCount == 1 else { throw TextError.notSearched(typed) }
    }
  }

  /// Forgets all searches.
  ///
  /// - Returns: how many there were.
  /// - Throws: ``JournalError``.
  @discardableResult
  package func forgetAll() throws -> Int {
    try journal.writeMakingRoom { db in
      try db.execute(cached: "DELETE FROM text_query WHERE owner = ?", arguments: [journal.id])
      return db.changesCount
    }
  }

  /// Forgets a search, or all of them.
  ///
  /// - Parameter typed: nil for all.
  /// - Throws: ``JournalError``.
  package func forget(_ typed: String?) throws {
    if let typed { try forget(typed) } else { try forgetAll() }
  }

  /// A search on one line with single blanks, and as searches are compared.
  private static func written(_ typed: String) -> (text: String, folded: String) {
    // Control characters are in no text.
    let text = typed.split { $0.isWhitespace || $0.unicodeScalars.contains(where: \.isControl) }
      .joined(separator: " ")
    return (text, SearchText.folded(text))
  }
}

extension Texts {
  package var searches: TextSearches { TextSearches(journal: journal) }
}
