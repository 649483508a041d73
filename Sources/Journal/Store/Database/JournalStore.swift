package import Files
import Glibc
package import GRDB
package import SystemPackage

/// A journal's folder: the database and, beside it, the files that its rows name.
///
/// Many processes may use one folder at once: SQLite's write-ahead log keeps readers and writers
/// apart, and ``FolderLock`` keeps files and rows together.
package struct JournalStore: Sendable {
  package let folder: FilePath
  /// All files of the journal but the database's own are opened, made and removed by this.
  package let files: ContainingFolder
  package let database: any DatabaseWriter
  /// What reads while `database` writes.
  let secondReader: SecondReader
  /// Whether the journal can only be read, since its folder or its disk is write-protected.
  package let isReadOnly: Bool
  /// The database that was opened, where no locks keep others from changing it.
  let version: DatabaseVersion?
  /// What the journal is made of, the store's own tables first.
  let areas: [Area]
  let notes = Notes()
  let writeTurns = WriteTurns()

  /// How long a process waits for another that writes, in seconds.
  static let usualPatience = 5.0

  package static let databaseFile: ContainedPath = "journal.sqlite"
  static func databasePath(in folder: FilePath) -> FilePath { folder.pushing(databaseFile) }

  /// Opens a folder's database and migrates it to today's schema.
  ///
  /// - Parameters:
  ///   - folder: the journal's, which must be there.
  ///   - areas: what the journal is made of.
  ///   - patience: how long another process that writes is waited for, in seconds.
  ///   - readers: how many threads of this process may read at the same time.
  ///   - fill: inserts the first rows of a new database, in the transaction that creates its tables;
  ///     nil where none is to be created.
  /// - Throws: ``JournalError``, ``JournalError/noJournal(_:)`` where the database is still empty and
  ///   is not to be created.
  init(
    opening folder: FilePath, areas: [Area], patience: Double = usualPatience, readers: Int = 1,
    filling fill: ((Database) throws -> Void)? = nil
  ) throws {
    self.folder = folder
    let files = try Self.open(folder)
    self.files = files
    self.areas = [.store] + areas
    let schema = Schema(self.areas)
    if fill != nil { try Self.makeFile(in: files) }
    let reserve = SpaceReserve(in: files)
    var found: DatabaseVersion?
    let (opened, access) = try JournalError.wrapping {
      try Self.open(in: folder, reserve, isShared: readers > 1) { access in
        found = access.hasLocks ? nil : DatabaseVersion(in: folder)
        return try Self.open(files, access, patience, schema, filling: fill)
      }
    }
    isReadOnly = access.isReadOnly
    version = found
    let configuration = Self.configuration(access, patience)
    let database: any DatabaseWriter = try JournalError.wrapping {
      guard readers > 1, access == .shared else { return opened }
      try opened.close()
      var configuration = configuration
      configuration.maximumReaderCount = readers
      configuration.prepareDatabase { db in _ = try schema.check(db) }
      return try DatabasePool(path: access.name(in: folder), configuration: configuration)
    }
    self.database = database
    secondReader = SecondReader(beside: database, in: folder, access, configuration, schema)
    finishOpening()
  }

  private static func configuration(_ access: DatabaseAccess, _ patience: Double) -> Configuration {
    SharedMemory.allocate()
    var configuration = Configuration()
    configuration.label = "daystamp.journal"
    configuration.busyMode = .timeout(patience)
    configuration.readonly = access.isReadOnly
    configuration.prepareDatabase { db in
      // Before any statement that has SQLite read the schema, until that is found to be ours.
      ReadingBounds.tighten(db)
      try access.prepare(db)
      // A post that was reported survives the loss of power.
      if !access.isReadOnly { try db.execute(sql: "PRAGMA synchronous = FULL") }
      // KiB: the latest posts, which a search looks at, and what leads to the others.
      try db.execute(sql: "PRAGMA cache_size = -8192")
      try db.execute(sql: "PRAGMA cell_size_check = ON")
    }
    return configuration
  }

  /// Opens the database in one way, and migrates it where that is needed.
  private static func open(
    _ files: ContainingFolder, _ access: DatabaseAccess, _ patience: Double, _ schema: Schema,
    filling fill: ((Database) throws -> Void)?
  ) throws -> DatabaseQueue {
    let folder = files.path
    let queue = try DatabaseQueue(
      path: access.name(in: folder), configuration: configuration(access, patience))
    let isReady = try queue.inDatabase { db in
      let version = try schema.check(db)
      if access.isReadOnly { try schema.checkIsToday(version, in: folder) }
      return try version == schema.version && (access.isReadOnly || isWriteAheadLogged(db))
    }
    if !isReady {
      // One process at a time changes the journal mode, for which SQLite does not wait.
      try FolderLock(folder).hold(.exclusive) {
        try queue.inDatabase { db in try prepare(db, schema, in: files, filling: fill) }
      }
    }
    return queue
  }

  /// Closes the database, even if finished threads still hold it: SQLite's log goes with the last
  /// connection. No query works afterwards.
  package func close() {
    secondReader.close()
    try? database.close()
  }

  /// Does what every opening of a journal does that can be written to.
  private func finishOpening() {
    guard !isReadOnly else { return }
    reserve.keep()
    for folder in [nil, Self.photosFolder, Self.thumbnailsFolder] {
      files.removeAbandoned(in: folder)
    }
    do {
      try LooseFiles(self).removeAbandoned()
    } catch {
      // Where nothing can be written the journal can still be read, and a full disk be emptied. What
      // is loose stays written down, and a check reports it.
    }
  }

  /// Makes the tables, or migrates them to today's version; nothing where another process did.
  private static func prepare(
    _ db: Database, _ schema: Schema, in files: ContainingFolder,
    filling fill: ((Database) throws -> Void)?
  ) throws {
    if try schema.check(db) == 0 {
      try checkIsNew(files)
      guard fill != nil else { throw JournalError.noJournal(files.path) }
    }
    if try !isWriteAheadLogged(db) { try db.execute(sql: "PRAGMA journal_mode = WAL") }
    do {
      try schema.migrate(db, filling: fill)
    } catch {
      if error.isDiskFull { try? db.shrinkFile(in: files.path) }
      throw error
    }
  }

  /// Checks that a folder without a database, or with an empty one, never had another.
  ///
  /// - Throws: ``JournalError/unfinishedSalvage(_:)``, ``JournalError/databaseLost(photos:)`` where the
  ///   folder has photos: a database is made before there are any.
  static func checkIsNew(_ files: ContainingFolder) throws {
    guard !files.has(SalvageFolder.work) else { throw JournalError.unfinishedSalvage(files.path) }
    let entries: [FolderListing.Entry]
    do throws(FileError) {
      entries = try files.entries(of: photosFolder)
    } catch .system(_, _, .noSuchFileOrDirectory) {
      return
    } catch {
      throw JournalError.file(error)
    }
    guard entries.isEmpty else {
      throw JournalError.databaseLost(photos: files.path.pushing(photosFolder))
    }
  }

  /// Opens the folder and checks that none of what is kept in it is a symbolic link: what a journal from
  /// elsewhere links to is not its own.
  ///
  /// - Throws: ``JournalError/file(_:)``, and as ``DatabaseFiles/check(_:)`` and ``DatabaseLog/check(_:)``.
  private static func open(_ folder: FilePath) throws -> ContainingFolder {
    let files: ContainingFolder
    do throws(FileError) {
      files = try ContainingFolder(folder)
      for name in [photosFolder, thumbnailsFolder, FileMoves.setAsideFolder] {
        if files.isLink(name) { throw .symbolicLink(folder.pushing(name)) }
      }
    } catch {
      throw JournalError.file(error)
    }
    try DatabaseFiles.check(files)
    try DatabaseLog.check(files)
    return files
  }

  private static func isWriteAheadLogged(_ db: Database) throws -> Bool {
    try String.fetchOne(db, sql: "PRAGMA journal_mode") == "wal"
  }

  /// Makes the folder, for its owner alone, where it is not there, and puts its name on the disk.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  static func make(_ folder: FilePath) throws {
    do throws(Errno) {
      for made in try folder.createFolders(permissions: .ownerReadWriteExecute) {
        try made.folder.synchronizeFolder()
      }
    } catch {
      throw JournalError.file(.system(.create, folder, error))
    }
  }

  /// Makes the database's file, empty, for its owner alone, where it is not there: SQLite would take
  /// the permissions of the process, and gives its other files those of this one.
  private static func makeFile(in files: ContainingFolder) throws {
    guard !files.has(databaseFile) else { return }
    try checkIsNew(files)
    do throws(FileError) {
      let file = try files.create(databaseFile, permissions: .ownerReadWrite)
      try? file.close()
    } catch .exists {
      // It is not even opened: closing it would let go of the locks that SQLite has on it.
    } catch {
      throw JournalError.file(error)
    }
  }

  /// Checks that the folder has a database.
  ///
  /// - Throws: ``JournalError/noJournal(_:)`` where it has none, ``JournalError/databaseLost(photos:)``
  ///   where it had one, ``JournalError/unfinishedSalvage(_:)`` where a salvage has not finished.
  static func checkExists(in folder: FilePath) throws {
    do {
      let files = try ContainingFolder(folder)
      if files.has(databaseFile) { return }
      try DatabaseLog.check(files)
      try checkIsNew(files)
      throw JournalError.noJournal(folder)
    } catch FileError.system(_, _, .noSuchFileOrDirectory) {
      throw JournalError.noJournal(folder)
    } catch let error as FileError {
      throw JournalError.file(error)
    }
  }
}

