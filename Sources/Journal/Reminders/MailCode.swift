import Foundation
import GRDB
import Hashing
import Store

/// The digits mailed to an address, for the person who reads mail there to type.
package struct MailCode: Sendable, Hashable {
  private let digits: String

  /// How often one code may be tried. A day's tries guess one in 4 million cases.
  package static let tryLimit = 5
  /// Seconds until it expires.
  package static let lifetime = 3_600
  private static let length = 8

  init() {
    var generator = SystemRandomNumberGenerator()
    digits = (0..<Self.length).map { _ in
      String(Int.random(in: 0...9, using: &generator))
    }.joined()
  }

  /// Reads a typed code; blanks and hyphens between the digits are ignored.
  ///
  /// - Throws: ``ReminderError/notACode``.
  package init(typed text: String) throws(ReminderError) {
    let typed = text.unicodeScalars.filter { !$0.properties.isWhitespace && $0 != "-" }
    guard typed.count == Self.length, typed.allSatisfy({ ("0"..."9").contains($0) }) else {
      throw .notACode
    }
    digits = String(String.UnicodeScalarView(typed))
  }

  /// In the form that is easiest to read and type: "1234 5678".
  package var text: String { "\(digits.prefix(Self.length / 2)) \(digits.suffix(Self.length / 2))" }

  /// SHA-256 with the way's number: of no use for another way. It keeps the code from who sees the row; who
  /// can compute with it could as well write to the database.
  func hash(for way: Int64) -> Data { Data(SHA256.hash(Array("\(way) \(digits)".utf8).span)) }
}

extension Reminders {
  /// Makes a new code for a mail way that is not confirmed; the old one stops working.
  ///
  /// - Parameters:
  ///   - number: the way's.
  ///   - accountsMayMail: as in ``addAsking(_:of:by:accountsMayMail:now:)``.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the way, with the code that is to be mailed there.
  /// - Throws: ``ReminderError``; then nothing has changed.
  package func makeCode(
    forWay number: Int64, accountsMayMail: Bool = false, now: Int
  ) throws -> (way: ReminderWay, code: MailCode) {
    try journal.writeMakingRoom { db in
      let way = try way(number, db)
      guard !way.isConfirmed else { throw ReminderError.confirmed(number) }
      try checkMayMail(accountsMayMail, db)
      return (way, try makeCode(for: way, now: now, db))
    }
  }

  /// Confirms a way with its mailed code. A confirmed one stays confirmed.
  ///
  /// - Parameters:
  ///   - number: the way's.
  ///   - code: what was typed.
  ///   - now: in seconds since 1970 in UTC; times before are not caught up with.
  /// - Returns: the way.
  /// - Throws: ``ReminderError/wrongCode(left:)``, ``ReminderError/noCode``,
  ///   ``ReminderError/unknownWay(_:)``.
  package func confirm(
    way number: Int64, with code: MailCode, now: Int
  ) throws -> ReminderWay {
    let result = try journal.writeMakingRoom { db -> Result<ReminderWay, ReminderError> in
      let found = try way(number, db)
      if found.isConfirmed { return .success(found) }
      // The count stands where the code is wrong: nothing is thrown in this transaction.
      let tried = try DecodedRows(
        db,
        cached: """
          UPDATE mail_code SET tries = tries + 1
          WHERE way = ?1 AND tries < \(MailCode.tryLimit)
            AND ends > ?2 AND ends <= ?2 + \(MailCode.lifetime)
          RETURNING code_hash, tries
          """, arguments: [number, now]
      ).map { (hash: Data(try $0.bytes()), tries: try $0.next(in: 1...MailCode.tryLimit)) }.first
      guard let tried else { return .failure(.noCode) }
      guard tried.hash == code.hash(for: number) else {
        return .failure(.wrongCode(left: MailCode.tryLimit - tried.tries))
      }
      try db.execute(
        cached: """
          UPDATE reminder_way SET awaits_code = NULL, since = ?, failed = NULL, failure = NULL
          WHERE id = ?
          """, arguments: [now, number])
      try db.execute(cached: "DELETE FROM mail_code WHERE way = ?", arguments: [number])
      return .success(try way(number, db))
    }
    return try result.get()
  }

  /// Records whether a code arrived, as far as that is known.
  ///
  /// - Parameters:
  ///   - failure: why not, in at most ``SentReminders/failureLimit`` bytes; nil where it did.
  ///   - number: the way's.
  ///   - now: in seconds since 1970 in UTC.
  /// - Throws: ``JournalError``.
  package func noteCode(_ failure: String?, forWay number: Int64, now: Int) throws {
    try journal.writeMakingRoom { db in try note(failure, ofWay: number, now: now, db) }
  }

  func note(_ failure: String?, ofWay number: Int64, now: Int, _ db: Database) throws {
    try db.execute(
      cached: """
        UPDATE reminder_way
        SET failed = iif(?2 IS NULL, NULL, coalesce(failed, ?3)), failure = ?2
        WHERE id = ?1 AND owner = ?4
        """, arguments: [number, failure, now, journal.id])
  }

  func checkMayMail(_ accountsMayMail: Bool, _ db: Database) throws {
    if try !accountsMayMail && journal.isOwnerMadeByAccount(db) { throw ReminderError.noMail }
  }

  func makeCode(for way: ReminderWay, now: Int, _ db: Database) throws -> MailCode {
    _ = try WayUses(of: journal.id, now: now, db).take(.code, by: way.facts)
    let code = MailCode()
    try db.execute(
      cached: "INSERT OR REPLACE INTO mail_code (way, code_hash, ends, tries) VALUES (?, ?, ?, 0)",
      arguments: [way.id, code.hash(for: way.id), now + MailCode.lifetime])
    return code
  }
}
