package import GRDB

/// An area's search index: the tokens of each document, by the row of its table; see
/// ``SearchGrams``. It stores no text, so removing a document needs its text again.
package struct SearchTable: Sendable {
  /// The table's own.
  package let name: String
  /// The row of a document, as in "post.id".
  let row: String
  /// What a query selects for ``read``, in its order, and from what.
  private let columns: String
  let tables: String
  /// Reads these values into a document that is empty.
  private let read: @Sendable (inout RowDecoder, inout SearchDocument) throws -> Void

  package init(
    _ name: String, row: String, columns: String, tables: String,
    read: @escaping @Sendable (inout RowDecoder, inout SearchDocument) throws -> Void
  ) {
    (self.name, self.row, self.columns, self.tables) = (name, row, columns, tables)
    self.read = read
  }

  /// The statement that makes it.
  package var schema: String {
    """
    CREATE VIRTUAL TABLE \(name)
      USING fts5 (tokens, content = '', columnsize = 0, detail = none, tokenize = 'ascii');
    """
  }

  /// Puts all documents into the index, which is empty.
  package func fill(_ db: Database) throws {
    let insertion = try db.makeStatement(sql: insertionSQL)
    try forEachDocument(db) { row, tokens in
      try insertion.execute(arguments: [row, tokens])
    }
  }

  /// Makes the index again.
  package func rebuild(_ db: Database) throws {
    let emptying = "INSERT INTO \(name) (\(name)) VALUES ('delete-all')"
    do {
      try db.execute(sql: emptying)
    } catch let error as DatabaseError where error.isOfBrokenIndex {
      // What FTS5 does not read any more gets the two records of an index in which nothing is
      // (fts5_index.c: FTS5_AVERAGES_ROWID, FTS5_STRUCTURE_ROWID), and the version of its format
      // (fts5Int.h: FTS5_CURRENT_VERSION).
      try db.execute(
        sql: """
          DELETE FROM \(name)_data;
          DELETE FROM \(name)_idx;
          INSERT INTO \(name)_data (id, block) VALUES (1, x''), (10, x'00000000000000');
          INSERT OR REPLACE INTO \(name)_config (k, v) VALUES ('version', 4);
          \(emptying);
          """)
    }
    try fill(db)
  }

  /// Calls with the row and the tokens of each document that has any, one at a time.
  func forEachDocument(_ db: Database, _ body: (Int64, String) throws -> Void) throws {
    var (grams, document) = (SearchGrams(), SearchDocument())
    let rows = try allDocuments(db)
    while let row = try next(of: rows, &document) {
      let tokens = grams.tokens(of: document)
      if !tokens.isEmpty { try body(row, tokens) }
    }
  }

  /// All documents, for ``next(of:_:)``.
  func allDocuments(_ db: Database) throws -> DecodedRows {
    try DecodedRows(db, cached: "SELECT \(row), \(columns) FROM \(tables)")
  }

  /// The documents of rows, in their order, for ``next(of:_:)``.
  func documents(_ rows: [Int64], _ db: Database) throws -> DecodedRows {
    try DecodedRows(
      db,
      cached: """
        SELECT \(row), \(columns) FROM json_each(?) AS chosen CROSS JOIN \(tables)
        WHERE \(row) = chosen.value
        """, arguments: [rows.json])
  }

  /// Reads the next document, in place of what was there.
  ///
  /// - Returns: its row; nil after the last one.
  func next(of rows: DecodedRows, _ document: inout SearchDocument) throws -> Int64? {
    guard var values = try rows.next() else { return nil }
    let row: Int64 = try values.next()
    document.clear()
    try read(&values, &document)
    return row
  }

  /// The rows that have all tokens of an expression.
  ///
  /// - Parameters:
  ///   - match: the expression.
  ///   - order: in which they come.
  ///   - row: the one after which they begin; nil for the first.
  ///   - db: the connection.
  /// - Returns: the rows, each of one number.
  /// - Throws: `DatabaseError`.
  func candidates(
    _ match: String, _ order: DocumentSearch.RowOrder, after row: Int64?, _ db: Database
  ) throws -> DecodedRows {
    let (sign, end, word) =
      switch order {
      case .ascending: (">", Int64.min, "ASC")
      case .descending: ("<", Int64.max, "DESC")
      }
    return try DecodedRows(
      db,
      cached: """
        SELECT rowid FROM \(name) WHERE \(name) MATCH ? AND rowid \(sign) ? ORDER BY rowid \(word)
        """, arguments: [match, row ?? end])
  }

  /// All rows that have all tokens of an expression, the smallest first. An index has numbers alone for rows, of which many
  /// are read at once.
  func allCandidates(_ match: String, _ db: Database) throws -> [Int64] {
    let rows = try db.cachedStatement(
      sql: "SELECT rowid FROM \(name) WHERE \(name) MATCH ? ORDER BY rowid")
    return try Int64.fetchAll(rows, arguments: [match])
  }

  /// Puts a document in, which is stored. An index that cannot be written to is made again.
  package func add(_ document: SearchDocument, _ row: Int64, _ db: Database) throws {
    try add([(document, row)], db)
  }

  /// Puts documents in, as ``add(_:_:_:)``.
  ///
  /// Between them nothing else is written: before each statement that may have to be undone, SQLite has FTS5
  /// write down all that it gathered in memory (`sqlite3VtabSavepoint`), which takes longer than the rest.
  package func add(_ documents: [(document: SearchDocument, row: Int64)], _ db: Database) throws {
    var grams = SearchGrams()
    for (document, row) in documents {
      let tokens = grams.tokens(of: document)
      guard !tokens.isEmpty else { continue }
      do {
        try db.execute(cached: insertionSQL, arguments: [row, tokens])
      } catch let error as DatabaseError where error.isOfBrokenIndex {
        // With all of them, which are stored.
        return try rebuild(db)
      }
    }
  }

  /// Removes a document.
  ///
  /// An index that another program emptied or changed does not have what is to be taken out. It is made
  /// again of the documents as they are by then, and what it has of this one is taken out.
  package func remove(_ document: SearchDocument, _ row: Int64, _ db: Database) throws {
    do {
      try delete(document, row, db)
    } catch let error as DatabaseError where error.isOfBrokenIndex {
      try rebuild(db)
      var stored = SearchDocument()
      let rows = try documents([row], db)
      while let row = try next(of: rows, &stored) { try delete(stored, row, db) }
    }
  }

  /// Removes the stored content of rows before they are deleted or changed.
  package func remove(_ rows: [Int64], _ db: Database) throws {
    for row in rows {
      // All is read before anything is taken out: an index that is made again on the way asks for a
      // document as it is asked for here.
      var (document, stored) = (SearchDocument(), [SearchDocument]())
      let found = try documents([row], db)
      while try next(of: found, &document) != nil { stored.append(document) }
      for document in stored { try remove(document, row, db) }
    }
  }

  /// Takes rows out, and deletes them from the table that they are of.
  ///
  /// - Throws: ``JournalError/corruptValue(of:)`` where none is there: an index of the table that names what
  ///   is not there names it again and again. `DatabaseError`.
  package func delete(_ rows: [Int64], from table: String, _ db: Database) throws {
    try remove(rows, db)
    try db.execute(
      cached: "DELETE FROM \(table) WHERE id IN (SELECT value FROM json_each(?))",
      arguments: [rows.json])
    guard db.changesCount > 0 else { throw JournalError.corruptValue(of: table) }
  }

  /// Adds the stored content of rows.
  package func add(_ rows: [Int64], _ db: Database) throws {
    var document = SearchDocument()
    let found = try documents(rows, db)
    while let row = try next(of: found, &document) { try add(document, row, db) }
  }

  private func delete(_ document: SearchDocument, _ row: Int64, _ db: Database) throws {
    var grams = SearchGrams()
    let tokens = grams.tokens(of: document)
    guard !tokens.isEmpty else { return }
    try db.execute(
      cached: "INSERT INTO \(name) (\(name), rowid, tokens) VALUES ('delete', ?, ?)",
      arguments: [row, tokens])
  }

  private var insertionSQL: String { "INSERT INTO \(name) (rowid, tokens) VALUES (?, ?)" }
}
