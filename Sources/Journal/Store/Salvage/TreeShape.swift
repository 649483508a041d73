import GRDB

/// The shape of a table's or index's records, by this program's schema: it identifies pages that no
/// tree reaches any more.
struct TreeShape: Sendable {
  struct Column: Sendable, Hashable {
    let name: String
    /// INTEGER, TEXT or BLOB; empty for any.
    let type: String
    let isNullable: Bool
  }

  let name: String
  let table: String
  /// As they are in a record; those of an index and its table's row number at the end.
  let columns: [Column]
  /// The column that is the row's number, which records of the table leave empty; nil where the table
  /// has none.
  let rowIDColumn: String?
  /// Whether its pages are those of tables, not of indexes. A table without row numbers is an index.
  let hasRows: Bool
  /// Whether it holds all columns of its table.
  let isWhole: Bool
  /// The columns that refer to the rows of other tables.
  let references: [(column: String, table: String)]
  /// The page at which it begins in a new database.
  let usualRoot: Int
  /// How many values a record has at least: what was written before a version of the schema added columns
  /// has none of theirs.
  private var leastValues: Int

  /// The tables and indexes of a schema that ``all(of:)`` leaves out: parts of virtual tables, and SQLite's
  /// own.
  static func leftOut(of schema: Schema) throws -> [TreeShape] {
    let known = Set(try all(of: schema).map(\.name))
    return try DatabaseQueue().inDatabase { db in
      try schema.migrate(db)
      return try trees(of: db).filter { !known.contains($0.name) }.map {
        try TreeShape($0.name, isTable: $0.isTable, of: $0.table, root: $0.root, db)
      }
    }
  }

  /// The statements that make the virtual tables of a schema, by their names.
  static func virtualTables(of schema: Schema) throws -> [String: String] {
    try DatabaseQueue().inDatabase { db in
      try schema.migrate(db)
      return Dictionary(
        try Row.fetchAll(
          db, sql: "SELECT name, sql FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%'"
        ).map { ($0["name"], $0["sql"]) }
      ) { first, _ in first }
    }
  }

  private static func trees(
    of db: Database
  ) throws -> [(name: String, isTable: Bool, table: String, root: Int)] {
    try DecodedRows(
      db, cached: "SELECT name, type, tbl_name, rootpage FROM sqlite_schema WHERE rootpage > 0"
    ).map { values in
      (try values.next(), try values.next() == "table", try values.next(), try values.next())
    }
  }

  /// The tables and indexes of a schema, but for virtual tables and their parts.
  static func all(of schema: Schema) throws -> [TreeShape] {
    try DatabaseQueue().inDatabase { db in
      // The columns of each table in each version in which it was there.
      var versions: [String: [[String]]] = [:]
      for version in 1...schema.version {
        try schema.until(version).migrate(db)
        for table in try String.fetchAll(
          db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
        {
          versions[table, default: []].append(try db.columns(in: table).map(\.name))
        }
      }
      let virtual = try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%'")
      return try trees(of: db).compactMap { name, isTable, table, root -> TreeShape? in
        guard !table.hasPrefix("sqlite_"), !virtual.contains(where: { table.hasPrefix($0 + "_") })
        else { return nil }
        var shape = try TreeShape(name, isTable: isTable, of: table, root: root, db)
        if shape.hasRows {
          let names = shape.columns.map(\.name)
          let counts = (versions[table] ?? []).filter { names.starts(with: $0) }.map(\.count)
          shape.leastValues = counts.min() ?? names.count
        }
        return shape
      }
    }
  }

  private init(
    _ name: String, isTable: Bool, of table: String, root: Int, _ db: Database
  ) throws {
    let described = try Row.fetchAll(
      db, sql: "PRAGMA table_info(\(table.quotedDatabaseIdentifier))")
    let key = described.filter { ($0["pk"] as Int) > 0 }
    let indexes = try Row.fetchAll(db, sql: "PRAGMA index_list(\(table.quotedDatabaseIdentifier))")
    let isRowless =
      try Bool.fetchOne(
        db, sql: "SELECT wr FROM pragma_table_list WHERE name = ?", arguments: [table]) ?? false
    self.name = name
    self.table = table
    usualRoot = root
    hasRows = isTable && !isRowless
    rowIDColumn =
      !isRowless && key.count == 1 && key[0]["type"] == "INTEGER" ? key[0]["name"] : nil
    let all = described.map { row in
      let isKey = (row["pk"] as Int) > 0
      return Column(
        name: row["name"], type: row["type"],
        isNullable: !(row["notnull"] as Bool) && !(isRowless && isKey))
    }
    let keyIndex: String? = indexes.first { $0["origin"] == "pk" }?["name"]
    if let index = isTable ? (isRowless ? keyIndex : nil) : name {
      let parts = try Row.fetchAll(
        db, sql: "PRAGMA index_xinfo(\(index.quotedDatabaseIdentifier))")
      let rowID = rowIDColumn
      columns = parts.compactMap { part in
        let place: Int = part["cid"]
        if place >= 0 { return all[place] }
        return Column(name: rowID ?? "rowid", type: "INTEGER", isNullable: false)
      }
    } else {
      columns = all
    }
    isWhole = columns.count >= all.count
    leastValues = columns.count
    references = try Row.fetchAll(
      db, sql: "PRAGMA foreign_key_list(\(table.quotedDatabaseIdentifier))"
    ).map { ($0["from"], $0["table"]) }
  }

  /// Whether the values of a cell can be a record of it.
  func fits(_ cell: StoredCell) -> Bool {
    let least = cell.isWhole ? leastValues : 1
    guard cell.values.count >= least, cell.values.count <= columns.count else { return false }
    return zip(columns, cell.values).allSatisfy { column, value in
      switch value.storage {
      case _ where column.type.isEmpty: true
      case .null: column.isNullable || hasRows && column.name == rowIDColumn
      case .int64: column.type == "INTEGER" && !(hasRows && column.name == rowIDColumn)
      case .string: column.type == "TEXT"
      case .blob: column.type == "BLOB"
      case .double: false
      }
    }
  }

  /// The values by their columns, the row's number among them; fewer where an earlier version of the
  /// schema had fewer.
  func named(_ cell: StoredCell) -> [(column: String, value: DatabaseValue)] {
    zip(columns, cell.values).map { column, value in
      hasRows && column.name == rowIDColumn
        ? (column.name, cell.rowID?.databaseValue ?? .null) : (column.name, value)
    }
  }
}
