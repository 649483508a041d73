import GRDB

/// The details of a new token for a program.
package struct NewToken: Sendable, Hashable {
  /// How many days a token can work, and the default.
  package static let days = 1...3_650
  package static let usualDays = 90
  /// The most tokens that an owner can have.
  package static let limit = 100

  package let name: DeviceName
  package let scope: DeviceScope
  /// After how many days it ends, however much it is used.
  package let days: Int
  /// Whether it may post while the journal is locked.
  package let postsWhileLocked: Bool

  /// - Throws: ``TokenError``.
  package init(
    name: DeviceName, scope: DeviceScope, days: Int = usualDays, postsWhileLocked: Bool = false
  ) throws(TokenError) {
    guard Self.days.contains(days) else { throw .days(days) }
    guard !postsWhileLocked || scope.allows(.post) else { throw .postsNothing(scope) }
    (self.name, self.scope, self.days) = (name, scope, days)
    self.postsWhileLocked = postsWhileLocked
  }
}

/// Why there is no such token, or no such change of a device.
package enum TokenError: Error, Sendable, Hashable {
  case days(Int)
  /// The owner has as many as there can be.
  case tooMany(limit: Int)
  /// What may not post at all is to post while the journal is locked.
  case postsNothing(DeviceScope)
}

extension Devices {
  /// Makes a token for a program: a device without pairing, whose token is never replaced.
  ///
  /// - Parameters:
  ///   - new: what it is to be.
  ///   - owner: whose journal it is for. Where it is to post while that is locked, it is unlocked now.
  ///   - source: by whom.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: the device with the token that stands for it, of which the database has the hash alone.
  /// - Throws: ``JournalError/unknownOwner(_:known:)``.
  package func makeToken(
    _ new: NewToken, for owner: OwnerName, by source: TrySource, now: Int
  ) throws -> (Device, AccessToken)? {
    let id = try journal.row(of: owner).id
    return try store.writeMakingRoom { db in
      let count = try db.value(
        Int.self,
        cached: """
          SELECT count(*) FROM device WHERE owner = ? AND entry = 'token' AND latest_end > ?
          """, arguments: [id, now])
      guard (count ?? 0) < NewToken.limit else { throw TokenError.tooMany(limit: NewToken.limit) }
      let made = try Device.insert(
        .token, named: new.name, as: .unknown, from: nil, scope: new.scope,
        postsWhileLocked: new.postsWhileLocked, lifetime: new.days * 86_400, owner: id, at: now, db)
      if let made {
        try AccessEvent.record(
          .tokenMade, of: id, by: source, detail: made.0.name.text, at: now, db)
      }
      return made
    }
  }

  /// Sets whether a device may post while its owner's journal is locked. The caller's journal is
  /// unlocked.
  ///
  /// - Parameters:
  ///   - device: the owner's.
  ///   - allowed: whether it may.
  ///   - owner: whose.
  ///   - source: by whom.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: false where the owner has no such device.
  /// - Throws: ``TokenError/postsNothing(_:)``, ``JournalError``.
  package func setPostsWhileLocked(
    _ device: Int64, _ allowed: Bool, of owner: OwnerName, by source: TrySource, now: Int
  ) throws -> Bool {
    guard let found = try list(of: owner, now: now).first(where: { $0.id == device }) else {
      return false
    }
    guard !allowed || found.scope.allows(.post) else { throw TokenError.postsNothing(found.scope) }
    let id = try journal.row(of: owner).id
    return try JournalError.wrapping {
      try store.write { db in
        try db.execute(
          sql: """
            UPDATE device SET posts_locked = ?1 WHERE id = ?2 AND owner = ?3 AND posts_locked <> ?1
            """, arguments: [allowed, device, id])
        if db.changesCount == 1 {
          try AccessEvent.record(
            allowed ? .postsLocked : .postsLockedNoMore, of: id, by: source,
            detail: found.name.text, at: now, db)
        }
        return true
      }
    }
  }
}
