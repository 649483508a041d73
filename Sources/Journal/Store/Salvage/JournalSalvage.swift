package import Files
package import GRDB
package import SystemPackage

/// Makes a new journal from the readable parts of a damaged one, and changes no byte of that.
///
/// The database is read page by page (``DatabasePages``), without SQLite. Rows are as hostile as those
/// of an import. Files that no row names any more are left to the areas, which may know them.
package final class JournalSalvage {
  package typealias Report = (SalvageFinding) -> Void
  package typealias Progress = (_ done: Int, _ total: Int) -> Void

  package struct Settings {
    /// Who has what is nobody's any more, where several had journals; nil for an owner of its own.
    let chosenOwner: OwnerName?
    /// Who has it where no owner is known at all.
    let usualOwner: OwnerName
    let keys: Keyring
    /// Asks for an owner's PIN.
    let pin: (OwnerName) throws -> PIN
    /// Waits so many seconds.
    let pause: (Int) -> Void
    /// Sorts an owner's settings into those that can be kept and those that cannot.
    let check: ([SettingKey: String]) -> (kept: [SettingKey: String], wrong: [SettingError])
    /// The zone of an owner whose settings are lost.
    let zone: (SalvagedRows, _ owner: Int64) -> String

    package init(
      chosenOwner: OwnerName?, usualOwner: OwnerName, keys: Keyring,
      pin: @escaping (OwnerName) throws -> PIN, pause: @escaping (Int) -> Void,
      check:
        @escaping ([SettingKey: String]) -> (
          kept: [SettingKey: String], wrong: [SettingError]
        ),
      zone: @escaping (SalvagedRows, Int64) -> String
    ) {
      (self.chosenOwner, self.usualOwner, self.keys) = (chosenOwner, usualOwner, keys)
      (self.pin, self.pause, self.check, self.zone) = (pin, pause, check, zone)
    }
  }

  let settings: Settings
  private let areas: [Area]
  private let salvages: [any AreaSalvage]
  private let schema: Schema
  let target: SalvageFolder
  let journal: FilePath

  /// The damaged journal's folder.
  package let disk: FailingDisk
  package let rows: SalvagedRows
  /// The files below the photos' folder of the damaged journal.
  package let files: FoundFiles
  /// The new journal's database; owners keep their numbers.
  package let database: DatabaseQueue
  /// By their numbers.
  package internal(set) var owners: [Int64: OwnerName] = [:]

  /// Reads a damaged journal, checks that no owner's part is locked, and makes the new folder.
  ///
  /// - Parameters:
  ///   - journal: the damaged journal's folder.
  ///   - folder: the new journal's, which is new or empty, or was begun by such a salvage.
  ///   - areas: what journals are made of.
  ///   - settings: what else is to be known.
  /// - Throws: ``SalvageError``, ``JournalError``, ``LockError``; then there is no new journal.
  package init(
    of journal: FilePath, into folder: FilePath, areas: [Area], settings: Settings
  ) throws {
    self.settings = settings
    salvages = areas.compactMap { $0.salvage?() }
    self.journal = journal
    self.areas = [.store] + areas
    schema = Schema(self.areas)
    disk = try FailingDisk(journal)
    var failure: FileError?
    let file = Self.content(of: JournalStore.databaseFile, disk, &failure)
    var failureOfLog: FileError?
    let log = Self.content(of: DatabaseLog.file, disk, &failureOfLog)
    (databaseFailure, logFailure) = (failure, failureOfLog)
    let pages = DatabasePages(file: file?.bytes ?? [], log: log?.bytes ?? [])
    hasDatabase = file.map { !$0.bytes.isEmpty } ?? false || pages.count > 0
    try schema.checkIsNotNewer(pages)
    // A database without a name: SQLite keeps it in memory, and on the disk what is too much.
    rows = try SalvagedRows(pages, schema, in: DatabaseQueue(path: ""))
    files = FoundFiles(JournalStore.photosFolder, of: journal)
    guard hasDatabase || !files.files.isEmpty || !files.problems.isEmpty else {
      throw SalvageError.nothing(journal)
    }
    let schema = schema
    let shapes = try TreeShape.all(of: schema)
    (owners, namelessOwners) = try SalvagedOwners(rows, shapes, settings).named()
    let pins = try SalvagedPINs(of: owners, in: rows, journal, settings)
    lostPINs = try pins.check()
    target = try SalvageFolder(folder, salvaging: journal)
    database = try Self.makeDatabase(target.makeDatabase(), schema)
    let byAccount = try SalvagedOwners.madeByAccounts(rows)
    try JournalError.wrapping {
      try database.write { db in
        for (id, name) in owners {
          try db.execute(
            sql: "INSERT INTO owner (id, name, by_account) VALUES (?, ?, ?)",
            arguments: [id, name.text, byAccount.contains(id) ? 1 : nil])
        }
        try pins.carry(into: db, except: lostPINs, target)
      }
    }
  }

  /// When it is made, in seconds since 1970 in UTC.
  package var now: Int { settings.keys.now() }

  private let databaseFailure: FileError?
  private let logFailure: FileError?
  private let hasDatabase: Bool
  private let namelessOwners: Set<Int64>
  private let lostPINs: [Int64: SalvageFinding.LostPIN]

  /// A file; nil, with the reason if there is one, where there is nothing of it.
  private static func content(
    of name: ContainedPath, _ disk: FailingDisk, _ failure: inout FileError?
  ) -> FailingDisk.Content? {
    do throws(FileError) {
      return try disk.content(of: name)
    } catch {
      failure = error
      return nil
    }
  }

  private static func makeDatabase(_ path: FilePath, _ schema: Schema) throws -> DatabaseQueue {
    return try JournalError.wrapping {
      var configuration = Configuration()
      configuration.label = "daystamp.salvage"
      configuration.prepareDatabase { db in
        // Nobody else opens it: no file of shared memory is needed.
        try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      }
      let queue = try DatabaseQueue(
        path: String(decoding: path), configuration: configuration)
      try queue.inDatabase { db in try schema.migrate(db) }
      return queue
    }
  }

  private var unreadable: [FileError] = []

  /// Takes down that a file cannot be read, which is reported at the end.
  package func tellUnreadable(_ error: FileError) { unreadable.append(error) }

  /// Brings everything over, and gives the new journal its database at last.
  ///
  /// - Parameters:
  ///   - progress: called after each item of an area, such as a post.
  ///   - report: called with what is lost or not as it was.
  /// - Returns: how many items of areas, such as posts, the new journal has.
  /// - Throws: ``JournalError`` where the new journal cannot be written; a later run goes on.
  package func run(progress: Progress, report: @escaping Report) throws -> Int {
    if !hasDatabase { report(.noDatabase(databaseFailure)) }
    if rows.gaps.isLogDamaged || logFailure != nil { report(.damagedLog) }
    let needless = Set(areas.flatMap { $0.passingTables + $0.derivedTables })
      .union(SalvagedAccess.tablesLeftBehind)
    if hasDatabase {
      for table in rows.gaps.tables.subtracting(needless).sorted() {
        report(.damagedTable(table))
      }
      for table in rows.gaps.missing.subtracting(needless).sorted() {
        report(.missingTable(table))
      }
    }
    let contradicted = try JournalError.wrapping {
      try rows.database.read { try SalvagedRows.contradictedRows(of: "owner", $0) }
    }
    if contradicted > 0 { report(.contradicted(contradicted, table: "owner")) }
    try carryOwners(report)
    let lostEvents = try SalvagedAccess(rows).carry(into: database)
    if lostEvents > 0, !rows.gaps.tables.contains("access_event") {
      report(.damagedTable("access_event"))
    }
    for problem in files.problems { report(.unreadable(problem)) }
    let count = try salvages.reduce(0) {
      try $0 + $1.run(self, progress: progress, report: report)
    }
    for error in unreadable { report(.unreadable(error)) }
    try JournalError.wrapping {
      try database.inDatabase { db in try db.execute(sql: "PRAGMA journal_mode = WAL") }
      try database.close()
      try rows.database.close()
    }
    try target.finish()
    return count
  }

  private func carryOwners(_ report: Report) throws {
    try JournalError.wrapping {
      for (id, name) in owners.sorted(by: { $0.key < $1.key }) {
        if namelessOwners.contains(id) { report(.renamedOwner(name)) }
        if let reason = lostPINs[id] { report(.noPIN(name, reason)) }
        try carrySettings(of: id, name, report)
      }
    }
    let hadPIN = rows.gaps.tables.union(rows.gaps.missing).contains("lock") || !hasDatabase
    let pepper = Pepper.file(in: journal).path
    let isSomebodys = try database.read { db in try !StoredPIN.isAny(db) } && lostPINs.isEmpty
    if hadPIN, isSomebodys, (try? pepper.stat(followTargetSymlink: false)) != nil {
      report(.somebodysPIN)
    }
  }

  private func carrySettings(of id: Int64, _ name: OwnerName, _ report: Report) throws {
    let stored = SalvagedOwners.settings(of: id, rows)
    var (kept, wrong) = settings.check(stored)
    if kept[.timeZone] == nil {
      kept[.timeZone] = settings.zone(rows, id)
      report(.noSettings(name, zone: kept[.timeZone] ?? ""))
      wrong.removeAll { $0.key == .timeZone }
    }
    for error in wrong { report(.setting(name, error)) }
    try database.write { db in try SettingRows(owner: id, db).replace(kept) }
  }
}

