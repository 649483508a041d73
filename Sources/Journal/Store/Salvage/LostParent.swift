package import GRDB

/// How a row that is lost is made for those that refer to it.
package struct LostParent: Sendable {
  let table: String
  let columns: [String]
  let values: @Sendable (Clues) throws -> [String: DatabaseValue]
  let isReadable: @Sendable (Row) -> Bool

  /// - Parameters:
  ///   - table: its name, of rows with an `id`.
  ///   - columns: those that a row is read by.
  ///   - values: those of its columns but `id` and what refers to other tables. What indexes know stands in
  ///     their place.
  ///   - isReadable: whether what the schema leaves open of ``columns`` is as this program writes it.
  package init(
    _ table: String, _ columns: [String],
    values: @escaping @Sendable (Clues) throws -> [String: any DatabaseValueConvertible],
    isReadable: @escaping @Sendable (Row) -> Bool
  ) {
    (self.table, self.columns, self.isReadable) = (table, columns, isReadable)
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
