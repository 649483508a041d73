import GRDB
import Hashing

/// An assertion of a passkey, which is verified between two pieces of work on the database.
///
/// As a PIN's tries, those of a passkey are counted before they are verified: ending the program, or
/// asking many times at once, wins nothing. Four that are wrong are free, then each waits, and the tenth
/// shuts the passkey, never the PIN, until its owner has unlocked the journal in another way and allows
/// it again.
///
/// Nobody guesses a signature. What is to be kept from strangers is the shutting. Counted is only what
/// answers a challenge that was given to the same browser:
/// - to unlock, from a device of the passkey's owner, who is told of it with the device, and revokes that;
/// - to sign in, with the credential's id and its owner's handle. The one is shown to devices of the owner,
///   the other only to one whose journal is unlocked, and neither to strangers.
struct PasskeyUse {
  let store: JournalStore
  let credential: [UInt8]
  let relyingParty: String
  let now: Int

  /// How a passkey is checked before its use counts.
  enum Way {
    /// By whom, and of which row the owner.
    case unlocking(TrySource, owner: Int64)
    /// With the handle that the authenticator has of its user.
    case signingIn(handle: [UInt8], address: String?)

    fileprivate var source: TrySource {
      if case .unlocking(let source, _) = self { source } else { .machine }
    }

    fileprivate var address: String? {
      if case .signingIn(_, let address) = self { address } else { nil }
    }
  }

  /// Verifies an assertion, and does work where it is right.
  ///
  /// - Parameters:
  ///   - way: what it is for.
  ///   - verify: finds out what it is.
  ///   - work: done in one transaction with writing the use down; is given the owner's row.
  /// - Returns: what the work gives.
  /// - Throws: ``PasskeyError``, ``JournalError``, and what the work throws.
  func attempt<Result>(
    _ way: Way, _ verify: (Passkey) -> Passkey.Verdict,
    then work: (Passkey, _ owner: Int64, Database) throws -> Result
  ) throws -> Result {
    // Who names none that there is writes nothing.
    let isKnown = try JournalError.wrapping {
      try store.database.read { db in try meant(way, db) != nil }
    }
    guard isKnown else { throw PasskeyError.unknown }
    let counted = try store.writeMakingRoom { db in try count(way, db) }.get()
    switch verify(counted.passkey) {
    case .wrong:
      throw PasskeyError.wrong(counted.tries, wait: counted.tries.wait(at: now))
    case .copied:
      try store.writeMakingRoom { db in try recordCopy(counted, way, db) }
      throw PasskeyError.copied
    case .right(let counter, let isBackedUp):
      return try store.writeMakingRoom { db -> Swift.Result<Result, PasskeyError> in
        let passkey = counted.passkey
        guard try Passkey.find(passkey.id, owner: counted.owner, db) != nil else {
          return .failure(.unknown)
        }
        guard try passkey.confirm(counter: counter, isBackedUp: isBackedUp, at: now, db) else {
          // Another use had the same count, or a higher one.
          try recordCopy(counted, way, db)
          return .failure(.copied)
        }
        try AccessEvent.remove(counted.event, db)
        return .success(try work(passkey, counted.owner, db))
      }.get()
    }
  }

  /// A try that was counted.
  private struct Counted {
    let passkey: Passkey
    let owner: Int64
    let tries: Tries
    /// What tells of it, while it is not known to be right.
    let event: AccessEvent.Recorded
  }

  private func count(
    _ way: Way, _ db: Database
  ) throws -> Swift.Result<Counted, PasskeyError> {
    guard let (passkey, owner) = try meant(way, db) else { return .failure(.unknown) }
    let (tries, wait) = (passkey.tries, passkey.tries.wait(at: now))
    guard !tries.isShut, wait == 0 else {
      if let last = tries.last, now < last {
        // The clock was set back: the wait begins anew, and will end.
        try Passkey.count(Tries(failures: tries.failures, last: now), of: passkey.id, db)
      }
      return .failure(.noTry(tries, wait: wait))
    }
    let counted = tries.counting(at: now)
    try Passkey.count(counted, of: passkey.id, db)
    let event = try AccessEvent.record(
      .failedTry, of: owner, by: way.source, from: way.address, detail: passkey.name.text,
      at: now, db)
    return .success(Counted(passkey: passkey, owner: owner, tries: counted, event: event))
  }

  /// The passkey with its owner's row; nil where it is not one for this way.
  private func meant(_ way: Way, _ db: Database) throws -> (Passkey, owner: Int64)? {
    guard let passkey = try Passkey.find(credential, db), passkey.relyingParty == relyingParty,
      let owner = try OwnerRow.find(passkey.owner, db)?.id
    else { return nil }
    let isMeant =
      switch way {
      case .unlocking(_, let other): owner == other
      case .signingIn(let handle, _):
        try Passkeys.handle(owner: owner, db).map {
          ConstantTime.areEqual($0.span, handle.span)
        } ?? false
      }
    return isMeant ? (passkey, owner) : nil
  }

