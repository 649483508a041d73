package import GRDB

/// The checked access to one owner's journal: every read and write of the owner's data goes through
/// ``read(_:)`` and ``write(_:)``. The areas add what to read and write.
package struct OwnerJournal: Sendable {
  package let store: JournalStore
  private let lockCheck: LockCheck

  package var owner: OwnerName { lockCheck.owner }
  /// The owner's row.
  package var id: Int64 { lockCheck.id }
  /// Whether the access is for a device, and not for the machine itself.
  package var isAskedForByDevice: Bool { lockCheck.device != nil }

  /// - Throws: as ``read(_:)``.
  init(_ lockCheck: LockCheck, _ store: JournalStore) throws {
    (self.lockCheck, self.store) = (lockCheck, store)
    try checkUnlocked()
  }

  /// Checks that the journal is not locked, as each read and write does.
  package func checkUnlocked() throws { try read { _ in } }

  /// Gives the owner another name.
  ///
  /// - Throws: ``JournalError/ownerExists(_:)``.
  package func renameOwner(to name: OwnerName) throws {
    try write { db in
      if let holder = try OwnerRow.holders(of: name, db).first(where: { $0.id != id }) {
        throw JournalError.ownerExists(holder.name)
      }
      try db.execute(sql: "UPDATE owner SET name = ? WHERE id = ?", arguments: [name.text, id])
    }
  }

  /// Reads the journal in one transaction, once it is found unlocked.
  ///
  /// - Throws: ``JournalError``, and what the work throws.
  package func read<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try read(by: store.database, work)
  }

  /// Reads like ``read(_:)``, but waits for no write of this process, and sees the last committed
  /// state. For frequent readers: the first such read opens another connection.
  ///
  /// - Throws: ``JournalError``, and what the work throws.
  package func readBesideWriting<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try read(by: JournalError.wrapping { try store.secondReader.reader() }, work)
  }

  private func read<Result>(
    by reader: any DatabaseReader, _ work: (Database) throws -> Result
  ) throws -> Result {
    try JournalError.wrapping {
      let (result, isUseWorthWriting) = try reader.unchanged { db in
        let isUseWorthWriting = try lockCheck.check(db)
        return (try work(db), isUseWorthWriting)
      }
      try store.checkIsSame()
      if isUseWorthWriting { writeUse() }
      return result
    }
  }

  /// Writes down that the session is used. Where that cannot be done at once, what was read stands, and
  /// the session ends earlier.
  private func writeUse() {
    _ = store.note { [lockCheck] db in
      try lockCheck.writeUse(db)
      return true
    }
  }

  /// Changes the journal in one transaction, once it is found unlocked.
  ///
  /// - Throws: ``JournalError``, and what the work throws; then nothing is changed.
  package func write<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try store.checkIsWritable()
    return try JournalError.wrapping {
      try store.writeTurns.wait(for: id) {
        try store.write { db in
          if try lockCheck.check(db, isWriting: true) { try lockCheck.writeUse(db) }
          return try work(db)
        }
      }
    }
  }

  /// Writes like ``write(_:)``; on a full disk it uses the reserved room.
  ///
  /// - Throws: as ``write(_:)``.
  package func writeMakingRoom<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try store.makingRoom { try write(work) }
  }
}

/// Decides whether an owner's data may be read or written; nothing else does.
struct LockCheck: Sendable {
  let owner: OwnerName
  let id: Int64
  private let token: AccessToken?
  private let now: @Sendable () -> Int
  private let pass: Pass
  /// The device that asks; nil for the machine, and for what asks on its own.
  let device: Int64?

  /// What gets past a PIN.
  private enum Pass {
    /// The PIN's session.
    case session
    /// Nothing is needed to read, and nothing lets one write.
    case reading
    /// That a device may post while the journal is locked.
    case posting
  }

  init(of owner: OwnerRow, _ keys: Keyring, askedBy device: Int64? = nil) {
    (self.owner, id, self.device) = (owner.name, owner.id, device)
    (token, now) = (keys.token(owner.id), keys.now)
    pass = .session
  }

  /// A check that a PIN does not hold up but where something is written.
  init(behindLockOf owner: OwnerRow) {
    (self.owner, id, device) = (owner.name, owner.id, nil)
    (token, now) = (nil, { 0 })
    pass = .reading
  }

