import GRDB

/// The changes of a year to who can get in to an owner's journal. It is readable even while the
/// journal is locked, because it shows nothing of the journal.
package struct AccessLog: Sendable {
  package let owner: OwnerName
  private let id: Int64
  private let store: JournalStore

  fileprivate init(of owner: OwnerRow, _ store: JournalStore) {
    (self.owner, id, self.store) = (owner.name, owner.id, store)
  }

  /// The events, the latest first.
  ///
  /// - Parameters:
  ///   - before: only those before this one; nil for all.
  ///   - first: only those that happened then or later, in seconds since 1970 in UTC.
  ///   - limit: how many at most.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: those that are not yet forgotten.
  /// - Throws: ``JournalError``.
  package func list(
    before: Int64? = nil, since first: Int = .min, limit: Int, now: Int
  ) throws -> [AccessEvent] {
    try JournalError.wrapping {
      try store.database.read { db in
        try AccessEvent.fetchAll(
          db,
          sql: """
            SELECT \(AccessEvent.selection) FROM access_event
            WHERE owner = ? AND id < ? AND happened > ? AND happened >= ?
            ORDER BY id DESC LIMIT ?
            """,
          arguments: [id, before ?? .max, now - AccessEvent.lifetime, first, max(0, limit)])
      }
    }
  }

  /// The ways in that a device has made, the latest first; some may be gone since.
  ///
  /// - Throws: ``JournalError``.
  package func waysIn(madeBy device: Int64) throws -> [AccessEvent] {
    let kinds = AccessEvent.Kind.waysIn.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return try JournalError.wrapping {
      try store.database.read { db in
        try AccessEvent.fetchAll(
          db,
          sql: """
            SELECT \(AccessEvent.selection) FROM access_event
            WHERE owner = ? AND device = ? AND kind IN (\(kinds)) ORDER BY id DESC LIMIT 50
            """, arguments: [id, device])
      }
    }
  }

  /// Events by other devices or the machine that this device's user has not seen yet; latest first,
  /// at most as many as a person sees at once.
  ///
  /// Each device is told by itself: whoever came in by one of them does not keep it from the others.
  /// Wrong PINs are left out, of which a person is told on unlocking (``FailedTry``), links that nobody
  /// has used, and exports of who was told of before.
  ///
  /// - Throws: ``JournalError``.
  package func unseen(by device: Device, now: Int) throws -> [AccessEvent] {
    try JournalError.wrapping {
      try store.database.read { db in
        let told = try db.value(
          Int64.self, cached: "SELECT told FROM device WHERE id = ? AND owner = ?",
          arguments: [device.id, id])
        guard let told else { return [] }
        return try AccessEvent.fetchAll(
          db,
          sql: """
            SELECT \(AccessEvent.selection) FROM access_event AS event
            WHERE id > ?1 AND +owner = ?2 AND device IS NOT ?3 AND happened > ?4
              AND kind NOT IN ('pairing-made', 'pairing-cancelled')
              AND (kind <> 'failed-try' OR detail IS NOT NULL)
              AND (kind <> 'exported' OR NOT EXISTS (
                SELECT 1 FROM access_event AS earlier
                WHERE earlier.owner = ?2 AND earlier.kind = 'exported' AND earlier.id <= ?1
                  AND earlier.device IS event.device AND earlier.address IS event.address))
            ORDER BY id DESC LIMIT ?5
            """,
          arguments: [told, id, device.id, now - AccessEvent.lifetime, Self.mostUnseen])
      }
    }
  }

  /// How many a person is told of at once.
  static let mostUnseen = 100

  /// Records that a device's user has seen all events up to one. If that fails, as on a full disk,
  /// they are shown again.
  package func markTold(to device: Device, upTo event: AccessEvent) {
    _ = store.note { [id] db in
      try db.execute(
        sql: "UPDATE device SET told = max(told, ?) WHERE id = ? AND owner = ?",
        arguments: [event.id, device.id, id])
      return true
    }
  }

  /// Records an event that changes nothing itself, such as an export.
  ///
  /// - Throws: ``JournalError``.
  package func record(_ kind: AccessEvent.Kind, by source: TrySource, now: Int) throws {
    try store.writeMakingRoom { db in
      _ = try AccessEvent.record(kind, of: id, by: source, at: now, db)
    }
  }
}

extension Journal {
  /// The changes to access to an owner's journal.
  ///
  /// - Throws: as ``owner(named:)``.
  package func accessLog(of owner: OwnerName) throws -> AccessLog {
    AccessLog(of: try row(of: owner), store)
  }
}
