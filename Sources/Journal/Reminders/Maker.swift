import Foundation
import GRDB
package import Store

/// The device that set up a way or a feed; it may be revoked by now.
package struct Maker: Sendable, Hashable {
  package let device: Int64
  /// Its name at that time.
  package let name: DeviceName

  /// Nil for the machine that has the journal.
  init?(_ source: TrySource) {
    guard case .device(let device, _) = source else { return nil }
    (self.device, name) = (device.id, device.name)
  }

  /// The columns that ``init(_:)`` reads.
  static let columnNames = ["maker", "maker_name"]

  /// Reads the values of ``columnNames``; nil where there is none.
  ///
  /// - Throws: ``JournalError/database(_:)`` where this program would not write such a value.
  init?(_ values: inout RowDecoder) throws {
    let device = try values.nextIfAny(Int64.self)
    let name = try values.textIfAny(atMost: 400)
    guard let device, let name else { return nil }
    (self.device, self.name) = (device, DeviceName(name))
  }
}

extension Maker? {
  /// For the columns ``Maker/columnNames``.
  var values: StatementArguments { [self?.device, self?.name.text] }
}

/// A way or a feed: it takes something out of the journal.
package enum Outlet: Sendable, Hashable {
  case way(ReminderWay)
  case feed(Feed)

  package var maker: Maker? {
    switch self {
    case .way(let way): way.maker
    case .feed(let feed): feed.maker
    }
  }

  /// What an event says of it, of a hook no more than its host: its path may be as good as a password.
  /// Nil for what ends with its device, or is on the machine.
  var detail: String? {
    switch self {
    case .feed(let feed): feed.name.text
    case .way(let way) where way.facts.kind == .mail: way.facts.address
    case .way(let way) where way.facts.kind == .hook:
      URLComponents(string: way.facts.address)?.host ?? ""
    case .way: nil
    }
  }

  /// Its row, whether it names people and texts while the journal is locked, and the event of its end.
  fileprivate var row: (table: String, id: Int64, names: Bool, end: AccessEvent.Kind) {
    switch self {
    case .way(let way): ("reminder_way", way.id, way.facts.names, .wayRemoved)
    case .feed(let feed): ("calendar_feed", feed.id, feed.names, .feedRemoved)
    }
  }
}

extension Reminders {
  /// The hooks, mail ways and feeds, which outlast the device that set them up.
  ///
  /// - Parameters:
  ///   - device: the number of the device that set it up; nil for all of them.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the ways first, each the oldest first.
  /// - Throws: ``JournalError``.
  package func outlets(madeBy device: Int64? = nil, now: Int) throws -> [Outlet] {
    try journal.read { db in try outlets(madeBy: device, now: now, db) }
  }

  fileprivate func outlets(madeBy device: Int64?, now: Int, _ db: Database) throws -> [Outlet] {
    let ways = try ways(now: now, db).map(Outlet.way)
    return (ways + (try feeds(db)).map(Outlet.feed)).filter { outlet in
      outlet.detail != nil && (device == nil || outlet.maker?.device == device)
    }
  }

  func remove(_ outlet: Outlet, by source: TrySource, now: Int, _ db: Database) throws {
    let row = outlet.row
    try db.execute(cached: "DELETE FROM \(row.table) WHERE id = ?", arguments: [row.id])
    try record(row.end, outlet, by: source, now: now, db)
  }

  /// Says whether it names people and texts while the journal is locked.
  func setNames(
    _ names: Bool, of outlet: Outlet, by source: TrySource, now: Int, _ db: Database
  ) throws {
    let row = outlet.row
    try db.execute(
      cached: "UPDATE \(row.table) SET names = ? WHERE id = ?", arguments: [names, row.id])
    if names && !row.names { try record(.namesAllowed, outlet, by: source, now: now, db) }
  }

  func record(
    _ kind: AccessEvent.Kind, _ outlet: Outlet, by source: TrySource, now: Int, _ db: Database
  ) throws {
    guard let detail = outlet.detail else { return }
    try AccessEvent.record(kind, of: journal.id, by: source, detail: detail, at: now, db)
  }
}

extension Journal {
  /// Removes what ``Reminders/outlets(madeBy:now:)`` lists, even while the journal is locked:
  /// whoever may revoke the device may also remove what it left.
  ///
  /// - Returns: what was removed.
  /// - Throws: ``JournalError``; then nothing has changed.
  @discardableResult
  package func removeOutlets(
    madeBy device: Int64?, of owner: OwnerName, by source: TrySource = .machine, now: Int
  ) throws -> [Outlet] {
    let reminders = try behindLock(of: owner).journal.reminders
    return try store.writeMakingRoom { db in
      let outlets = try reminders.outlets(madeBy: device, now: now, db)
      for outlet in outlets { try reminders.remove(outlet, by: source, now: now, db) }
      return outlets
    }
  }
}
