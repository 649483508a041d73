import GRDB

/// An owner's PIN as the database has it.
struct StoredPIN {
  let hash: PINHash
  let tries: Tries

  /// Nil where the owner has none.
  ///
  /// - Throws: ``JournalError/database(_:)`` where it was changed to what it cannot be.
  static func load(owner: Int64, _ db: Database) throws -> StoredPIN? {
    let row = try db.row(
      cached: "SELECT hash, failures, last_try FROM lock WHERE owner = ?", arguments: [owner])
    guard let row else { return nil }
    var values = RowDecoder(row)
    let hash = try values.next(PINHash.init)
    let failures = try values.next(in: 0...Tries.most)
    let last: Int? = try values.nextIfAny(in: DayRule.instants)
    return StoredPIN(hash: hash, tries: Tries(failures: failures, last: last))
  }

  /// Whether the owner has one, even a damaged one.
  static func exists(owner: Int64, _ db: Database) throws -> Bool {
    try db.row(cached: "SELECT 1 FROM lock WHERE owner = ?", arguments: [owner]) != nil
  }

  /// Whether any owner has a PIN.
  static func isAny(_ db: Database) throws -> Bool {
    try db.row(cached: "SELECT 1 FROM lock LIMIT 1") != nil
  }

  /// - Returns: false where the owner has one already.
  static func insert(_ hash: PINHash, owner: Int64, _ db: Database) throws -> Bool {
    try db.execute(
      sql: "INSERT OR IGNORE INTO lock (owner, hash) VALUES (?, ?)", arguments: [owner, hash.text])
    return db.changesCount == 1
  }

  static func replace(_ hash: PINHash, owner: Int64, _ db: Database) throws {
    try db.execute(
      sql: "UPDATE lock SET hash = ? WHERE owner = ?", arguments: [hash.text, owner])
  }

  /// Removes the PIN with its sessions.
  ///
  /// - Returns: false where the owner has none.
  static func remove(owner: Int64, _ db: Database) throws -> Bool {
    try db.execute(sql: "DELETE FROM lock WHERE owner = ?", arguments: [owner])
    return db.changesCount == 1
  }

  static func count(_ tries: Tries, owner: Int64, _ db: Database) throws {
    try db.execute(
      sql: "UPDATE lock SET failures = ?, last_try = ? WHERE owner = ?",
      arguments: [tries.failures, tries.last, owner])
  }

  /// Clears the count after a try that was right, and stores the hash of today's cost.
  ///
  /// - Returns: false where the PIN is no longer the one that was tried.
  static func confirm(
    _ tried: PINHash, as hash: PINHash, owner: Int64, _ db: Database
  ) throws -> Bool {
    try db.execute(
      sql: "UPDATE lock SET failures = 0, last_try = NULL, hash = ? WHERE owner = ? AND hash = ?",
      arguments: [hash.text, owner, tried.text])
    return db.changesCount == 1
  }
}

/// How many tries of a PIN are left, and when the next may be made.
///
/// Four are free. Then each has to wait, 30 s at first and twice as long each time, up to an hour. The
/// tenth that is wrong shuts the PIN.
package struct Tries: Sendable, Hashable {
  static let most = 10
  private static let free = 4
  private static let firstWait = 30
  private static let longestWait = 3_600

  /// Tries that were counted since the last right one, those under way too.
  let failures: Int
  /// When the last of them was, in seconds since 1970; nil where there was none.
  let last: Int?

  /// How many may still be wrong before the PIN is shut; 0 where it is.
  package var left: Int { Self.most - failures }
  package var isShut: Bool { left == 0 }

  /// Seconds until the next try; 0 where there is none to wait for, for the PIN is shut.
  ///
  /// A clock that was set back makes no wait shorter: it begins anew.
  package func wait(at now: Int) -> Int {
    guard failures >= Self.free, !isShut, let last else { return 0 }
    let wait = min(Self.firstWait << (failures - Self.free), Self.longestWait)
    return now < last ? wait : max(0, wait - (now - last))
  }
}
