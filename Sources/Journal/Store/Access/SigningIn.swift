import GRDB

/// A person's identity, by an issuer's word.
package struct AccountIdentity: Sendable, Hashable {
  package let name: AccountName
  /// An address, but for case, that the issuer has verified; nil for one that it has not.
  let verifiedEmail: String?
  /// What the issuer calls them.
  let person: String?
  /// What it calls the session in which they signed in; nil for none, or one too long to be kept.
  let session: String?

  /// - Throws: ``AccountError``.
  package init(
    issuer: String, subject: String, verifiedEmail: String?, person: String?, session: String?
  ) throws(AccountError) {
    name = try AccountName(issuer: issuer, subject: subject)
    self.verifiedEmail = verifiedEmail.flatMap(AccountName.folded(email:))
    self.person = person
    self.session = session.flatMap(Self.kept(session:))
  }

  /// A session's name as the schema has it.
  static func kept(session: String) -> String? {
    let scalars = session.unicodeScalars
    let isKept = (1...255).contains(scalars.count) && scalars.allSatisfy { !$0.isControl }
    return isKept ? session : nil
  }
}

/// Devices that sign in with an account. If there is a PIN, they need it like all others.
extension Devices {
  /// Makes a device of the browser that signed in.
  ///
  /// An account that is linked by its subject is its owner's. Where it is not, but an address is that
  /// the issuer has verified and nobody came in by yet, the address is this account's from then on.
  ///
  /// - Parameters:
  ///   - identity: who they are.
  ///   - name: what the device is called, unless another of the owner's is called that.
  ///   - agent: what it says that it is.
  ///   - address: from which it asks, in digits; nil where that is not known.
  ///   - earlier: the device that the browser was before; where it came in by an account of the same
  ///     owner, it ends.
  ///   - settings: those of a new owner, checked; nil where signing in makes none.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: the device with the token that stands for it.
  /// - Throws: ``AccountError/unknown(issuer:subject:)``, ``AccountError/tooManyOwners(limit:)``,
  ///   ``JournalError``.
  package func signIn(
    _ identity: AccountIdentity, named name: DeviceName, as agent: DeviceAgent = .unknown,
    from address: String? = nil, insteadOf earlier: Device? = nil,
    making settings: [SettingKey: String]? = nil, now: Int
  ) throws -> (Device, AccessToken) {
    try store.writeMakingRoom { db in
      guard let (account, owner) = try Self.account(of: identity, making: settings, now, db) else {
        throw identity.unknown
      }
      let made = try Device.insert(
        .account, named: name, as: agent, from: address, owner: owner, at: now, db)
      guard let (device, token) = made else { throw identity.unknown }
      try db.execute(
        sql: "UPDATE device SET account = ?, provider_session = ? WHERE id = ?",
        arguments: [account, identity.session, device.id])
      try db.execute(
        sql: "UPDATE account SET last_used = ? WHERE id = ?", arguments: [now, account])
      if let earlier {
        try Device.end(
          where: "id = ? AND owner = ? AND entry = 'account'", [earlier.id, owner], db)
      }
      try AccessEvent.record(
        .signedIn, of: owner, by: .device(device, address: device.lastAddress),
        detail: identity.name.issuer, at: now, db)
      return (device, token)
    }
  }

  /// The account that lets somebody in, with its owner; nil where none does.
  private static func account(
    of identity: AccountIdentity, making settings: [SettingKey: String]?, _ now: Int,
    _ db: Database
  ) throws -> (account: Int64, owner: Int64)? {
    guard case .subject(let subject) = identity.name.key else { return nil }
    let issuer = identity.name.issuer
    func found(_ row: Row?) throws -> (account: Int64, owner: Int64)? {
      guard let row else { return nil }
      var values = RowDecoder(row)
      return (try values.next(), try values.next())
    }
    let known = try Row.fetchOne(
      db, sql: "SELECT id, owner FROM account WHERE issuer = ? AND subject = ?",
      arguments: [issuer, subject])
    if let known = try found(known) { return known }
    if let email = identity.verifiedEmail {
      let allowed = try Row.fetchOne(
        db,
        sql: """
          UPDATE account SET subject = ? WHERE issuer = ? AND email = ? AND subject IS NULL
          RETURNING id, owner
          """, arguments: [subject, issuer, email])
      if let allowed = try found(allowed) { return allowed }
    }
    guard let settings else { return nil }
    let owner = try makeOwner(for: identity, settings, db)
    return (try Account.insert(identity.name, owner: owner, at: now, db).id, owner)
  }

