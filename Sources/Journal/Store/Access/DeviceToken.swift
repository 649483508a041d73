import Foundation
import GRDB
import Hashing

/// How the token of a device is replaced.
///
/// A token that is a day old has a successor, which is given to the browser with each answer until the
/// browser shows it. From then on the successor is the device's token, and the old one is good for
/// another minute, for the requests that were under way with it.
///
/// The successor is HMAC-SHA-256 of a random salt, which the database has, under the old token, which
/// it does not have: so all answers to requests with one token give the same successor. Whichever
/// arrives last, or not at all, the browser has a token that is good. The old token stays good for as
/// long as its successor was not seen, until the device itself ends: whoever has it could ask for the
/// successor at any time, so that refusing it sooner would only lock out those whose answer was lost.
enum DeviceToken {
  /// How old a token gets before it is replaced, in seconds.
  static let lifetime = 86_400
  /// Seconds for which the one before is good.
  static let grace = 60

  /// Whether a token that was made at a time is to be replaced; also after the clock was set back.
  static func isDue(_ issued: Int, at now: Int) -> Bool {
    !(issued..<issued + lifetime).contains(now)
  }

  static func successor(of token: AccessToken, _ salt: [UInt8]) -> AccessToken {
    AccessToken(Array(HMACSHA256.code(for: salt.span, key: token.bytes.span)))
  }
}

extension Devices {
  /// The new token that replaces the one a browser showed.
  ///
  /// - Parameters:
  ///   - token: what the browser showed.
  ///   - device: what it stands for.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: always the same until the browser shows it; nil where the token is not yet old, has
  ///   been replaced already, or none can be stored now, as on a full disk.
  /// - Throws: ``JournalError``.
  package func successor(
    of token: AccessToken, for device: Device, now: Int
  ) throws -> AccessToken? {
    guard DeviceToken.isDue(device.issued, at: now) else { return nil }
    return try JournalError.wrapping {
      let salt = try store.database.read { db in try Self.salt(token, db) }
      guard let salt else { return nil }
      if !salt.isEmpty { return DeviceToken.successor(of: token, salt) }
      return store.note { db in
        // Another request may have come first.
        guard let salt = try Self.salt(token, db) else { return nil }
        if !salt.isEmpty { return DeviceToken.successor(of: token, salt) }
        let new = [UInt8].random(count: SecretFile.size)
        let successor = DeviceToken.successor(of: token, new)
        try db.execute(
          sql: "UPDATE device SET next_salt = ?, next_hash = ? WHERE token_hash = ?",
          arguments: [Data(new), successor.hash, token.hash])
        return successor
      }
    }
  }

  /// The salt of a token's successor, empty where there is none as yet; nil where the token is no
  /// device's present one.
  private static func salt(_ token: AccessToken, _ db: Database) throws -> [UInt8]? {
    let row = try db.row(
      cached: "SELECT coalesce(next_salt, x'') FROM device WHERE token_hash = ?",
      arguments: [token.hash])
    guard let row else { return nil }
    var values = RowDecoder(row)
    return try values.bytes()
  }

  /// The device of a token that is present, to come or just gone; one to come becomes the present one.
  /// Where that cannot be written, as on a full disk, both are good until it can.
  func device(of token: AccessToken, now: Int) throws -> Device? {
    let (device, isNext) = try store.database.read { db -> (Device?, Bool) in
      let device = try Device.find(token, db) ?? Device.find(previous: token, now: now, db)
      if let device { return (device, false) }
      let next = try Device.find(next: token, db)
      return (next, next != nil)
    }
    guard isNext else { return device }
    let promoted = store.note { db in
      try db.execute(
        sql: """
          UPDATE device SET previous_hash = token_hash, previous_end = ?, token_hash = next_hash,
            issued = ?, next_hash = NULL, next_salt = NULL WHERE next_hash = ?
          """, arguments: [now + DeviceToken.grace, now, token.hash])
      return try Device.find(token, db)
    }
    return promoted ?? device
  }
}
