package import GRDB
import GRDBSQLite
import Glibc
import SystemPackage

// SQLite writes a transaction into its log first. Only when it later writes the log into the database's file
// does it find out whether the disk has room for that file to grow. If not, the log stays and grows until
// nothing can be written, not even a deletion. So the file grows first.

extension JournalStore {
  /// Changes the database in one transaction, which is only committed once its log can be written into
  /// the database's file. Whether anybody may is up to the caller.
  ///
  /// - Throws: `DatabaseError`, and what the work throws; then nothing is changed.
  package func write<Result>(_ work: (Database) throws -> Result) throws -> Result {
    do {
      return try database.write { db in try db.change(work) }
    } catch {
      if error.isDiskFull {
        try? database.writeWithoutTransaction { db in try db.shrinkFile(in: folder) }
      }
      throw error
    }
  }
}

extension Database {
  /// Makes room in the database's own file for what the transaction adds to it.
  ///
  /// - Throws: `DatabaseError` of a full disk.
  func growFile() throws {
    var (size, chunk) = (sqlite3_int64(try bytes), CInt(4_096))
    // The hint is followed only where the file grows in chunks.
    sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_CHUNK_SIZE, &chunk)
    let code = sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_SIZE_HINT, &size)
    guard code == SQLITE_OK || code == SQLITE_NOTFOUND else {
      throw DatabaseError(resultCode: .SQLITE_FULL)
    }
  }

  /// Shortens the database's file again after a transaction that was not committed. SQLite does not do so.
  ///
  /// - Parameter folder: the journal's.
  /// - Throws: `DatabaseError` where the database cannot be locked or read.
  func shrinkFile(in folder: FilePath) throws {
    // Meanwhile nobody else commits, nor lets the file grow.
    try inTransaction(.immediate) {
      let size = try bytes
      let path = JournalStore.databasePath(in: folder)
      if try path.stat().size > size {
        // By its name: closing the file would let go of the locks that SQLite has on it.
        _ = path.withPlatformString { truncate($0, off_t(size)) }
      }
      return .commit
    }
  }

  /// How large the database is, with what the transaction adds.
  private var bytes: Int {
    get throws {
      (try value(Int.self, cached: "PRAGMA page_count") ?? 0)
        * (try value(Int.self, cached: "PRAGMA page_size") ?? 0)
    }
  }
}
