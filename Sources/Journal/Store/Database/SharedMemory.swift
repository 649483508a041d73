import CLinux
import GRDBSQLite

/// The memory that processes share for a database with a log: a file (`-shm`) that SQLite maps, 32 KB of it for
/// each 4,096 frames of the log.
///
/// SQLite makes it grow by writing one byte in every 4,096 (os_unix.c: unixShmMap), which leaves holes on a file
/// system with smaller blocks. On a full disk, a process that writes into a hole is ended by SIGBUS.
enum SharedMemory {
  /// Makes SQLite allocate the file before it maps it, for all databases of the process. If there is no room,
  /// SQLite says SQLITE_IOERR_SHMMAP.
  static func allocate() { _ = isAllocated }

  private typealias Map =
    @convention(c) (UnsafeMutableRawPointer?, Int, CInt, CInt, CInt, off_t)
    -> UnsafeMutableRawPointer?

  private static let isAllocated: Bool = {
    // Another build of SQLite may have no such table of system calls; it maps as it always did then.
    guard let system = sqlite3_vfs_find(nil), system.pointee.iVersion >= 3,
      let set = system.pointee.xSetSystemCall
    else { return false }
    // SQLite gives the function its own type back before it calls it.
    let map = unsafeBitCast(cfiles_map_allocated as Map, to: sqlite3_syscall_ptr.self)
    return set(system, "mmap", map) == SQLITE_OK
  }()
}
