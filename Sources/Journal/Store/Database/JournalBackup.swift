import Files
import GRDB
package import SystemPackage

/// Copies a journal's database, with all owners, into one file while others use it.
package struct JournalBackup: Sendable {
  private let journal: Journal

  package init(of journal: Journal) { self.journal = journal }

  /// Writes a backup that only the user may read (0600), whole or not at all.
  ///
  /// - Parameters:
  ///   - path: the backup's file.
  ///   - replaces: whether a file that is there already is replaced.
  /// - Returns: what the backup holds.
  /// - Throws: ``JournalError/locked(_:)`` where an owner's journal is locked,
  ///   ``BackupError/fileExists(_:)``, ``BackupError/isOfTheJournal(_:)``, ``JournalError``; then the
  ///   path is what it was.
  package func write(to path: FilePath, replacing replaces: Bool) throws -> BackupContent {
    try journal.checkAllUnlocked()
    try check(path, replaces)
    // When a copy fails, SQLite may leave its rollback journal.
    removeAbandonedCopies(in: path.folder)
    defer { removeAbandonedCopies(in: path.folder) }
    do {
      var content = BackupContent(owners: 0, counts: [:])
      let staged = try StagedFile(in: path.folder, permissions: .ownerReadWrite) { copy in
        content = try JournalError.wrapping { try fill(copy) }
      }
      try staged.synchronize()
      guard let name = ContainedPath(nameOf: path) else {
        throw FileError.system(.create, path, .isDirectory)
      }
      if replaces { try staged.publish(replacing: name) } else { try staged.publish(at: name) }
      do throws(Errno) {
        try path.folder.synchronizeFolder()
      } catch {
        throw FileError.system(.write, path.folder, error)
      }
      return content
    } catch FileError.exists {
      throw BackupError.fileExists(path)
    } catch let error as FileError {
      throw JournalError.file(error)
    }
  }

  private func check(_ path: FilePath, _ replaces: Bool) throws {
    let (folder, own) = (try look(at: path.folder), try look(at: journal.folder))
    if let name = path.lastComponent, String(decoding: name).hasPrefix("journal."),
      folder.inode == own.inode, folder.deviceID == own.deviceID
    {
      throw BackupError.isOfTheJournal(path)
    }
    let type: FileType
    do throws(Errno) {
      type = try path.stat(followTargetSymlink: false).type
    } catch {
      guard error == .noSuchFileOrDirectory else {
        throw JournalError.file(.system(.create, path, error))
      }
      return
    }
    guard replaces else { throw BackupError.fileExists(path) }
    guard type == .regular else {
      throw JournalError.file(.notReplaceable(path, type == .directory ? .folder : .unknown))
    }
    guard isDatabase(path) else { throw BackupError.isNoBackup(path) }
  }

  /// Whether a file is empty, or begins as SQLite's do.
  private func isDatabase(_ path: FilePath) -> Bool {
    guard let file = try? FileDescriptor.openToRead(path) else { return false }
    defer { try? file.close() }
    let start = try? file.bytes(upTo: DatabaseFiles.header.count)
    return start == DatabaseFiles.header || start == []
  }

  /// Removes the copies that killed programs left in a folder, with SQLite's files beside them. What
  /// cannot be looked at stays: it is in nobody's way.
  private func removeAbandonedCopies(in folder: FilePath) {
    guard let files = try? ContainingFolder(folder) else { return }
    files.removeAbandoned(in: nil)
    guard let entries = try? files.entries(of: nil) else { return }
    // SQLite's files go with their copy.
    for entry in entries where entry.kind == .file {
      let name = String(decoding: entry.name)
      guard let suffix = ["-journal", "-wal", "-shm"].first(where: name.hasSuffix),
        ContainingFolder.isTemporary(String(name.dropLast(suffix.count))),
        let copy = try? ContainedPath(String(name.dropLast(suffix.count))), !files.has(copy),
        let path = try? ContainedPath(name)
      else { continue }
      try? files.remove(path)
    }
  }

  private func look(at folder: FilePath) throws -> Stat {
    do throws(Errno) {
      return try folder.stat()
    } catch {
      throw JournalError.file(.system(.open, folder, error))
    }
  }

  /// Copies the database into an empty file, of which it makes a database without a log beside it.
  private func fill(_ copy: FilePath) throws -> BackupContent {
    var configuration = Configuration()
    configuration.label = "daystamp.backup"
    configuration.prepareDatabase { db in
      // Nobody else opens it: no file of shared memory is needed.
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
    }
    let queue = try DatabaseQueue(path: String(decoding: copy), configuration: configuration)
    let areas = journal.store.areas
    try journal.store.database.backup(to: queue)
    let content = try queue.inDatabase { db in
      try db.execute(sql: "PRAGMA journal_mode = DELETE")
      for table in areas.flatMap(\.passingTables) { try db.execute(sql: "DELETE FROM \(table)") }
      try checkIntegrity(db)
      var counts: [String: Int] = [:]
      for table in areas.compactMap(\.countedTable) { counts[table] = try count(table, db) }
      return BackupContent(owners: try count("owner", db), counts: counts)
    }
    try queue.close()
    return content
  }

  private func count(_ table: String, _ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
  }

  private func checkIntegrity(_ db: Database) throws {
    let problem = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
    guard problem == "ok" else {
      throw JournalError.database(
        DatabaseFailure(kind: .corrupt, code: 0, message: problem ?? ""))
    }
  }
}

/// Why no backup was written; the wording is the caller's.
package enum BackupError: Error, Sendable {
  /// There is a file of the backup's name.
  case fileExists(FilePath)
  /// The file to be replaced is no backup, but something else.
  case isNoBackup(FilePath)
  /// The backup would take the place of a file that the journal itself uses.
  case isOfTheJournal(FilePath)
}

/// The content of a backup.
package struct BackupContent: Sendable, Hashable {
  package let owners: Int
  /// The rows of the tables that areas have counted.
  package let counts: [String: Int]

  package init(owners: Int, counts: [String: Int]) { (self.owners, self.counts) = (owners, counts) }
}
