import GRDB
import SystemPackage

/// The tables of a journal's database, and how an older database becomes today's.
///
/// The database says its version itself (`PRAGMA user_version`; SQLite file format, section 1.3.12)
/// and that it is a journal (`application_id`, 1.3.14). Versions only go forward.
struct Schema: Sendable {
  /// "DAYS" in ASCII.
  static let applicationID = 0x4441_5953
  /// The version that this program writes.
  var version: Int { steps.count }

  /// The statements that lead from each version to the next, from an empty database on.
  private(set) var steps: [String]
  /// What runs after the statements of each step.
  private var fillings: [[@Sendable (Database) throws -> Void]]
  /// What a salvage makes of rows of the version before each step; nothing for most.
  private let salvaging: [Int: String]
  /// That of the schema that all statements make, where it is known.
  private var hash: String?

  /// Puts the statements of the areas together, each version's in the order of the areas.
  init(_ areas: [Area]) {
    let version = areas.flatMap(\.schema.keys).max() ?? 0
    steps = (0..<version).map { step in
      areas.compactMap { $0.schema[step + 1] }.joined(separator: "\n")
    }
    fillings = (0..<version).map { step in areas.compactMap { $0.filling[step + 1] } }
    hash = areas.compactMap(\.schemaHash).first
    salvaging = areas.reduce(into: [:]) { all, area in
      all.merge(area.salvaging) { "\($0)\n\($1)" }
    }
  }

  /// The schema as it was in an earlier version.
  func until(_ version: Int) -> Schema {
    var schema = self
    (schema.steps, schema.fillings) = (
      Array(steps.prefix(version)), Array(fillings.prefix(version))
    )
    schema.hash = version < self.version ? nil : hash
    return schema
  }

  /// The last versions before those to which rows that were read have to be brought, the first first.
  var versionsBeforeSalvaging: [Int] { salvaging.keys.sorted().map { $0 - 1 } }

  /// What brings rows of a version to this one.
  func salvaging(from version: Int) -> [String] {
    salvaging.keys.sorted().filter { $0 > version }.compactMap { salvaging[$0] }
  }

  /// What a database lacks.
  func missing(_ db: Database) throws -> [SchemaThing] {
    try SchemaThing.missing(in: db, madeBy: steps)
  }

  /// Migrates a database to today's version; nothing happens where it has that already.
  ///
  /// One immediate transaction looks and changes, so that of two programs that open an old journal
  /// at once the second finds the work done. Foreign keys are not enforced meanwhile, so that a table
  /// can be made again without what refers to it; and a row that breaks a rule, which a check of the
  /// journal reports, keeps no journal from being opened.
  ///
  /// - Parameters:
  ///   - db: the database.
  ///   - fill: inserts the first rows of a database that had no tables.
  /// - Throws: ``JournalError/newerVersion(observed:known:)`` and ``JournalError/notAJournal``,
  ///   before anything is changed, or `DatabaseError`.
  func migrate(_ db: Database, filling fill: ((Database) throws -> Void)? = nil) throws {
    guard try check(db) < version else { return }
    // They cannot be changed within a transaction; a connection whose migration failed is not used.
    try db.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
    // KiB: a table that is made again gets its indexes in no order of theirs.
    let cache = try Int.fetchOne(db, sql: "PRAGMA cache_size") ?? 0
    try db.execute(sql: "PRAGMA cache_size = -131072")
    try db.inTransaction(.immediate) {
      let found = try check(db)
      for (step, fillings) in zip(steps, fillings).dropFirst(found) {
        try db.execute(sql: step)
        for fill in fillings { try fill(db) }
      }
      try db.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
      try db.execute(sql: "PRAGMA user_version = \(version)")
      if found == 0 { try fill?(db) }
      if version >= ChangeCount.version { try db.countChange() }
      try db.growFile()
      return .commit
    }
    try db.execute(sql: "PRAGMA foreign_keys = ON; PRAGMA ignore_check_constraints = OFF")
    try db.execute(sql: "PRAGMA cache_size = \(cache)")
  }

  /// Checks that a database which cannot be written to needs no migration.
  ///
  /// - Throws: ``JournalError/olderVersion(observed:known:)``, ``JournalError/noJournal(_:)``.
  func checkIsToday(_ found: Int, in folder: FilePath) throws {
    if found == 0 {
      try JournalStore.checkIsNew(JournalError.opening(folder))
      throw JournalError.noJournal(folder)
    }
    guard found == version else {
      throw JournalError.olderVersion(observed: found, known: version)
    }
  }

  /// The database's version, 0 for an empty one. ``ReadingBounds`` hold until this has found the schema
  /// to be ours. (`PRAGMA trusted_schema = OFF` cannot be used: SQLite would refuse our own checks, which
  /// call json_valid().)
  ///
  /// - Throws: ``JournalError/newerVersion(observed:known:)`` where it is not one of ours to change,
  ///   ``JournalError/notAJournal`` where it is another program's, ``JournalError/foreignSchema(_:)``
  ///   where it has what no version of ours makes.
  func check(_ db: Database) throws -> Int {
    while true {
      let changes = try Self.changes(db)
      do {
        return try checkOnce(db)
      } catch {
        // Another process may have made or migrated the journal between two of these reads.
        if try Self.changes(db) == changes { throw error }
      }
    }
  }

  /// A number that changes with what other connections commit.
  private static func changes(_ db: Database) throws -> Int? {
    try Int.fetchOne(db, sql: "PRAGMA data_version")
  }

  private func checkOnce(_ db: Database) throws -> Int {
    let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    let id = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    if found == 0, id == 0 {
      guard try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0 else {
        throw JournalError.notAJournal
      }
      ReadingBounds.loosen(db)
      return 0
    }
    guard id == Self.applicationID else { throw JournalError.notAJournal }
    guard found <= version else {
      throw JournalError.newerVersion(observed: found, known: version)
    }
    let hash = found == version ? hash : nil
    try SchemaThing.check(db, madeBy: Array(steps[..<found]), hash: hash)
    ReadingBounds.loosen(db)
    return found
  }
}
