import Files
import GRDBSQLite
import SystemPackage

/// What is looked at of a database's write-ahead log before SQLite plays it into the database and removes it.
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
    guard size(of: file, files) > LogHeader.size else { return }
    if size(of: JournalStore.databaseFile, files) == 0 { throw JournalError.logAlone(path) }
    if isBackup(JournalStore.databasePath(in: files.path)) { throw JournalError.foreignLog(path) }
    // What another process is writing is whole when it is read again.
    guard let place = try firstLost(files), try firstLost(files) == place else { return }
    throw JournalError.damagedLog(path)
  }

  /// Whether a database says that it has no log (SQLite file format, section 1.3.2). A backup has none; the
  /// log of the database that it replaced would change it.
  ///
  /// SQLite opens the file, and reads nothing of it by itself: to close a descriptor of one's own would let go
  /// of the locks that SQLite has on the file.
  private static func isBackup(_ path: FilePath) -> Bool {
    var db: OpaquePointer?
    defer { sqlite3_close(db) }
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_open_v2(String(decoding: path), &db, SQLITE_OPEN_READONLY, nil)
    guard code == SQLITE_OK,
      sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let file, let read = file.pointee.pMethods?.pointee.xRead
    else { return false }
    var versions: [UInt8] = [0, 0]
    return read(file, &versions, 2, 18) == SQLITE_OK && versions == [1, 1]
  }

  private static func size(of name: ContainedPath, _ files: ContainingFolder) -> Int {
    ((try? files.status(name).size).map { Int($0) }) ?? 0
  }

  private static func firstLost(_ files: ContainingFolder) throws -> Int? {
    do {
      let log: FileDescriptor
      do throws(FileError) {
        log = try files.openFile(file)
      } catch .system(_, _, .noSuchFileOrDirectory) {
        // The last other process removed it.
        return nil
      }
      defer { try? log.close() }
      do throws(Errno) {
        return try firstLost(log)
      } catch {
        throw FileError.system(.read, files.path.pushing(file), error)
      }
    } catch let error as FileError {
      throw JournalError.file(error)
    }
  }

  /// Where the first frame is that SQLite does not read though transactions come after it: one that has its
  /// end, and the beginning of another, which was written once that end was on the disk. What is damaged in
  /// the last transaction alone may as well be one that was never finished.
  ///
  /// - Returns: bytes from the log's beginning; nil where there is none.
  static func firstLost(_ log: FileDescriptor) throws(Errno) -> Int? {
    let header = try log.bytes(from: 0, upTo: LogHeader.size).withUnsafeBytes { bytes in
      LogHeader(bytes).flatMap { $0.isWhole(in: bytes) ? $0 : nil }
    }
    guard let header else { return try hasFrames(log) ? 0 : nil }
    var (first, isEnded, lost) = (Int?.none, false, Int?.none)
    // The sum of the frame before, and that which it says.
    var seeds = [header.sum]
    try forEachFrame(log, pageSize: header.pageSize) { frame, offset in
      let sums = seeds.map { frame.sum(after: $0, header.isBigEndian) }
      let isWhole = frame.salts == header.salts && sums.contains(frame.said)
      // From there on the log is what an earlier turn left.
      if !isWhole, header.isOfEarlierTurn(frame) { return false }
      if isWhole, isEnded { lost = first }
      if !isWhole { first = first ?? offset }
      if first != nil, frame.endsTransaction { isEnded = true }
      seeds = isWhole ? [frame.said] : [frame.said, sums[0]]
      return lost == nil
    }
    return lost
  }

  /// Whether a log with a damaged header has frames that follow one another.
  private static func hasFrames(_ log: FileDescriptor) throws(Errno) -> Bool {
    var (seed, isFound) = (LogSum?.none, false)
    try forEachFrame(log, pageSize: 4_096) { frame, _ in
      if let seed { isFound = frame.byteOrder(after: seed) != nil }
      seed = frame.said
      return !isFound
    }
    return isFound
  }

  /// Goes through whole frames until the work says that it is enough.
  private static func forEachFrame(
    _ log: FileDescriptor, pageSize: Int, _ work: (LogFrame, _ offset: Int) -> Bool
  ) throws(Errno) {
    let size = LogFrame.headerSize + pageSize
    var offset = LogHeader.size
    while case let piece = try log.bytes(from: offset, upTo: 64 * size), piece.count >= size {
      let goesOn = piece.withUnsafeBytes { bytes in
        LogFrame.forEach(in: bytes, from: 0, pageSize: pageSize) { work($0, offset + $1) }
      }
      if !goesOn { return }
      offset += piece.count / size * size
    }
  }
}
