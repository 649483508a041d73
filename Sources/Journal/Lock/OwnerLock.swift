import Files
import GRDB

/// The lock of one owner's journal, and all that can be done to it; what is behind it is reached
/// through ``OwnerJournal``.
package struct OwnerLock: Sendable {
  package let owner: OwnerName
  let id: Int64
  let store: JournalStore
  /// Seconds since 1970 in UTC.
  let now: @Sendable () -> Int
  /// Rounds of PBKDF2 for PINs that are set.
  let iterations: Int

  /// How the lock is; nil where the owner has no PIN.
  package func tries() throws -> Tries? {
    try JournalError.wrapping {
      try store.database.read { db in try stored(db)?.tries }
    }
  }

  /// Looks whether a PIN may be tried now.
  ///
  /// - Throws: ``LockError/noPIN(_:)``, ``LockError/noTry(_:wait:)``.
  package func checkMayTry() throws { _ = try write(triable).get() }

  /// After how long without use the owner wants the journal locked again.
  package func delay() throws -> LockDelay {
    try JournalError.wrapping { try store.database.read { db in try .load(owner: id, db) } }
  }

  /// The session of a token while it is open.
  package func session(_ token: AccessToken?) throws -> Session? {
    guard let token else { return nil }
    let session = try JournalError.wrapping {
      try store.database.read { db in try Session.find(token, owner: id, db) }
    }
    return session.flatMap { $0.isOpen(at: now()) ? $0 : nil }
  }

  /// What is stored of the PIN; nil where there is none.
  ///
  /// - Throws: ``LockError/damaged(_:)``.
  func stored(_ db: Database) throws -> StoredPIN? {
    do {
      return try StoredPIN.load(owner: id, db)
    } catch JournalError.database(let failure) where failure.kind == .corrupt {
      throw LockError.damaged(owner)
    }
  }

  /// Ends all sessions.
  ///
  /// - Throws: ``LockError/noPIN(_:)``.
  package func close() throws {
    try write { db in
      guard try StoredPIN.exists(owner: id, db) else { throw LockError.noPIN(owner) }
      try Session.removeAll(owner: id, db)
    }
  }

  /// Takes the PIN away from who has forgotten it, and ends all sessions.
  ///
  /// - Throws: ``LockError/pepper(_:)`` where this process may not write to the pepper's file, as only
  ///   who owns the machine may; ``LockError/noPIN(_:)``.
  package func reset() throws {
    try checkMayReset()
    try write { db in
      guard try StoredPIN.remove(owner: id, db) else { throw LockError.noPIN(owner) }
    }
  }

  /// Looks whether this process may take the PIN away, as ``reset()`` does.
  package func checkMayReset() throws {
    do throws(SecretFileError) {
      try Pepper.file(in: store.folder).checkIsWritable()
    } catch .missing {
      // Who may make it may write to it. It is not made: others' PINs may need the one that was there.
      try Pepper.file(in: store.folder).checkCanBeMade()
    } catch {
      throw LockError.pepper(error)
    }
  }

  func write<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try JournalError.wrapping { try store.database.write(work) }
  }
}
