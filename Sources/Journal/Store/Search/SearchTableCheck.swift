import GRDB

/// Compares an index of a search with the documents it was made of, those of all owners.
///
/// It reports no text and no owner, only how many documents are concerned.
package struct SearchTableCheck {
  private let table: SearchTable
  private let store: JournalStore

  package init(_ table: SearchTable, of store: JournalStore) {
    (self.table, self.store) = (table, store)
  }

  /// How many documents the index is wrong about; what it has of those that are gone counts as well. Where
  /// there are more than ``SearchSums`` tells apart, some may be counted together.
  ///
  /// - Returns: the number.
  /// - Throws: ``JournalError``.
  /// - Complexity: O(*n*) in the letters of all texts; half a megabyte of memory.
  package func wrongDocuments() throws -> Int {
    try JournalError.wrapping {
      try store.database.writeWithoutTransaction { db in
        // A table of the connection's own, for which nobody else is kept waiting.
        try db.execute(
          sql: """
            CREATE VIRTUAL TABLE IF NOT EXISTS temp.\(table.name)_token
              USING fts5vocab (main, \(table.name), instance)
            """)
        var count = 0
        // One transaction, so that both are of the same moment.
        try db.inTransaction(.deferred) {
          count = try wrongDocuments(db)
          return .commit
        }
        return count
      }
    }
  }

  /// What is wrong with the index, and what was done about it.
  ///
  /// - Parameters:
  ///   - repairs: whether it is made again.
  ///   - problem: makes the problem of the number of documents, which is nil where the index itself is
  ///     damaged; it holds nothing that the documents do not.
  /// - Returns: the finding; nil where nothing is wrong.
  package func finding(
    repairs: Bool, _ problem: (Int?) -> JournalProblem
  ) -> JournalFinding? {
    var count: Int?
    do {
      count = try wrongDocuments()
    } catch JournalError.database(let failure) where failure.kind == .corrupt {
    } catch {
      return JournalFinding(.unreadable(error), repair: .notTried)
    }
    guard count != 0 else { return nil }
    guard repairs else { return JournalFinding(problem(count), repair: .notTried) }
    do {
      try rebuild()
      return JournalFinding(problem(count), repair: .rebuilt)
    } catch {
      return JournalFinding(problem(count), repair: .failed(error))
    }
  }

  private func wrongDocuments(_ db: Database) throws -> Int {
    var sums = SearchSums()
    let indexed = try DecodedRows(db, cached: "SELECT doc, term FROM temp.\(table.name)_token")
    while var row = try indexed.next() {
      let document: Int64 = try row.next()
      let token: String = try row.next()
      sums.add(Array(token.utf8), of: document)
    }
    try table.forEachDocument(db) { document, tokens in
      // The index has each token of a document once. FTS5 knows bytes, not characters: a token may begin with
      // a mark that joins the blank before it.
      for token in Set(tokens.utf8.split(separator: 0x20).map(Array.init)) {
        sums.remove(token, of: document)
      }
    }
    return sums.unequal
  }

  /// Makes the index again from the documents.
  ///
  /// - Throws: ``JournalError``; then nothing has changed.
  package func rebuild() throws {
    try JournalError.wrapping { try store.database.write { try table.rebuild($0) } }
  }
}

/// Sums of what is added of each document, and taken away again, in whatever order: all are zero where both
/// are the same. Documents share a sum with those whose row is greater by a multiple of 65,536.
private struct SearchSums {
  private var sums: [UInt64] = Array(repeating: 0, count: 65_536)

  /// How many documents have more or less added than taken away.
  var unequal: Int { sums.count { $0 != 0 } }

  mutating func add(_ token: [UInt8], of document: Int64) {
    sums[Self.place(document)] &+= Self.fingerprint(token, document)
  }

  mutating func remove(_ token: [UInt8], of document: Int64) {
    sums[Self.place(document)] &-= Self.fingerprint(token, document)
  }

  private static func place(_ document: Int64) -> Int { Int(truncatingIfNeeded: document & 0xFFFF) }

  /// A number for a token of a document (FNV-1a, 64 bits).
  private static func fingerprint(_ token: [UInt8], _ document: Int64) -> UInt64 {
    let start: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bitPattern: document)
    return token.reduce(start &* 0x0000_0100_0000_01B3) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
  }
}
