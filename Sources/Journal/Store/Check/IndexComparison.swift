import GRDB

/// What the indexes of a journal's tables say of rows. Each page of a database may be an older one, which a write
/// did not reach: so where a row and an index differ, nothing tells which of the two is right.
struct IndexComparison {
  let db: Database
  /// Tables of which nothing is asked: they are made anew of others.
  let derived: Set<String>

  /// The tables with rows that an index has otherwise, that the tables lack, or that no index has, and how many
  /// those are.
  ///
  /// Where an index merely lacks some rows of its table, it is the index that is damaged.
  ///
  /// - Throws: `DatabaseError`.
  func contradictedRows() throws -> [(table: String, count: Int)] {
    let tables = try String.fetchAll(
      db,
      sql: """
        SELECT name FROM pragma_table_list
        WHERE schema = 'main' AND type = 'table' AND NOT wr AND name NOT LIKE 'sqlite_%'
        ORDER BY name
        """)
    return try tables.filter { !derived.contains($0) }.compactMap { table in
      let rows = try contradictedRows(of: table)
      return rows.isEmpty ? nil : (table, rows.count)
    }
  }

  private func contradictedRows(of table: String) throws -> Set<Int64> {
    let indexes = try indexes(of: table)
    var rows: Set<Int64> = []
    for index in indexes { rows.formUnion(try rowsOrNone(index.contradicting) ?? []) }
    let full = indexes.filter { $0.condition == nil }
    // One index alone may have lost them.
    guard full.count > 1 else { return rows }
    var unknown: Set<Int64>?
    for index in full {
      guard let lacking = try rowsOrNone(index.lacking) else { return rows }
      unknown = unknown?.intersection(lacking) ?? lacking
    }
    return rows.union(unknown ?? [])
  }

  /// The rows that a query gives; nil where it meets a page that cannot be read.
  private func rowsOrNone(_ sql: String) throws -> Set<Int64>? {
    do {
      return try Int64.fetchSet(db, sql: sql)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      return nil
    }
  }

  private func indexes(of table: String) throws -> [Index] {
    let all = try Row.fetchAll(
      db,
      sql: """
        SELECT list.name, list.partial, schema.sql FROM pragma_index_list(?) AS list
          JOIN sqlite_schema AS schema ON schema.type = 'index' AND schema.name = list.name
        """, arguments: [table])
    return try all.compactMap { row in
      guard let name = String.fromDatabaseValue(row[0]) else { return nil }
      var condition: String?
      if Bool.fromDatabaseValue(row[1]) == true {
        guard let sql = String.fromDatabaseValue(row[2]),
          let start = sql.firstRange(of: " WHERE ") ?? sql.firstRange(of: "\nWHERE ")
        else { return nil }
        condition = String(sql[start.upperBound...])
      }
      // An index of expressions is asked for its rows alone.
      let columns = try String.fetchAll(
        db,
        sql: "SELECT name FROM pragma_index_xinfo(?) WHERE key AND cid >= 0", arguments: [name])
      return Index(name: name, table: table, columns: columns, condition: condition)
    }
  }

  private struct Index {
    let name: String
    let table: String
    let columns: [String]
    /// Nil of an index that has all rows.
    let condition: String?

    /// The rows that the index has, with its columns. It alone is read where it has all that is asked for.
    private func own(_ columns: [String]) -> String {
      """
      SELECT \((["rowid AS own_row"] + columns.map(\.quotedDatabaseIdentifier)).joined(separator: ", "))
      FROM \(table.quotedDatabaseIdentifier) INDEXED BY \(name.quotedDatabaseIdentifier)
      WHERE \(condition ?? "TRUE")
      """
    }

    private var ofTable: String {
      """
      SELECT rowid FROM \(table.quotedDatabaseIdentifier) NOT INDEXED WHERE \(condition ?? "TRUE")
      """
    }

    /// The rows that it has and the table has not, or not so, as SQL.
    var contradicting: String {
      let differs = columns.map(\.quotedDatabaseIdentifier).map { "own.\($0) IS NOT stored.\($0)" }
      return """
        SELECT own_row FROM (\(own([]))) WHERE own_row NOT IN (\(ofTable))
        UNION SELECT own_row FROM (\(own(columns))) AS own
          CROSS JOIN \(table.quotedDatabaseIdentifier) AS stored NOT INDEXED
            ON stored.rowid = own_row
        WHERE \(differs.isEmpty ? "FALSE" : differs.joined(separator: " OR "))
        """
    }

    /// The rows of the table that it has not, as SQL.
    var lacking: String { "\(ofTable) AND rowid NOT IN (\(own([])))" }
  }
}