extension JournalStore {
  /// Whether folder and database belong to the user of this process, so that nobody else chose the
  /// settings in it. False if the folder cannot be read.
  package var isOfThisUser: Bool {
    [folder, Self.databasePath(in: folder)].allSatisfy { path in
      (try? path.stat())?.userID.rawValue == geteuid()
    }
  }
}

/// The files of the journal; paths are from its folder, nil for the folder itself.
extension JournalStore {
  /// A folder on another disk is mounted there: no symbolic link beneath the journal is followed.
  package static let photosFolder: ContainedPath = "photos"
  package static let thumbnailsFolder: ContainedPath = "thumbnails"

  /// Writes a file that gets its name later, below the folder of the photos and on the same file
  /// system.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  package func stage(_ bytes: [UInt8]) throws -> StagedFile {
    try checkIsWritable()
    do throws(FileError) {
      do throws(FileError) {
        return try staged(bytes)
      } catch .system(.create, _, .noSuchFileOrDirectory) {
        let changed = try files.createFolders(
          Self.photosFolder, permissions: .ownerReadWriteExecute)
        for folder in changed { try files.synchronize(folder) }
        return try staged(bytes)
      }
    } catch {
      throw JournalError.file(error)
    }
  }

  private func staged(_ bytes: [UInt8]) throws(FileError) -> StagedFile {
    try StagedFile(bytes, beneath: files, in: Self.photosFolder, permissions: .ownerReadWrite)
  }

  /// Whether anything has this path, even a link that leads nowhere.
  package func hasFile(_ path: ContainedPath) -> Bool { files.has(path) }

  /// Writes the names in folders to the disk; a missing folder has none.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  package func synchronize(_ folders: some Sequence<ContainedPath?>) throws {
    do throws(FileError) {
      for folder in folders { try files.synchronize(folder) }
    } catch {
      throw JournalError.file(error)
    }
  }
}
