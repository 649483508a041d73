import GRDB

/// The rows of a damaged journal of an earlier version, which become today's once they are read.
extension SalvagedRows {
  /// The tables that a database has of the version that it says itself; none where it says none.
  static func expectedTables(of pages: DatabasePages, _ schema: Schema) throws -> Set<String> {
    guard let version = pages.version else { return [] }
    return Set(try TreeShape.all(of: schema.until(version)).map(\.table))
  }

  /// The version as which rows are read: today's or, of an older journal, the last whose records are like
  /// its own but for columns at the end. Where the header is damaged, that of most records.
  static func version(of pages: DatabasePages, _ schema: Schema) throws -> Int {
    let versions = schema.versionsBeforeSalvaging + [schema.version]
    if let found = pages.version {
      return versions.first { $0 >= found } ?? schema.version
    }
    let cells = CellReader(pages: pages)
    let shapes = try versions.map { try TreeShape.all(of: schema.until($0)) }
    var best = (version: schema.version, count: 0)
    for (version, own) in zip(versions, shapes).reversed() where versions.count > 1 {
      // Records of tables that are the same in all versions tell nothing.
      let telling = own.filter { shape in
        shape.isWhole && shape.hasRows
          && shapes.joined().contains { $0.name == shape.name && $0.columns != shape.columns }
      }
      var count = 0
      for number in stride(from: 2, through: pages.count, by: 1) {
        guard let bytes = pages.page(number), let page = BTreePage(bytes, isFirst: false),
          page.kind == .leafTable
        else { continue }
        let records = page.cells.compactMap { cells.cell(at: $0, of: page.kind, in: bytes) }
        count += records.count { cell in telling.contains { $0.fits(cell) } }
      }
      if count > best.count { best = (version, count) }
    }
    return best.version
  }

  /// Makes the tables of later shapes; what was read of tables that had others is kept under other names.
  static func bring(
    from old: [TreeShape], to new: [TreeShape], _ db: Database
  ) throws {
    for shape in new where shape.isWhole {
      guard let before = old.first(where: { $0.isWhole && $0.name == shape.name }) else {
        try makeTables(of: shape, db)
        continue
      }
      if before.columns.map(\.name) == shape.columns.map(\.name) { continue }
      func rename(_ table: String) throws {
        try db.execute(
          sql: """
            ALTER TABLE \(table.quotedDatabaseIdentifier)
            RENAME TO \("old_\(table)".quotedDatabaseIdentifier)
            """)
      }
      try rename(shape.table)
      if before.hasRows { try rename("lost_\(shape.table)") }
      try makeTables(of: shape, db)
    }
  }
}

extension DatabasePages {
  /// The version that the first page of a journal says (`PRAGMA user_version`); nil where it says none.
  var version: Int? {
    guard hasHeader, let first = page(1), first.count >= Self.firstHeaderSize,
      first.number(at: 68) == Schema.applicationID
    else { return nil }
    let version = first.number(at: 60)
    return version > 0 ? version : nil
  }
}
