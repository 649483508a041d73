import Foundation
package import GRDB

/// An authenticator's credential that signs an owner in and unlocks the journal (WebAuthn Level 3),
/// as the database has it. The code that verifies assertions knows the meaning of its bytes.
///
/// All times are seconds since 1970 in UTC.
package struct Passkey: Sendable, Hashable {
  package let id: Int64
  package let owner: OwnerName
  /// The credential's id, which the authenticator chose.
  package let credential: [UInt8]
  /// A COSE_Key.
  package let publicKey: [UInt8]
  /// The host whose pages can use it.
  package let relyingParty: String
  /// Its owner's name for it, like a device's.
  package let name: DeviceName
  package let made: Int
  package let lastUsed: Int?
  /// How often it was used, as the authenticator counts; 0 where it does not.
  package let counter: UInt32
  /// Whether it may be on several devices.
  package let isBackupEligible: Bool
  package let isBackedUp: Bool
  /// Those that were wrong since the last right one.
  package let tries: Tries

  /// How many an owner may have.
  package static let most = 20
  static let credentialLengths = 1...1023
  static let keyLengths = 1...2048

  /// A passkey to be stored.
  package struct New: Sendable {
    let credential: [UInt8]
    let publicKey: [UInt8]
    let relyingParty: String
    let counter: UInt32
    let isBackupEligible: Bool
    let isBackedUp: Bool

    package init(
      credential: [UInt8], publicKey: [UInt8], relyingParty: String, counter: UInt32,
      isBackupEligible: Bool, isBackedUp: Bool
    ) {
      (self.credential, self.publicKey) = (credential, publicKey)
      (self.relyingParty, self.counter) = (relyingParty, counter)
      (self.isBackupEligible, self.isBackedUp) = (isBackupEligible, isBackedUp)
    }
  }

  /// The result of verifying an assertion.
  package enum Verdict: Sendable, Hashable {
    case right(counter: UInt32, isBackedUp: Bool)
    case wrong
    /// The credential's key signed, but the authenticator counted no further: it may have been copied.
    case copied
  }
}

/// Why an action on a passkey failed; the caller has the wording.
package enum PasskeyError: Error, Sendable, Hashable {
  /// There is no such passkey, or its owner is another, or it is for another relying party.
  case unknown
  /// The authenticator's credential is a passkey already.
  case known
  case tooMany(limit: Int)
  /// The assertion was wrong; `wait` is the seconds until the next try.
  case wrong(Tries, wait: Int)
  /// No try was made, for there is a wait, in seconds, or the passkey is shut.
  case noTry(Tries, wait: Int)
  /// What the authenticator counts went back.
  case copied
}

extension Passkey: FetchableRecord {
  private static let selection = """
    SELECT passkey.id, owner.name, credential, public_key, relying_party, passkey.name, made,
      last_used, counter, backup_eligible, backed_up, failures, last_try
    FROM passkey JOIN owner ON owner.id = passkey.owner
    """

  /// - Throws: ``JournalError/database(_:)`` where the row was changed to what it cannot be.
  package init(row: Row) throws {
    var values = RowDecoder(row)
    id = try values.next()
    owner = try OwnerName(stored: values.next())
    credential = try values.bytes()
    publicKey = try values.bytes()
    relyingParty = try values.text(atMost: 253)
    name = DeviceName(try values.next())
    made = try values.next(in: DayRule.instants)
    lastUsed = try values.nextIfAny(in: DayRule.instants)
    counter = UInt32(try values.next(in: 0...Int(UInt32.max)))
    isBackupEligible = try values.next(in: 0...1) == 1
    isBackedUp = try values.next(in: 0...1) == 1
    let failures = try values.next(in: 0...Tries.most)
    tries = Tries(failures: failures, last: try values.nextIfAny(in: DayRule.instants))
    guard Self.credentialLengths.contains(credential.count),
      Self.keyLengths.contains(publicKey.count), isBackupEligible || !isBackedUp
    else { throw JournalError.corruptValue(of: "passkey") }
  }

  /// All of an owner, the first made first.
  static func all(owner: Int64, _ db: Database) throws -> [Passkey] {
    try Passkey.fetchAll(
      db, sql: "\(selection) WHERE owner = ? ORDER BY passkey.id", arguments: [owner])
  }

  static func find(_ credential: [UInt8], _ db: Database) throws -> Passkey? {
    try db.row(cached: "\(selection) WHERE credential = ?", arguments: [Data(credential)])
      .map(Passkey.init(row:))
  }

  static func find(_ id: Int64, owner: Int64, _ db: Database) throws -> Passkey? {
    try db.row(
      cached: "\(selection) WHERE passkey.id = ? AND owner = ?", arguments: [id, owner]
    ).map(Passkey.init(row:))
  }

  static func insert(
    _ new: New, named name: DeviceName, owner: Int64, at now: Int, _ db: Database
  ) throws -> Int64 {
    try db.execute(
      sql: """
        INSERT INTO passkey (
          owner, credential, public_key, relying_party, name, made, counter, backup_eligible,
          backed_up)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        owner, Data(new.credential), Data(new.publicKey), new.relyingParty, name.text, now,
        Int(new.counter), new.isBackupEligible, new.isBackedUp,
      ])
    return db.lastInsertedRowID
  }

  /// Stores how many tries there were.
  static func count(_ tries: Tries, of id: Int64, _ db: Database) throws {
    try db.execute(
      sql: "UPDATE passkey SET failures = ?, last_try = ? WHERE id = ?",
      arguments: [tries.failures, tries.last, id])
  }

  /// Writes a right use down, which clears the tries.
  ///
  /// - Returns: false where the passkey is gone, or another use meanwhile had as high a count.
  func confirm(counter: UInt32, isBackedUp: Bool, at now: Int, _ db: Database) throws -> Bool {
    try db.execute(
      sql: """
        UPDATE passkey SET counter = ?1, backed_up = ?2, last_used = ?3, failures = 0,
          last_try = NULL
        WHERE id = ?4 AND credential = ?5 AND (counter < ?1 OR counter = 0 AND ?1 = 0)
        """,
      arguments: [Int(counter), isBackedUp, now, id, Data(credential)])
    return db.changesCount == 1
  }
}
