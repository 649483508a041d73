package import GRDB

/// A browser or program that may use an owner's journal over the network, until it is revoked,
/// unused for too long, or paired too long ago. If there is a PIN, it needs that too.
///
/// All times are seconds since 1970 in UTC.
package struct Device: Sendable, Hashable {
  package let id: Int64
  package let owner: OwnerName
  package let name: DeviceName
  package let paired: Int
  package let lastSeen: Int
  /// Its last address, in digits; nil if unknown.
  package let lastAddress: String?
  /// The browser and system that it last reported.
  package let agent: DeviceAgent
  /// When it is forgotten, however much it is used.
  package let latestEnd: Int
  /// When its present token was made; 0 for one from before tokens were replaced.
  package let issued: Int
  package let entry: DeviceEntry
  package let scope: DeviceScope
  /// Whether it may post while its owner's journal is locked.
  package let postsWhileLocked: Bool
  /// Whether its browser keeps posts for reading without a network.
  package let keepsOffline: Bool

  /// How long an unused device is remembered: 90 days.
  package static let lifetime = 90 * 86_400
  /// How long any device is remembered: a year.
  package static let longestLifetime = 365 * 86_400
  /// How old the time in ``lastSeen`` may get before it is rewritten, with address and browser: whoever
  /// looks whether a device is still in use goes by it.
  static let seenPrecision = 60

  /// When it is forgotten unless it is seen; a token whenever it is seen, since a program may rest for long.
  package var ends: Int {
    entry == .token ? latestEnd : min(lastSeen + Self.lifetime, latestEnd)
  }

  /// Whether it is a token that no program has used yet, as far as known.
  package var isUnused: Bool { entry == .token && lastSeen == paired && lastAddress == nil }

  /// An address in digits, as it is kept; nil for what cannot be one.
  static func address(_ text: String) -> String? {
    let isAddress =
      (2...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
          || ".:%".utf8.contains(byte)
      }
    return isAddress ? text : nil
  }
}

/// The devices of all owners of a journal, locked or not.
package struct Devices: Sendable {
  let journal: Journal
  var store: JournalStore { journal.store }

  fileprivate init(of journal: Journal) { self.journal = journal }

  /// The device of a token; calling this counts as seeing the device.
  ///
  /// - Parameters:
  ///   - token: what ``pair(with:name:from:now:)`` gave, or ``successor(of:for:now:)`` since.
  ///   - address: from which the device asks, in digits; nil where that is not known.
  ///   - agent: what it says that it is; nil where what it was said to be stays.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: the device as it was before; nil where there is none, or its time is over.
  /// - Throws: ``JournalError``.
  package func find(
    _ token: AccessToken, from address: String? = nil,
    as agent: @autoclosure () -> DeviceAgent? = nil, now: Int
  ) throws -> Device? {
    let address = address.flatMap(Device.address)
    return try JournalError.wrapping {
      guard let device = try device(of: token, now: now), now < device.ends else { return nil }
      // Reading what it says takes longer than all else here.
      if now - device.lastSeen >= Device.seenPrecision || device.isUnused {
        writeSeen(device, from: address, as: agent() ?? device.agent, now)
      }
      return device
    }
  }

  /// Writes down that a device was seen. Where that cannot be done at once, as on a full disk, it is let
  /// in all the same, and forgotten earlier.
  private func writeSeen(
    _ device: Device, from address: String?, as agent: DeviceAgent, _ now: Int
  ) {
    _ = store.note { db in
      try db.execute(
        sql: """
          UPDATE device SET last_seen = max(last_seen, ?),
            last_address = coalesce(?, last_address), browser = ?, system = ? WHERE id = ?
          """, arguments: [now, address, agent.browser, agent.system, device.id])
      return true
    }
  }

  /// An owner's devices, last seen first.
  package func list(of owner: OwnerName, now: Int) throws -> [Device] {
    let id = try journal.row(of: owner).id
    return try JournalError.wrapping {
      try store.database.read { db in
        try Device.fetchAll(
          db,
          sql: "\(Device.selection) WHERE owner = ? ORDER BY last_seen DESC, device.id DESC",
          arguments: [id]
        ).filter { now < $0.ends }
      }
    }
  }

  /// Renames an owner's device. If another device of the owner has the name, it gets one that
  /// begins with it.
  ///
  /// - Returns: the name; nil where the owner has no such device.
  /// - Throws: ``JournalError``.
  package func rename(
    _ device: Int64, to name: DeviceName, of owner: OwnerName
  ) throws -> DeviceName? {
    let id = try journal.row(of: owner).id
    return try JournalError.wrapping {
      try store.write { db in
        let name = name.distinct(from: try Self.names(of: id, but: device, db))
        try db.execute(
          sql: "UPDATE device SET name = ? WHERE id = ? AND owner = ?",
          arguments: [name.text, device, id])
        return db.changesCount == 1 ? name : nil
      }
    }
  }

  /// The names of an owner's devices.
  static func names(
    of owner: Int64, but device: Int64? = nil, _ db: Database
  ) throws -> Set<String> {
    try String.fetchSet(
      db, sql: "SELECT name FROM device WHERE owner = ? AND id IS NOT ?",
      arguments: [owner, device])
  }

  /// Checks that a device was not revoked.
  ///
  /// - Throws: ``JournalError/revoked``.
  package func checkIsThere(_ device: Device) throws {
    try JournalError.wrapping {
      try store.database.read { db in try Self.checkIsThere(device, db) }
    }
  }

  static func checkIsThere(_ device: Device, _ db: Database) throws {
    let row = try db.value(
      Int64.self, cached: "SELECT id FROM device WHERE id = ?", arguments: [device.id])
    if row == nil { throw JournalError.revoked }
  }

  /// Forgets a device of an owner; if it has just made pairing links, the owner's links go too. This works on
  /// a full disk.
  ///
  /// - Parameters:
  ///   - device: its number.
  ///   - owner: the owner.
  ///   - source: who revokes it; the device itself signs out.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: false where the owner has no such device.
  /// - Throws: ``JournalError``.
  package func revoke(
    _ device: Int64, of owner: OwnerName, by source: TrySource = .machine, now: Int
  ) throws -> Bool {
    let id = try journal.row(of: owner).id
    return try store.writeMakingRoom { db in
      try Tries.keep(of: device, owner: id, db)
      let name = try db.value(
        String.self, cached: "DELETE FROM device WHERE id = ? AND owner = ? RETURNING name",
        arguments: [device, id])
      guard let name else { return false }
      // It cannot come back by one.
      if try AccessEvent.hasMadePairing(device, of: id, since: now - Pairing.lifetime, db) {
        try db.execute(sql: "DELETE FROM pairing WHERE owner = ?", arguments: [id])
      }
      if case .device(let own, _) = source, own.id == device {
        try AccessEvent.record(.signedOut, of: id, by: source, at: now, db)
      } else {
        try AccessEvent.record(
          .revoked, of: id, by: source, detail: DeviceName(name).text, at: now, db)
      }
      return true
    }
  }
}

