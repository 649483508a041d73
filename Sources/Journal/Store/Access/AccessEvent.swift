package import GRDB

/// A change to who can get in, or an attempt to get in.
package struct AccessEvent: Sendable, Hashable {
  /// Counts all owners' events; a later one has a higher number.
  package let id: Int64
  /// Nil for one that this version does not know.
  package let kind: Kind?
  /// The kind's name in the database, also for an unknown kind.
  package let kindName: String
  /// In seconds since 1970 in UTC; of several that were put together the last.
  package let happened: Int
  /// How many were put together.
  package let count: Int
  /// The number of the device that did it, possibly revoked by now; nil for the machine with the
  /// journal and for unpaired browsers.
  package let device: Int64?
  /// Of the device, as it was called then.
  package let name: DeviceName?
  /// The address of the request, in digits, if known.
  package let address: String?
  /// The subject, such as a passkey's name, on one line.
  package let detail: String?

  /// The kinds of events, by their names in the database.
  package enum Kind: String, Sendable, Hashable, CaseIterable, DatabaseValueConvertible {
    case paired
    case pairingMade = "pairing-made"
    case pairingCancelled = "pairing-cancelled"
    case signedIn = "signed-in"
    case signedOut = "signed-out"
    case revoked
    case pinSet = "pin-set"
    case pinChanged = "pin-changed"
    case pinRemoved = "pin-removed"
    case failedTry = "failed-try"
    case passkeyAdded = "passkey-added"
    case passkeyRemoved = "passkey-removed"
    /// An authenticator's count went back: it may have been copied.
    case passkeyCopied = "passkey-copied"
    case accountLinked = "account-linked"
    case accountUnlinked = "account-unlinked"
    case tokenMade = "token-made"
    /// A device may post while the journal is locked, or no longer.
    case postsLocked = "posts-locked"
    case postsLockedNoMore = "posts-locked-no-more"
    case exported
    /// What goes on reaching out when the device is gone that set it up.
    case feedMade = "feed-made"
    case feedRemoved = "feed-removed"
    case wayMade = "way-made"
    case wayRemoved = "way-removed"
    /// It may name people and texts while the journal is locked.
    case namesAllowed = "names-allowed"

    /// Whether it is written down even if its device is gone. A device that was revoked while it asked can
    /// do nothing else.
    var isOfAnybody: Bool { [.signedOut, .failedTry, .exported].contains(self) }

    /// What lets somebody in after the device that made it is gone.
    static let waysIn: [Kind] = [.passkeyAdded, .tokenMade, .accountLinked]

    /// Whether several of one source within an hour are one event with their count: what can be done
    /// over and over.
    var isPutTogether: Bool { [.failedTry, .exported, .pairingMade].contains(self) }
  }

  /// How long an event is kept: a year.
  package static let lifetime = 365 * 86_400
  /// How many of a kind are kept for an owner, the latest: whoever does one thing over and over makes
  /// nothing else be forgotten.
  static let mostOfKind = 500
  /// Within how many seconds of the last one another is put together with it.
  static let togetherWithin = 3_600
  /// Characters of a detail, as the schema counts them.
  static let detailLimit = 200

  /// A text as a detail: one line, cut where it is too long; nil where nothing is left of it.
  static func detail(_ text: String) -> String? {
    let line = text.unicodeScalars.filter { scalar in
      ![.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
    let detail = String(String.UnicodeScalarView(line.prefix(detailLimit)))
    return detail.isEmpty ? nil : detail
  }
}

extension AccessEvent {
  /// Records an event in the transaction that it describes; deletes the owner's events that are too
  /// old, or too many.
  ///
  /// - Parameters:
  ///   - kind: what happened.
  ///   - owner: the row of whose journal it is about.
  ///   - source: by whom.
  ///   - address: from which, where that is no device's as yet.
  ///   - detail: what it was about, such as a passkey's name.
  ///   - now: seconds since 1970 in UTC.
  ///   - db: the database.
  /// - Returns: what ``remove(_:_:)`` needs to know.
  /// - Throws: ``JournalError/revoked`` where the device is gone that does it, `DatabaseError`.
  @discardableResult
  package static func record(
    _ kind: Kind, of owner: Int64, by source: TrySource, from address: String? = nil,
    detail: String? = nil, at now: Int, _ db: Database
  ) throws -> Recorded {
    if case .device(let device, _) = source, !kind.isOfAnybody {
      try Devices.checkIsThere(device, db)
    }
    let source = EventSource(source, from: address)
    let detail = detail.flatMap(Self.detail)
    let key = EventKey(kind: kind, owner: owner, source: source, detail: detail)
    var (count, earlier): (Int, Recorded.Earlier?) = (1, nil)
    if kind.isPutTogether, let last = try key.last(until: now, since: now, db) {
      // Written anew, as the latest of all.
      try db.execute(cached: "DELETE FROM access_event WHERE id = ?", arguments: [last.id])
      (count, earlier) = (last.count + 1, .init(id: last.id, happened: last.happened))
    }
    try db.execute(
      cached: """
        INSERT INTO access_event (owner, kind, happened, device, name, address, detail, count)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        owner, kind.rawValue, now, source.device, source.name, source.address, detail,
        min(count, mostTogether),
      ])
    let recorded = Recorded(
      id: db.lastInsertedRowID, key: key, happened: now, earlier: earlier)
    try forget(kind, of: owner, at: now, db)
    return recorded
  }

  /// An event as it was written down.
  package struct Recorded: Sendable {
    fileprivate let id: Int64
    fileprivate let key: EventKey
    fileprivate let happened: Int
    /// The last of those with which it was put together.
    fileprivate let earlier: Earlier?

    fileprivate struct Earlier: Sendable {
      let id: Int64
      let happened: Int
    }
  }

  /// As many as are counted.
  fileprivate static let mostTogether = 1_000_000

  /// Whether a device has made a pairing link lately.
  static func hasMadePairing(
    _ device: Int64, of owner: Int64, since first: Int, _ db: Database
  ) throws -> Bool {
    try db.value(
      Int64.self,
      cached: """
        SELECT id FROM access_event
        WHERE owner = ? AND kind = ? AND device = ? AND happened >= ? LIMIT 1
        """, arguments: [owner, Kind.pairingMade, device, first]) != nil
  }

  /// Takes back what turned out not to be so, such as a failed try that was right.
  static func remove(_ event: Recorded, _ db: Database) throws {
    // Another that came at the same time may have been put together with it.
    guard let last = try event.key.last(until: .max, since: event.happened, db) else { return }
    guard last.count > 1 else {
      return try db.execute(
        cached: "DELETE FROM access_event WHERE id = ?", arguments: [last.id])
    }
    // Back in its place, unless another came after: nobody is told anew of what they have seen.
    let earlier = last.id == event.id ? event.earlier : nil
    try db.execute(
      cached: "UPDATE access_event SET count = count - 1, id = ?, happened = ? WHERE id = ?",
      arguments: [earlier?.id ?? last.id, earlier?.happened ?? last.happened, last.id])
  }

  private static func forget(
    _ kind: Kind, of owner: Int64, at now: Int, _ db: Database
  ) throws {
    try db.execute(
      cached: "DELETE FROM access_event WHERE owner = ? AND happened <= ?",
      arguments: [owner, now - lifetime])
    try db.execute(
      cached: """
        DELETE FROM access_event WHERE owner = ?1 AND kind = ?2 AND id <= (
          SELECT id FROM access_event WHERE owner = ?1 AND kind = ?2
          ORDER BY id DESC LIMIT 1 OFFSET ?3)
        """, arguments: [owner, kind.rawValue, mostOfKind])
  }
}

/// The source of an action, as an event records it.
private struct EventSource: Sendable {
  var device: Int64?
  var name: String?
  var address: String?

  init(_ source: TrySource, from address: String?) {
    self.address = address.flatMap(Device.address)
    guard case .device(let device, let address) = source else { return }
    (self.device, name) = (device.id, device.name.text)
    self.address = address.flatMap(Device.address)
  }
}

/// The common part of events that are merged.
private struct EventKey: Sendable {
  let kind: AccessEvent.Kind
  let owner: Int64
  let source: EventSource
  let detail: String?

  /// The event with which another is put together.
  ///
  /// - Parameters:
  ///   - end: when it happened at the latest.
  ///   - time: less than an hour before which it happened at the earliest.
  ///   - db: the database.
  /// - Returns: the latest; nil where there is none.
  /// - Throws: `DatabaseError`.
  func last(
    until end: Int, since time: Int, _ db: Database
  ) throws -> (id: Int64, count: Int, happened: Int)? {
    let row = try db.row(
      cached: """
        SELECT id, count, happened FROM access_event
        WHERE owner = ? AND kind = ? AND device IS ? AND address IS ? AND detail IS ?
          AND happened > ? AND happened <= ?
        ORDER BY id DESC LIMIT 1
        """,
      arguments: [
        owner, kind.rawValue, source.device, source.address, detail,
        time - AccessEvent.togetherWithin, end,
      ])
    guard let row else { return nil }
    var values = RowDecoder(row)
    return (
      try values.next(), try values.next(in: 1...AccessEvent.mostTogether),
      try values.next(in: DayRule.instants)
    )
  }
}

extension AccessEvent: FetchableRecord {
  static let columns = [
    "id", "kind", "happened", "count", "device", "name", "address", "detail",
  ]
  static let selection = columns.joined(separator: ", ")

  package init(row: Row) throws {
    var values = RowDecoder(row)
    id = try values.next()
    let kind = try values.text(atMost: 160)
    (self.kind, kindName) = (Kind(rawValue: kind), Self.name(ofKind: kind))
    happened = try values.next(in: DayRule.instants)
    count = try values.next(in: 1...Self.mostTogether)
    device = try values.nextIfAny(Int64.self)
    name = try values.nextIfAny(String.self).map { DeviceName($0) }
    address = try values.nextIfAny(String.self).flatMap(Device.address)
    detail = try values.textIfAny(atMost: 4 * Self.detailLimit).flatMap(Self.detail)
  }

  /// The name of a kind as far as one can be that this program does not know.
  private static func name(ofKind text: String) -> String {
    let name = text.prefix(40).filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return name.isEmpty ? "-" : name
  }
}