  /// Makes an owner whom the issuer's name is given, as far as it can be one.
  private static func makeOwner(
    for identity: AccountIdentity, _ settings: [SettingKey: String], _ db: Database
  ) throws -> Int64 {
    let owners = try OwnerRow.all(db)
    guard owners.count < Account.ownerLimit else {
      throw AccountError.tooManyOwners(limit: Account.ownerLimit)
    }
    let mailbox = identity.verifiedEmail.map { String($0.prefix { $0 != "@" }) }
    let wanted = [identity.person, mailbox].compactMap { $0 }.compactMap(OwnerName.init(called:))
    let name = (wanted.first ?? OwnerName(stored: "Owner"))
      .distinct(from: Set(owners.map(\.name.folded)))
    try Journal.add(name, settings, byAccount: true, db)
    return try Int64.fetchOne(
      db, sql: "SELECT id FROM owner WHERE name = ?", arguments: [name.text])
      ?? db.lastInsertedRowID
  }

  /// Ends a device at its own wish.
  ///
  /// - Returns: the issuer by whose account it came in; nil where it did so otherwise.
  /// - Throws: ``JournalError``.
  package func signOut(_ device: Device, from address: String?, now: Int) throws -> String? {
    let id = try journal.row(of: device.owner).id
    return try store.writeMakingRoom { db in
      let issuer = try String.fetchOne(
        db,
        sql: """
          SELECT issuer FROM account JOIN device ON device.account = account.id
          WHERE device.id = ? AND device.owner = ?
          """, arguments: [device.id, id])
      try AccessEvent.record(
        .signedOut, of: id, by: .device(device, address: address.flatMap(Device.address)),
        detail: issuer, at: now, db)
      try Device.end(where: "id = ? AND owner = ?", [device.id, id], db)
      return issuer
    }
  }

  /// Ends the devices that an issuer has signed out (Back-Channel Logout 1.0, section 2.7).
  ///
  /// - Parameters:
  ///   - issuer: which says so.
  ///   - subject: whose; nil where the session says that.
  ///   - session: of which sign-in; nil for all. A device of the subject of which the issuer named no
  ///     session ends too, since it may be of this one.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: how many there were.
  /// - Throws: ``JournalError``.
  package func signOut(
    issuer: String, subject: String?, session: String?, now: Int
  ) throws -> Int {
    guard subject != nil || session != nil else { return 0 }
    return try store.writeMakingRoom { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT device.id, device.owner FROM device JOIN account ON account.id = device.account
          WHERE issuer = :issuer AND (:subject IS NULL OR subject = :subject)
            AND (:session IS NULL OR provider_session = :session
              OR :subject IS NOT NULL AND provider_session IS NULL)
          """, arguments: ["issuer": issuer, "subject": subject, "session": session])
      for row in rows {
        var values = RowDecoder(row)
        let (device, owner): (Int64, Int64) = (try values.next(), try values.next())
        try Device.end(where: "id = ?", [device], db)
        try AccessEvent.record(
          .signedOut, of: owner, by: .machine, detail: issuer,
          at: now, db)
      }
      return rows.count
    }
  }
}

extension AccountIdentity {
  fileprivate var unknown: AccountError {
    guard case .subject(let subject) = name.key else { return .noAccount }
    return .unknown(issuer: name.issuer, subject: subject)
  }
}

extension Device {
  /// Ends devices, whose tries of the PIN stay counted.
  static func end(
    where condition: String, _ arguments: StatementArguments, _ db: Database
  ) throws {
    let rows = try Row.fetchAll(
      db, sql: "SELECT id, owner FROM device WHERE \(condition)", arguments: arguments)
    for row in rows {
      var values = RowDecoder(row)
      let (device, owner): (Int64, Int64) = (try values.next(), try values.next())
      try Tries.keep(of: device, owner: owner, db)
      try db.execute(sql: "DELETE FROM device WHERE id = ?", arguments: [device])
    }
  }
}

extension OwnerName {
  /// What another server calls somebody, as far as it can be a name here.
  fileprivate init?(called text: String) {
    let shown = String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(Self.byteLimit).filter { !$0.isControl && !$0.isLineBreak }))
    var name = String(shown.prefix(Self.limit))
    while name.utf8.count > Self.byteLimit { name.removeLast() }
    do { try self.init(name) } catch { return nil }
  }

  /// The name, or the first of "name (2)", "name (3)" and so on that is none of others.
  fileprivate func distinct(from others: Set<String>) -> OwnerName {
    guard others.contains(folded) else { return self }
    // One of these is free: there are no more others than that.
    for number in 2...others.count + 2 {
      let ending = " (\(number))"
      var base = text
      while base.count + ending.count > Self.limit
        || base.utf8.count + ending.utf8.count > Self.byteLimit
      {
        base.removeLast()
      }
      let name = OwnerName(stored: base + ending)
      if !others.contains(name.folded) { return name }
    }
    return self
  }
}
