package import GRDB

/// Copies rows of a damaged journal's database to a new one. A row with a lost parent gets a new
/// one, if ``LostParent`` says how.
package final class RowCarrier {
  private let rows: Database
  package let db: Database
  private let parents: [String: LostParent]
  /// Who has what nothing says whose it was; nil where that was not asked for yet.
  private let heir: Int64?
  private let now: Int
  /// How many rows were made, by their tables.
  private(set) var made: [String: Int] = [:]
  /// The number in the name of the last one.
  private var numbers: [String: Int] = [:]
  private var references: [String: [ForeignKey]] = [:]

  /// The salvage needs an heir to go on.
  struct NeedsHeir: Error {}

  /// How many names are tried, of which earlier salvages may have given some.
  private static let names = 20
  /// How many rows of a table are made: those of a damaged database may refer to anything.
  private static let limit = 1_000

  /// - Parameters:
  ///   - rows: what could be read; see ``SalvagedRows``.
  ///   - db: the new journal's database, in a transaction.
  ///   - parents: how lost rows are made.
  ///   - heir: see ``JournalSalvage/heir(_:)``.
  ///   - now: when they are made, in seconds since 1970 in UTC.
  init(from rows: Database, to db: Database, _ parents: [LostParent], heir: Int64?, now: Int) {
    (self.rows, self.db, self.heir, self.now) = (rows, db, heir, now)
    self.parents = Dictionary(parents.map { ($0.table.name, $0) }) { first, _ in first }
  }

  /// Makes no rows.
  package convenience init(from rows: Database, to db: Database) {
    self.init(from: rows, to: db, [], heir: nil, now: 0)
  }

  /// Copies the rows of a table that keep its rules, and rebuilds partly lost ones.
  ///
  /// - Parameters:
  ///   - table: its name.
  ///   - columns: their names.
  ///   - references: columns that become null where the table that they refer to lacks the row, and it is
  ///     not made.
  ///   - condition: which rows, as SQL; the others are left behind, and not lost.
  ///   - isReadable: whether what the schema leaves open of a row is as this program writes it.
  /// - Returns: how many rows are lost.
  /// - Throws: `DatabaseError` where the new journal cannot be written.
  package func carry(
    _ table: String, _ columns: [String], emptying references: [String: String] = [:],
    where condition: String = "TRUE", isReadable: (Row) -> Bool
  ) throws -> Int {
    let values = columns.enumerated().map { index, column in
      let value = "?\(index + 1)"
      return references[column].map { "(SELECT id FROM \($0) WHERE id = \(value))" } ?? value
    }
    let insertion = """
      INSERT INTO \(table) (\(columns.joined(separator: ", ")))
      VALUES (\(values.joined(separator: ", ")))
      """
    var lost = 0
    let found = try Row.fetchCursor(
      rows, sql: "SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE \(condition)")
    while let row = try found.next() {
      guard isReadable(row) else {
        lost += 1
        continue
      }
      for (column, parent) in references where parents[parent] != nil {
        let value: DatabaseValue = row[column]
        if case .int64(let id) = value.storage, try !has(id, parent) { _ = try make(id, parent) }
      }
      let arguments = StatementArguments(row.databaseValues)
      if try insert(insertion, arguments) { continue }
      let hasNewParents = try makeParents(of: table, except: references) { row[$0] }
      if try !hasNewParents || !insert(insertion, arguments) { lost += 1 }
    }
    if parents[table] != nil {
      let cut = try Int64.fetchAll(
        rows, sql: "SELECT id FROM lost_\(table) WHERE \(SalvagedRows.isCut) ORDER BY id")
      for id in cut where try !has(id, table) { _ = try make(id, table) }
    }
    return lost
  }

  /// Copies the rows of a table that this program could have written.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - references: columns, beside those that rows outlive, that become null where the table that they refer
  ///     to lacks the row.
  ///   - condition: as for ``carry(_:_:emptying:where:isReadable:)``.
  ///   - prepare: called with each row that is carried.
  /// - Returns: how many rows are lost.
  /// - Throws: `DatabaseError` where the new journal cannot be written.
  package func carry(
    _ table: StoredTable, emptying references: [String: String] = [:],
    where condition: String = "TRUE", _ prepare: (Row) -> Void = { _ in }
  ) throws -> Int {
    let outlived = table.references.filter(\.isOutlived).map { ($0.column, $0.table) }
    return try carry(
      table.name, table.columns,
      emptying: references.merging(outlived) { first, _ in first }, where: condition
    ) { row in
      let isReadable = table.isReadable(row)
      if isReadable { prepare(row) }
      return isReadable
    }
  }

  /// Carries the rows of tables, and reports how many of each are lost, or not as an index has them.
  ///
  /// - Parameters:
  ///   - tables: each after those that its rows are of.
  ///   - report: called with each table that lacks some.
  /// - Throws: `DatabaseError` where the new journal cannot be written.
  package func carry(_ tables: [StoredTable], _ report: JournalSalvage.Report) throws {
    for table in tables {
      let lost = try carry(table)
      if lost > 0 { report(.lostRows(lost, table: table.name)) }
      let contradicted = try SalvagedRows.contradictedRows(of: table.name, rows)
      if contradicted > 0 { report(.contradicted(contradicted, table: table.name)) }
    }
  }

  /// - Returns: whether the row keeps the rules of its table.
  private func insert(_ insertion: String, _ arguments: StatementArguments) throws -> Bool {
    do {
      try db.execute(cached: insertion, arguments: arguments)
      return true
    } catch let error as DatabaseError
      where [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH].contains(error.resultCode)
    {
      return false
    }
  }
}

