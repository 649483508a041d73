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
  private static let patience = 5.0

  static func databasePath(in folder: FilePath) -> FilePath { folder.appending("journal.sqlite") }

  /// Opens a folder's database, made by ``make(in:)`` or earlier, and brings it to today's schema.
  ///
  /// - Throws: ``JournalError``.
  init(opening folder: FilePath) throws {
    self.folder = folder
    var configuration = Configuration()
    configuration.label = "daystamp.journal"
    configuration.busyMode = .timeout(Self.patience)
    configuration.prepareDatabase { db in
      // A post that was told of survives the loss of power.
      try db.execute(sql: "PRAGMA synchronous = FULL")
    }
    database = try JournalError.wrapping {
      let path = String(decoding: Self.databasePath(in: folder))
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let isReady = try queue.inDatabase { db in
        try Schema.check(db) == Schema.version && Self.isWriteAheadLogged(db)
      }
      if !isReady {
        // One process at a time changes the journal mode, for which SQLite does not wait.
        try FolderLock(folder).hold(.exclusive) {
          try queue.inDatabase { db in
            if try !Self.isWriteAheadLogged(db) { try db.execute(sql: "PRAGMA journal_mode = WAL") }
            try Schema.migrate(db)
          }
        }
      }
      return queue
    }
    try LooseFiles(self).removeAbandoned()
  }

  private static func isWriteAheadLogged(_ db: Database) throws -> Bool {
    try String.fetchOne(db, sql: "PRAGMA journal_mode") == "wal"
  }

  /// Makes the folder, for its owner alone, where it is not there.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  static func make(_ folder: FilePath) throws {
    do {
      _ = try folder.createFolders(permissions: .ownerReadWriteExecute)
    } catch {
      throw JournalError.file(.system(.create, folder, error))
    }
  }

  /// Whether the folder has a journal's database.
  static func exists(in folder: FilePath) throws -> Bool {
    do {
      _ = try databasePath(in: folder).stat()
      return true
    } catch .noSuchFileOrDirectory {
      return false
    } catch {
      throw JournalError.file(.system(.open, databasePath(in: folder), error))
    }
  }
}
