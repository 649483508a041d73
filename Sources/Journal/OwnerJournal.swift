import GRDB

/// The journal of one owner. Every read and every write of what is theirs goes through ``read(_:)``
/// and ``write(_:)``.
package struct OwnerJournal: Sendable {
  package let owner: OwnerName
  let id: Int64
  let store: JournalStore

  init(owner: OwnerName, id: Int64, store: JournalStore) {
    (self.owner, self.id, self.store) = (owner, id, store)
  }

  /// Reads the journal in one transaction, once the door is found open.
  ///
  /// - Throws: ``JournalError``, and what the work throws.
  func read<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try JournalError.wrapping {
      try store.database.read { db in
        try checkDoor(db)
        return try work(db)
      }
    }
  }

  /// Changes the journal in one transaction, once the door is found open.
  ///
  /// - Throws: ``JournalError``, and what the work throws; then nothing is changed.
  func write<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try JournalError.wrapping {
      try store.database.write { db in
        try checkDoor(db)
        return try work(db)
      }
    }
  }

  /// Looks whether the owner is still here: another process may have removed them since.
  private func checkDoor(_ db: Database) throws {
    guard try db.row(cached: "SELECT 1 FROM owner WHERE id = ?", arguments: [id]) != nil else {
      throw JournalError.unknownOwner(owner, known: [])
    }
  }
}
