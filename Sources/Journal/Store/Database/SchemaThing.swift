import Files
import GRDB
import Hashing
import Synchronization

/// A table, index, trigger or view of a database, as SQLite keeps it (file format, section 2.6).
package struct SchemaThing: Sendable, Hashable {
  /// `table`, `index`, `trigger` or `view`; in a file from elsewhere any text.
  package let kind: String
  package let name: String
  let table: String
  /// The statement that made it.
  let statement: String

  /// The same without comments in the statement, and with single blanks.
  private var plain: SchemaThing {
    SchemaThing(kind: kind, name: name, table: table, statement: Self.plain(statement))
  }

  /// Checks that a database has nothing but what statements of ours make, each by the same statement:
  /// a trigger, a view or a table with a default of its own would do in our transactions what somebody
  /// else wrote. What is missing of ours is found by what needs it.
  ///
  /// - Parameters:
  ///   - db: the database, of which only the schema is read.
  ///   - steps: the statements, from an empty database on.
  ///   - hash: of what they make, as ``hash(of:)``, where it is known.
  /// - Throws: ``JournalError/foreignSchema(_:)``, `DatabaseError`.
  static func check(_ db: Database, madeBy steps: [String], hash: String?) throws {
    let found = try all(in: db)
    if let hash, hash == Self.hash(of: found) { return }
    let expected = try made(by: steps)
    // Most have every statement as it was given: only others need be read.
    let others = found.subtracting(expected)
    guard !others.isEmpty else { return }
    let plain = Set(expected.map(\.plain))
    let foreign = others.map(\.plain).filter { !plain.contains($0) && !$0.isInternal }
    // Of a virtual table and those that it is made of, the table itself.
    if let first = foreign.min(by: { $0.name < $1.name }) {
      throw JournalError.foreignSchema(first)
    }
  }

  /// What a database lacks of what statements of ours make.
  ///
  /// - Returns: tables first, each kind by name. What comes with a table that is missing is not told of
  ///   by itself; one of the tables that a virtual table is made of stands for all of that.
  static func missing(in db: Database, madeBy steps: [String]) throws -> [SchemaThing] {
    let expected = Set(try made(by: steps).map(\.plain))
    let missing = try expected.subtracting(all(in: db).map(\.plain)).filter { !$0.isInternal }
    let virtual = expected.filter(\.isVirtual)
    let whole = Set(
      missing.map { thing in virtual.first { thing.isPart(of: $0) } ?? thing })
    let tables = Set(whole.filter { $0.kind == "table" }.map(\.name))
    return whole.filter { $0.kind == "table" || !tables.contains($0.table) }
      .sorted { ($0.kind != "table" ? 1 : 0, $0.name) < ($1.kind != "table" ? 1 : 0, $1.name) }
  }

  private var isVirtual: Bool { statement.hasPrefix("CREATE VIRTUAL TABLE ") }

  /// Whether it is one of the tables that a virtual table is made of.
  private func isPart(of virtual: SchemaThing) -> Bool {
    kind == "table" && !isVirtual && name.hasPrefix(virtual.name + "_")
  }

  /// Makes it again, empty, and gives up what is left of it.
  func make(in db: Database) throws {
    if isVirtual { try db.execute(sql: "DROP TABLE IF EXISTS \(name.quotedDatabaseIdentifier)") }
    try db.execute(sql: statement)
  }

  /// The tables that SQLite keeps for itself, and no older version of ours need have, as it makes them:
  /// of ANALYZE (`sqlite3 journal.sqlite 'PRAGMA optimize'`), and of AUTOINCREMENT.
  private static let internalTables = [
    "sqlite_stat1": "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
    "sqlite_stat4": "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
    "sqlite_sequence": "CREATE TABLE sqlite_sequence(name,seq)",
  ]

  private var isInternal: Bool {
    kind == "table" && table == name && statement == Self.internalTables[name]
  }

  /// SHA-256 in hexadecimal of all but what SQLite keeps for itself: kind, name, table and statement of
  /// each, by name and kind, with the number of bytes before each text.
  static func hash(of things: Set<SchemaThing>) -> String {
    let sorted = things.filter { !$0.isInternal }.sorted { ($0.name, $0.kind) < ($1.name, $1.kind) }
    let texts = sorted.flatMap { [$0.kind, $0.name, $0.table, $0.statement] }
    let bytes = texts.flatMap { text in "\(text.utf8.count) \(text)".utf8 }
    return SHA256.hash(bytes.span).hexadecimal
  }

  static func all(in db: Database) throws -> Set<SchemaThing> {
    // Indexes that come with their table have no statement.
    let rows = try Row.fetchCursor(
      db, sql: "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    var things: Set<SchemaThing> = []
    while let row = try rows.next() {
      var values = RowDecoder(row)
      things.insert(
        SchemaThing(
          kind: try values.next(), name: try values.next(), table: try values.next(),
          statement: try values.next()))
    }
    return things
  }
}

/// What the statements make.
extension SchemaThing {
  /// By how many steps were run, of each list of steps: one list, and for an old journal a part of it.
  private static let known = Mutex<[[String]: Set<SchemaThing>]>([:])

  /// Runs statements in a database in memory, once in a process.
  private static func made(by steps: [String]) throws -> Set<SchemaThing> {
    if let things = known.withLock({ $0[steps] }) { return things }
    let things = try DatabaseQueue().inDatabase { db in
      for step in steps { try db.execute(sql: step) }
      return try all(in: db)
    }
    known.withLock { $0[steps] = things }
    return things
  }

  /// A statement without comments, and with one blank for any white space; what is in quotes stays.
  static func plain(_ statement: String) -> String {
    var plain: [UInt8] = []
    var rest = Array(statement.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "["):
        let end = byte == UInt8(ascii: "[") ? UInt8(ascii: "]") : byte
        let quoted = rest.prefix { $0 != end }
        plain += [byte] + quoted + [end]
        rest = rest.dropFirst(quoted.count + 1)
      case UInt8(ascii: "-") where rest.first == byte:
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      case 0x09, 0x0A, 0x0C, 0x0D, 0x20:
        if plain.last != 0x20 { plain.append(0x20) }
      default: plain.append(byte)
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }
}
