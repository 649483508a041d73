import Files
import Glibc
import GRDB
import SystemPackage

/// How a journal's database is opened.
///
/// SQLite needs to write even to read a database that has a write-ahead log: the log itself, and a
/// file of the memory that processes share (`-shm`). Where these cannot be made, a process keeps that
/// memory to itself (SQLite, "Write-Ahead Logging", sections 8 and 9).
enum DatabaseAccess: Sendable {
  /// As many processes as like.
  case shared
  /// By this process alone, which locks all others out; for a full disk.
  case alone
  /// To be read, with all locks.
  case reading
  /// To be read with a log that nobody else uses, since there is no shared memory. No locks can be
  /// taken.
  case readingLog
  /// To be read where there is no log. No locks can be taken.
  case readingStill

  var isReadOnly: Bool {
    switch self {
    case .shared, .alone: false
    case .reading, .readingLog, .readingStill: true
    }
  }

  /// Whether others can change the database while it is read, which then has to be seen afterwards.
  var hasLocks: Bool {
    switch self {
    case .shared, .alone, .reading: true
    case .readingLog, .readingStill: false
    }
  }

  /// What SQLite opens: a path, or a URI with parameters (SQLite, "Uniform Resource Identifiers").
  func name(in folder: FilePath) -> String {
    let path = JournalStore.databasePath(in: folder)
    let parameter: String
    switch self {
    case .shared, .alone, .reading: return String(decoding: path)
    case .readingLog: parameter = "vfs=unix-none"
    case .readingStill: parameter = "immutable=1"
    }
    return "file:\(Self.escaped(path))?mode=ro&\(parameter)"
  }

  private static func escaped(_ path: FilePath) -> String {
    path.withPlatformString { start in
      var text = ""
      for byte in UnsafeBufferPointer(start: start, count: strlen(start)).lazy.map({
        UInt8(bitPattern: $0)
      }) {
        let scalar = Unicode.Scalar(byte)
        let isPlain =
          byte < 0x80
          && (scalar.properties.isAlphabetic || "/-._0123456789".unicodeScalars.contains(scalar))
        let digits = String(byte, radix: 16)
        text += isPlain ? String(scalar) : "%" + (byte < 16 ? "0" : "") + digits
      }
      return text
    }
  }

  /// Sets a connection up, before anything is read through it.
  func prepare(_ db: Database) throws {
    switch self {
    case .shared, .reading, .readingStill: break
    case .alone, .readingLog: try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
    }
    // Folders for temporary files may be read-only or full as well.
    if case .shared = self {} else { try db.execute(sql: "PRAGMA temp_store = MEMORY") }
  }

  /// The ways in which a folder's database may be opened, the best first.
  static func ways(in folder: FilePath) -> [DatabaseAccess] {
    let database = JournalStore.databasePath(in: folder)
    guard folder.isWriteProtected || database.isWriteProtected else { return [.shared, .alone] }
    // What a rollback journal holds must be put back before anything is read.
    if database.beside("-journal").hasBytes { return [.reading] }
    return [.reading, database.beside("-wal").hasBytes ? .readingLog : .readingStill]
  }

  /// Whether a database that cannot be opened with this error may be in another way.
  static func mayOpenOtherwise(after error: DatabaseError) -> Bool {
    switch error.resultCode {
    case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_FULL: true
    default: error.isOfSharedMemory
    }
  }
}

extension DatabaseError {
  /// Whether the memory that processes share, which lies in a file, could not be had: there was no room.
  var isOfSharedMemory: Bool {
    [.SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMMAP].contains(extendedResultCode)
  }
}

extension FilePath {
  /// Whether this process cannot write to the file or folder, which is there.
  fileprivate var isWriteProtected: Bool {
    withPlatformString { faccessat(AT_FDCWD, $0, W_OK, AT_EACCESS) } != 0 && errno != ENOENT
  }

  fileprivate var hasBytes: Bool { ((try? stat())?.size ?? 0) > 0 }

  /// The file of this name with something after it.
  fileprivate func beside(_ suffix: String) -> FilePath {
    FilePath(String(decoding: self) + suffix)
  }
}

/// Shows whether a database that is read without locks is still the same.
struct DatabaseVersion: Sendable, Equatable {
  private let files: [[Int]]

  init(in folder: FilePath) {
    let database = JournalStore.databasePath(in: folder)
    files = [database, database.beside("-wal")].map { file in
      guard let stat = try? file.stat() else { return [] }
      return [
        Int(stat.size), Int(stat.st_mtim.tv_sec), Int(stat.st_mtim.tv_nsec),
        Int(truncatingIfNeeded: stat.inode.rawValue),
      ]
    }
  }
}

extension JournalStore {
  /// Opens a folder's database in the best way that works.
  ///
  /// - Parameters:
  ///   - folder: the journal's.
  ///   - reserve: what is freed for a process that serves others.
  ///   - isShared: whether the process lasts, so that it must not lock others out.
  ///   - open: opens it and reads from it.
  /// - Returns: what `open` returns, and the way.
  /// - Throws: the first error of `open`.
  static func open<Opened>(
    in folder: FilePath, _ reserve: SpaceReserve, isShared: Bool,
    _ open: (DatabaseAccess) throws -> Opened
  ) throws -> (Opened, DatabaseAccess) {
    var ways = DatabaseAccess.ways(in: folder)
    let first = ways.removeFirst()
    do {
      return (try open(first), first)
    } catch let error as DatabaseError where DatabaseAccess.mayOpenOtherwise(after: error) {
      if isShared, first == .shared, reserve.free(), let opened = try? open(first) {
        return (opened, first)
      }
      for way in ways {
        do {
          return (try open(way), way)
        } catch let other as DatabaseError where DatabaseAccess.mayOpenOtherwise(after: other) {
          // A log's own name may be what there is no room for.
          if way == .alone, reserve.free(), let opened = try? open(way) { return (opened, way) }
        }
      }
      throw error
    }
  }

  /// Checks that the journal can be written to.
  ///
  /// - Throws: ``JournalError/database(_:)`` where it can only be read.
  package func checkIsWritable() throws {
    guard isReadOnly else { return }
    throw JournalError.database(
      DatabaseFailure(
        kind: .readOnly, code: Int(ResultCode.SQLITE_READONLY.rawValue),
        message: "its folder or its disk is write-protected"))
  }

  /// Checks, after reading, that nobody changed the database meanwhile, where no lock kept them from it.
  ///
  /// - Throws: ``JournalError/database(_:)`` as where another program holds it for too long.
  func checkIsSame() throws {
    guard let version, version != DatabaseVersion(in: folder) else { return }
    throw JournalError.database(
      DatabaseFailure(
        kind: .locked, code: Int(ResultCode.SQLITE_BUSY.rawValue), message: "changed while read"))
  }
}
