package import GRDB

/// A browser or program that may ask for an owner's journal over the network, until it is revoked, not
/// seen for too long, or paired too long ago. A PIN comes on top of it.
///
/// All times are seconds since 1970 in UTC.
package struct Device: Sendable, Hashable {
  package let id: Int64
  package let owner: OwnerName
  package let name: DeviceName
  package let paired: Int
  package let lastSeen: Int
  /// From which it was last seen, in digits; nil where that is not known.
  package let lastAddress: String?
  /// What it said that it is when it was last seen.
  package let agent: DeviceAgent
  /// When it is forgotten, however much it is used.
  package let latestEnd: Int
  /// When its present token was made; 0 for one from before tokens were replaced.
  package let issued: Int

  /// How long a device that is not seen is remembered: 90 days.
  package static let lifetime = 90 * 86_400
  /// How long any device is remembered: a year.
  package static let longestLifetime = 365 * 86_400
  /// How old the time in ``lastSeen`` may get before it is written anew.
  static let seenPrecision = 3_600
  /// The same where the address is another one, or the browser.
  fileprivate static let addressPrecision = 60

  /// When it is forgotten unless it is seen.
  package var ends: Int { min(lastSeen + Self.lifetime, latestEnd) }

  /// Whether it is worth writing down that the device is seen now.
  func isSeenAnew(from address: String?, as agent: DeviceAgent?, at now: Int) -> Bool {
    let isElsewhere =
      address != nil && address != lastAddress || agent != nil && agent != self.agent
    return now - lastSeen >= (isElsewhere ? Self.addressPrecision : Self.seenPrecision)
  }

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

/// What a person calls a device: 1 to 100 characters in one line.
package struct DeviceName: Sendable, Hashable {
  /// Characters as a reader counts them.
  package static let limit = 100
  /// Scalars, which the schema counts, since one character can have any number of marks; each takes at
  /// most four bytes.
  static let scalarLimit = 100

  package let text: String

  /// Takes any text: one that is too long is cut between characters, and one that shows nothing becomes
  /// "Device".
  package init(_ text: String) {
    let line = text.prefix { !$0.isNewline }.filter { $0.unicodeScalars.allSatisfy(\.isShown) }
    var (name, scalars) = ("", 0)
    for character in line.trimmingPrefix(while: \.isWhitespace).prefix(Self.limit) {
      scalars += character.unicodeScalars.count
      guard scalars <= Self.scalarLimit else { break }
      name.append(character)
    }
    // What is joined anew can be another number of characters, never of scalars.
    self.text = name.isEmpty ? "Device" : name
  }
}

extension DeviceName {
  /// The name, or the first of "name (2)", "name (3)" and so on that is none of others.
  func distinct(from others: Set<String>) -> DeviceName {
    guard others.contains(text) else { return self }
    for number in 2... {
      let ending = " (\(number))"
      var base = text
      // Each takes away one scalar at least, until both together are short enough.
      while base.unicodeScalars.count + ending.unicodeScalars.count > Self.scalarLimit {
        base.removeLast()
      }
      if !others.contains(base + ending) { return DeviceName(base + ending) }
    }
    return self
  }
}

extension Unicode.Scalar {
  fileprivate var isShown: Bool { properties.generalCategory != .control }
}

/// The devices of all owners of a journal, locked or not.
package struct Devices: Sendable {
  private let journal: Journal
  var store: JournalStore { journal.store }

  fileprivate init(of journal: Journal) { self.journal = journal }

  /// The device that a token stands for; asking for it counts as seeing it.
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
      guard now - device.lastSeen >= Device.addressPrecision else { return device }
      let agent = agent()
      if device.isSeenAnew(from: address, as: agent, at: now) {
        writeSeen(device, from: address, as: agent ?? device.agent, now)
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

  /// The devices of an owner that are remembered, the last seen first.
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

  /// Gives a device of an owner another name: the one that is given or, where another device of the owner
  /// has that, one that begins with it.
  ///
  /// - Returns: the name; nil where the owner has no such device.
  /// - Throws: ``JournalError``.
  package func rename(
    _ device: Int64, to name: DeviceName, of owner: OwnerName
  ) throws -> DeviceName? {
    let id = try journal.row(of: owner).id
    return try JournalError.wrapping {
      try store.database.write { db in
        let name = name.distinct(from: try Self.names(of: id, but: device, db))
        try db.execute(
          sql: "UPDATE device SET name = ? WHERE id = ? AND owner = ?",
          arguments: [name.text, device, id])
        return db.changesCount == 1 ? name : nil
      }
    }
  }

  /// The names of an owner's devices.
  private static func names(
    of owner: Int64, but device: Int64? = nil, _ db: Database
  ) throws -> Set<String> {
    try String.fetchSet(
      db, sql: "SELECT name FROM device WHERE owner = ? AND id IS NOT ?",
      arguments: [owner, device])
  }

  /// Forgets a device of an owner.
  ///
  /// - Returns: false where the owner has no such device.
  /// - Throws: ``JournalError``.
  package func revoke(_ device: Int64, of owner: OwnerName) throws -> Bool {
    let id = try journal.row(of: owner).id
    return try JournalError.wrapping {
      try store.database.write { db in
        try Tries.keep(of: device, owner: id, db)
        try db.execute(
          sql: "DELETE FROM device WHERE id = ? AND owner = ?", arguments: [device, id])
        return db.changesCount == 1
      }
    }
  }
}

extension Device: FetchableRecord {
  fileprivate static let selection = """
    SELECT device.id, owner.name, device.name, paired, last_seen, last_address, browser, system,
      latest_end, issued
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
  }
}

/// A link that makes the browser which opens it a device of an owner: good once, for ten minutes.
package enum Pairing {
  /// Seconds for which a code is good.
  package static let lifetime = 600
}

extension Journal {
  package var devices: Devices { Devices(of: self) }
}

/// Pairing.
extension Devices {
  /// Makes a code with which a device is paired.
  ///
  /// - Parameters:
  ///   - owner: whose journal the device is to see.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: the code, of which the database has the hash alone.
  /// - Throws: ``JournalError/unknownOwner(_:known:)``.
  package func makePairing(for owner: OwnerName, now: Int) throws -> AccessToken {
    let (id, code) = (try journal.row(of: owner).id, AccessToken())
    try writeMakingRoom { db in
      try db.execute(sql: "DELETE FROM pairing WHERE ends <= ?", arguments: [now])
      try db.execute(
        sql: "INSERT INTO pairing (code_hash, owner, ends) VALUES (?, ?, ?)",
        arguments: [code.hash, id, now + Pairing.lifetime])
    }
    return code
  }

  /// Makes a device of the browser or program that has a code, which is good no longer then.
  ///
  /// - Parameters:
  ///   - code: what ``makePairing(for:now:)`` gave.
  ///   - name: what the device is called, unless another of the owner's is called that.
  ///   - agent: what it says that it is.
  ///   - address: from which it asks, in digits; nil where that is not known.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: the device with the token that stands for it; nil where the code is not good, or no
  ///   longer.
  /// - Throws: ``JournalError``.
  package func pair(
    with code: AccessToken, name: DeviceName, as agent: DeviceAgent = .unknown,
    from address: String? = nil, now: Int
  ) throws -> (Device, AccessToken)? {
    let (token, address) = (AccessToken(), address.flatMap(Device.address))
    return try writeMakingRoom { db in
      let owner = try db.value(
        Int64.self,
        cached: """
          DELETE FROM pairing WHERE code_hash = ? AND ends > ? AND ends <= ? RETURNING owner
          """, arguments: [code.hash, now, now + Pairing.lifetime])
      guard let owner else { return nil }
      let name = name.distinct(from: try Self.names(of: owner, db))
      try db.execute(
        sql: """
          INSERT INTO device (
            owner, token_hash, name, paired, last_seen, last_address, browser, system, latest_end,
            issued, opened)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
          """,
        arguments: [
          owner, token.hash, name.text, now, now, address, agent.browser, agent.system,
          now + Device.longestLifetime, now,
        ])
      return try Device.find(token, db).map { ($0, token) }
    }
  }

  /// Who cannot pair a device cannot empty a full disk from it.
  private func writeMakingRoom<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try store.makingRoom { try JournalError.wrapping { try store.database.write(work) } }
  }
}
