import GRDB
package import Store

/// What the check of reminders finds, as ``JournalProblem/area(_:)``.
package enum ReminderProblem: AreaProblem, Hashable {
  /// A value in a table is not one that this program writes; nothing after it was looked at.
  case row(table: String, DatabaseFailure)
}

/// Checks rules, ways, feeds, what was sent, and the key of pushes.
package final class ReminderCheck: AreaCheck {
  private let store: JournalStore
  private let repairs: Bool

  package init(of store: JournalStore, repairs: Bool) {
    (self.store, self.repairs) = (store, repairs)
  }

  /// Lets go of what owners who are gone had, of ways of devices that are, and of what was sent by ways or
  /// rules that are.
  package func mendReferences() throws {
    try JournalError.wrapping {
      try store.write { db in
        try db.execute(sql: ReminderTable.all.flatMap(\.mending).joined(separator: "\n"))
      }
    }
  }

  package func checkDerived(_ report: JournalCheck.Report) {}

  package func checkRows(
    _ check: JournalCheck, _ progress: JournalCheck.Progress, _ report: JournalCheck.Report
  ) throws {
    let tables = TableCheck(of: store, repairs: repairs) { ReminderProblem.row(table: $0, $1) }
    for table in ReminderTable.all {
      tables.read(table.name, report) { db in
        let columns = table.columns.joined(separator: ", ")
        let rows = try DecodedRows(db, cached: "SELECT \(columns) FROM \(table.name)")
        while var row = try rows.next() { try table.read(&row) }
        if let limit = table.limit { try checkCount(table.name, limit, db) }
      }
    }
  }

  private func checkCount(_ table: String, _ limit: Int, _ db: Database) throws {
    let most = try db.value(
      Int.self,
      cached: """
        SELECT coalesce(max(count), 0)
        FROM (SELECT count(*) AS count FROM \(table) GROUP BY owner)
        """)
    if most ?? 0 > limit { throw JournalError.corruptValue(of: "owner") }
  }

  package func finish(mendingWith strays: [StrayFiles.Stray]?, _ report: JournalCheck.Report) throws
  {}

  package func removeLeftovers() {}
}
