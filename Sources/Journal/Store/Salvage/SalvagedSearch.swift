import Foundation
package import GRDB

extension JournalSalvage {
  /// The documents that differ from the damaged journal's search index, and not for the index's fault. Where
  /// it is, it reports how many differ.
  ///
  /// - Parameters:
  ///   - table: the index.
  ///   - known: a query for rows that differ because they are damaged, as SQL; nil for none.
  ///   - proven: what of a row's document something else proves to be right; nil for nothing.
  ///   - report: called where the index is damaged, or likelier so than the documents are.
  /// - Returns: their rows; none if the index cannot be read whole, or contradicts itself.
  /// - Throws: ``JournalError``.
  package func alteredDocuments(
    of table: SearchTable, except known: String? = nil,
    proving proven: (Int64, Database) throws -> SearchDocument? = { _, _ in nil }, _ report: Report
  ) throws -> Set<Int64> {
    guard rows.indexes.contains(table.name) else {
      if rows.damagedIndexes.contains(table.name) { report(.index(table.name, documents: nil)) }
      return []
    }
    do {
      let (wrong, areNamed) = try JournalError.wrapping {
        try rows.database.inDatabase { db in
          try table.alteredDocuments(
            except: known.map { try Int64.fetchSet(db, sql: $0) } ?? [], proving: proven, db)
        }
      }
      if wrong.isEmpty || areNamed { return wrong }
      report(.index(table.name, documents: wrong.count))
    } catch JournalError.database(let failure) where failure.kind == .corrupt {
      report(.index(table.name, documents: nil))
    }
    return []
  }
}

extension SearchTable {
  /// At most so many documents are named: about as many as lie on one page of 4 kB, which may be that from before
  /// they were changed. If more differ, the index is likelier damaged than they are.
  package static let mostNamed = 64

  /// The documents that differ from the index.
  ///
  /// - Parameters:
  ///   - known: rows that are damaged, as is known already.
  ///   - proven: what of a row's document something else proves to be right; nil for nothing.
  ///   - db: where a document that cannot be read is one that differs.
  /// - Returns: their rows, and whether they are likelier wrong than the index.
  /// - Throws: as ``wrongDocuments(_:)``, also where the index contradicts itself.
  func alteredDocuments(
    except known: Set<Int64> = [], proving proven: (Int64, Database) throws -> SearchDocument?,
    _ db: Database
  ) throws -> (rows: Set<Int64>, areDoubted: Bool) {
    let wrong = try wrongDocuments(db).subtracting(known)
    if !wrong.isEmpty { try checkIndex(db) }
    return (
      wrong,
      try !wrong.isEmpty && wrong.count <= Self.mostNamed && isWitness(against: wrong, proven, db)
    )
  }

  /// Whether documents that differ from the index are likelier wrong than it is.
  ///
  /// - Parameters:
  ///   - documents: their rows, ``mostNamed`` at most; those that cannot be read are passed over.
  ///   - proven: what of a row's document is right, whatever the index says; nil for nothing.
  ///   - db: the connection, after ``wrongDocuments(_:)``.
  /// - Returns: false where one of them differs as a damaged index does, or is right.
  /// - Throws: as ``wrongDocuments(_:)``.
  fileprivate func isWitness(
    against documents: Set<Int64>, _ proven: (Int64, Database) throws -> SearchDocument?,
    _ db: Database
  ) throws -> Bool {
    let rows = documents.sorted()
    let tokens = try Row.fetchAll(
      db,
      sql: """
        SELECT doc, CAST(term AS BLOB) FROM temp.\(name)_token
        WHERE doc IN (SELECT value FROM json_each(?))
        """, arguments: [rows.json])
    let indexed = Dictionary(grouping: tokens) { $0[0] as Int64 }
      .mapValues { TokenSet($0.map { row in row[1] as Data }) }
    var (grams, document) = (SearchGrams(), SearchDocument())
    let found = try self.documents(rows, db)
    while true {
      do {
        guard let row = try next(of: found, &document) else { return true }
        let (own, known) = (TokenSet(of: document, &grams), indexed[row] ?? TokenSet([]))
        if known.isLikelyDamaged(beside: own) { return false }
        guard let right = try proven(row, db).map({ TokenSet(of: $0, &grams) }) else { continue }
        if right.tokens == own.tokens || !right.tokens.isSubset(of: known.tokens) { return false }
      } catch JournalError.database(let failure) where failure.kind == .corrupt {
        continue
      }
    }
  }
}

/// The tokens of a document, each once, as bytes: all that FTS5 has.
private struct TokenSet {
  let tokens: Set<Data>

  init(_ tokens: [Data]) { self.tokens = Set(tokens) }

  init(of document: SearchDocument, _ grams: inout SearchGrams) {
    self.init(grams.tokens(of: document).utf8.split(separator: 0x20).map { Data($0) })
  }

  /// Whether tokens of an index differ from a document's as a damaged bit of the index makes them.
  ///
  /// FTS5 stores a term as what it has beyond the one before it: of those that a damaged byte is in, all have
  /// it at the same place, after the same bytes. A letter that is altered in a text is at another place in
  /// each token, and stands for another one.
  func isLikelyDamaged(beside own: TokenSet) -> Bool {
    let (lacking, surplus) = (own.tokens.subtracting(tokens), tokens.subtracting(own.tokens))
    if tokens.isEmpty || lacking.isEmpty && surplus.isEmpty { return true }
    // No token has what is stored between terms.
    if surplus.contains(where: { $0.contains { $0 < 0x20 } }) { return true }
    if surplus.isEmpty { return Self.sharedBytes(lacking) > 0 }
    if lacking.isEmpty { return Self.sharedBytes(surplus) > 0 }
    return Self.sharedBytes(lacking) > Self.sharedBytes(lacking.union(surplus))
  }

  /// How many bytes all tokens begin with.
  private static func sharedBytes(_ tokens: Set<Data>) -> Int {
    guard let first = tokens.first else { return 0 }
    return tokens.reduce(first.count) { count, token in
      zip(first.prefix(count), token).prefix { $0 == $1 }.count
    }
  }
}
