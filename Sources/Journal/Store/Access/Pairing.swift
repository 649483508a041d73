import GRDB

/// A link that makes the browser which opens it a device of an owner: good once, for ten minutes.
package enum Pairing {
  /// How long a code works, in seconds.
  package static let lifetime = 600
}

/// Pairing makes room on a full disk: somebody who cannot pair a device cannot free the disk from
/// it.
extension Devices {
  /// Makes a code that pairs a device.
  ///
  /// - Parameters:
  ///   - owner: whose journal the device is to see.
  ///   - source: who makes it.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: the code, of which the database has the hash alone.
  /// - Throws: ``JournalError/unknownOwner(_:known:)``.
  package func makePairing(
    for owner: OwnerName, by source: TrySource = .machine, now: Int
  ) throws -> AccessToken {
    let (id, code) = (try journal.row(of: owner).id, AccessToken())
    try store.writeMakingRoom { db in
      try db.execute(sql: "DELETE FROM pairing WHERE ends <= ?", arguments: [now])
      try db.execute(
        sql: "INSERT INTO pairing (code_hash, owner, ends) VALUES (?, ?, ?)",
        arguments: [code.hash, id, now + Pairing.lifetime])
      try AccessEvent.record(.pairingMade, of: id, by: source, at: now, db)
    }
    return code
  }

  /// The owner that a code pairs a device with. Asking does not use the code up.
  ///
  /// - Returns: nil if the code is unknown or has expired.
  /// - Throws: ``JournalError``.
  package func owner(ofPairing code: AccessToken, now: Int) throws -> OwnerName? {
    try JournalError.wrapping {
      try store.database.read { db in
        try db.row(
          cached: """
            SELECT name FROM owner JOIN pairing ON pairing.owner = owner.id
            WHERE code_hash = ? AND ends > ? AND ends <= ?
            """, arguments: [code.hash, now, now + Pairing.lifetime]
        ).map { row in
          var values = RowDecoder(row)
          return OwnerName(stored: try values.next())
        }
      }
    }
  }

  /// Cancels all of an owner's links that could still pair a device.
  ///
  /// - Parameters:
  ///   - owner: whose.
  ///   - source: who ends them.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: how many there were.
  /// - Throws: ``JournalError``.
  package func cancelPairings(
    of owner: OwnerName, by source: TrySource = .machine, now: Int
  ) throws -> Int {
    let id = try journal.row(of: owner).id
    return try store.writeMakingRoom { db in
      let count = try db.value(
        Int.self, cached: "SELECT count(*) FROM pairing WHERE owner = ? AND ends > ? AND ends <= ?",
        arguments: [id, now, now + Pairing.lifetime])
      try db.execute(sql: "DELETE FROM pairing WHERE owner = ?", arguments: [id])
      guard let count, count > 0 else { return 0 }
      try AccessEvent.record(.pairingCancelled, of: id, by: source, at: now, db)
      return count
    }
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
    try store.writeMakingRoom { db in
      let owner = try db.value(
        Int64.self,
        cached: """
          DELETE FROM pairing WHERE code_hash = ? AND ends > ? AND ends <= ? RETURNING owner
          """, arguments: [code.hash, now, now + Pairing.lifetime])
      guard let owner else { return nil }
      let paired = try Device.insert(
        .link, named: name, as: agent, from: address, owner: owner, at: now, db)
      guard let paired else { return nil }
      try AccessEvent.record(
        .paired, of: owner, by: .device(paired.0, address: address), at: now, db)
      return paired
    }
  }
}
