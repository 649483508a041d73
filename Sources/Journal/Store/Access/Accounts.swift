import GRDB

/// An account of another server (OpenID Connect) that an owner can sign in with.
package struct Account: Sendable, Hashable {
  package let id: Int64
  package let issuer: String
  /// The issuer's name for the person; nil for an address until somebody has signed in with it.
  package let subject: String?
  /// The address that was linked; nil if it was linked by its subject.
  package let email: String?
  /// Seconds since 1970 in UTC, as the other.
  package let linked: Int
  package let lastUsed: Int?
  /// How many devices have signed in with it.
  package let devices: Int

  /// How many an owner can have.
  package static let limit = 20
  /// How many owners a folder may have for signing in to make another.
  package static let ownerLimit = 100
}

/// An owner's linked accounts. Each is linked to at most one owner.
extension OwnerJournal {
  package func accounts() throws -> [Account] {
    try read { db in try Account.all(of: id, db) }
  }

  /// Links an account, so that its user can sign in.
  ///
  /// - Parameters:
  ///   - name: which account; that of an address is whoever first comes in by it from then on.
  ///   - source: who links it.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: the account.
  /// - Throws: ``AccountError``, ``JournalError``.
  package func link(_ name: AccountName, by source: TrySource = .machine, at now: Int) throws
    -> Account
  {
    try writeMakingRoom { db in
      guard try Account.find(name, db) == nil else { throw AccountError.linkedAlready }
      let count = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM account WHERE owner = ?", arguments: [id])
      guard (count ?? 0) < Account.limit else { throw AccountError.tooMany(limit: Account.limit) }
      let account = try Account.insert(name, owner: id, at: now, db)
      try AccessEvent.record(
        .accountLinked, of: id, by: source, detail: account.words, at: now, db)
      return account
    }
  }

  /// Unlinks an account from its owner, and revokes the devices that signed in with it.
  ///
  /// - Returns: the account as it was, with the number of devices that ended.
  /// - Throws: ``AccountError/noAccount``, ``JournalError``.
  package func unlink(_ account: Int64, by source: TrySource = .machine, at now: Int) throws
    -> Account
  {
    try unlink(by: source, at: now) { all, _ in all.first { $0.id == account } }
  }

  /// Like ``unlink(_:by:at:)``, by the account's name.
  package func unlink(_ name: AccountName, by source: TrySource = .machine, at now: Int) throws
    -> Account
  {
    try unlink(by: source, at: now) { all, db in
      let found = try Account.find(name, db)
      return all.first { $0.id == found }
    }
  }

  private func unlink(
    by source: TrySource, at now: Int, _ choose: ([Account], Database) throws -> Account?
  ) throws -> Account {
    try writeMakingRoom { db in
      guard let account = try choose(Account.all(of: id, db), db) else {
        throw AccountError.noAccount
      }
      try Device.end(where: "account = ?", [account.id], db)
      try db.execute(
        sql: "DELETE FROM account WHERE id = ? AND owner = ?", arguments: [account.id, id])
      try AccessEvent.record(
        .accountUnlinked, of: id, by: source, detail: account.words, at: now, db)
      return account
    }
  }
}

extension Account {
  /// The accounts of an owner, the one linked first before the others.
  static func all(of owner: Int64, _ db: Database) throws -> [Account] {
    let rows = try db.rows(
      cached: """
        SELECT id, issuer, subject, email, linked, last_used,
          (SELECT count(*) FROM device WHERE device.account = account.id)
        FROM account WHERE owner = ? ORDER BY id
        """, arguments: [owner])
    var accounts: [Account] = []
    while let row = try rows.next() { accounts.append(try Account(row: row)) }
    return accounts
  }

  private init(row: Row) throws {
    var values = RowDecoder(row)
    id = try values.next()
    issuer = try values.next()
    subject = try values.nextIfAny(String.self)
    email = try values.nextIfAny(String.self)
    linked = try values.next(in: DayRule.instants)
    lastUsed = try values.nextIfAny(Int.self)
    devices = try values.next(in: 0...Int.max)
  }

  /// The row of an account, whoever's; an address has one too once somebody came in by it.
  static func find(_ name: AccountName, _ db: Database) throws -> Int64? {
    let (column, value) =
      switch name.key {
      case .subject(let subject): ("subject", subject)
      case .email(let email): ("email", email)
      }
    return try Int64.fetchOne(
      db, sql: "SELECT id FROM account WHERE issuer = ? AND \(column) = ?",
      arguments: [name.issuer, value])
  }

  static func insert(
    _ name: AccountName, owner: Int64, at now: Int, _ db: Database
  ) throws -> Account {
    var (subject, email): (String?, String?)
    switch name.key {
    case .subject(let text): subject = text
    case .email(let text): email = text
    }
    try db.execute(
      sql: """
        INSERT INTO account (owner, issuer, subject, email, linked) VALUES (?, ?, ?, ?, ?)
        """, arguments: [owner, name.issuer, subject, email, now])
    return Account(
      id: db.lastInsertedRowID, issuer: name.issuer, subject: subject, email: email, linked: now,
      lastUsed: nil, devices: 0)
  }

  /// What an event says of it.
  fileprivate var words: String {
    [issuer, email ?? subject].compactMap { $0 }.joined(separator: " ")
  }
}
