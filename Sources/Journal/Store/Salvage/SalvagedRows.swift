package import GRDB

/// The rows of a damaged database in a separate database without constraints, where areas read them
/// as any others: nothing in them is trusted.
///
/// Each table is there by its name. A table `lost_NAME` beside it has the same columns, mostly empty. It holds
/// what indexes alone still know of a row, with their names in `known_by`, and the readable beginning of rows
/// that run over to a damaged page (``isCut``). A row that lost only the end of its last value is in both.
package struct SalvagedRows: Sendable {
  package let database: DatabaseQueue
  /// The parts of the database that could not be read.
  package let gaps: Gaps
  /// The search indexes that were read whole. Each is there by its name, as it was.
  let indexes: Set<String>
  /// The search indexes that were not.
  let damagedIndexes: Set<String>

  /// An SQL test for a row of a table `lost_NAME` that is only partly left.
  package static let isCut = "' ' || known_by LIKE '% \(cut) %'"
  /// What such rows are known by.
  private static let cut = "row"

  package struct Gaps: Sendable {
    /// Tables with damaged pages, or without rows that an index has.
    package var tables: Set<String> = []
    /// Tables that a database of its version has, and this one does not.
    package var missing: Set<String> = []
    /// Indexes of tables without a damaged page: they have each row that their tables had.
    package var wholeIndexes: Set<String> = []
    /// Parts of search indexes, and SQLite's own tables, that have damaged pages.
    var passed: Set<String> = []
    /// Whether the write-ahead log is damaged.
    package var isLogDamaged = false
    /// Whether the beginning of the database is one.
    package var hasHeader = true
  }

  /// Reads the pages of a database.
  ///
  /// - Parameters:
  ///   - pages: the database's.
  ///   - schema: today's.
  ///   - queue: an empty database.
  /// - Throws: `DatabaseError` where the rows cannot be written down.
  init(_ pages: DatabasePages, _ schema: Schema, in queue: DatabaseQueue) throws {
    let version = try Self.version(of: pages, schema)
    let shapes = try TreeShape.all(of: schema.until(version))
    let passed = try TreeShape.leftOut(of: schema.until(version))
    // What an earlier version has indexed may be other tokens.
    let indexes =
      pages.version == schema.version ? try TreeShape.virtualTables(of: schema) : [:]
    let parts = passed.filter { part in indexes.keys.contains { part.name.hasPrefix($0 + "_") } }
    let names = Set(parts.map(\.name))
    var gaps = Gaps()
    try queue.inDatabase { db in
      try db.inTransaction {
        for shape in shapes where shape.isWhole { try Self.makeTables(of: shape, db) }
        for statement in indexes.values { try db.execute(sql: statement) }
        for name in names { try db.execute(sql: "DELETE FROM \(name)") }
        var reader = TreeReader(pages, shapes, passing: passed)
        try reader.read { shape, cell in
          if names.contains(shape.name) {
            if cell.isWhole { try Self.write(shape.named(cell), shape, db) }
          } else if !passed.contains(where: { $0.name == shape.name }) {
            try Self.insert(cell, shape, db)
          }
        }
        gaps = reader.gaps
        gaps.missing.formIntersection(try Self.expectedTables(of: pages, schema))
        if version < schema.version {
          try Self.bring(from: shapes, to: TreeShape.all(of: schema), db)
          for statements in schema.salvaging(from: version) { try db.execute(sql: statements) }
        }
        return .commit
      }
    }
    self.gaps = gaps
    damagedIndexes = Set(indexes.keys).filter { index in
      gaps.passed.contains { $0.hasPrefix(index + "_") }
    }
    self.indexes = Set(indexes.keys).subtracting(damagedIndexes)
    database = queue
  }

  static func makeTables(of shape: TreeShape, _ db: Database) throws {
    func column(_ name: String) -> String {
      name.quotedDatabaseIdentifier + (name == shape.rowIDColumn ? " INTEGER PRIMARY KEY" : "")
    }
    let columns = shape.columns.map { column($0.name) }
    guard shape.hasRows else {
      let names = shape.columns.map(\.name.quotedDatabaseIdentifier).joined(separator: ", ")
      try db.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS \(shape.table.quotedDatabaseIdentifier)
            (\(names), UNIQUE (\(names)))
          """)
      return
    }
    let list = columns.joined(separator: ", ")
    try db.execute(
      sql: """
        CREATE TABLE \(shape.table.quotedDatabaseIdentifier) (\(list));
        CREATE TABLE \(lost(shape.table)) (\(list), known_by TEXT NOT NULL DEFAULT '');
        """)
  }

  /// How many rows of a table say something else than an index.
  ///
  /// - Throws: `DatabaseError`.
  static func contradictedRows(of table: String, _ db: Database) throws -> Int {
    let columns = try db.columns(in: table).map(\.name)
    guard columns.contains("id"), try db.tableExists("lost_\(table)") else { return 0 }
    let differs = columns.map(\.quotedDatabaseIdentifier).map { "known.\($0) <> own.\($0)" }
    return try Int.fetchOne(
      db,
      sql: """
        SELECT count(*) FROM \(table.quotedDatabaseIdentifier) AS own
          JOIN \(lost(table)) AS known ON known.id = own.id
        WHERE \(differs.joined(separator: " OR "))
        """) ?? 0
  }

  private static func lost(_ table: String) -> String {
    "lost_\(table)".quotedDatabaseIdentifier
  }

  /// Writes down a row, or what an index knows of one; what was read before stands.
  private static func insert(_ cell: StoredCell, _ shape: TreeShape, _ db: Database) throws {
    let named = shape.named(cell)
    let columns = named.map(\.column.quotedDatabaseIdentifier)
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let values = StatementArguments(named.map(\.value))
    if !shape.isWhole || !cell.isWhole {
      guard let key = shape.rowIDColumn?.quotedDatabaseIdentifier else { return }
      let updates = columns.filter { $0 != key }.map { "\($0) = coalesce(\($0), excluded.\($0))" }
      try db.execute(
        cached: """
          INSERT INTO \(lost(shape.table)) (\(columns.joined(separator: ", ")), known_by)
          VALUES (\(places), '\(shape.isWhole ? cut : shape.name) ')
          ON CONFLICT (\(key)) DO UPDATE SET
            \((updates + ["known_by = known_by || excluded.known_by"]).joined(separator: ", "))
          """, arguments: values)
    }
    guard shape.isWhole, named.count == shape.columns.count || cell.isWhole else { return }
    try write(named, shape, db)
  }

  private static func write(
    _ row: [(column: String, value: DatabaseValue)], _ shape: TreeShape, _ db: Database
  ) throws {
    let columns = row.map(\.column.quotedDatabaseIdentifier).joined(separator: ", ")
    let places = Array(repeating: "?", count: row.count).joined(separator: ", ")
    try db.execute(
      cached: """
        INSERT OR IGNORE INTO \(shape.table.quotedDatabaseIdentifier) (\(columns)) VALUES (\(places))
        """, arguments: StatementArguments(row.map(\.value)))
  }
}
