import GRDB

/// The lock of one owner's journal, with all of its actions; the journal behind it is
/// ``OwnerJournal``.
package struct OwnerLock: Sendable {
  package let owner: OwnerName
  let id: Int64
  let store: JournalStore
  /// Seconds since 1970 in UTC.
  let now: @Sendable () -> Int
  /// Rounds of PBKDF2 for PINs that are set.
  let iterations: Int
  /// Where PINs are tried.
  var source = TrySource.machine

  /// How the lock is for this source; nil where the owner has no PIN.
  package func tries() throws -> Tries? {
    try JournalError.wrapping {
      try store.database.read { db in try stored(db)?.tries }
    }
  }

  /// Checks that a PIN may be tried now.
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
      return try StoredPIN.load(owner: id, source, db)
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

  /// Removes a PIN that its owner has forgotten, and ends all sessions.
  ///
  /// - Throws: ``LockError/pepper(_:)`` where this process may not write to the pepper's file, as only
  ///   the machine's owner may; ``LockError/noPIN(_:)``.
  package func reset() throws {
    try checkMayReset()
    try write { db in
      guard try StoredPIN.remove(owner: id, db) else { throw LockError.noPIN(owner) }
      try record(.pinRemoved, db)
    }
  }

  /// Writes down what was done to the lock.
  private func record(_ kind: AccessEvent.Kind, _ db: Database) throws {
    try AccessEvent.record(kind, of: id, by: source, at: now(), db)
  }

  /// Checks that this process may remove the PIN, as ``reset()`` does.
  package func checkMayReset() throws {
    do throws(SecretFileError) {
      try Pepper.file(in: store.folder).checkIsWritable()
    } catch .missing {
      // Whoever may make it may write to it. It is not made: others' PINs may need the one that was there.
      try Pepper.file(in: store.folder).checkCanBeMade()
    } catch {
      throw LockError.pepper(error)
    }
  }

  func write<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try store.checkIsWritable()
    // Who cannot unlock cannot delete.
    return try store.writeMakingRoom(work)
  }
}

/// The actions that need the PIN, old or new.
extension OwnerLock {
  /// Gives the owner a PIN; the journal is locked from then on.
  ///
  /// - Throws: ``LockError/pinExists(_:)``, ``LockError/pepper(_:)``, ``JournalError``; then nothing
  ///   has changed.
  package func set(_ pin: borrowing PIN) throws {
    let pepper = try newPepper()
    let hash = PINHash(of: pin, pepper, iterations: iterations)
    try FolderLock(store.folder).hold(.exclusive) {
      // Another process may have made another one, which a PIN needs by now, or may need it soon.
      guard try Pepper(in: store.folder).isSame(as: pepper) else {
        throw LockError.changedMeanwhile
      }
      try write { db in
        guard try StoredPIN.insert(hash, owner: id, db) else { throw LockError.pinExists(owner) }
        try Devices.replaceOfflineKeys(of: id, db)
        try record(.pinSet, db)
      }
    }
  }

  /// The pepper for an owner's new PIN.
  private func newPepper() throws -> Pepper {
    // A hash is not computed for nothing.
    let isSet = try JournalError.wrapping {
      try store.database.read { db in try StoredPIN.exists(owner: id, db) }
    }
    if isSet { throw LockError.pinExists(owner) }
    // One process at a time makes it.
    return try FolderLock(store.folder).hold(.exclusive) { try usablePepper() }
  }

  /// The journal's pepper, made where there is none, or none that can be used, and no PIN needs it.
  private func usablePepper() throws -> Pepper {
    do throws(LockError) {
      return try Pepper(in: store.folder)
    } catch {
      let isNeeded = try JournalError.wrapping {
        try store.database.read { db in try StoredPIN.isAny(db) }
      }
      if isNeeded { throw error }
      try Pepper.renew(in: store.folder)
      return try Pepper(in: store.folder)
    }
  }

  /// Replaces the PIN, and ends all sessions.
  ///
  /// - Throws: as ``unlock(_:idle:)``.
  package func change(_ old: borrowing PIN, to new: borrowing PIN) throws {
    let pepper = try Pepper(in: store.folder)
    try attempt(old, preparing: { PINHash(of: new, pepper, iterations: iterations) }) {
      hash, _, db in
      try StoredPIN.replace(hash, owner: id, db)
      try Session.removeAll(owner: id, db)
      try record(.pinChanged, db)
    }
  }

  /// Only checks a PIN.
  ///
  /// - Throws: as ``unlock(_:idle:)``.
  package func check(_ pin: borrowing PIN) throws { try attempt(pin) { _, _ in } }

  /// Removes the PIN; the journal is open from then on.
  ///
  /// - Throws: as ``unlock(_:idle:)``.
  package func remove(_ pin: borrowing PIN) throws {
    try attempt(pin) { _, db in
      _ = try StoredPIN.remove(owner: id, db)
      try record(.pinRemoved, db)
    }
  }

