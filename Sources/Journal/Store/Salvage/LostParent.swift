package import GRDB

/// How a row that is lost is made for those that refer to it.
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

  /// What a row is made of.
  package struct Clues {
    package let id: Int64
    /// What it is called: "recovered 1" is the first of its table.
    package let name: String
    /// In seconds since 1970 in UTC.
    package let now: Int
    /// What indexes know of it, by its columns.
    package let known: [String: DatabaseValue]
    /// The largest value that a column of the rows of a table has that refer to it.
    package let most: (_ column: String, _ table: String, _ reference: String) throws -> Int?
  }
}