extension Device: FetchableRecord {
  fileprivate static let selection = """
    SELECT device.id, owner.name, device.name, paired, last_seen, last_address, browser, system,
      latest_end, issued, entry, scope, posts_locked, offline_key IS NOT NULL
    FROM device JOIN owner ON owner.id = device.owner
    """

  /// The device of which a token is the present one.
  static func find(_ token: AccessToken, _ db: Database) throws -> Device? {
    try db.row(cached: "\(selection) WHERE token_hash = ?", arguments: [token.hash])
      .map(Device.init(row:))
  }

  /// The device of which a token is the one to come.
  static func find(next token: AccessToken, _ db: Database) throws -> Device? {
    try db.row(cached: "\(selection) WHERE next_hash = ?", arguments: [token.hash])
      .map(Device.init(row:))
  }

  /// The device of which a token is the one before, for a moment still.
  static func find(previous token: AccessToken, now: Int, _ db: Database) throws -> Device? {
    try db.row(
      cached: "\(selection) WHERE previous_hash = ? AND previous_end > ? AND previous_end <= ?",
      arguments: [token.hash, now, now + DeviceToken.grace]
    ).map(Device.init(row:))
  }

  package init(row: Row) throws {
    var values = RowDecoder(row)
    id = try values.next()
    owner = try OwnerName(stored: values.next())
    name = DeviceName(try values.next())
    paired = try values.next(in: DayRule.instants)
    lastSeen = try values.next(in: DayRule.instants)
    lastAddress = try values.nextIfAny(String.self).flatMap(Self.address)
    agent = DeviceAgent(
      browser: try values.nextIfAny(String.self), system: try values.nextIfAny(String.self))
    latestEnd = try values.next(in: DayRule.instants)
    issued = try values.next(in: DayRule.instants)
    entry = try values.next(DeviceEntry.self)
    scope = try values.next(DeviceScope.self)
    postsWhileLocked = try values.next(in: 0...1) == 1
    keepsOffline = try values.next(in: 0...1) == 1
  }

  /// Makes a device of an owner.
  ///
  /// - Parameters:
  ///   - entry: how it comes in.
  ///   - name: what it is called, unless another of the owner's is called that.
  ///   - agent: what it says that it is.
  ///   - address: from which it asks, in digits; nil where that is not known.
  ///   - scope: what it may do.
  ///   - postsWhileLocked: whether it may post while the journal is locked.
  ///   - lifetime: when it is forgotten in any case, in seconds from now.
  ///   - owner: the owner's row.
  ///   - now: seconds since 1970 in UTC.
  ///   - db: the database.
  /// - Returns: the device with the token that stands for it.
  /// - Throws: `DatabaseError`.
  static func insert(
    _ entry: DeviceEntry, named name: DeviceName, as agent: DeviceAgent, from address: String?,
    scope: DeviceScope = .all, postsWhileLocked: Bool = false,
    lifetime: Int = Device.longestLifetime, owner: Int64, at now: Int, _ db: Database
  ) throws -> (Device, AccessToken)? {
    let token = AccessToken()
    let name = name.distinct(from: try Devices.names(of: owner, db))
    try db.execute(
      sql: """
        INSERT INTO device (
          owner, token_hash, name, paired, last_seen, last_address, browser, system, latest_end,
          issued, opened, entry, scope, posts_locked, told)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 0, ?11, ?12, ?13,
          (SELECT coalesce(max(id), 0) FROM access_event WHERE owner = ?1))
        """,
      arguments: [
        owner, token.hash, name.text, now, now, address.flatMap(Device.address), agent.browser,
        agent.system, now + lifetime, now, entry.rawValue, scope.rawValue, postsWhileLocked,
      ])
    return try Device.find(token, db).map { ($0, token) }
  }
}

extension Journal {
  package var devices: Devices { Devices(of: self) }
}
