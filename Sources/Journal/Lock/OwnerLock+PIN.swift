import Files
import GRDB

/// What takes the PIN, old or new.
extension OwnerLock {
  /// Gives the owner a PIN; the journal is locked from then on.
  ///
  /// - Throws: ``LockError/pinExists(_:)``, ``LockError/pepper(_:)``, ``JournalError``; then nothing
  ///   has changed.
  package func set(_ pin: borrowing PIN) throws {
    // One process at a time makes the pepper.
    try FolderLock(store.folder).hold(.exclusive) {
      let pepper = try usablePepper()
      let hash = PINHash(of: pin, pepper, iterations: iterations)
      try write { db in
        guard try StoredPIN.insert(hash, owner: id, db) else { throw LockError.pinExists(owner) }
      }
    }
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

  /// Puts a PIN in the place of the old one, and ends all sessions.
  ///
  /// - Throws: as ``unlock(_:idle:)``.
  package func change(_ old: borrowing PIN, to new: borrowing PIN) throws {
    let hash = PINHash(of: new, try Pepper(in: store.folder), iterations: iterations)
    try attempt(old) { db in
      try StoredPIN.replace(hash, owner: id, db)
      try Session.removeAll(owner: id, db)
    }
  }

  /// Takes the PIN away; the journal is open from then on.
  ///
  /// - Throws: as ``unlock(_:idle:)``.
  package func remove(_ pin: borrowing PIN) throws {
    try attempt(pin) { db in _ = try StoredPIN.remove(owner: id, db) }
  }

  /// Opens a session.
  ///
  /// - Parameters:
  ///   - pin: the owner's.
  ///   - idle: seconds without use after which it ends, from 1 to ``Session/longest``; nil for what
  ///     the owner has set.
  /// - Returns: what opens the door until then.
  /// - Throws: ``LockError/noPIN(_:)``, ``LockError/wrongPIN(_:wait:)``, ``LockError/noTry(_:wait:)``,
  ///   ``LockError/pepper(_:)``, ``JournalError``.
  package func unlock(_ pin: borrowing PIN, idle: Int? = nil) throws -> AccessToken {
    let token = AccessToken()
    try attempt(pin) { db in
      let now = now()
      try Session.removeEnded(owner: id, at: now, db)
      let idle = try idle ?? LockDelay.load(owner: id, db).idle
      try Session(opened: now, idle: idle).insert(token, owner: id, db)
    }
    return token
  }

  /// Ends the session of a token, such as one that cannot be kept.
  package func end(_ token: AccessToken) throws {
    try write { db in try Session.remove(token, db) }
  }

  /// Tries a PIN and does work where it is right.
  ///
  /// The try is counted before the hash is computed: ending the program, or asking many times at once,
  /// wins nothing.
  private func attempt(_ pin: borrowing PIN, then work: (Database) throws -> Void) throws {
    let pepper = try Pepper(in: store.folder)
    let stored = try countTry()
    guard stored.hash.matches(pin, pepper) else {
      throw LockError.wrongPIN(stored.tries, wait: stored.tries.wait(at: now()))
    }
    let isCheap = stored.hash.iterations < iterations
    let hash = isCheap ? PINHash(of: pin, pepper, iterations: iterations) : stored.hash
    try write { db in
      guard try StoredPIN.confirm(stored.hash, as: hash, owner: id, db) else {
        throw LockError.changedMeanwhile
      }
      try work(db)
    }
  }

  /// Counts a try that is about to be made.
  ///
  /// - Returns: what is stored of the PIN, with this try.
  /// - Throws: ``LockError/noTry(_:wait:)`` where none may be made; then it is not counted.
  private func countTry() throws -> StoredPIN {
    try write { db -> Swift.Result<StoredPIN, LockError> in
      let found = try triable(db)
      guard case .success(let stored) = found else { return found }
      let counted = Tries(failures: stored.tries.failures + 1, last: now())
      try StoredPIN.count(counted, owner: id, db)
      return .success(StoredPIN(hash: stored.hash, tries: counted))
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
      try StoredPIN.count(Tries(failures: tries.failures, last: now), owner: id, db)
    }
    return .failure(.noTry(tries, wait: wait))
  }
}