/// A column that refers to the rows of a table, by their `id`.
private struct ForeignKey {
  let column: String
  let table: String
}

extension RowCarrier {
  private func foreignKeys(of table: String) throws -> [ForeignKey] {
    if let known = references[table] { return known }
    let keys = try Row.fetchAll(db, sql: "PRAGMA foreign_key_list(\(table))").map {
      ForeignKey(column: $0["from"], table: $0["table"])
    }
    references[table] = keys
    return keys
  }

  /// Makes what a row refers to and is not there.
  ///
  /// - Returns: whether anything was made, and nothing is lacking.
  private func makeParents(
    of table: String, except emptied: [String: String], _ value: (String) -> DatabaseValue
  ) throws -> Bool {
    var isAnyMade = false
    for key in try foreignKeys(of: table) where emptied[key.column] == nil {
      guard case .int64(let id) = value(key.column).storage, try !has(id, key.table) else {
        continue
      }
      guard try make(id, key.table) else { return false }
      isAnyMade = true
    }
    return isAnyMade
  }

  private func has(_ id: Int64, _ table: String) throws -> Bool {
    try db.value(
      Bool.self, cached: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id = ?)", arguments: [id])
      ?? false
  }

  /// Makes a lost row, by what indexes know of it, else by what its description says alone.
  private func make(_ id: Int64, _ table: String) throws -> Bool {
    guard let parent = parents[table], id > 0, made[table, default: 0] < Self.limit else {
      return false
    }
    let known = try lost(id, table)
    let tries = [known] + Array(repeating: [:], count: Self.names)
    for (turn, known) in tries.enumerated() {
      // What only the name may be in the way of is tried with others.
      numbers[table, default: 0] += turn == 1 ? 0 : 1
      var isMade = false
      try db.inSavepoint {
        isMade = try insert(id, parent, known)
        return isMade ? .commit : .rollback
      }
      if isMade { return true }
    }
    return false
  }

