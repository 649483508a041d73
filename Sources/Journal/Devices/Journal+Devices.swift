import GRDB

extension Journal {
  /// The device that a token stands for, which is seen by that.
  ///
  /// - Parameters:
  ///   - token: what ``pair(with:name:now:)`` gave.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: the device as it was before; nil where there is none, or none any more.
  /// - Throws: ``JournalError``.
  package func device(_ token: AccessToken, now: Int) throws -> Device? {
    try JournalError.wrapping {
      guard let device = try store.database.read({ db in try Device.find(token, db) }),
        now < device.ends
      else { return nil }
      if device.isSeenAnew(at: now) {
        try store.database.write { db in
          try db.execute(
            sql: "UPDATE device SET last_seen = max(last_seen, ?) WHERE id = ?",
            arguments: [now, device.id])
        }
      }
      return device
    }
  }

  /// The devices of an owner that are remembered, the last seen first.
  package func devices(of owner: OwnerName, now: Int) throws -> [Device] {
    let id = try id(of: owner)
    return try JournalError.wrapping {
      try store.database.read { db in
        try Row.fetchAll(
          db,
          sql: "\(Device.selection) WHERE owner = ? ORDER BY last_seen DESC, device.id DESC",
          arguments: [id]
        ).map(Device.init(row:)).filter { now < $0.ends }
      }
    }
  }

  /// How an owner's days are told, be the journal locked: for what is told of devices.
  package func dayRule(of owner: OwnerName) throws -> DayRule {
    let id = try id(of: owner)
    return try JournalError.wrapping {
      try store.database.read { db in try JournalSettings.load(owner: id, db).rule }
    }
  }

  /// Forgets a device of an owner.
  ///
  /// - Returns: false where the owner has no such device.
  /// - Throws: ``JournalError``.
  package func revoke(_ device: Int64, of owner: OwnerName) throws -> Bool {
    let id = try id(of: owner)
    return try JournalError.wrapping {
      try store.database.write { db in
        try db.execute(
          sql: "DELETE FROM device WHERE id = ? AND owner = ?", arguments: [device, id])
        return db.changesCount == 1
      }
    }
  }
}

extension Device {
  fileprivate static let selection = """
    SELECT device.id, owner.name, device.name, paired, last_seen
    FROM device JOIN owner ON owner.id = device.owner
    """

  static func find(_ token: AccessToken, _ db: Database) throws -> Device? {
    try db.row(cached: "\(selection) WHERE token_hash = ?", arguments: [token.hash])
      .map(Device.init(row:))
  }

  fileprivate init(row: Row) throws {
    var values = RowValues(row)
    id = try values.next()
    owner = try OwnerName(stored: values.next())
    name = DeviceName(try values.next())
    paired = try values.next(in: PostTime.instants)
    lastSeen = try values.next(in: PostTime.instants)
  }
}
