import GRDB

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
    var values = RowValues(row)
    opened = try values.next(in: PostTime.instants)
    lastUsed = try values.next(in: PostTime.instants)
    idle = try values.next(in: 1...Self.longest)
  }

  func insert(_ token: AccessToken, owner: Int64, _ db: Database) throws {
    try db.execute(
      sql:
        "INSERT INTO session (token_hash, owner, opened, last_used, idle) VALUES (?, ?, ?, ?, ?)",
      arguments: [token.hash, owner, opened, lastUsed, idle])
  }

  static func writeUse(of token: AccessToken, at now: Int, _ db: Database) throws {
    try db.execute(
      cached: "UPDATE session SET last_used = max(last_used, ?) WHERE token_hash = ?",
      arguments: [now, token.hash])
  }

  /// Has all sessions of an owner end after so many seconds without use.
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
