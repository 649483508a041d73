import GRDB

/// Where a PIN is tried: each counts its own tries.
package enum TrySource: Sendable, Hashable {
  /// The command line on the machine that has the journal.
  case machine
  /// A device, with the address that the try comes from, where that is known.
  case device(Device, address: String?)

  /// The device's number; nil for the machine.
  var device: Int64? { if case .device(let device, _) = self { device.id } else { nil } }
}

/// How many tries of a PIN are left, and when the next may be made.
///
/// Four are free. Then each has to wait, 30 s at first and twice as long each time, up to an hour. The
/// tenth that is wrong shuts the PIN for its source alone: nobody shuts it for anybody else.
///
/// All that can be guessed at one PIN is bounded, however long it takes:
/// - ten tries on the machine itself, where whoever tries could as well read the files;
/// - ten from each device from which a right PIN once came, or that was paired before there was a PIN
///   and saw all, such as its owner's phone that is stolen;
/// - ``mostOfNewDevices`` from all other devices together, however many are paired, or revoked and
///   paired again: what a device tried that is gone stays counted. A PIN of four digits is found by
///   those in 1 case of 500.
///
/// A right PIN clears the count of its own source; a new PIN clears all. A stranger with a device
/// cannot shut the owner out, whose machine and devices count for themselves. Two strangers' devices
/// can keep a device that the owner pairs later from opening the journal, until the owner, who is told
/// of the tries, changes the PIN.
package struct Tries: Sendable, Hashable {
  static let most = 10
  /// From all devices of an owner together that are new: paired since there is a PIN, and without a
  /// right one so far.
  static let mostOfNewDevices = 20
  private static let free = 4
  private static let firstWait = 30
  private static let longestWait = 3_600

  /// Tries that were counted since the last right one, those under way too.
  package let failures: Int
  /// When the last of them was, in seconds since 1970; nil where there was none.
  let last: Int?
  /// How many all new devices together have left, where these are a new device's; nil otherwise.
  var leftOfNewDevices: Int?

  /// How many may still be wrong before the PIN is shut; 0 where it is.
  package var left: Int { max(0, min(Self.most - failures, leftOfNewDevices ?? Self.most)) }
  package var isShut: Bool { left == 0 }

  /// Seconds until the next try; 0 if there is nothing to wait for, because the PIN is shut.
  ///
  /// A clock that was set back makes no wait shorter: it begins anew.
  package func wait(at now: Int) -> Int {
    guard failures >= Self.free, !isShut, let last else { return 0 }
    let wait = min(Self.firstWait << (failures - Self.free), Self.longestWait)
    return now < last ? wait : max(0, wait - (now - last))
  }

  /// These with one more, which is about to be made.
  func counting(at now: Int) -> Tries {
    Tries(failures: failures + 1, last: now, leftOfNewDevices: leftOfNewDevices.map { $0 - 1 })
  }
}

/// As the database has them.
extension Tries {
  /// Those from a device of an owner, beside the tries that were lost with new devices.
  ///
  /// - Throws: ``LockError/changedMeanwhile`` where the device was revoked,
  ///   ``JournalError/database(_:)`` where the row was changed to what it cannot be.
  static func load(_ device: Int64, owner: Int64, lost: Int, _ db: Database) throws -> Tries {
    let row = try db.row(
      cached: "SELECT failures, last_try, opened FROM device WHERE id = ? AND owner = ?",
      arguments: [device, owner])
    guard let row else { throw LockError.changedMeanwhile }
    var values = RowDecoder(row)
    let failures = try values.next(in: 0...Tries.most)
    let last = try values.nextIfAny(in: DayRule.instants)
    let hasOpened = try values.next(in: 0...1) == 1
    guard !hasOpened else { return Tries(failures: failures, last: last) }
    let counted = try db.value(
      Int.self,
      cached: "SELECT coalesce(sum(failures), 0) FROM device WHERE owner = ? AND opened = 0",
      arguments: [owner])
    return Tries(
      failures: failures, last: last, leftOfNewDevices: mostOfNewDevices - lost - (counted ?? 0))
  }

  /// Clears the counts of all devices of an owner.
  static func forgetAll(owner: Int64, _ db: Database) throws {
    try db.execute(
      sql: "UPDATE device SET failures = 0, last_try = NULL WHERE owner = ?", arguments: [owner])
  }

  /// Keeps the tries of a new device counted that is about to be revoked.
  static func keep(of device: Int64, owner: Int64, _ db: Database) throws {
    try db.execute(
      sql: """
        UPDATE lock SET lost_failures = min(?, lost_failures + coalesce((
          SELECT failures FROM device WHERE id = ? AND owner = lock.owner AND opened = 0), 0))
        WHERE owner = ?
        """, arguments: [mostOfNewDevices, device, owner])
  }
}
