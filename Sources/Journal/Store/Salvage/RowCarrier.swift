package import GRDB

/// Carries rows of a damaged journal's database to a new one.
package struct RowCarrier {
  private let rows: Database
  package let db: Database

  /// - Parameters:
  ///   - rows: what could be read; see ``SalvagedRows``.
  ///   - db: the new journal's database, in a transaction.
  package init(from rows: Database, to db: Database) { (self.rows, self.db) = (rows, db) }

  /// Carries the rows of a table that keep its rules.
  ///
  /// - Parameters:
  ///   - table: its name.
  ///   - columns: their names.
  ///   - references: columns that become null where the table that they refer to lacks the row.
  ///   - condition: which rows, as SQL; the others are left behind, and not lost.
  ///   - isReadable: whether what the schema leaves open of a row is as this program writes it.
  /// - Returns: how many rows are lost.
  /// - Throws: `DatabaseError` where the new journal cannot be written.
  package func carry(
    _ table: String, _ columns: [String], emptying references: [String: String] = [:],
    where condition: String = "TRUE", isReadable: (Row) -> Bool
  ) throws -> Int {
    let values = columns.enumerated().map { index, column in
      let value = "?\(index + 1)"
      return references[column].map { "(SELECT id FROM \($0) WHERE id = \(value))" } ?? value
    }
    let insertion = """
      INSERT INTO \(table) (\(columns.joined(separator: ", ")))
      VALUES (\(values.joined(separator: ", ")))
      """
    var lost = 0
    let found = try Row.fetchCursor(
      rows, sql: "SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE \(condition)")
    while let row = try found.next() {
      do {
        guard isReadable(row) else {
          lost += 1
          continue
        }
        try db.execute(cached: insertion, arguments: StatementArguments(row.databaseValues))
      } catch let error as DatabaseError
        where [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH].contains(error.resultCode)
      {
        lost += 1
      }
    }
    return lost
  }
}
