import GRDB
package import Store
package import TestSupport

/// What lets a process that has the database open see the damage.
extension DamagedPages {
  /// Writes all that is in the log into the database's own file.
  package static func writeLog(of store: JournalStore) throws {
    _ = try store.database.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
  }

  /// Has the process read all pages anew.
  package static func forgetPages(of store: JournalStore) {
    (store.database as? DatabasePool)?.releaseMemory()
  }
}
