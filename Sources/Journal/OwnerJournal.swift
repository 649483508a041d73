import GRDB

/// The journal of one owner. Every read and every write of what is theirs goes through ``read(_:)``
/// and ``write(_:)``.
package struct OwnerJournal: Sendable {
  let store: JournalStore
  private let door: Door

  package var owner: OwnerName { door.owner }
  var id: Int64 { door.id }

  /// - Throws: as ``read(_:)``.
  init(behind door: Door, _ store: JournalStore) throws {
    (self.door, self.store) = (door, store)
    try checkDoor()
  }

  /// Looks whether the door is open, as each read and write does.
  func checkDoor() throws { try read { _ in } }

  /// Reads the journal in one transaction, once the door is found open.
  ///
  /// - Throws: ``JournalError``, and what the work throws.
  func read<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try JournalError.wrapping {
      let (result, isUseWorthWriting) = try store.database.read { db in
        let isUseWorthWriting = try door.check(db)
        return (try work(db), isUseWorthWriting)
      }
      if isUseWorthWriting { writeUse() }
      return result
    }
  }

  /// Writes down that the session is used. Where that cannot be done, what was read stands, and the
  /// session ends earlier.
  private func writeUse() {
    do {
      try store.database.write(door.writeUse)
    } catch {}
  }

  /// Changes the journal in one transaction, once the door is found open.
  ///
  /// - Throws: ``JournalError``, and what the work throws; then nothing is changed.
  func write<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try JournalError.wrapping {
      try store.database.write { db in
        if try door.check(db) { try door.writeUse(db) }
        return try work(db)
      }
    }
  }
}