  private func insert(
    _ id: Int64, _ parent: LostParent, _ known: [String: DatabaseValue]
  ) throws -> Bool {
    let clues = LostParent.Clues(
      id: id, name: "recovered \(numbers[parent.table.name] ?? 1)", now: now, known: known
    ) { [rows] in
      try Int.fetchOne(
        rows, sql: "SELECT max(\($0)) FROM \($1) WHERE \($2) = ? AND typeof(\($0)) = 'integer'",
        arguments: [id])
    }
    var values = try parent.values(clues).merging(known) { $1 }
    values["id"] = id.databaseValue
    for key in try foreignKeys(of: parent.table.name) {
      values[key.column] = try reference(key, of: id, parent, values[key.column])
    }
    let columns = values.keys.sorted()
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let isInserted = try insert(
      "INSERT INTO \(parent.table.name) (\(columns.joined(separator: ", "))) VALUES (\(places))",
      StatementArguments(columns.map { values[$0] }))
    guard isInserted,
      let row = try Row.fetchOne(
        db,
        sql: "\(parent.table.query) WHERE id = ?", arguments: [id]),
      parent.table.isReadable(row)
    else { return false }
    made[parent.table.name, default: 0] += 1
    return true
  }

  /// What a made row refers to: what an index or its own damaged row says, else its heir or another made
  /// row.
  private func reference(
    _ key: ForeignKey, of id: Int64, _ parent: LostParent, _ known: DatabaseValue?
  ) throws -> DatabaseValue {
    let damaged = try DatabaseValue.fetchOne(
      rows, sql: "SELECT \(key.column) FROM \(parent.table.name) WHERE id = ?", arguments: [id])
    for value in [known, damaged] {
      guard case .int64(let row) = value?.storage else { continue }
      if try has(row, key.table) || make(row, key.table) { return row.databaseValue }
    }
    if key.table == "owner" {
      guard let heir else { throw NeedsHeir() }
      return heir.databaseValue
    }
    let last = try Int64.fetchOne(
      rows, sql: "SELECT max(id) FROM \(key.table) WHERE typeof(id) = 'integer'")
    let lastMade = try Int64.fetchOne(db, sql: "SELECT max(id) FROM \(key.table)")
    let (next, overflows) = max(last ?? 0, lastMade ?? 0).addingReportingOverflow(1)
    return try !overflows && make(next, key.table) ? next.databaseValue : .null
  }

  /// What indexes know of a row that is lost.
  private func lost(_ id: Int64, _ table: String) throws -> [String: DatabaseValue] {
    guard try rows.tableExists("lost_\(table)"),
      let row = try Row.fetchOne(
        rows, sql: "SELECT * FROM lost_\(table) WHERE id = ?", arguments: [id])
    else { return [:] }
    let values = zip(row.columnNames, row.databaseValues).filter { column, value in
      !value.isNull && column != "id" && column != "known_by"
    }
    return Dictionary(values) { first, _ in first }
  }
}

extension JournalSalvage {
  /// Copies rows in one transaction, and reports what was rebuilt for them.
  ///
  /// - Parameters:
  ///   - parents: how rows that others refer to are made where they are lost.
  ///   - report: gets what `work` tells, once it is done.
  ///   - work: carries them, and may be called again after it failed.
  /// - Throws: ``JournalError`` where the new journal cannot be written, and what `work` throws.
  package func carryRows(
    making parents: [LostParent], _ report: @escaping Report,
    _ work: (RowCarrier, _ report: Report) throws -> Void
  ) throws {
    func carry(heir: Int64?) throws {
      var findings: [SalvageFinding] = []
      try JournalError.wrapping {
        try rows.database.read { rows in
          try database.write { db in
            let carrier = RowCarrier(from: rows, to: db, parents, heir: heir, now: now)
            try work(carrier) { findings.append($0) }
            findings += carrier.made.sorted { $0.key < $1.key }.map {
              .recovered($0.value, table: $0.key)
            }
          }
        }
      }
      findings.forEach(report)
    }
    do {
      try carry(heir: nil)
    } catch is RowCarrier.NeedsHeir {
      // A new owner may have to be made, in a transaction of its own.
      try carry(heir: heir(report))
    }
  }
}
