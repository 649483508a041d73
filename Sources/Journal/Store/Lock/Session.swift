import GRDB

/// The time that a PIN keeps the journal open for the session's token.
///
/// All times are seconds since 1970 in UTC.
package struct Session: Sendable, Hashable {
  /// No session is longer, however much it is used: 8 hours.
  package static let longest = 8 * 3_600
  /// By how much a clock may be corrected backwards without ending sessions.
  private static let clockTolerance = 60

  let opened: Int
  let lastUsed: Int
  /// Seconds without use after which it ends.
  package let idle: Int

  init(opened: Int, idle: Int) {
    (self.opened, self.lastUsed, self.idle) = (opened, opened, idle)
  }

  /// When it ends unless it is used.
  var end: Int { min(lastUsed + idle, latestEnd) }
  /// When it ends in any case.
  private var latestEnd: Int { opened + Self.longest }

  /// Whether the journal is open; never where the clock was set back to before the last use.
  func isOpen(at now: Int) -> Bool {
    now >= lastUsed - Self.clockTolerance && now < end
  }

  /// Whether the use at hand is to be written down: not each one, but often enough that the end moves
  /// by no less than fifteen sixteenths of the time it should.
  func isUseWorthWriting(at now: Int) -> Bool {
    now - lastUsed >= max(1, idle / 16) && lastUsed + idle < latestEnd
  }

  /// Seconds until it ends, unused and in any case.
  package func timeLeft(at now: Int) -> (unused: Int, atMost: Int) { (end - now, latestEnd - now) }
}

/// A session that was opened with the right PIN.
package struct Opening: Sendable {
  package let token: AccessToken
  /// The earlier wrong tries for the owner to see, earliest first.
  package internal(set) var failedTries: [FailedTry]
  /// Whether it came from a new device.
  var isFirst: Bool
}

extension Session {
  /// Finds the session of a token, open or not.
  ///
  /// - Returns: nil where the owner has no such session, or it was changed to what it cannot be.
  static func find(_ token: AccessToken, owner: Int64, _ db: Database) throws -> Session? {
    let row = try db.row(
      cached: "SELECT opened, last_used, idle FROM session WHERE token_hash = ? AND owner = ?",
      arguments: [token.hash, owner])
    do {
      return try row.map(Session.init(row:))
    } catch JournalError.database {
      return nil
    }
  }

  private init(row: Row) throws {
    var values = RowDecoder(row)
    opened = try values.next(in: DayRule.instants)
    lastUsed = try values.next(in: DayRule.instants)
    idle = try values.next(in: 1...Self.longest)
  }

  /// - Parameters:
  ///   - token: what stands for it.
  ///   - owner: the owner's row.
  ///   - device: the device that opens it, and with which it ends; nil for the machine.
  ///   - db: the database.
  /// - Throws: `DatabaseError`.
  func insert(
    _ token: AccessToken, owner: Int64, on device: Int64?, _ db: Database
  ) throws {
    // The device may have been revoked meanwhile: then the token is of no use to it.
    try db.execute(
      sql: """
        INSERT INTO session (token_hash, owner, opened, last_used, idle, device)
        VALUES (?, ?, ?, ?, ?, (SELECT id FROM device WHERE id = ?))
        """, arguments: [token.hash, owner, opened, lastUsed, idle, device])
  }

  static func writeUse(of token: AccessToken, at now: Int, _ db: Database) throws {
    try db.execute(
      cached: "UPDATE session SET last_used = max(last_used, ?) WHERE token_hash = ?",
      arguments: [now, token.hash])
  }

  /// Makes all sessions of an owner end after so many seconds without use.
  static func setIdle(_ idle: Int, owner: Int64, _ db: Database) throws {
    try db.execute(sql: "UPDATE session SET idle = ? WHERE owner = ?", arguments: [idle, owner])
  }

  /// Removes the sessions of an owner that are over.
  static func removeEnded(owner: Int64, at now: Int, _ db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM session WHERE owner = ? AND min(last_used + idle, opened + ?) <= ?
        """, arguments: [owner, longest, now])
  }

  static func remove(_ token: AccessToken, _ db: Database) throws {
    try db.execute(sql: "DELETE FROM session WHERE token_hash = ?", arguments: [token.hash])
  }

  static func removeAll(owner: Int64, _ db: Database) throws {
    try db.execute(sql: "DELETE FROM session WHERE owner = ?", arguments: [owner])
  }
}
