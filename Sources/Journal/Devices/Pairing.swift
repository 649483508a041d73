import GRDB

/// A link that makes the browser which opens it a device of an owner: good once, for ten minutes.
package enum Pairing {
  /// Seconds for which a code is good.
  package static let lifetime = 600
}

extension Journal {
  /// Makes a code with which a device is paired.
  ///
  /// - Parameters:
  ///   - owner: whose journal the device is to see.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: the code, of which the database has the hash alone.
  /// - Throws: ``JournalError/unknownOwner(_:known:)``.
  package func makePairing(for owner: OwnerName, now: Int) throws -> AccessToken {
    let (id, code) = (try id(of: owner), AccessToken())
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

  /// Makes a device of who has a code, which is good no more then.
  ///
  /// - Parameters:
  ///   - code: what ``makePairing(for:now:)`` gave.
  ///   - name: what the device is called.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: the device with the token that stands for it; nil where the code is not good, or not
  ///   any more.
  /// - Throws: ``JournalError``.
  package func pair(
    with code: AccessToken, name: DeviceName, now: Int
  ) throws -> (Device, AccessToken)? {
    let token = AccessToken()
    return try JournalError.wrapping {
      try store.database.write { db in
        let owner = try Int64.fetchOne(
          db,
          sql: """
            DELETE FROM pairing WHERE code_hash = ? AND ends > ? AND ends <= ? RETURNING owner
            """,
          arguments: [code.hash, now, now + Pairing.lifetime])
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