  /// A check that a PIN does not hold up for as long as a device of the owner has the setting.
  init(of owner: OwnerRow, postedTo device: Int64) {
    (self.owner, id, self.device) = (owner.name, owner.id, device)
    (token, now) = (nil, { 0 })
    pass = .posting
  }

  /// Checks that the owner and the device are still there, since another process may have removed them, and
  /// that there is no PIN or an open session.
  ///
  /// - Returns: whether the use of the session is to be written down.
  /// - Throws: ``JournalError/unknownOwner(_:known:)``, ``JournalError/revoked``,
  ///   ``JournalError/locked(_:)``.
  func check(_ db: Database, isWriting: Bool = false) throws -> Bool {
    let found = try db.row(
      cached: """
        SELECT lock.owner IS NOT NULL,
          ?2 IS NULL OR EXISTS (SELECT 1 FROM device WHERE id = ?2 AND device.owner = ?1)
        FROM owner LEFT JOIN lock ON lock.owner = owner.id WHERE owner.id = ?1
        """, arguments: [id, device])
    guard let found else { throw JournalError.unknownOwner(owner, known: []) }
    let (hasPIN, isThere): (Bool, Bool) = (found[0], found[1])
    guard isThere else { throw JournalError.revoked }
    guard hasPIN else { return false }
    switch pass {
    case .session: break
    case .reading:
      guard !isWriting else { throw JournalError.locked(owner) }
      return false
    case .posting:
      let isAllowed = try db.value(
        Bool.self,
        cached:
          "SELECT posts_locked = 1 AND scope <> 'read' FROM device WHERE id = ? AND owner = ?",
        arguments: [device, id])
      guard isAllowed == true else { throw JournalError.locked(owner) }
      return false
    }
    let now = now()
    guard let token, let session = try Session.find(token, owner: id, db), session.isOpen(at: now)
    else { throw JournalError.locked(owner) }
    return session.isUseWorthWriting(at: now)
  }

  /// Writes down that the session is used, which moves its end.
  func writeUse(_ db: Database) throws {
    if let token { try Session.writeUse(of: token, at: now(), db) }
  }
}

/// A process's session tokens, and the clock that ends them.
package struct Keyring: Sendable {
  /// The token for an owner's journal; nil where there is none.
  let token: @Sendable (_ owner: Int64) -> AccessToken?
  /// Seconds since 1970 in UTC.
  let now: @Sendable () -> Int

  /// Opens no journal that has a PIN.
  package static let none = Keyring(token: { _ in nil }, now: { 0 })

  private init(
    token: @escaping @Sendable (Int64) -> AccessToken?, now: @escaping @Sendable () -> Int
  ) {
    (self.token, self.now) = (token, now)
  }

  /// - Parameters:
  ///   - files: where a person's tokens are kept.
  ///   - now: seconds since 1970 in UTC.
  package init(_ files: SessionFiles, now: @escaping @Sendable () -> Int) {
    self.init(token: { files.token(owner: $0) }, now: now)
  }

  /// - Parameters:
  ///   - token: what opens the journal of the owner that it was given to.
  ///   - now: seconds since 1970 in UTC.
  package init(_ token: AccessToken, now: @escaping @Sendable () -> Int) {
    self.init(token: { _ in token }, now: now)
  }
}

extension DatabaseReader {
  /// Reads in one transaction, as GRDB's `read`, which also forbids the connection to write meanwhile: by
  /// a pragma, after which SQLite prepares every statement anew that is kept (`query_only`, pragma.c). The
  /// statements that begin and end the transaction are kept too, unlike those of GRDB's `inTransaction`.
  fileprivate func unchanged<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try unsafeRead { db in
      let changes = db.totalChangesCount
      let result: Result
      try db.execute(cached: "BEGIN DEFERRED TRANSACTION")
      do {
        result = try work(db)
        try db.execute(cached: "COMMIT TRANSACTION")
      } catch {
        // SQLite may have ended it on its own.
        if db.isInsideTransaction { try db.rollback() }
        throw error
      }
      assert(db.totalChangesCount == changes, "reading changes nothing")
      return result
    }
  }
}
