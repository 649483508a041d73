import Files
import GRDBSQLite
import SystemPackage

/// Checks a database's write-ahead log before SQLite applies it to the database and removes it.
///
/// SQLite reads a log up to the first frame that is damaged, and deletes one that lies beside an empty database
/// (SQLite, "Write-Ahead Logging", section 6): what comes after that would be lost without a word.
enum DatabaseLog {
  static let file: ContainedPath = "journal.sqlite-wal"

  /// Checks that nothing is lost where SQLite reads the log.
  ///
  /// - Throws: ``JournalError/logAlone(_:)`` where there is no database beside it,
  ///   ``JournalError/foreignLog(_:)`` where that is a backup, ``JournalError/damagedLog(_:)`` where
  ///   transactions follow what is damaged, ``JournalError/file(_:)``.
  static func check(_ files: ContainingFolder) throws {
    let path = files.path.pushing(file)
    guard size(of: file, files) > LogFrames.headerSize else { return }
    if size(of: JournalStore.databaseFile, files) == 0 { throw JournalError.logAlone(path) }
    let database = DatabaseFile(JournalStore.databasePath(in: files.path))
    // SQLite says why it cannot be read.
    guard let header = database.bytes(from: 0, count: DatabasePages.firstHeaderSize) else { return }
    // A backup has no log (SQLite file format, section 1.3.2): that of the database that it replaced would
    // change it.
    if header[18...19] == [1, 1] { throw JournalError.foreignLog(path) }
    let pageSize = DatabasePages.writtenSize(header)
    // What another process is writing is whole when it is read again.
    guard let found = try lossy(files, database, pageSize),
      try lossy(files, database, pageSize) == found
    else { return }
    throw JournalError.damagedLog(path)
  }

  private static func size(of name: ContainedPath, _ files: ContainingFolder) -> Int {
    ((try? files.status(name).size).map { Int($0) }) ?? 0
  }

  /// The log, where SQLite would lose some of it.
  private static func lossy(
    _ files: ContainingFolder, _ database: DatabaseFile, _ pageSize: Int
  ) throws -> LogFrames? {
    do {
      let log: FileDescriptor
      do throws(FileError) {
        log = try files.openFile(file)
      } catch .system(_, _, .noSuchFileOrDirectory) {
        // The last other process removed it.
        return nil
      }
      defer { try? log.close() }
      do {
        return try lossy(log, database, pageSize)
      } catch let error as Errno {
        throw FileError.system(.read, files.path.pushing(file), error)
      }
    } catch let error as FileError {
      throw JournalError.file(error)
    }
  }

  private static func lossy(
    _ log: FileDescriptor, _ database: DatabaseFile, _ pageSize: Int
  ) throws -> LogFrames? {
    let frames = try LogFrames(pageSize: pageSize) { try log.bytes(from: $0, upTo: $1) }
    let number = frames.number { database.bytes(from: $0, count: $1) }
    return frames.losesChanges(beside: number) ? frames : nil
  }
}

/// A database's file on the disk.
///
/// SQLite opens it, and reads nothing of it by itself: to close a descriptor of one's own would let go of the
/// locks that SQLite has on the file.
private final class DatabaseFile {
  private var database: OpaquePointer?

  init(_ path: FilePath) {
    let code = sqlite3_open_v2(String(decoding: path), &database, SQLITE_OPEN_READONLY, nil)
    guard code != SQLITE_OK else { return }
    sqlite3_close(database)
    database = nil
  }

  deinit { sqlite3_close(database) }

  /// Bytes of it; nil where they cannot be read, or are not all there.
  func bytes(from offset: Int, count: Int) -> [UInt8]? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard let database,
      sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let file, let read = file.pointee.pMethods?.pointee.xRead
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    return read(file, &bytes, CInt(count), sqlite3_int64(offset)) == SQLITE_OK ? bytes : nil
  }
}
