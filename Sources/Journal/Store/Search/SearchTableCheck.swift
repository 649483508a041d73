package import GRDB

/// Compares an index of a search with the documents it was made of, those of all owners.
///
/// It reports no text, only how many documents are concerned; those that are likelier wrong than the index are
/// named by the caller.
package struct SearchTableCheck {
  private let table: SearchTable
  private let store: JournalStore

  package init(_ table: SearchTable, of store: JournalStore) {
    (self.table, self.store) = (table, store)
  }

  /// How many documents the index has wrong, including deleted ones. If there are more than
  /// ``SearchSums`` can tell apart, some may be counted together.
  ///
  /// - Returns: the number.
  /// - Throws: ``JournalError``.
  /// - Complexity: O(*n*) in the letters of all texts; a few megabytes of memory.
  package func wrongDocuments() throws -> Int {
    try JournalError.wrapping {
      try store.database.writeWithoutTransaction { db in
        try table.makeTokens(db)
        var sums = SearchSums()
        // One transaction, so that both are of the same moment.
        try db.inTransaction(.deferred) {
          try table.compare(table.allDocuments(db), in: &sums, db)
          return .commit
        }
        return sums.unequal
      }
    }
  }

  /// The faults of the index, what was done about them, and the documents that are more likely
  /// wrong than the index.
  ///
  /// A repair makes the index again of the documents, which takes its witness away: so it names them first.
  ///
  /// - Parameters:
  ///   - repairs: whether it is made again.
  ///   - proven: what of a row's document something else proves to be right; nil for nothing.
  ///   - altered: makes the problem of the document of a row, which is not what the index has; nil for none.
  ///   - problem: makes the problem of the number of documents, which is nil where the index itself is
  ///     damaged; it holds nothing that the documents do not.
  /// - Returns: the findings; none where nothing is wrong.
  package func findings(
    repairs: Bool, proving proven: (Int64, Database) throws -> SearchDocument? = { _, _ in nil },
    altered: (Int64, Database) throws -> JournalProblem?, _ problem: (Int?) -> JournalProblem
  ) -> [JournalFinding] {
    var (count, doubted): (Int?, [JournalProblem]) = (nil, [])
    do {
      count = try wrongDocuments()
      if count != 0 { doubted = try named(proven, altered) }
    } catch JournalError.database(let failure) where failure.kind == .corrupt {
    } catch {
      return [JournalFinding(.unreadable(error), repair: .notTried)]
    }
    guard count != 0 else { return [] }
    return [JournalFinding(problem(count), repair: repairs ? tryRebuilding() : .notTried)]
      + doubted.map { JournalFinding($0, repair: repairs ? .beyondRepair : .notTried) }
  }

  private func named(
    _ proven: (Int64, Database) throws -> SearchDocument?,
    _ altered: (Int64, Database) throws -> JournalProblem?
  ) throws -> [JournalProblem] {
    try JournalError.wrapping {
      try store.database.writeWithoutTransaction { db in
        let (rows, areDoubted) = try table.alteredDocuments(proving: proven, db)
        return areDoubted ? try rows.sorted().compactMap { try altered($0, db) } : []
      }
    }
  }

  private func tryRebuilding() -> JournalFinding.Repair {
    do {
      try rebuild()
      return .rebuilt
    } catch {
      return .failed(error)
    }
  }

  /// Makes the index again from the documents.
  ///
  /// - Throws: ``JournalError``; then nothing has changed.
  package func rebuild() throws {
    try JournalError.wrapping { try store.write { try table.rebuild($0) } }
  }
}

extension SearchTable {
  /// The documents that the index is wrong about, whatever else it has.
  ///
  /// - Parameter db: where a document that cannot be read is one of them.
  /// - Returns: their rows.
  /// - Throws: `DatabaseError`, ``JournalError/database(_:)`` where the index is damaged.
  /// - Complexity: O(*n*) in the letters of all texts, and twice that where there are any.
  func wrongDocuments(_ db: Database) throws -> Set<Int64> {
    try makeTokens(db)
    var shared = SearchSums()
    try compare(allDocuments(db), in: &shared, passingOver: true, db)
    guard shared.unequal > 0 else { return [] }
    let rows = try Int64.fetchAll(db, sql: "SELECT \(row) FROM \(tables)").filter(shared.isUnequal)
    var sums = SearchSums(of: rows)
    try compare(documents(rows, db), in: &sums, passingOver: true, db)
    return Set(rows.filter(sums.isUnequal))
  }

