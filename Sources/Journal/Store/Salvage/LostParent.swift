package import GRDB

/// How to replace a lost row for the rows that refer to it.
package struct LostParent: Sendable {
  let table: StoredTable
  let values: @Sendable (Clues) throws -> [String: DatabaseValue]

  /// - Parameters:
  ///   - table: of rows with an `id`.
  ///   - values: those of its columns but `id` and what refers to other tables. What indexes know stands in
  ///     their place.
  package init(
    _ table: StoredTable,
    values: @escaping @Sendable (Clues) throws -> [String: any DatabaseValueConvertible]
  ) {
    self.table = table
    self.values = { clues in try values(clues).mapValues(\.databaseValue) }
  }

  /// The known parts of a lost row.
  package struct Clues {
    package let id: Int64
    /// Its name: "recovered 1" is the first of its table.
    package let name: String
    /// In seconds since 1970 in UTC.
    package let now: Int
    /// The values that indexes still have, by column.
    package let known: [String: DatabaseValue]
    /// The largest value that a column of the rows of a table has that refer to it.
    package let most: (_ column: String, _ table: String, _ reference: String) throws -> Int?
  }
}
