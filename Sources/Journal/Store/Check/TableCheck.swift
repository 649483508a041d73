package import GRDB

/// Checks the tables of an area. Areas with more to check build on it.
package final class TableCheck: AreaCheck {
  package let store: JournalStore
  package let repairs: Bool
  private let tables: [StoredTable]

  /// - Parameters:
  ///   - tables: the area's, each after those that its rows are of.
  ///   - store: the journal's.
  ///   - repairs: whether something is to be mended, which a value that this program does not write cannot be.
  package init(_ tables: [StoredTable], of store: JournalStore, repairs: Bool) {
    (self.tables, self.store, self.repairs) = (tables, store, repairs)
  }

  /// Removes rows that refer to missing ones.
  package func mendReferences() throws {
    try JournalError.wrapping {
      try store.write { db in
        for table in tables { try db.execute(sql: table.mending) }
      }
    }
  }

  package func checkRows(
    _ check: JournalCheck, _ progress: JournalCheck.Progress, _ report: JournalCheck.Report
  ) throws {
    for table in tables {
      read(table.name, report) { db in
        let rows = try DecodedRows(db, cached: table.query)
        while let row = try rows.next() { try table.read(row) }
        try table.checkCounts(db)
      }
    }
  }

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - table: its name.
  ///   - report: called with what is wrong.
  ///   - work: reads it; throws ``JournalError/database(_:)`` for a value that this program does not write.
  package func read(
    _ table: String, _ report: JournalCheck.Report, _ work: (Database) throws -> Void
  ) {
    do {
      try JournalError.wrapping { try store.database.read(work) }
    } catch JournalError.database(let failure) where failure.kind == .corrupt {
      report(
        JournalFinding(.row(table: table, failure), repair: repairs ? .beyondRepair : .notTried))
    } catch {
      report(JournalFinding(.unreadable(error), repair: .notTried))
    }
  }
}

extension StoredTable {
  /// Checks that no owner has more rows than there can be.
  fileprivate func checkCounts(_ db: Database) throws {
    guard let limit else { return }
    let most = try db.value(
      Int.self,
      cached: """
        SELECT coalesce(max(count), 0)
        FROM (SELECT count(*) AS count FROM \(name) GROUP BY owner)
        """)
    if most ?? 0 > limit { throw JournalError.corruptValue(of: "owner") }
  }
}
