import GRDB

extension JournalSalvage {
  /// At most so many documents are named, and at most one in so many. If more differ, the index is likelier
  /// damaged than they are.
  private static let (mostNamed, namedShare) = (100, 4)

  /// The documents that differ from the damaged journal's search index. If they are too many to name, it
  /// reports their number.
  ///
  /// - Returns: their rows; none if the index cannot be read whole, or contradicts itself.
  /// - Throws: ``JournalError``.
  package func alteredDocuments(of table: SearchTable, _ report: Report) throws -> Set<Int64> {
    guard rows.indexes.contains(table.name) else { return [] }
    do {
      let (wrong, count) = try JournalError.wrapping {
        try rows.database.inDatabase { db in
          let wrong = try table.wrongDocuments(db)
          if !wrong.isEmpty { try table.checkIndex(db) }
          return (wrong, wrong.isEmpty ? 0 : try table.count(db))
        }
      }
      guard wrong.count > max(1, min(Self.mostNamed, count / Self.namedShare)) else { return wrong }
      report(.index(table.name, documents: wrong.count))
    } catch JournalError.database(let failure) where failure.kind == .corrupt {}
    return []
  }
}