  /// Checks that the index does not contradict itself.
  ///
  /// - Throws: `DatabaseError` where it does.
  func checkIndex(_ db: Database) throws {
    try db.execute(sql: "INSERT INTO \(name) (\(name)) VALUES ('integrity-check')")
  }

  /// Makes the table that the index's tokens are read from. It is this connection's own, so nobody waits
  /// for it.
  fileprivate func makeTokens(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE VIRTUAL TABLE IF NOT EXISTS temp.\(name)_token
          USING fts5vocab (main, \(name), instance)
        """)
  }

  /// Adds the tokens of the index to the sums, and subtracts those of the documents.
  fileprivate func compare(
    _ rows: DecodedRows, in sums: inout SearchSums, passingOver isPassedOver: Bool = false,
    _ db: Database
  ) throws {
    let indexed = try DecodedRows(db, cached: "SELECT doc, term FROM temp.\(name)_token")
    while var row = try indexed.next() {
      let document: Int64 = try row.next()
      let read = row.withText { SearchSums.fingerprint($0, document) }
      let token = try read ?? SearchSums.fingerprint(row.next(String.self).utf8, document)
      sums.add(token, of: document)
    }
    var waiting: [(row: Int64, document: SearchDocument)] = []
    var (size, document) = (0, SearchDocument())
    while true {
      do {
        guard let row = try next(of: rows, &document) else { break }
        waiting.append((row, document))
        size += document.folded.count
      } catch JournalError.database(let failure) where isPassedOver && failure.kind == .corrupt {
        continue
      }
      guard waiting.count == Self.most || size > Self.mostBytes else { continue }
      sums.remove(waiting)
      (waiting, size) = ([], 0)
    }
    sums.remove(waiting)
  }

  /// How many documents wait until all processors make their tokens, and how many bytes of text.
  private static let (most, mostBytes) = (1_024, 1 << 20)
}

/// Sums over each document's added and removed tokens, in any order: all are zero if both are the
/// same.
private struct SearchSums {
  private var sums: [UInt64]
  /// Where the sum of each document is; nil if all documents are compared.
  private let places: [Int64: Int]?

  /// For all documents: rows that differ by a multiple of 65,536 share a sum.
  init() { (sums, places) = (Array(repeating: 0, count: 65_536), nil) }

  /// For some documents alone, each with a sum of its own.
  init(of documents: [Int64]) {
    sums = Array(repeating: 0, count: documents.count)
    places = Dictionary(zip(documents, documents.indices)) { first, _ in first }
  }

  /// How many sums have more or less added than taken away.
  var unequal: Int { sums.count { $0 != 0 } }

  /// Whether a document has.
  func isUnequal(_ document: Int64) -> Bool { place(document).map { sums[$0] != 0 } ?? false }

  mutating func add(_ sum: UInt64, of document: Int64) {
    if let place = place(document) { sums[place] &+= sum }
  }

  /// Takes away each token of each document once, as the index has them.
  mutating func remove(_ documents: [(row: Int64, document: SearchDocument)]) {
    let removed = BlockingWalk(documents.pieces(of: 64)).results { piece in
      var grams = SearchGrams()
      return piece.map { Self.sum(of: grams.tokens(of: $0.document), $0.row) }
    }
    for ((row, _), sum) in zip(documents, removed.joined()) { add(0 &- sum, of: row) }
  }

  private static func sum(of tokens: String, _ document: Int64) -> UInt64 {
    var known: Set<UInt64> = []
    // FTS5 knows bytes, not characters: a token may begin with a mark that joins the blank before it.
    for token in tokens.utf8.split(separator: 0x20) { known.insert(fingerprint(token, document)) }
    return known.reduce(0, &+)
  }

  private func place(_ document: Int64) -> Int? {
    places == nil ? Int(truncatingIfNeeded: document & 0xFFFF) : places?[document]
  }

  /// A number for a token of a document: FNV-1a of 64 bits, mixed as SplitMix64 mixes (Steele, Lea, Flood:
  /// "Fast splittable pseudorandom number generators", 2014). Without that, tokens that end in other letters
  /// differ by numbers that are alike, and add up to nothing.
  static func fingerprint(_ token: some Sequence<UInt8>, _ document: Int64) -> UInt64 {
    let start: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bitPattern: document)
    var mixed = token.reduce(start &* 0x0000_0100_0000_01B3) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