/// The parts of a salvage that areas use.
extension JournalSalvage {
  /// The owner who gets things whose owner is unknown.
  ///
  /// The owner that was asked for, or the only one; where several had journals, one of its own, so that
  /// nobody gets to see what another's PIN guards.
  package func heir(_ report: Report) throws -> Int64 {
    if let chosen = settings.chosenOwner {
      let holders = owners.filter { $0.value.folded == chosen.folded }
      let only = holders.count == 1 ? holders.first : nil
      return try (holders.first { $0.value == chosen } ?? only)?.key ?? add(chosen, report)
    }
    if owners.count == 1, let only = owners.first { return only.key }
    if let earlier = owners.first(where: { $0.value.text == Self.heirsName }) { return earlier.key }
    return try add(OwnerName(stored: Self.heirsName), report)
  }

  private static let heirsName = "salvaged"

  private func add(_ name: OwnerName, _ report: Report) throws -> Int64 {
    let id = (owners.keys.max() ?? 0) + 1
    try JournalError.wrapping {
      try database.write { db in
        try db.execute(
          sql: "INSERT INTO owner (id, name) VALUES (?, ?)", arguments: [id, name.text])
      }
      owners[id] = name
      try carrySettings(of: id, name, report)
    }
    return id
  }
}

extension Schema {
  /// Checks that a newer version of this program did not write the database, where it says so itself.
  ///
  /// - Throws: ``JournalError/newerVersion(observed:known:)``.
  fileprivate func checkIsNotNewer(_ pages: DatabasePages) throws {
    guard pages.hasHeader, let first = pages.page(1),
      first.number(at: 68) == Self.applicationID
    else { return }
    let observed = first.number(at: 60)
    guard observed <= version else {
      throw JournalError.newerVersion(observed: observed, known: version)
    }
  }
}
