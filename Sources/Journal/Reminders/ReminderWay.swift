import GRDB
package import Store

/// A way that reminders reach an owner.
package struct ReminderWay: Sendable, Hashable {
  package let id: Int64
  package let facts: WayFacts
  /// The device with the browser that shows it; nil unless it is a push.
  package let device: Int64?
  /// When it was set up, in seconds since 1970 in UTC.
  package let since: Int
  /// Nil if the last one arrived.
  package let failure: Failure?
  /// Nil for the machine with the journal.
  package let maker: Maker?
  /// Whether reminders go to it: a mail way set up by a device gets none until its code is typed.
  package let isConfirmed: Bool

  package enum Kind: String, CaseIterable, Sendable, Hashable {
    case hook, mail, push, desktop
  }

  /// Since when nothing has arrived, and why, as ``SentReminders/settle(_:_:way:now:)`` was told.
  package struct Failure: Sendable, Hashable {
    package let since: Int
    package let text: String
  }
}

/// What an owner says of a way; what its parts mean, whoever sends knows.
package struct WayFacts: Sendable, Hashable {
  package var kind: ReminderWay.Kind
  /// Of a hook and of a push the URL, of mail to whom; empty for the desktop.
  package var address: String
  /// Of a hook how its messages are written; of a push nothing; of the desktop that it was removed.
  package var detail: String
  /// Of a hook its token, of a push the browser's key and secret; else empty.
  package var secret: String
  /// Whether it may name people and texts while the journal is locked.
  package var names: Bool

  /// Bytes of UTF-8.
  package static let addressLimit = 2_000
  package static let detailLimit = 400
  package static let secretLimit = 1_000

  package init(
    _ kind: ReminderWay.Kind, to address: String = "", detail: String = "", secret: String = "",
    names: Bool = false
  ) {
    (self.kind, self.address, self.detail) = (kind, address, detail)
    (self.secret, self.names) = (secret, names)
  }

  /// Whether its address can be one at all. What an address of its kind is, whoever sends checks, when it is
  /// set up and when something is sent: a damaged or hostile database may have any.
  var mayHaveAddress: Bool {
    address.isEmpty == (kind == .desktop)
      && !address.unicodeScalars.contains { $0.isControl || $0.isLineBreak }
  }
}

extension Reminders {
  /// How many ways an owner has at most.
  package static let wayLimit = 50

  /// The ways, the oldest first, but for those of devices that are gone and a desktop that was removed.
  ///
  /// - Parameter now: in seconds since 1970 in UTC.
  /// - Returns: the ways.
  /// - Throws: ``JournalError``.
  package func ways(now: Int) throws -> [ReminderWay] {
    try journal.read { db in try ways(now: now, db) }
  }

  /// The way of a number.
  ///
  /// - Throws: ``ReminderError/unknownWay(_:)``.
  package func way(_ number: Int64) throws -> ReminderWay {
    try journal.read { db in try way(number, db) }
  }

  /// Sets up a way.
  ///
  /// - Parameters:
  ///   - facts: what is said of it, which the caller has checked.
  ///   - device: the device of a push.
  ///   - source: who sets it up.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the way.
  /// - Throws: ``ReminderError``; then nothing has changed.
  @discardableResult
  package func add(
    _ facts: WayFacts, of device: Int64? = nil, by source: TrySource = .machine, now: Int
  ) throws -> ReminderWay {
    try addAsking(facts, of: device, by: source, now: now).way
  }

