import GRDB

/// An owner's PIN as the database has it.
struct StoredPIN {
  let hash: PINHash
  /// Those of one source.
  let tries: Tries

  /// Nil where the owner has none.
  ///
  /// - Throws: ``JournalError/database(_:)`` where it was changed to what it cannot be,
  ///   ``LockError/changedMeanwhile`` where the device was revoked.
  static func load(owner: Int64, _ source: TrySource, _ db: Database) throws -> StoredPIN? {
    let row = try db.row(
      cached: "SELECT hash, failures, last_try, lost_failures FROM lock WHERE owner = ?",
      arguments: [owner])
    guard let row else { return nil }
    var values = RowDecoder(row)
    let hash = try values.next(PINHash.init)
    let failures = try values.next(in: 0...Tries.most)
    let last: Int? = try values.nextIfAny(in: DayRule.instants)
    let lost = try values.next(in: 0...Tries.mostOfNewDevices)
    let tries =
      switch source {
      case .machine: Tries(failures: failures, last: last)
      case .device(let device, _): try Tries.load(device.id, owner: owner, lost: lost, db)
      }
    return StoredPIN(hash: hash, tries: tries)
  }

  /// Whether the owner has one, even a damaged one.
  static func exists(owner: Int64, _ db: Database) throws -> Bool {
    try db.row(cached: "SELECT 1 FROM lock WHERE owner = ?", arguments: [owner]) != nil
  }

  /// Whether any owner has a PIN.
  static func isAny(_ db: Database) throws -> Bool {
    try db.row(cached: "SELECT 1 FROM lock LIMIT 1") != nil
  }

  /// The owner's devices are paired with whoever saw the journal while it had no PIN: none is new.
  ///
  /// - Returns: false where the owner has one already.
  static func insert(_ hash: PINHash, owner: Int64, _ db: Database) throws -> Bool {
    try db.execute(
      sql: "INSERT OR IGNORE INTO lock (owner, hash) VALUES (?, ?)", arguments: [owner, hash.text])
    guard db.changesCount == 1 else { return false }
    try Tries.forgetAll(owner: owner, db)
    try db.execute(sql: "UPDATE device SET opened = 1 WHERE owner = ?", arguments: [owner])
    return true
  }

  /// Puts another PIN in the place of the one there is; all tries that were counted were of that.
  static func replace(_ hash: PINHash, owner: Int64, _ db: Database) throws {
    try db.execute(
      sql: """
        UPDATE lock SET hash = ?, failures = 0, last_try = NULL, lost_failures = 0 WHERE owner = ?
        """, arguments: [hash.text, owner])
    try Tries.forgetAll(owner: owner, db)
  }

  /// Removes the PIN with its sessions.
  ///
  /// - Returns: false where the owner has none.
  static func remove(owner: Int64, _ db: Database) throws -> Bool {
    try db.execute(sql: "DELETE FROM lock WHERE owner = ?", arguments: [owner])
    return db.changesCount == 1
  }

  static func count(
    _ tries: Tries, owner: Int64, _ source: TrySource, _ db: Database
  ) throws {
    switch source {
    case .machine:
      try db.execute(
        sql: "UPDATE lock SET failures = ?, last_try = ? WHERE owner = ?",
        arguments: [tries.failures, tries.last, owner])
    case .device(let device, _):
      try db.execute(
        sql: "UPDATE device SET failures = ?, last_try = ? WHERE id = ? AND owner = ?",
        arguments: [tries.failures, tries.last, device.id, owner])
    }
  }

  /// Clears the count of a source after a try that was right, and stores the hash of today's cost.
  ///
  /// - Returns: false where the PIN is no longer the one that was tried.
  static func confirm(
    _ tried: PINHash, as hash: PINHash, owner: Int64, _ source: TrySource, _ db: Database
  ) throws -> Bool {
    try db.execute(
      sql: "UPDATE lock SET hash = ? WHERE owner = ? AND hash = ?",
      arguments: [hash.text, owner, tried.text])
    guard db.changesCount == 1 else { return false }
    try count(Tries(failures: 0, last: nil), owner: owner, source, db)
    if case .device(let device, _) = source {
      try db.execute(
        sql: "UPDATE device SET opened = 1 WHERE id = ? AND owner = ?",
        arguments: [device.id, owner])
    }
    return true
  }
}
