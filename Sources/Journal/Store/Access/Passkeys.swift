import Foundation
import GRDB

/// The passkeys of all owners of a journal, locked or not.
package struct Passkeys: Sendable {
  let journal: Journal
  var store: JournalStore { journal.store }

  fileprivate init(of journal: Journal) { self.journal = journal }

  /// Those of an owner, the first made first.
  ///
  /// - Throws: ``JournalError``.
  package func list(of owner: OwnerName) throws -> [Passkey] {
    let id = try journal.row(of: owner).id
    return try JournalError.wrapping {
      try store.database.read { db in try Passkey.all(owner: id, db) }
    }
  }

  /// The authenticators' name for an owner: 32 random bytes, made on first use.
  ///
  /// - Throws: ``JournalError``.
  package func handle(of owner: OwnerName) throws -> [UInt8] {
    let id = try journal.row(of: owner).id
    let known = try JournalError.wrapping {
      try store.database.read { db in try Self.handle(owner: id, db) }
    }
    if let known { return known }
    return try JournalError.wrapping {
      try store.write { db in
        try db.execute(
          sql: "INSERT OR IGNORE INTO passkey_user (owner, handle) VALUES (?, ?)",
          arguments: [id, Data([UInt8].random(count: Self.handleLength))])
        guard let handle = try Self.handle(owner: id, db) else {
          throw JournalError.corruptValue(of: "handle")
        }
        return handle
      }
    }
  }

  private static let handleLength = 32

  /// Nil where the owner has none.
  static func handle(owner: Int64, _ db: Database) throws -> [UInt8]? {
    let row = try db.row(
      cached: "SELECT handle FROM passkey_user WHERE owner = ?", arguments: [owner])
    guard let row else { return nil }
    var values = RowDecoder(row)
    let handle = try values.bytes()
    guard handle.count == handleLength else { throw JournalError.corruptValue(of: "handle") }
    return handle
  }

  /// Keeps a passkey that was just registered.
  ///
  /// - Parameters:
  ///   - new: what is known of it.
  ///   - name: what it is called, unless another of the owner's is called that.
  ///   - owner: whose it is.
  ///   - source: by whom it was registered.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: the passkey as it is kept.
  /// - Throws: ``PasskeyError/known``, ``PasskeyError/tooMany(limit:)``, ``JournalError``.
  package func add(
    _ new: Passkey.New, named name: DeviceName, of owner: OwnerName, from source: TrySource,
    now: Int
  ) throws -> Passkey {
    let id = try journal.row(of: owner).id
    return try store.writeMakingRoom { db in
      guard try Passkey.find(new.credential, db) == nil else { throw PasskeyError.known }
      let others = try Passkey.all(owner: id, db)
      guard others.count < Passkey.most else {
        throw PasskeyError.tooMany(limit: Passkey.most)
      }
      let name = name.distinct(from: Set(others.map(\.name.text)))
      let made = try Passkey.insert(new, named: name, owner: id, at: now, db)
      try AccessEvent.record(
        .passkeyAdded, of: id, by: source, detail: name.text, at: now, db)
      guard let passkey = try Passkey.find(made, owner: id, db) else {
        throw PasskeyError.unknown
      }
      return passkey
    }
  }

  /// Renames an owner's passkey. If another passkey of the owner has the name, it gets one that
  /// begins with it.
  ///
  /// - Throws: ``PasskeyError/unknown``, ``JournalError``.
  package func rename(_ passkey: Int64, to name: DeviceName, of owner: OwnerName) throws {
    let id = try journal.row(of: owner).id
    try JournalError.wrapping {
      try store.write { db in
        let others = try Passkey.all(owner: id, db).filter { $0.id != passkey }
        let name = name.distinct(from: Set(others.map(\.name.text)))
        try db.execute(
          sql: "UPDATE passkey SET name = ? WHERE id = ? AND owner = ?",
          arguments: [name.text, passkey, id])
        guard db.changesCount == 1 else { throw PasskeyError.unknown }
      }
    }
  }

  /// Removes an owner's passkey, revokes the devices that signed in with it, and locks the journal
  /// everywhere: so that somebody who lost an authenticator shuts out its finder.
  ///
  /// - Parameters:
  ///   - passkey: its number.
  ///   - owner: whose it is.
  ///   - source: by whom it is removed; that device stays.
  ///   - token: of the session that stays.
  ///   - now: seconds since 1970 in UTC.
  /// - Throws: ``PasskeyError/unknown``, ``JournalError``.
  package func remove(
    _ passkey: Int64, of owner: OwnerName, by source: TrySource, keeping token: AccessToken?,
    now: Int
  ) throws {
    let id = try journal.row(of: owner).id
    var own: Int64?
    if case .device(let device, _) = source { own = device.id }
    try store.writeMakingRoom { db in
      guard let found = try Passkey.find(passkey, owner: id, db) else {
        throw PasskeyError.unknown
      }
      let devices = try Int64.fetchAll(
        db, sql: "SELECT id FROM device WHERE passkey = ? AND owner = ? AND id IS NOT ?",
        arguments: [passkey, id, own])
      for device in devices { try Tries.keep(of: device, owner: id, db) }
      try db.execute(
        sql: "DELETE FROM device WHERE passkey = ? AND owner = ? AND id IS NOT ?",
        arguments: [passkey, id, own])
      try db.execute(
        sql: "DELETE FROM session WHERE owner = ? AND token_hash IS NOT ?",
        arguments: [id, token?.hash])
      try db.execute(
        sql: "DELETE FROM passkey WHERE id = ? AND owner = ?", arguments: [passkey, id])
      try AccessEvent.record(
        .passkeyRemoved, of: id, by: source, detail: found.name.text, at: now, db)
    }
  }

  /// Lets a passkey be tried again that too many wrong assertions have shut.
  ///
  /// - Throws: ``PasskeyError/unknown``, ``JournalError``.
  package func allow(_ passkey: Int64, of owner: OwnerName) throws {
    let id = try journal.row(of: owner).id
    try JournalError.wrapping {
      try store.write { db in
        guard try Passkey.find(passkey, owner: id, db) != nil else { throw PasskeyError.unknown }
        try Passkey.count(Tries(failures: 0, last: nil), of: passkey, db)
      }
    }
  }
}

extension Journal {
  package var passkeys: Passkeys { Passkeys(of: self) }
}
