package import GRDB

/// Describes a table of an area. Its check, its mending and its salvage follow from this.
package struct StoredTable: Sendable {
  package let name: String
  package let columns: [String]
  let references: [Reference]
  /// How many rows an owner has at most; nil for any number.
  let limit: Int?
  private let values: @Sendable (inout RowDecoder) throws -> Void

  /// A column that names the row of another table by its `id`.
  struct Reference: Sendable {
    let column: String
    let table: String
    /// Whether the row stays, with null in the column, where the other is gone.
    let isOutlived: Bool
  }

  /// A column.
  package struct Column: Sendable {
    let name: String
    let reference: Reference?
    let read: @Sendable (inout RowDecoder) throws -> Void

    package init<Value>(_ name: String, _ kind: ValueKind<Value>) {
      (self.name, reference) = (name, nil)
      read = { _ = try kind.stored(&$0) }
    }

    private init(
      _ name: String, _ reference: Reference?,
      reading read: @escaping @Sendable (inout RowDecoder) throws -> Void
    ) {
      (self.name, self.reference, self.read) = (name, reference, read)
    }

    /// The number of the row itself.
    package static let id = Column("id", nil) { _ = try $0.next(Int64.self) }

    /// The row of another table that this one belongs to, and is deleted with.
    package static func parent(_ name: String, _ table: String) -> Column {
      Column(name, Reference(column: name, table: table, isOutlived: false)) {
        _ = try $0.next(Int64.self)
      }
    }

    /// The owner of the row.
    package static let owner = parent("owner", "owner")

    /// The row of another table that this one was made of, and stays without.
    package static func outlived(_ name: String, _ table: String) -> Column {
      Column(name, Reference(column: name, table: table, isOutlived: true)) {
        _ = try $0.nextIfAny(Int64.self)
      }
    }
  }

  /// A table that is described column by column.
  ///
  /// - Parameters:
  ///   - name: the table's.
  ///   - columns: those that rows are read by.
  ///   - limit: how many rows an owner has at most; nil for any number.
  package init(_ name: String, _ columns: [Column], limit: Int? = nil) {
    (self.name, self.columns, self.limit) = (name, columns.map(\.name), limit)
    references = columns.compactMap(\.reference)
    values = { row in for column in columns { try column.read(&row) } }
  }

  /// A table with rows that a type reads.
  ///
  /// - Parameters:
  ///   - name: the table's.
  ///   - columns: those that are read, in their order.
  ///   - parents: those of them that name the row of another table that this one is of, each with that table.
  ///   - limit: how many rows an owner has at most; nil for any number.
  ///   - values: reads them; throws ``JournalError/database(_:)`` for what this program does not write.
  package init(
    _ name: String, _ columns: [String], of parents: KeyValuePairs<String, String>,
    limit: Int? = nil, reading values: @escaping @Sendable (inout RowDecoder) throws -> Void
  ) {
    (self.name, self.columns, self.limit, self.values) = (name, columns, limit, values)
    references = parents.map { Reference(column: $0.key, table: $0.value, isOutlived: false) }
  }

  /// Reads the values of a row's columns, in their order.
  ///
  /// - Throws: ``JournalError/database(_:)`` for a value that this program does not write.
  func read(_ row: RowDecoder) throws {
    try checkTexts(of: row)
    var row = row
    try values(&row)
  }

  /// Checks that what is text in a row is in UTF-8: who only reads it sees other characters instead of what
  /// is not, and a salvage takes no such row.
  private func checkTexts(of row: RowDecoder) throws {
    var row = row
    for column in columns {
      let isText = row.withText { String(validating: $0, as: UTF8.self) != nil }
      if isText == false { throw JournalError.corruptValue(of: column) }
      row.skip(1)
    }
  }

  /// Whether a row's columns hold values that this program could have written, beyond the schema's
  /// rules.
  package func isReadable(_ row: Row) -> Bool { (try? read(RowDecoder(row))) != nil }

  /// The query of all rows.
  var query: String { "SELECT \(columns.joined(separator: ", ")) FROM \(name)" }

  /// The statements that remove rows of what is not there, and that empty columns of what rows outlive.
  var mending: String {
    references.map { reference in
      // Null is in no set, but NOT IN of an empty one holds of it too.
      let isGone = """
        \(reference.column) IS NOT NULL AND \(reference.column) NOT IN (SELECT id FROM \(reference.table))
        """
      return reference.isOutlived
        ? "UPDATE \(name) SET \(reference.column) = NULL WHERE \(isGone);"
        : "DELETE FROM \(name) WHERE \(isGone);"
    }.joined(separator: "\n")
  }
}
