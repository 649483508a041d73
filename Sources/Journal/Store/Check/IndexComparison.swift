import GRDB

/// What the indexes of a journal's tables say of rows. Each page of a database may be an older one, which a write
/// did not reach: so where a row and an index differ, nothing tells which of the two is right.
struct IndexComparison {
  let db: Database
  /// Tables of which nothing is asked: they are made anew of others.
  let derived: Set<String>

  /// The rows of a table that its indexes do not have as it has them.
  struct Disagreement: Equatable {
    let table: String
    /// How many rows an index has otherwise, or the table lacks, or none of several indexes has.
    var contradicted: Int
    /// How many others an index merely lacks, as a damaged one does.
    var unindexed: Int
  }

  /// - Returns: the tables that have such rows.
  /// - Throws: `DatabaseError`.
  func disagreements() throws -> [Disagreement] {
    let tables = try Row.fetchAll(
      db,
      sql: """
        SELECT name, wr FROM pragma_table_list
        WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'
        ORDER BY name
        """)
    return try tables.compactMap { row in
      guard let name = String.fromDatabaseValue(row[0]), !derived.contains(name) else { return nil }
      let table = Table(
        name: name,
        key: Bool.fromDatabaseValue(row[1]) == true ? try primaryKey(of: name) : nil)
      let (contradicted, unindexed) = try rows(of: table)
      return contradicted.isEmpty && unindexed.isEmpty
        ? nil
        : Disagreement(
          table: name, contradicted: contradicted.count, unindexed: unindexed.count)
    }
  }

  /// The keys of rows that are contradicted, and of the others that are not indexed.
  private func rows(of table: Table) throws -> (Set<[DatabaseValue]>, Set<[DatabaseValue]>) {
    var contradicted: Set<[DatabaseValue]> = []
    // What no full index has; nil where there is none, or one that cannot be read.
    var (unknown, full): (Set<[DatabaseValue]>?, Int) = (nil, 0)
    var unindexed: Set<[DatabaseValue]> = []
    for index in try indexes(of: table) {
      contradicted.formUnion(try keysOrNone(index.contradicting) ?? [])
      let lacking = try keysOrNone(index.lacking)
      unindexed.formUnion(lacking ?? [])
      guard index.condition == nil else { continue }
      unknown = full == 0 ? lacking : lacking.flatMap { unknown?.intersection($0) }
      full += 1
    }
    // One index alone may have lost them.
    if full > 1, let unknown { contradicted.formUnion(unknown) }
    return (contradicted, unindexed.subtracting(contradicted))
  }

  /// The keys that a query gives; nil where it meets a page that cannot be read.
  private func keysOrNone(_ sql: String) throws -> Set<[DatabaseValue]>? {
    do {
      return Set(try Row.fetchAll(db, sql: sql).map { Array($0.databaseValues) })
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      return nil
    }
  }

  /// The key by which a table without row numbers is sorted.
  private func primaryKey(of table: String) throws -> Table.Key {
    let name = try String.fetchOne(
      db, sql: "SELECT name FROM pragma_index_list(?) WHERE origin = 'pk'", arguments: [table])
    let columns = try String.fetchAll(
      db, sql: "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk",
      arguments: [table])
    return Table.Key(index: name ?? "", columns: columns)
  }

  private func indexes(of table: Table) throws -> [Index] {
    let all = try Row.fetchAll(
      db,
      sql: """
        SELECT list.name, list.partial, schema.sql FROM pragma_index_list(?) AS list
          JOIN sqlite_schema AS schema ON schema.type = 'index' AND schema.name = list.name
        """, arguments: [table.name])
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

  private struct Table {
    let name: String
    /// Nil of one that has row numbers.
    let key: Key?

    struct Key {
      let index: String
      let columns: [String]
    }

    /// What tells its rows apart, as SQL.
    var keyColumns: [String] { key?.columns.map(\.quotedDatabaseIdentifier) ?? ["rowid"] }

    /// The table itself and none of its indexes, as SQL.
    func itself(as alias: String = "stored") -> String {
      let how = key.map { "INDEXED BY \($0.index.quotedDatabaseIdentifier)" } ?? "NOT INDEXED"
      return "\(name.quotedDatabaseIdentifier) AS \(alias) \(how)"
    }
  }

  private struct Index {
    let name: String
    let table: Table
    let columns: [String]
    /// Nil of an index that has all rows.
    let condition: String?

    private var keys: [String] { table.keyColumns.indices.map { "key_\($0)" } }
    private var allKeys: String { keys.joined(separator: ", ") }

    /// The rows that the index has, with its columns. It alone is read where it has all that is asked for.
    private func own(_ columns: [String]) -> String {
      let named = zip(table.keyColumns, keys).map { "\($0) AS \($1)" }
      return """
        SELECT \((named + columns.map(\.quotedDatabaseIdentifier)).joined(separator: ", "))
        FROM \(table.name.quotedDatabaseIdentifier) INDEXED BY \(name.quotedDatabaseIdentifier)
        WHERE \(condition ?? "TRUE")
        """
    }

    private var ofTable: String {
      """
      SELECT \(table.keyColumns.joined(separator: ", ")) FROM \(table.itself())
      WHERE \(condition ?? "TRUE")
      """
    }

    /// The rows that it has and the table has not, or not so, as SQL.
    var contradicting: String {
      let differs = columns.map(\.quotedDatabaseIdentifier).map { "own.\($0) IS NOT stored.\($0)" }
      let isSame = zip(table.keyColumns, keys).map { "stored.\($0) IS own.\($1)" }
      return """
        SELECT \(allKeys) FROM (\(own([]))) WHERE (\(allKeys)) NOT IN (\(ofTable))
        UNION SELECT \(allKeys) FROM (\(own(columns))) AS own
          CROSS JOIN \(table.itself()) ON \(isSame.joined(separator: " AND "))
        WHERE \(differs.isEmpty ? "FALSE" : differs.joined(separator: " OR "))
        """
    }

    /// The rows of the table that it has not, as SQL.
    var lacking: String {
      "\(ofTable) AND (\(table.keyColumns.joined(separator: ", "))) NOT IN (\(own([])))"
    }
  }
}
