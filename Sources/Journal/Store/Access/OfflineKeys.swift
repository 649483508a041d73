import Foundation
import GRDB

/// The keys that browsers use to encrypt what they store for offline reading: one for each device
/// that does.
///
/// A browser keeps posts; the key stays here, so that whoever has the browser's files reads nothing of
/// them. It ends with the device.
extension Devices {
  /// How many bytes a key has: that of AES-256.
  package static let offlineKeySize = 32

  /// Turns offline reading on or off for an owner's device.
  ///
  /// - Parameters:
  ///   - keeps: whether it does. A device that has a key keeps that.
  ///   - device: its number.
  ///   - owner: the owner.
  /// - Returns: false where the owner has no such device, or it is a program's token.
  /// - Throws: ``JournalError``.
  package func setKeepsOffline(
    _ keeps: Bool, _ device: Int64, of owner: OwnerName
  ) throws -> Bool {
    let id = try journal.row(of: owner).id
    let key = keeps ? [UInt8].random(count: Self.offlineKeySize) : nil
    return try JournalError.wrapping {
      try store.write { db in
        try db.execute(
          sql: """
            UPDATE device SET offline_key = CASE WHEN ?1 IS NULL THEN NULL
              ELSE coalesce(offline_key, ?1) END
            WHERE id = ?2 AND owner = ?3 AND entry <> 'token'
            """, arguments: [key.map { Data($0) }, device, id])
        return db.changesCount == 1
      }
    }
  }

  /// The key of a device, 32 bytes; nil if it stores nothing.
  ///
  /// - Throws: ``JournalError``.
  package func offlineKey(of device: Device) throws -> [UInt8]? {
    let key = try JournalError.wrapping {
      try store.database.read { db in
        try db.value(
          Data.self,
          cached: "SELECT offline_key FROM device WHERE id = ? AND offline_key IS NOT NULL",
          arguments: [device.id])
      }
    }
    return key.flatMap { $0.count == Self.offlineKeySize ? Array($0) : nil }
  }

  /// Gives other keys to all devices of an owner that have one: without a PIN browsers may keep theirs,
  /// and with one they must not.
  static func replaceOfflineKeys(of owner: Int64, _ db: Database) throws {
    let devices = try Int64.fetchAll(
      db, sql: "SELECT id FROM device WHERE owner = ? AND offline_key IS NOT NULL",
      arguments: [owner])
    for device in devices {
      try db.execute(
        sql: "UPDATE device SET offline_key = ? WHERE id = ?",
        arguments: [Data([UInt8].random(count: offlineKeySize)), device])
    }
  }
}
