import GRDB
import Synchronization

/// All rows of a journal's database as text, as another process sees them: "table|1|'text'|X'00'".
package final class DatabaseRows: Sendable {
  private let database: DatabaseQueue
  /// One statement for all tables.
  private let sql: String
  /// What was read, and after which change of others.
  private let last = Mutex<(version: Int, rows: Set<String>)?>(nil)

  /// - Parameters:
  ///   - path: of the database.
  ///   - owner: whose rows alone; nil for everybody's.
  ///   - columns: those that are left out, as "table.column", and tables.
  /// - Throws: what SQLite says.
  package init(_ path: String, owner: Int64? = nil, without columns: Set<String> = []) throws {
    var configuration = Configuration()
    configuration.readonly = true
    database = try DatabaseQueue(path: path, configuration: configuration)
    sql = try database.read { db in
      // An index of words is made of tables of its own, which are here too.
      let tables = try String.fetchAll(
        db,
        sql: """
          SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL %'
          """)
      return try tables.filter { !columns.contains($0) }.compactMap { table in
        var condition = ""
        if let owner {
          guard let column = try Self.owner(ofRowsIn: table, db) else { return nil }
          condition = " WHERE \(column) = \(owner)"
        }
        let shown = try db.columns(in: table).map(\.name)
          .filter { !columns.contains("\(table).\($0)") }
          .map { "'|' || quote(\($0.quotedDatabaseIdentifier))" }
        return "SELECT '\(table)' || \(shown.joined(separator: " || "))"
          + " FROM \(table.quotedDatabaseIdentifier)\(condition)"
      }.joined(separator: " UNION ALL ")
    }
  }

  /// The rows as they are now.
  package func read() throws -> Set<String> {
    try database.read { db in
      let version = try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0
      if let last = last.withLock(\.self), last.version == version { return last.rows }
      let rows = try String.fetchSet(db.cachedStatement(sql: sql))
      last.withLock { $0 = (version, rows) }
      return rows
    }
  }

  /// The expression for whose a table's rows are: by their own column, or by those of the row that they are
  /// part of.
  ///
  /// - Returns: nil for a table of nobody's.
  private static func owner(ofRowsIn table: String, _ db: Database) throws -> String? {
    if table == "owner" { return "owner.id" }
    let name = table.quotedDatabaseIdentifier
    if try db.columns(in: table).contains(where: { $0.name == "owner" }) { return "\(name).owner" }
    for key in try db.foreignKeys(on: table) where key.destinationTable != table {
      guard let owner = try owner(ofRowsIn: key.destinationTable, db) else { continue }
      let parent = key.destinationTable.quotedDatabaseIdentifier
      let isSame = key.mapping.map { "\(parent).\($0.destination) = \(name).\($0.origin)" }
      return "(SELECT \(owner) FROM \(parent) WHERE \(isSame.joined(separator: " AND ")))"
    }
    return nil
  }
}
