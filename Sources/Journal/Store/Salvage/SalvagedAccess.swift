import GRDB

/// The changes to access to journals, as far as a damaged one still has them.
///
/// Nobody comes in to the new journal by what the damaged one says: devices are paired, passkeys added and
/// accounts linked anew, for a changed byte could let in somebody else.
struct SalvagedAccess {
  /// Tables of which no row comes along.
  static let tablesLeftBehind: Set<String> = ["account", "passkey_user"]

  private let rows: SalvagedRows

  init(_ rows: SalvagedRows) { self.rows = rows }

  /// - Returns: how many events are lost.
  func carry(into database: DatabaseQueue) throws -> Int {
    try JournalError.wrapping {
      try rows.database.read { rows in
        try database.write { db in
          try RowCarrier(from: rows, to: db)
            .carry("access_event", AccessEvent.columns + ["owner"]) { row in
              (try? AccessEvent(row: row)) != nil
            }
        }
      }
    }
  }
}