  /// Opens a session.
  ///
  /// - Parameters:
  ///   - pin: the owner's.
  ///   - idle: seconds without use after which it ends, from 1 to ``Session/longest``; nil for what
  ///     the owner has set.
  /// - Returns: what opens the journal until then.
  /// - Throws: ``LockError/noPIN(_:)``, ``LockError/wrongPIN(_:wait:)``, ``LockError/noTry(_:wait:)``,
  ///   ``LockError/pepper(_:)``, ``JournalError``.
  package func unlock(_ pin: borrowing PIN, idle: Int? = nil) throws -> AccessToken {
    try open(pin, idle: idle).token
  }

  /// Opens a session like ``unlock(_:idle:)``, and returns the wrong tries for the owner to see.
  package func open(_ pin: borrowing PIN, idle: Int? = nil) throws -> Opening {
    let token = AccessToken()
    var opening = Opening(token: token, failedTries: [], isFirst: false)
    try attempt(pin) { stored, db in
      let now = now()
      try Session.removeEnded(owner: id, at: now, db)
      let idle = try idle ?? LockDelay.load(owner: id, db).idle
      try Session(opened: now, idle: idle).insert(token, owner: id, on: source.device, db)
      opening.failedTries = try FailedTry.all(owner: id, db)
      opening.isFirst = stored.tries.leftOfNewDevices != nil
    }
    return opening
  }

  /// Forgets the tries that the owner has seen. Tries shown on a new device stay for the owner's
  /// others: whoever guessed the PIN there cannot hide them.
  ///
  /// - Returns: whether no more is to be done for the opening.
  package func forgetFailedTries(of opening: Opening) -> Bool {
    guard !opening.isFirst, !opening.failedTries.isEmpty else { return true }
    return store.note { db in
      try FailedTry.remove(opening.failedTries, owner: id, db)
      return true
    } ?? false
  }

  /// Ends the session of a token, such as one that cannot be stored.
  package func end(_ token: AccessToken) throws {
    try write { db in try Session.remove(token, db) }
  }

  private func attempt(
    _ pin: borrowing PIN, then work: (StoredPIN, Database) throws -> Void
  ) throws {
    try attempt(pin, preparing: {}) { _, stored, db in try work(stored, db) }
  }

  /// Tries a PIN and does work where it is right.
  ///
  /// The try is counted before the hash is computed: ending the program, or asking many times at once,
  /// wins nothing.
  ///
  /// - Parameters:
  ///   - pin: what was typed.
  ///   - prepare: what takes long and the work needs, once the PIN is found right.
  ///   - work: done in the transaction that takes the try back.
  /// - Throws: as ``unlock(_:idle:)``.
  private func attempt<Prepared>(
    _ pin: borrowing PIN, preparing prepare: () -> Prepared,
    then work: (Prepared, StoredPIN, Database) throws -> Void
  ) throws {
    let pepper = try Pepper(in: store.folder)
    let (stored, row, event) = try countTry()
    guard stored.hash.matches(pin, pepper) else {
      throw LockError.wrongPIN(stored.tries, wait: stored.tries.wait(at: now()))
    }
    let prepared = prepare()
    let isCheap = stored.hash.iterations < iterations
    let hash = isCheap ? PINHash(of: pin, pepper, iterations: iterations) : stored.hash
    try write { db in
      guard try StoredPIN.confirm(stored.hash, as: hash, owner: id, source, db) else {
        throw LockError.changedMeanwhile
      }
      try FailedTry.remove(row, db)
      try AccessEvent.remove(event, db)
      try work(prepared, stored, db)
    }
  }

  /// Counts a try that is about to be made.
  ///
  /// - Returns: what is stored of the PIN, with this try, and the row and the event in which it counts as
  ///   wrong.
  /// - Throws: ``LockError/noTry(_:wait:)`` where none may be made; then it is not counted.
  private func countTry() throws -> (StoredPIN, row: Int64, AccessEvent.Recorded) {
    try write { db -> Swift.Result<(StoredPIN, row: Int64, AccessEvent.Recorded), LockError> in
      try triable(db).mapTry { stored in
        let tried = now()
        let counted = stored.tries.counting(at: tried)
        try StoredPIN.count(counted, owner: id, source, db)
        let row = try FailedTry.insert(source, at: tried, owner: id, db)
        let event = try AccessEvent.record(.failedTry, of: id, by: source, at: tried, db)
        return (StoredPIN(hash: stored.hash, tries: counted), row, event)
      }
    }.get()
  }

  /// What is stored of the PIN, where it may be tried now.
  func triable(_ db: Database) throws -> Swift.Result<StoredPIN, LockError> {
    guard let stored = try stored(db) else { throw LockError.noPIN(owner) }
    let (tries, now) = (stored.tries, now())
    let wait = tries.wait(at: now)
    guard tries.isShut || wait > 0 else { return .success(stored) }
    if let last = tries.last, now < last {
      // The clock was set back: the wait begins anew, and will end.
      try StoredPIN.count(Tries(failures: tries.failures, last: now), owner: id, source, db)
    }
    return .failure(.noTry(tries, wait: wait))
  }
}

extension Swift.Result where Failure == LockError {
  fileprivate func mapTry<Other>(
    _ work: (Success) throws -> Other
  ) throws -> Swift.Result<Other, LockError> {
    switch self {
    case .success(let value): .success(try work(value))
    case .failure(let error): .failure(error)
    }
  }
}
