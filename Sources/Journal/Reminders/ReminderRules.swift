import CaptureTime
import GRDB
package import Store

/// An owner's reminders, and the ways that they reach the owner.
package struct Reminders: Sendable {
  let journal: OwnerJournal

  /// The most rules that an owner can have.
  package static let ruleLimit = 50

  /// The rules, in the order of the day.
  ///
  /// - Throws: ``JournalError``.
  package func rules() throws -> [ReminderRule] { try journal.read { db in try rules(db) } }

  func rules(_ db: Database) throws -> [ReminderRule] {
    try DecodedRows(
      db,
      cached: """
        SELECT \(ReminderRule.columns) FROM reminder_rule WHERE owner = ?
        ORDER BY time, subject LIMIT ?
        """, arguments: [journal.id, Self.ruleLimit]
    ).map { try ReminderRule(&$0) }
  }

  /// The rule with a number.
  ///
  /// - Throws: ``ReminderError/unknownRule(_:)``.
  package func rule(_ number: Int64) throws -> ReminderRule {
    try journal.read { db in try rule(number, db) }
  }

  private func rule(_ number: Int64, _ db: Database) throws -> ReminderRule {
    let rows = try DecodedRows(
      db,
      cached: "SELECT \(ReminderRule.columns) FROM reminder_rule WHERE id = ? AND owner = ?",
      arguments: [number, journal.id])
    guard let rule = try rows.map({ try ReminderRule(&$0) }).first else {
      throw ReminderError.unknownRule(number)
    }
    return rule
  }

  /// Adds a rule.
  ///
  /// - Parameters:
  ///   - facts: what is said of it.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the rule.
  /// - Throws: ``ReminderError``; then nothing has changed.
  @discardableResult
  package func add(_ facts: RuleFacts, now: Int) throws -> ReminderRule {
    try facts.check()
    return try journal.writeMakingRoom { db in
      let rules = try rules(db)
      guard rules.count < Self.ruleLimit else {
        throw ReminderError.tooManyRules(limit: Self.ruleLimit)
      }
      try checkIsNew(facts, among: rules)
      try insert(facts, since: now, db)
      return try rule(db.lastInsertedRowID, db)
    }
  }

  /// Puts in a rule that was checked, of a subject and a time that no other has.
  func insert(_ facts: RuleFacts, since: Int, _ db: Database) throws {
    try db.execute(
      cached: """
        INSERT INTO reminder_rule (owner, subject, time, again, quiet_from, quiet_until, is_on, since)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """, arguments: [journal.id] + facts.values + [since])
  }

  /// Changes a rule.
  ///
  /// - Parameters:
  ///   - number: the rule's.
  ///   - now: in seconds since 1970 in UTC.
  ///   - change: makes what is to be said of what is; it asks nothing of the journal, which is being
  ///     written.
  /// - Returns: the rule as it is then.
  /// - Throws: ``ReminderError``, and what `change` throws; then nothing has changed.
  @discardableResult
  package func edit(
    _ number: Int64, now: Int, _ change: (inout RuleFacts) throws -> Void
  ) throws -> ReminderRule {
    try journal.writeMakingRoom { db in
      let old = try rule(number, db)
      var facts = old.facts
      try change(&facts)
      try facts.check()
      try checkIsNew(facts, among: try rules(db).filter { $0.id != number })
      // What was said before goes on where neither time nor subject is another and it was not off.
      let isSame =
        (facts.time, facts.subject) == (old.facts.time, old.facts.subject) && old.facts.isOn
      try db.execute(
        cached: """
          UPDATE reminder_rule
          SET (subject, time, again, quiet_from, quiet_until, is_on, since) = (?, ?, ?, ?, ?, ?, ?)
          WHERE id = ?
          """, arguments: facts.values + [isSame ? old.since : now, number])
      return try rule(number, db)
    }
  }

  /// Removes a rule.
  ///
  /// - Returns: what it was, by which it can be made again.
  /// - Throws: ``ReminderError/unknownRule(_:)``.
  @discardableResult
  package func remove(rule number: Int64) throws -> ReminderRule {
    try journal.writeMakingRoom { db in
      let rule = try rule(number, db)
      try db.execute(cached: "DELETE FROM reminder_rule WHERE id = ?", arguments: [number])
      return rule
    }
  }

  private func checkIsNew(_ facts: RuleFacts, among others: [ReminderRule]) throws(ReminderError) {
    let isTaken = others.contains {
      ($0.facts.subject, $0.facts.time) == (facts.subject, facts.time)
    }
    if isTaken { throw .ruleExists(facts.subject, facts.time) }
  }
}

extension OwnerJournal {
  package var reminders: Reminders { Reminders(journal: self) }
}

extension RuleFacts {
  /// In the order of the table's columns from `subject` on.
  fileprivate var values: StatementArguments {
    [
      subject.rawValue, time.description, again, quiet?.from.description,
      quiet?.until.description, isOn,
    ]
  }
}

extension ReminderRule {
  /// What a query selects for ``init(_:)``, in its order.
  static let columns = columnNames.joined(separator: ", ")
  static let columnNames = [
    "id", "subject", "time", "again", "quiet_from", "quiet_until", "is_on", "since",
  ]

  /// Reads the values of ``columns``.
  ///
  /// - Throws: ``JournalError/database(_:)`` where one is none that this program writes.
  init(_ values: inout RowDecoder) throws {
    id = try values.next()
    let subject = try values.next { ReminderSubject(rawValue: $0) }
    let time = try values.timeOfDay()
    let again = try values.nextIfAny(in: RuleFacts.againRange)
    let (from, until) = (try values.timeOfDayIfAny(), try values.timeOfDayIfAny())
    let isOn = try values.next(in: 0...1) == 1
    since = try values.next(in: DayRule.instants)
    guard (from == nil) == (until == nil) else { throw JournalError.corruptValue(of: "quiet_from") }
    var quiet: QuietHours?
    if let from, let until {
      guard let hours = try? QuietHours(from: from, until: until) else {
        throw JournalError.corruptValue(of: "quiet_until")
      }
      quiet = hours
    }
    facts = RuleFacts(subject, at: time, again: again, quiet: quiet, isOn: isOn)
  }
}

extension RowDecoder {
  /// The next time of day, as ``TimeOfDay`` writes it.
  mutating func timeOfDay() throws -> TimeOfDay { try next { TimeOfDay(stored: $0) } }

  mutating func timeOfDayIfAny() throws -> TimeOfDay? {
    guard let text = try textIfAny(atMost: 5) else { return nil }
    guard let time = TimeOfDay(stored: text) else { throw JournalError.corruptValue(of: "time") }
    return time
  }
}
