import Foundation
import GRDB
import Hashing
import Store

/// What an owner has sent within a day, so that nobody makes a server pester people. It is counted in the
/// transaction that looks at it, by the owner and the address: a way that is removed and set up again has
/// sent what it has.
struct WayUses {
  enum Purpose: String, CaseIterable {
    case reminder, code, test
  }

  /// Mails to confirmed addresses and codes, within a day.
  static let mails = 50
  /// Codes, which alone reach people who did not ask for them, within a day.
  static let codes = 5
  /// Tests to an address, and to all, within an hour.
  static let (tests, testsOfAll) = (3, 20)
  private static let (hour, day) = (3_600, 86_400)

  private let owner: Int64
  private let now: Int
  private let db: Database

  init(of owner: Int64, now: Int, _ db: Database) {
    (self.owner, self.now, self.db) = (owner, now, db)
  }

  /// Counts what is about to be sent.
  ///
  /// - Returns: the number to pass to ``giveBack(_:)``.
  /// - Throws: ``ReminderError/tooManyTests(limit:wait:)``, ``ReminderError/tooManyCodes(limit:wait:)``,
  ///   ``ReminderError/tooManyMails(limit:wait:)``; then nothing is counted.
  func take(_ purpose: Purpose, by facts: WayFacts) throws -> Int64 {
    let target = Self.target(facts)
    switch purpose {
    case .reminder: break
    case .code:
      if let wait = try wait(Self.codes, of: "purpose = 'code'", within: Self.day) {
        throw ReminderError.tooManyCodes(limit: Self.codes, wait: wait)
      }
    case .test:
      for (limit, condition, arguments) in [
        (Self.tests, "purpose = 'test' AND target = ?4", [target] as StatementArguments),
        (Self.testsOfAll, "purpose = 'test'", []),
      ] {
        if let wait = try wait(limit, of: condition, arguments, within: Self.hour) {
          throw ReminderError.tooManyTests(limit: limit, wait: wait)
        }
      }
    }
    if facts.kind == .mail, let wait = try wait(Self.mails, of: "kind = 'mail'", within: Self.day) {
      throw ReminderError.tooManyMails(limit: Self.mails, wait: wait)
    }
    try db.execute(
      cached: "INSERT INTO way_use (owner, purpose, kind, target, at) VALUES (?, ?, ?, ?, ?)",
      arguments: [owner, purpose.rawValue, facts.kind.rawValue, target, now])
    let use = db.lastInsertedRowID
    // A clock that was a day ahead holds nobody up for longer.
    try db.execute(
      cached: "DELETE FROM way_use WHERE owner = ?1 AND (at <= ?2 - ?3 OR at > ?2 + ?3)",
      arguments: [owner, now, Self.day])
    return use
  }

  /// Takes back what was not sent.
  func giveBack(_ use: Int64) throws {
    try db.execute(
      cached: "DELETE FROM way_use WHERE id = ? AND owner = ?", arguments: [use, owner])
  }

  /// Seconds until there may be one more; nil where there may be one now.
  private func wait(
    _ limit: Int, of condition: String, _ arguments: StatementArguments = [], within span: Int
  ) throws -> Int? {
    let oldest = try db.value(
      Int.self,
      cached: """
        SELECT at FROM way_use WHERE owner = ?1 AND at > ?2 - ?3 AND \(condition)
        ORDER BY at DESC LIMIT 1 OFFSET \(limit - 1)
        """, arguments: [owner, now, span] + arguments)
    return oldest.map { min($0 + span - now, span) }
  }

  /// Letters of mail addresses count as the same in either case, as all servers take them.
  private static func target(_ facts: WayFacts) -> Data {
    let address = facts.kind == .mail ? facts.address.lowercased() : facts.address
    return Data(SHA256.hash(Array("\(facts.kind.rawValue) \(address)".utf8).span))
  }
}

extension Reminders {
  /// Counts a test that is about to be sent by a way.
  ///
  /// - Parameters:
  ///   - number: the way's.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the way.
  /// - Throws: ``ReminderError/unknownWay(_:)``, ``ReminderError/unconfirmed(_:)``,
  ///   ``ReminderError/tooManyTests(limit:wait:)``, ``ReminderError/tooManyMails(limit:wait:)``.
  package func takeTest(ofWay number: Int64, now: Int) throws -> ReminderWay {
    try journal.writeMakingRoom { db in
      let way = try way(number, db)
      guard way.isConfirmed else { throw ReminderError.unconfirmed(number) }
      // Nothing goes from a server to the desktop.
      if way.facts.kind != .desktop {
        _ = try WayUses(of: journal.id, now: now, db).take(.test, by: way.facts)
      }
      return way
    }
  }
}

extension SentReminders {
  /// Counts a mail that is about to be sent.
  ///
  /// - Parameters:
  ///   - way: the way that sends it.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: its number for ``giveBackMail(_:)``; nil of what is no mail.
  /// - Throws: ``ReminderError/tooManyMails(limit:wait:)``.
  package func takeMail(by way: ReminderWay, now: Int) throws -> Int64? {
    guard way.facts.kind == .mail else { return nil }
    return try write { db in
      try WayUses(of: journal.id, now: now, db).take(.reminder, by: way.facts)
    }
  }

  /// Takes a mail back that was not sent.
  ///
  /// - Throws: ``JournalError``.
  package func giveBackMail(_ use: Int64) throws {
    try write { db in try WayUses(of: journal.id, now: 0, db).giveBack(use) }
  }
}