  /// Tells in the place of a failed try what it was.
  private func recordCopy(_ counted: Counted, _ way: Way, _ db: Database) throws {
    try AccessEvent.remove(counted.event, db)
    try AccessEvent.record(
      .passkeyCopied, of: counted.owner, by: way.source, from: way.address,
      detail: counted.passkey.name.text, at: now, db)
  }
}

extension OwnerLock {
  /// Opens a session by a passkey of the owner, as a right PIN does. The tries of the PIN stay as they
  /// are.
  ///
  /// - Parameters:
  ///   - credential: the id of the passkey's credential.
  ///   - relyingParty: for which it must have been made.
  ///   - verify: finds out what the assertion is.
  /// - Returns: the session, with the wrong tries of the PIN before it.
  /// - Throws: ``LockError/noPIN(_:)``, ``PasskeyError``, ``JournalError``.
  package func open(
    by credential: [UInt8], for relyingParty: String,
    _ verify: (Passkey) -> Passkey.Verdict
  ) throws -> Opening {
    try store.checkIsWritable()
    let hasPIN = try JournalError.wrapping {
      try store.database.read { db in try StoredPIN.exists(owner: id, db) }
    }
    guard hasPIN else { throw LockError.noPIN(owner) }
    let now = now()
    let use = PasskeyUse(
      store: store, credential: credential, relyingParty: relyingParty, now: now)
    return try use.attempt(.unlocking(source, owner: id), verify) { _, _, db in
      guard let opening = try Opening.byPasskey(owner: id, on: source.device, at: now, db) else {
        throw LockError.noPIN(owner)
      }
      return opening
    }
  }
}

extension Opening {
  /// Nil where the owner has no PIN.
  fileprivate static func byPasskey(
    owner: Int64, on device: Int64?, at now: Int, _ db: Database
  ) throws -> Opening? {
    guard try StoredPIN.exists(owner: owner, db) else { return nil }
    let token = AccessToken()
    try Session.removeEnded(owner: owner, at: now, db)
    let idle = try LockDelay.load(owner: owner, db).idle
    try Session(opened: now, idle: idle).insert(token, owner: owner, on: device, db)
    return Opening(token: token, failedTries: try FailedTry.all(owner: owner, db), isFirst: false)
  }
}

/// A browser that signed in with a passkey.
package struct SignedIn: Sendable {
  package let device: Device
  package let token: AccessToken
  /// Of the session that it opened; nil where the owner has no PIN.
  package let opening: Opening?
}

extension Passkeys {
  /// Makes a device of a browser that has a passkey, and unlocks the journal for it: the authenticator
  /// that would unlock it has just verified its user.
  ///
  /// - Parameters:
  ///   - credential: the id of the passkey's credential.
  ///   - handle: by what the authenticator knows its user.
  ///   - relyingParty: for which it must have been made.
  ///   - name: what the device is called, unless another of the owner's is called that.
  ///   - agent: what it says that it is.
  ///   - address: from which it asks, in digits; nil where that is not known.
  ///   - now: seconds since 1970 in UTC.
  ///   - verify: finds out what the assertion is.
  /// - Returns: the device, unlocked.
  /// - Throws: ``PasskeyError``, ``JournalError``.
  package func signIn(
    by credential: [UInt8], of handle: [UInt8], for relyingParty: String, named name: DeviceName,
    as agent: DeviceAgent, from address: String?, now: Int,
    _ verify: (Passkey) -> Passkey.Verdict
  ) throws -> SignedIn {
    let address = address.flatMap(Device.address)
    let use = PasskeyUse(
      store: store, credential: credential, relyingParty: relyingParty, now: now)
    let way = PasskeyUse.Way.signingIn(handle: handle, address: address)
    return try use.attempt(way, verify) { passkey, owner, db in
      let made = try Device.insert(
        .passkey, named: name, as: agent, from: address, owner: owner, at: now, db)
      guard let (device, token) = made else { throw PasskeyError.unknown }
      try db.execute(
        sql: "UPDATE device SET passkey = ? WHERE id = ?", arguments: [passkey.id, device.id])
      try AccessEvent.record(
        .signedIn, of: owner, by: .device(device, address: address), detail: passkey.name.text,
        at: now, db)
      return SignedIn(
        device: device, token: token,
        opening: try Opening.byPasskey(owner: owner, on: device.id, at: now, db))
    }
  }
}
