package import GRDB

/// A browser or program that may ask for an owner's journal over the network, until it is revoked or
/// not seen for too long. A PIN comes on top of it.
///
/// All times are seconds since 1970 in UTC.
package struct Device: Sendable, Hashable {
  package let id: Int64
  package let owner: OwnerName
  package let name: DeviceName
  package let paired: Int
  package let lastSeen: Int

  /// How long a device that is not seen is remembered: 90 days.
  package static let lifetime = 90 * 86_400
  /// How old the time in ``lastSeen`` may get before it is written anew.
  static let seenPrecision = 3_600

  /// Whether ``lastSeen`` is so old that the time is stored when the device is seen now.
  package func isSeenAnew(at now: Int) -> Bool { now - lastSeen >= Self.seenPrecision }

  /// When it is forgotten unless it is seen.
  package var ends: Int { lastSeen + Self.lifetime }
}

/// What a person calls a device: 1 to 100 characters in one line.
package struct DeviceName: Sendable, Hashable {
  package static let limit = 100

  package let text: String

  /// Takes any text: one that is too long is cut, and one that shows nothing becomes "Device".
  package init(_ text: String) {
    let line = text.prefix { !$0.isNewline }.filter { $0.unicodeScalars.allSatisfy(\.isShown) }
    let name = line.prefix(Self.limit).trimmingPrefix { $0.isWhitespace }
    self.text = name.isEmpty ? "Device" : String(name)
  }
}

extension Unicode.Scalar {
  fileprivate var isShown: Bool { properties.generalCategory != .control }
}

/// The devices of all owners of a journal, locked or not.
package struct Devices: Sendable {
  private let journal: Journal
  private var store: JournalStore { journal.store }

  fileprivate init(of journal: Journal) { self.journal = journal }

  /// The device that a token stands for; asking for it counts as seeing it.
  ///
  /// - Parameters:
  ///   - token: what ``pair(with:name:now:)`` gave.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: the device as it was before; nil where there is none, or its time is over.
  /// - Throws: ``JournalError``.
  package func find(_ token: AccessToken, now: Int) throws -> Device? {
    try JournalError.wrapping {
      guard let device = try store.database.read({ db in try Device.find(token, db) }),
        now < device.ends
      else { return nil }
      if device.isSeenAnew(at: now) { writeSeen(device, now) }
      return device
    }
  }

  /// Writes down that a device was seen. Where that cannot be done, as on a full disk, it is let in all
  /// the same, and forgotten earlier.
  private func writeSeen(_ device: Device, _ now: Int) {
    do {
      try store.database.write { db in
        try db.execute(
          sql: "UPDATE device SET last_seen = max(last_seen, ?) WHERE id = ?",
          arguments: [now, device.id])
      }
    } catch {}
  }

  /// The devices of an owner that are remembered, the last seen first.
  package func list(of owner: OwnerName, now: Int) throws -> [Device] {
    let id = try journal.id(of: owner)
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

  /// Forgets a device of an owner.
  ///
  /// - Returns: false where the owner has no such device.
  /// - Throws: ``JournalError``.
  package func revoke(_ device: Int64, of owner: OwnerName) throws -> Bool {
    let id = try journal.id(of: owner)
    return try JournalError.wrapping {
      try store.database.write { db in
        try db.execute(
          sql: "DELETE FROM device WHERE id = ? AND owner = ?", arguments: [device, id])
        return db.changesCount == 1
      }
    }
  }
}

extension Device: FetchableRecord {
  fileprivate static let selection = """
    SELECT device.id, owner.name, device.name, paired, last_seen
    FROM device JOIN owner ON owner.id = device.owner
    """

  static func find(_ token: AccessToken, _ db: Database) throws -> Device? {
    try db.row(cached: "\(selection) WHERE token_hash = ?", arguments: [token.hash])
      .map(Device.init(row:))
  }

  package init(row: Row) throws {
    var values = RowDecoder(row)
    id = try values.next()
    owner = try OwnerName(stored: values.next())
    name = DeviceName(try values.next())
    paired = try values.next(in: DayRule.instants)
    lastSeen = try values.next(in: DayRule.instants)
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
    let (id, code) = (try journal.id(of: owner), AccessToken())
    try JournalError.wrapping {
      try store.database.write { db in
        try db.execute(sql: "DELETE FROM pairing WHERE ends <= ?", arguments: [now])
        try db.execute(
          sql: "INSERT INTO pairing (code_hash, owner, ends) VALUES (?, ?, ?)",
          arguments: [code.hash, id, now + Pairing.lifetime])
      }
    }
    return code
  }

  /// Makes a device of the browser or program that has a code, which is good no longer then.
  ///
  /// - Parameters:
  ///   - code: what ``makePairing(for:now:)`` gave.
  ///   - name: what the device is called.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: the device with the token that stands for it; nil where the code is not good, or no
  ///   longer.
  /// - Throws: ``JournalError``.
  package func pair(
    with code: AccessToken, name: DeviceName, now: Int
  ) throws -> (Device, AccessToken)? {
    let token = AccessToken()
    return try JournalError.wrapping {
      try store.database.write { db in
        let owner = try db.value(
          Int64.self,
          cached: """
            DELETE FROM pairing WHERE code_hash = ? AND ends > ? AND ends <= ? RETURNING owner
            """, arguments: [code.hash, now, now + Pairing.lifetime])
        guard let owner else { return nil }
        try db.execute(
          sql: """
            INSERT INTO device (owner, token_hash, name, paired, last_seen) VALUES (?, ?, ?, ?, ?)
            """, arguments: [owner, token.hash, name.text, now, now])
        return try Device.find(token, db).map { ($0, token) }
      }
    }
  }
}