  /// Sets up a way as ``add(_:of:by:now:)``, and gives the code that confirms it.
  ///
  /// - Parameters:
  ///   - facts: what is said of it, which the caller has checked.
  ///   - device: the device of a push.
  ///   - source: who sets it up.
  ///   - accountsMayMail: whether devices may set up mail for owners whom accounts made.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the way, and for mail that a device sets up, the code that is to be mailed there.
  /// - Throws: ``ReminderError``; then nothing has changed.
  package func addAsking(
    _ facts: WayFacts, of device: Int64? = nil, by source: TrySource,
    accountsMayMail: Bool = false, now: Int
  ) throws -> (way: ReminderWay, code: MailCode?) {
    try journal.writeMakingRoom { db in
      let asksForCode = facts.kind == .mail && source != .machine
      if asksForCode { try checkMayMail(accountsMayMail, db) }
      let ways = try ways(now: now, db)
      // A browser that subscribes anew has another address.
      let twin = ways.first { way in
        way.facts.kind == facts.kind
          && (way.facts.address == facts.address || device != nil && way.device == device)
      }
      if let twin {
        guard facts.kind == .push else { throw ReminderError.wayExists(facts.kind) }
        try db.execute(cached: "DELETE FROM reminder_way WHERE id = ?", arguments: [twin.id])
      } else if ways.count >= Self.wayLimit {
        throw ReminderError.tooManyWays(limit: Self.wayLimit)
      }
      // One of a device that is gone, of which a browser still has the subscription.
      try db.execute(
        cached: "DELETE FROM reminder_way WHERE owner = ? AND kind = ? AND address = ?",
        arguments: [journal.id, facts.kind.rawValue, facts.address])
      try db.execute(
        cached: """
          INSERT INTO reminder_way
            (owner, kind, address, detail, secret, names, device, since, awaits_code,
              maker, maker_name)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          journal.id, facts.kind.rawValue, facts.address, facts.detail, facts.secret, facts.names,
          device, now, asksForCode ? 1 : nil,
        ] + Maker(source).values)
      let way = try way(db.lastInsertedRowID, db)
      let code = asksForCode ? try makeCode(for: way, now: now, db) : nil
      try record(.wayMade, .way(way), by: source, now: now, db)
      if facts.names { try record(.namesAllowed, .way(way), by: source, now: now, db) }
      return (way, code)
    }
  }

  /// Says whether a way may name people and texts while the journal is locked.
  ///
  /// - Throws: ``ReminderError/unknownWay(_:)``; then nothing has changed.
  @discardableResult
  package func setNames(
    _ names: Bool, ofWay number: Int64, by source: TrySource = .machine, now: Int
  ) throws -> ReminderWay {
    try journal.writeMakingRoom { db in
      try setNames(names, of: .way(way(number, db)), by: source, now: now, db)
      return try way(number, db)
    }
  }

  /// Removes a way. That the desktop was is kept, since it is set up by itself where it never was there.
  ///
  /// - Throws: ``ReminderError/unknownWay(_:)``.
  @discardableResult
  package func remove(
    way number: Int64, by source: TrySource = .machine, now: Int
  ) throws -> ReminderWay {
    try journal.writeMakingRoom { db in
      let way = try way(number, db)
      try remove(.way(way), by: source, now: now, db)
      if way.facts.kind == .desktop {
        try db.execute(
          cached: """
            INSERT INTO reminder_way (owner, kind, address, detail, secret, names, since)
            VALUES (?, 'desktop', '', '\(ReminderWay.removedDesktop)', '', 0, ?)
            """, arguments: [journal.id, way.since])
      }
      return way
    }
  }

  /// Whether the desktop was removed, and not added again.
  ///
  /// - Throws: ``JournalError``.
  package func isDesktopRemoved() throws -> Bool {
    try journal.read { db in
      try db.value(
        Bool.self,
        cached: """
          SELECT EXISTS (SELECT * FROM reminder_way WHERE owner = ? AND NOT \(ReminderWay.isThere))
          """, arguments: [journal.id]) ?? false
    }
  }

  func ways(now: Int, _ db: Database) throws -> [ReminderWay] {
    try DecodedRows(
      db,
      cached: """
        SELECT \(ReminderWay.columns) FROM reminder_way
        WHERE owner = ?1 AND \(ReminderWay.isThere) AND (device IS NULL OR device IN (
          SELECT id FROM device
          WHERE owner = ?1 AND ?2 < min(last_seen + \(Device.lifetime), latest_end)))
        ORDER BY id LIMIT ?3
        """, arguments: [journal.id, now, Self.wayLimit]
    ).map { try ReminderWay(&$0) }
  }

  func way(_ number: Int64, _ db: Database) throws -> ReminderWay {
    let rows = try DecodedRows(
      db,
      cached: """
        SELECT \(ReminderWay.columns) FROM reminder_way
        WHERE id = ? AND owner = ? AND \(ReminderWay.isThere)
        """, arguments: [number, journal.id])
    guard let way = try rows.map({ try ReminderWay(&$0) }).first else {
      throw ReminderError.unknownWay(number)
    }
    return way
  }
}

extension ReminderWay {
  /// What a query selects for ``init(_:)``, in its order.
  static let columns = columnNames.joined(separator: ", ")
  static let columnNames =
    [
      "id", "kind", "address", "detail", "secret", "names", "device", "since", "failed", "failure",
    ] + Maker.columnNames + ["awaits_code"]

  /// The detail of a desktop that was removed: its row keeps ``SentReminders/desktop(now:)`` from making
  /// another.
  static let removedDesktop = "removed"
  /// The condition that a row is a way that one is told by.
  static let isThere = "(kind <> 'desktop' OR detail <> '\(removedDesktop)')"

  /// Reads the values of ``columns``.
  ///
  /// - Throws: ``JournalError/database(_:)`` where one is none that this program writes.
  init(_ values: inout RowDecoder) throws {
    id = try values.next()
    let kind = try values.next { Kind(rawValue: $0) }
    let address = try values.text(atMost: WayFacts.addressLimit)
    let detail = try values.text(atMost: WayFacts.detailLimit)
    let secret = try values.text(atMost: WayFacts.secretLimit)
    let names = try values.next(in: 0...1) == 1
    facts = WayFacts(kind, to: address, detail: detail, secret: secret, names: names)
    device = try values.nextIfAny(Int64.self)
    since = try values.next(in: DayRule.instants)
    let failed = try values.nextIfAny(in: DayRule.instants)
    let text = try values.textIfAny(atMost: SentReminders.failureLimit)
    guard (failed == nil) == (text == nil) else { throw JournalError.corruptValue(of: "failure") }
    failure = if let failed, let text { Failure(since: failed, text: text) } else { nil }
    maker = try Maker(&values)
    isConfirmed = try values.nextIfAny(in: 1...1) == nil
  }
}
