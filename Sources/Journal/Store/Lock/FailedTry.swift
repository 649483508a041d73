package import GRDB

/// A wrong PIN; the owner sees it when the journal is next unlocked.
package struct FailedTry: Sendable, Hashable {
  /// The number of the device; nil for the machine that has the journal.
  package let device: Int64?
  /// Of the device.
  package let name: DeviceName?
  /// The address of the request, if known.
  package let address: String?
  /// Seconds since 1970 in UTC.
  package let tried: Int
  /// Whether the device's count was cleared since and the journal opened from it, as where the PIN was
  /// guessed.
  package let opened: Bool
  private let number: Int64

  /// For how long a person remembers to have mistyped.
  private static let memory = 600

  /// Whether it was most likely a typing error of the device's current user.
  package func isJustMistyped(on device: Device, now: Int) -> Bool {
    device.id == self.device && (tried...tried + Self.memory).contains(now)
  }

  /// How many are kept for an owner, the latest.
  static let most = 100

  /// Writes a try down that is about to be made.
  ///
  /// - Returns: its row, for ``remove(_:_:)`` where it turns out right.
  static func insert(
    _ source: TrySource, at now: Int, owner: Int64, _ db: Database
  ) throws -> Int64 {
    var (device, from): (Device?, String?) = (nil, nil)
    if case .device(let source, let address) = source { (device, from) = (source, address) }
    try db.execute(
      sql: "INSERT INTO failed_try (owner, device, name, address, tried) VALUES (?, ?, ?, ?, ?)",
      arguments: [owner, device?.id, device?.name.text, from, now])
    let row = db.lastInsertedRowID
    try db.execute(
      sql: """
        DELETE FROM failed_try WHERE owner = ?1 AND id NOT IN (
          SELECT id FROM failed_try WHERE owner = ?1 ORDER BY id DESC LIMIT ?2)
        """, arguments: [owner, most])
    return row
  }

  static func remove(_ row: Int64, _ db: Database) throws {
    try db.execute(sql: "DELETE FROM failed_try WHERE id = ?", arguments: [row])
  }

  /// All of an owner, the earliest first.
  static func all(owner: Int64, _ db: Database) throws -> [FailedTry] {
    try FailedTry.fetchAll(
      db,
      sql: """
        SELECT device, name, address, tried, id, EXISTS (
            SELECT 1 FROM device
            WHERE device.id = failed_try.device AND device.owner = failed_try.owner
              AND device.opened = 1 AND device.failures = 0)
        FROM failed_try WHERE owner = ? ORDER BY id
        """, arguments: [owner])
  }

  /// Removes those of an owner that were told, but none that came since.
  static func remove(_ told: [FailedTry], owner: Int64, _ db: Database) throws {
    guard let last = told.map(\.number).max() else { return }
    try db.execute(
      sql: "DELETE FROM failed_try WHERE owner = ? AND id <= ?", arguments: [owner, last])
  }
}

/// The tries from one device and address, or from the machine, put together.
package struct FailedTrySource: Sendable, Hashable {
  package let device: Int64?
  package let name: DeviceName?
  package let address: String?
  package fileprivate(set) var count: Int
  /// When the last of them was, in seconds since 1970 in UTC.
  package fileprivate(set) var last: Int
  /// Whether the journal was opened from there since.
  package let opened: Bool
}

extension [FailedTry] {
  /// The sources of the tries, in the order of the first of each.
  package var sources: [FailedTrySource] {
    reduce(into: []) { sources, failed in
      if let index = sources.firstIndex(where: {
        $0.device == failed.device && $0.address == failed.address
      }) {
        sources[index].count += 1
        sources[index].last = Swift.max(sources[index].last, failed.tried)
      } else {
        sources.append(
          FailedTrySource(
            device: failed.device, name: failed.name, address: failed.address, count: 1,
            last: failed.tried, opened: failed.opened))
      }
    }
  }
}

extension FailedTry: FetchableRecord {
  package init(row: Row) throws {
    var values = RowDecoder(row)
    device = try values.nextIfAny(Int64.self)
    name = try values.nextIfAny(String.self).map { DeviceName($0) }
    address = try values.nextIfAny(String.self).flatMap(Device.address)
    tried = try values.next(in: DayRule.instants)
    number = try values.next()
    opened = try values.next(in: 0...1) == 1
  }
}
