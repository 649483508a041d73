import GRDB
import Synchronization
import SystemPackage

/// A further connection of this process, to read by while the first one writes: a read then waits
/// neither for a transaction nor for the disk, and sees what was committed before.
///
/// It is opened when it is first asked for: one read is done sooner than that.
final class SecondReader: Sendable {
  /// The first connection, which is to be closed last: one that only reads leaves SQLite's log behind
  /// (sqlite.org/wal.html, section 2.1).
  private let database: any DatabaseWriter
  private let opened = Mutex<DatabaseQueue?>(nil)
  /// Nil where the first is read by itself.
  private let open: (@Sendable () throws -> DatabaseQueue)?

  /// - Parameters:
  ///   - database: what the process has opened. A pool has readers of its own, and a database that
  ///     others are locked out of has no further connection; either is read by itself.
  ///   - folder: the journal's.
  ///   - access: how the database was opened.
  ///   - configuration: that of every connection.
  ///   - schema: what is looked for in the database before it is trusted.
  init(
    beside database: any DatabaseWriter, in folder: FilePath, _ access: DatabaseAccess,
    _ configuration: Configuration, _ schema: Schema
  ) {
    self.database = database
    guard database is DatabaseQueue, case .shared = access else {
      open = nil
      return
    }
    var configuration = configuration
    configuration.readonly = true
    configuration.prepareDatabase { db in _ = try schema.check(db) }
    let (path, ofReader) = (access.name(in: folder), configuration)
    open = { try DatabaseQueue(path: path, configuration: ofReader) }
  }

  deinit { close() }

  /// Closes the further connection.
  func close() { try? opened.withLock { try $0?.close() } }

  /// - Throws: `DatabaseError`, ``JournalError``.
  func reader() throws -> any DatabaseReader {
    guard let open else { return database }
    return try opened.withLock { opened in
      if let opened { return opened }
      let new = try open()
      opened = new
      return new
    }
  }
}
