import CLinux
import GRDBSQLite

/// The memory that processes share of a database with a log: a file (`-shm`) that SQLite maps, 32 KB of it for
/// each 4,096 frames of the log.
///
/// SQLite lets it grow by one byte in every 4,096 (os_unix.c: unixShmMap), which leaves holes where a file
/// system has smaller blocks. On a full disk, who writes into a hole is ended by a signal (SIGBUS).
enum SharedMemory {
  /// Has SQLite map only what has its place on the disk, for all databases of the process. Where there is no
  /// room for it, SQLite says SQLITE_IOERR_SHMMAP.
  static func allocate() { _ = isAllocated }

  private typealias Map =
    @convention(c) (UnsafeMutableRawPointer?, Int, CInt, CInt, CInt, off_t)
    -> UnsafeMutableRawPointer?

  private static let isAllocated: Bool = {
    // Another build of SQLite may have no such table of system calls; then it maps as it always did.
    guard let system = sqlite3_vfs_find(nil), system.pointee.iVersion >= 3,
      let set = system.pointee.xSetSystemCall
    else { return false }
    // SQLite gives the function its own type back before it calls it.
    let map = unsafeBitCast(cfiles_map_allocated as Map, to: sqlite3_syscall_ptr.self)
    return set(system, "mmap", map) == SQLITE_OK
  }()
}
