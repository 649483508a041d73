import GRDB

/// Reads the trees of a damaged database, then the pages that no tree reaches.
struct TreeReader {
  private let pages: DatabasePages
  private let shapes: [TreeShape]
  private let passed: [TreeShape]
  private let cells: CellReader
  private(set) var gaps = SalvagedRows.Gaps()
  /// Pages of trees, read or not.
  private var seen: Set<Int> = []
  /// The keys of damaged and missing pages, by the names of their trees.
  private var lacking: [String: [KeyRange]] = [:]
  /// The row numbers of each table: an index's page refers to those of its own table.
  private var rows: [String: Set<Int64>] = [:]
  /// How many rows each table has that has no row numbers.
  private var rowless: [String: Int] = [:]
  /// How many records each index has on whole pages.
  private var entries: [String: Int] = [:]
  /// The row numbers among them that the table did not have when they were read.
  private var unknown: [String: Set<Int64>] = [:]

  typealias Tell = (TreeShape, StoredCell) throws -> Void

  /// - Parameters:
  ///   - pages: the database's.
  ///   - shapes: what is read.
  ///   - passed: trees that are read from their roots alone; stray pages of theirs are not looked for.
  init(_ pages: DatabasePages, _ shapes: [TreeShape], passing passed: [TreeShape] = []) {
    (self.pages, self.shapes, self.passed) = (pages, shapes, passed)
    cells = CellReader(pages: pages)
    gaps.hasHeader = pages.hasHeader
    gaps.isLogDamaged = pages.isLogDamaged
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
        lacking[shape.name] = [KeyRange()]
        continue
      }
      try walk(from: root, shape, tell)
      if shape.isWhole, lacking[shape.name] == nil { whole.insert(shape.table) }
      // What is at its usual root may be a part of it.
      if roots[shape.name] == nil { lacking[shape.name] = [KeyRange()] }
    }
    gaps.tables = Set(shapes.map(\.table)).subtracting(whole)
    for shape in passed {
      guard let root = roots[shape.name] else {
        lacking[shape.name] = [KeyRange()]
        continue
      }
      let others = seen
      try walk(from: root, shape, tell)
      // Its other pages may look like those of an index, and must not be taken for them.
      pass(from: root, shape, exceptFor: others)
    }
    gaps.passed = Set(passed.map(\.name).filter { lacking[$0] != nil })
    gaps.wholeIndexes = Set(shapes.filter { !$0.isWhole && lacking[$0.name] == nil }.map(\.name))
    try readUnreached(tell)
    gaps.tables.formUnion(shapes.filter(hasLostRows).map(\.table))
  }

  /// Whether an index has rows that its table lost, though the pages of the table can be read: what was
  /// written to one may not have arrived.
  ///
  /// Where a whole index has as many records as the table has rows, it is a number in the index that is wrong.
  private func hasLostRows(_ index: TreeShape) -> Bool {
    guard !index.isWhole, let count = entries[index.name] else { return false }
    if count > rows[index.table]?.count ?? rowless[index.table] ?? 0 { return true }
    return lacking[index.name] != nil
      && unknown[index.name].map { !$0.isSubset(of: rows[index.table] ?? []) } ?? false
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
      let whole = page.cells.compactMap { cells.cell(at: $0, of: page.kind, in: bytes) }
      if !page.isFull(of: whole) { areAll = false }
      for cell in whole {
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
  private mutating func walk(from root: Int, _ shape: TreeShape, _ tell: Tell) throws {
    var waiting = [(number: root, keys: KeyRange())]
    while let (number, keys) = waiting.popLast() {
      guard number > 1, !seen.contains(number), let bytes = pages.page(number),
        let page = BTreePage(bytes, isFirst: false), page.kind.isTable == shape.hasRows
      else {
        lacking[shape.name, default: []].append(keys)
        continue
      }
      let found = page.cells.map { cells.cell(at: $0, of: page.kind, in: bytes) }
      let whole = found.compactMap(\.self)
      let records = whole.filter { !$0.values.isEmpty }
      let isOfShape = records.isEmpty || records.contains(where: shape.fits)
      // This page belongs to another tree, or elsewhere in this one.
      guard isOfShape || page.kind == .interiorTable, keys.holdMost(of: whole) else {
        lacking[shape.name, default: []].append(keys)
        continue
      }
      seen.insert(number)
      // SQLite leaves no page without cells below a root (SQLite, btree.c, `balance_nonroot`).
      let isEmptied = page.cells.isEmpty && !page.kind.isInterior && number != root
      let isWhole =
        whole.count == found.count && page.isFull(of: whole) && keys.hold(inOrder: whole)
        && !isEmptied
      if !isWhole { lacking[shape.name, default: []].append(keys) }
      if isWhole, !shape.isWhole { count(records, of: shape) }
      if let rightChild = page.rightChild {
        var (left, children) = (keys, [(number: Int, keys: KeyRange)]())
        for cell in whole {
          guard let child = cell.child else { continue }
          children.append((child, isWhole ? left.upTo(cell.key) : keys))
          left = left.after(cell.key)
        }
        children.append((rightChild, isWhole ? left : keys))
        waiting += children.reversed()
      }
      let remains = whole.count < found.count ? remains(page, bytes) : []
      for cell in records + remains.filter(shape.fits) {
        try self.tell(cell, shape, tell)
      }
    }
  }

  /// Counts the records of an index, and takes down the rows that its table lacks.
  private mutating func count(_ records: [StoredCell], of index: TreeShape) {
    entries[index.name, default: 0] += records.count
    guard index.rowIDColumn != nil else { return }
    for cell in records {
      guard case .int64(let row)? = cell.values.last?.storage,
        rows[index.table]?.contains(row) != true
      else { continue }
      unknown[index.name, default: []].insert(row)
    }
  }

  /// What is left of a page's rows that cannot be read whole.
  private func remains(_ page: BTreePage, _ bytes: [UInt8]) -> [StoredCell] {
    page.cells.compactMap { cells.remains(at: $0, of: page.kind, in: bytes) }
  }

  /// Passes over the pages of a tree, but for those that others have, and those to which an old page leads that
  /// have become another's.
  private mutating func pass(from root: Int, _ shape: TreeShape, exceptFor others: Set<Int>) {
    var (waiting, passed) = ([root], others)
    while let number = waiting.popLast() {
      guard number > 1, passed.insert(number).inserted, let bytes = pages.page(number),
        let page = BTreePage(bytes, isFirst: false), page.kind.isTable == shape.hasRows
      else { continue }
      let whole = page.cells.compactMap { cells.cell(at: $0, of: page.kind, in: bytes) }
      let records = whole.filter { !$0.values.isEmpty }
      guard records.isEmpty || records.contains(where: shape.fits) else { continue }
      seen.insert(number)
      waiting += page.rightChild.map { [$0] } ?? []
      waiting += whole.compactMap(\.child)
    }
  }

  private mutating func tell(_ cell: StoredCell, _ shape: TreeShape, _ tell: Tell) throws {
    // An earlier version's records lack the columns that came later.
    guard cell.values.count <= shape.columns.count else { return }
    if shape.hasRows, let row = cell.rowID { rows[shape.table, default: []].insert(row) }
    if !shape.hasRows, shape.name == shape.table { rowless[shape.table, default: 0] += 1 }
    try tell(shape, cell)
  }

  /// Reads pages that have records, are not free, and have no tree leading to them. Each must fit exactly
  /// one table or index.
  private mutating func readUnreached(_ tell: Tell) throws {
    let (free, areAllFree) = pages.freePages()
    var doubtful: [([StoredCell], [TreeShape])] = []
    for number in stride(from: 2, through: pages.count, by: 1)
    where !seen.contains(number) && !free.contains(number) {
      guard let bytes = pages.page(number), let page = BTreePage(bytes, isFirst: false) else {
        continue
      }
      let records = page.cells.compactMap { cells.cell(at: $0, of: page.kind, in: bytes) }
        .filter { !$0.values.isEmpty }
      guard !records.isEmpty else { continue }
      let shapes = candidates(for: records, hasRows: page.kind.isTable, areAllFree)
      let all = records + (records.count < page.cells.count ? remains(page, bytes) : [])
      if shapes.count == 1 {
        try self.tell(all, shapes[0], areAllFree, tell)
      } else if shapes.count > 1 {
        doubtful.append((all, shapes))
      }
    }
    for (records, shapes) in doubtful {
      let fitting = shapes.filter { refersRightly(records, $0) }
      if fitting.count == 1 { try self.tell(records, fitting[0], areAllFree, tell) }
    }
  }

  /// If some free pages are unknown, records may be those of deleted rows. Then only records with keys that
  /// the tree lacks are read.
  private mutating func tell(
    _ records: [StoredCell], _ shape: TreeShape, _ areAllFree: Bool, _ tell: Tell
  ) throws {
    for cell in records where shape.fits(cell) && (areAllFree || lacks(cell, shape)) {
      try self.tell(cell, shape, tell)
    }
  }

  /// The tables or indexes that most of the records fit: those that lack such keys, or else those that lack
  /// any. Of two with the same columns, one.
  private func candidates(
    for records: [StoredCell], hasRows: Bool, _ areAllFree: Bool
  ) -> [TreeShape] {
    func are(_ most: (StoredCell) -> Bool) -> Bool {
      records.count(where: most) * 2 > records.count
    }
    let fitting = shapes.filter { shape in shape.hasRows == hasRows && are(shape.fits) }
    let damaged = fitting.filter { lacking[$0.name] != nil }
    let placed = damaged.filter { shape in are { lacks($0, shape) } }
    var found: [TreeShape] = []
    for shape in !placed.isEmpty ? placed : areAllFree && damaged.isEmpty ? fitting : damaged
    where !found.contains(where: { $0.table == shape.table && $0.columns == shape.columns }) {
      found.append(shape)
    }
    return found
  }

  /// Whether the cell's key is one that the tree lacks.
  private func lacks(_ cell: StoredCell, _ shape: TreeShape) -> Bool {
    lacking[shape.name]?.contains { $0.holds(cell.key) } ?? false
  }

  /// Whether all rows that the records refer to are there.
  private func refersRightly(_ records: [StoredCell], _ shape: TreeShape) -> Bool {
    let references = shape.references.compactMap { reference in
      shape.columns.firstIndex { $0.name == reference.column }.map { ($0, reference.table) }
    }
    guard references.count == shape.columns.count else { return false }
    return records.allSatisfy { cell in
      references.allSatisfy { index, table in
        guard index < cell.values.count, case .int64(let row) = cell.values[index].storage else {
          return false
        }
        return rows[table]?.contains(row) == true
      }
    }
  }
}
