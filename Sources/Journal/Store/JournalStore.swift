import Files
import GRDB
import Glibc
import Stamping
import SystemPackage

/// A journal's folder: the database and, beside it, the photos.
///
/// Many processes may use one folder at once: SQLite's write-ahead log keeps readers and writers
/// apart, and ``FolderLock`` keeps files and rows together.
struct JournalStore: Sendable {
  let folder: FilePath
  let database: any DatabaseWriter

  /// How long a process waits for another that writes, in seconds.
  static let usualPatience = 5.0

  static func databasePath(in folder: FilePath) -> FilePath { folder.appending("journal.sqlite") }

  /// Opens a folder's database and brings it to today's schema.
  ///
  /// - Parameters:
  ///   - folder: the journal's, which must be there.
  ///   - patience: how long another process that writes is waited for, in seconds.
  ///   - readers: how many threads of this process may read at the same time.
  ///   - fill: gives a database that is made its first rows, in the transaction that makes it; nil
  ///     where none is to be made.
  /// - Throws: ``JournalError``, ``JournalError/noJournal(_:)`` where the database is still empty and
  ///   is not to be made.
  init(
    opening folder: FilePath, patience: Double = usualPatience, readers: Int = 1,
    filling fill: ((Database) throws -> Void)? = nil
  ) throws {
    self.folder = folder
    var configuration = Configuration()
    configuration.label = "daystamp.journal"
    configuration.busyMode = .timeout(patience)
    configuration.prepareDatabase { db in
      // A post that was told of survives the loss of power.
      try db.execute(sql: "PRAGMA synchronous = FULL")
    }
    if fill != nil { try Self.makeFile(in: folder) }
    database = try JournalError.wrapping {
      let path = String(decoding: Self.databasePath(in: folder))
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let isReady = try queue.inDatabase { db in
        try Schema.check(db) == Schema.version && Self.isWriteAheadLogged(db)
      }
      if !isReady {
        // One process at a time changes the journal mode, for which SQLite does not wait.
        try FolderLock(folder).hold(.exclusive) {
          try queue.inDatabase { db in try Self.prepare(db, in: folder, filling: fill) }
        }
      }
      guard readers > 1 else { return queue }
      try queue.close()
      configuration.maximumReaderCount = readers
      return try DatabasePool(path: path, configuration: configuration)
    }
    do {
      try LooseFiles(self).removeAbandoned()
    } catch is JournalError {
      // Where nothing can be written the journal can still be read, and a full disk be emptied. What
      // is loose stays written down, and a check tells of it.
    }
  }

  /// Makes the tables, or brings them to today's version; nothing where another process did.
  private static func prepare(
    _ db: Database, in folder: FilePath, filling fill: ((Database) throws -> Void)?
  ) throws {
    if try Schema.check(db) == 0 {
      try checkIsNew(folder)
      guard fill != nil else { throw JournalError.noJournal(folder) }
    }
    if try !isWriteAheadLogged(db) { try db.execute(sql: "PRAGMA journal_mode = WAL") }
    try Schema.migrate(db, filling: fill)
  }

  /// - Throws: ``JournalError/databaseLost(photos:)`` where the folder has photos: a database is made
  ///   before there are any.
  private static func checkIsNew(_ folder: FilePath) throws {
    let photos = folder.pushing(photosFolder)
    guard try !photos.hasEntries() else { throw JournalError.databaseLost(photos: photos) }
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
  private static func makeFile(in folder: FilePath) throws {
    let path = databasePath(in: folder)
    do {
      let file = try FileDescriptor.open(
        path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: .ownerReadWrite)
      try file.close()
    } catch Errno.fileExists {
      // It is not even opened: closing it would let go of the locks that SQLite has on it.
    } catch let error as Errno {
      throw JournalError.file(.system(.create, path, error))
    }
  }

  /// Looks whether the folder has a database.
  ///
  /// - Throws: ``JournalError/noJournal(_:)`` where it has none, ``JournalError/databaseLost(photos:)``
  ///   where it had one.
  static func checkExists(in folder: FilePath) throws {
    do {
      _ = try databasePath(in: folder).stat()
    } catch .noSuchFileOrDirectory {
      try checkIsNew(folder)
      throw JournalError.noJournal(folder)
    } catch {
      throw JournalError.file(.system(.open, databasePath(in: folder), error))
    }
  }
}
