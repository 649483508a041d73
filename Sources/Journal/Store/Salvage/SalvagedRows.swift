package import GRDB

/// The rows of a damaged database, in a database of their own without constraints, where areas read
/// them as they read any others: nothing in them is trusted.
///
/// Each table is there by its name. What indexes alone still know of a row is in a table `lost_NAME`,
/// with the same columns, of which most are empty, and `known_by` with the indexes' names.
package struct SalvagedRows: Sendable {
  package let database: DatabaseQueue
  /// What of the database could not be read.
  package let gaps: Gaps

  package struct Gaps: Sendable {
    /// Tables of which pages are damaged.
    package var tables: Set<String> = []
    /// Tables that a database of its version has, and this one does not.
    package var missing: Set<String> = []
    /// Frames of the write-ahead log that are damaged.
    package var brokenFrames = 0
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
    var gaps = Gaps()
    try queue.inDatabase { db in
      try db.inTransaction {
        for shape in shapes where shape.isWhole { try Self.makeTables(of: shape, db) }
        var reader = TreeReader(
          pages, shapes, passing: try TreeShape.leftOut(of: schema.until(version)))
        try reader.read { shape, cell in try Self.insert(cell, shape, db) }
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

  private static func lost(_ table: String) -> String {
    "lost_\(table)".quotedDatabaseIdentifier
  }

  /// Writes down a row, or what an index knows of one; what was read before stands.
  private static func insert(_ cell: StoredCell, _ shape: TreeShape, _ db: Database) throws {
    let named = shape.named(cell)
    let columns = named.map(\.column.quotedDatabaseIdentifier)
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let values = StatementArguments(named.map(\.value))
    guard shape.isWhole else {
      guard let key = shape.rowIDColumn?.quotedDatabaseIdentifier else { return }
      let updates = columns.filter { $0 != key }.map { "\($0) = coalesce(\($0), excluded.\($0))" }
      try db.execute(
        cached: """
          INSERT INTO \(lost(shape.table)) (\(columns.joined(separator: ", ")), known_by)
          VALUES (\(places), '\(shape.name) ')
          ON CONFLICT (\(key)) DO UPDATE SET
            \((updates + ["known_by = known_by || excluded.known_by"]).joined(separator: ", "))
          """, arguments: values)
      return
    }
    try db.execute(
      cached: """
        INSERT OR IGNORE INTO \(shape.table.quotedDatabaseIdentifier)
          (\(columns.joined(separator: ", "))) VALUES (\(places))
        """, arguments: values)
  }
}

/// Goes through the trees of a damaged database, then through the pages that none leads to.
struct TreeReader {
  private let pages: DatabasePages
  private let shapes: [TreeShape]
  private let passed: Set<String>
  private let cells: CellReader
  private(set) var gaps = SalvagedRows.Gaps()
  /// Pages of trees, read or not.
  private var seen: Set<Int> = []
  /// The row numbers of each table, by which a page of an index is told from another's.
  private var rows: [String: Set<Int64>] = [:]

  typealias Tell = (TreeShape, StoredCell) throws -> Void

  /// - Parameters:
  ///   - pages: the database's.
  ///   - shapes: what is read.
  ///   - passed: the names of trees that are not read, and whose pages are no others'.
  init(_ pages: DatabasePages, _ shapes: [TreeShape], passing passed: Set<String> = []) {
    (self.pages, self.shapes, self.passed) = (pages, shapes, passed)
    cells = CellReader(pages: pages)
    gaps.hasHeader = pages.hasHeader
    gaps.brokenFrames = pages.brokenFrames
  }

  /// - Parameter tell: called with each cell and what it belongs to, whole rows of known tables first.
  /// - Throws: what `tell` throws.
  mutating func read(_ tell: Tell) throws {
    let (roots, areAll) = roots()
    var whole: Set<String> = []
    for shape in shapes {
      // A table that a whole schema does not name is not there: it came with a later version.
      guard let root = roots[shape.name] ?? (areAll ? nil : shape.usualRoot) else {
        if shape.isWhole {
          whole.insert(shape.table)
          gaps.missing.insert(shape.table)
        }
        continue
      }
      if try walk(from: root, shape, tell), shape.isWhole { whole.insert(shape.table) }
    }
    gaps.tables = Set(shapes.map(\.table)).subtracting(whole)
    // Else a page of a search would be taken for that of an index which its records happen to fit.
    for name in passed { if let root = roots[name] { pass(from: root) } }
    try readUnreached(tell)
  }

  /// Where the trees begin, as far as the first page says it, and whether that is all of them.
  private func roots() -> (roots: [String: Int], areAll: Bool) {
    var roots: [String: Int] = [:]
    var areAll = pages.hasHeader
    var (waiting, visited): ([Int], Set<Int>) = ([1], [])
    while let number = waiting.popLast() {
      guard visited.insert(number).inserted, let bytes = pages.page(number),
        let page = BTreePage(bytes, isFirst: number == 1), page.kind.isTable
      else {
        areAll = false
        continue
      }
      waiting += page.rightChild.map { [$0] } ?? []
      for offset in page.cells {
        guard let cell = cells.cell(at: offset, of: page.kind, in: bytes) else {
          areAll = false
          continue
        }
        if let child = cell.child { waiting.append(child) }
        guard cell.values.count == 5, case .string(let name) = cell.values[1].storage,
          case .int64(let root) = cell.values[3].storage, root > 1, root <= pages.count
        else { continue }
        roots[name] = Int(root)
      }
    }
    return (roots, areAll)
  }

  /// Goes through a tree from its root, in the order of the keys.
  ///
  /// - Returns: whether all of it could be read.
  private mutating func walk(
    from root: Int, _ shape: TreeShape, _ tell: Tell
  ) throws -> Bool {
    var isAll = true
    var waiting = [root]
    while let number = waiting.popLast() {
      guard number > 1, !seen.contains(number), let bytes = pages.page(number),
        let page = BTreePage(bytes, isFirst: false), page.kind.isTable == shape.hasRows
      else {
        isAll = false
        continue
      }
      let found = page.cells.map { cells.cell(at: $0, of: page.kind, in: bytes) }
      let records = found.compactMap(\.self).filter { !$0.values.isEmpty }
      // A page of another tree is left for that one.
      if !records.isEmpty, !records.contains(where: shape.fits), page.kind != .interiorTable {
        isAll = false
        continue
      }
      seen.insert(number)
      if found.contains(where: { $0 == nil }) { isAll = false }
      waiting += page.rightChild.map { [$0] } ?? []
      waiting += found.reversed().compactMap { $0?.child }
      for cell in records { try self.tell(cell, shape, tell) }
    }
    return isAll
  }

  /// Leaves out the pages of a tree from its root, as far as they are no others'.
  private mutating func pass(from root: Int) {
    var waiting = [root]
    while let number = waiting.popLast() {
      guard number > 1, !seen.contains(number), let bytes = pages.page(number),
        let page = BTreePage(bytes, isFirst: false)
      else { continue }
      seen.insert(number)
      waiting += page.rightChild.map { [$0] } ?? []
      waiting += page.cells.compactMap { cells.cell(at: $0, of: page.kind, in: bytes)?.child }
    }
  }

  private mutating func tell(_ cell: StoredCell, _ shape: TreeShape, _ tell: Tell) throws {
    // Of an earlier version's record the columns that came later are missing.
    guard cell.values.count <= shape.columns.count else { return }
    if shape.hasRows, let row = cell.rowID { rows[shape.table, default: []].insert(row) }
    try tell(shape, cell)
  }

  /// Reads pages with records that no tree leads to and that are not free, each as that of the one
  /// table or index that it can be of.
  private mutating func readUnreached(_ tell: Tell) throws {
    let free = pages.freePages()
    var doubtful: [[StoredCell]] = []
    for number in stride(from: 2, through: pages.count, by: 1)
    where !seen.contains(number) && !free.contains(number) {
      guard let bytes = pages.page(number), let page = BTreePage(bytes, isFirst: false) else {
        continue
      }
      let records = page.cells.compactMap { cells.cell(at: $0, of: page.kind, in: bytes) }
        .filter { !$0.values.isEmpty }
      guard !records.isEmpty else { continue }
      let fitting = candidates(for: records, hasRows: page.kind.isTable)
      if fitting.count == 1 {
        for cell in records where fitting[0].fits(cell) { try self.tell(cell, fitting[0], tell) }
      } else if fitting.count > 1 {
        doubtful.append(records)
      }
    }
    for records in doubtful {
      let fitting = candidates(for: records, hasRows: false).filter { shape in
        refersRightly(records, shape)
      }
      guard fitting.count == 1 else { continue }
      for cell in records where fitting[0].fits(cell) { try self.tell(cell, fitting[0], tell) }
    }
  }

  /// The tables or indexes that most of some records can be of; of two that say the same, one.
  private func candidates(for records: [StoredCell], hasRows: Bool) -> [TreeShape] {
    var found: [TreeShape] = []
    for shape in shapes where shape.hasRows == hasRows {
      guard records.count(where: shape.fits) * 2 > records.count,
        !found.contains(where: { $0.table == shape.table && $0.columns == shape.columns })
      else { continue }
      found.append(shape)
    }
    return found
  }

  /// Whether what refers to other tables refers to rows that are there.
  private func refersRightly(_ records: [StoredCell], _ shape: TreeShape) -> Bool {
    let references = shape.references.compactMap { reference in
      shape.columns.firstIndex { $0.name == reference.column }.map { ($0, reference.table) }
    }
    guard references.count == shape.columns.count else { return false }
    return records.allSatisfy { cell in
      references.allSatisfy { index, table in
        guard case .int64(let row) = cell.values[index].storage else { return false }
        return rows[table]?.contains(row) == true
      }
    }
  }
}
