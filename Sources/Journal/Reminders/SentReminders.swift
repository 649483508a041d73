package import CaptureTime
import GRDB
package import Store

/// What was sent: a row for each turn and way, by which of many servers, timers and starts of a program one
/// alone sends it.
///
/// Written behind a lock too. Whoever is ended while it sends has sent, as far as anybody can know: a person
/// is rather told once more, by the next turn, than twice of the same.
package struct SentReminders: Sendable {
  let journal: OwnerJournal
  private var store: JournalStore { journal.store }

  /// Bytes of UTF-8 of why something failed.
  package static let failureLimit = 4_000
  /// Days for which rows are kept.
  private static let keptDays = 7
  /// Tries of one turn.
  package static let tryLimit = 100

  package init(of journal: OwnerJournal) { self.journal = journal }

  /// What became of a day's turns, by way.
  ///
  /// - Throws: ``JournalError``.
  package func sent(on day: CivilDate) throws -> [Int64: [SentReminder]] {
    let rows: [(Int64, SentReminder)] = try journal.read { db in
      try DecodedRows(
        db,
        cached: """
          SELECT way, \(SentReminder.columns)
          FROM reminder_rule CROSS JOIN reminder_sent ON rule = reminder_rule.id
          WHERE owner = ? AND day = ?
          """, arguments: [journal.id, day.description]
      ).map { (try $0.next(), try SentReminder(&$0)) }
    }
    return Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.1) }
  }

  /// Takes a turn on by a way, for whoever is first.
  ///
  /// - Parameters:
  ///   - turn: what is to be told.
  ///   - way: the way's number.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: how often it was tried, this time too; nil where another one has it.
  /// - Throws: ``JournalError``.
  package func claim(_ turn: ReminderTurn, way: Int64, now: Int) throws -> Int? {
    try write { db in
      // Neither rule nor way is there any longer where its owner has just removed it.
      let tries = try db.value(
        Int.self,
        cached: """
          INSERT INTO reminder_sent (rule, way, day, time, turn, state, tries, at)
          SELECT reminder_rule.id, reminder_way.id, ?3, ?4, ?5, 'sending', 1, ?6
          FROM reminder_rule, reminder_way
          WHERE reminder_rule.id = ?1 AND reminder_way.id = ?2
            AND reminder_rule.owner = ?7 AND reminder_way.owner = ?7
            AND reminder_way.awaits_code IS NULL
          ON CONFLICT DO UPDATE SET state = 'sending', tries = tries + 1, at = ?6
            WHERE state = 'waiting' AND at <= ?6 AND tries < \(Self.tryLimit)
          RETURNING tries
          """, arguments: key(turn, way) + [now, journal.id])
      if tries != nil {
        try db.execute(
          cached: """
            DELETE FROM reminder_sent
            WHERE day < ? AND rule IN (SELECT id FROM reminder_rule WHERE owner = ?)
            """, arguments: [turn.day.adding(days: -Self.keptDays).description, journal.id])
      }
      return tries
    }
  }

  /// Writes down what became of a turn that was taken on.
  ///
  /// - Parameters:
  ///   - turn: what was to be told.
  ///   - outcome: what became of it.
  ///   - way: the way's number.
  ///   - now: in seconds since 1970 in UTC.
  /// - Throws: ``JournalError``.
  package func settle(
    _ turn: ReminderTurn, _ outcome: Outcome, way: Int64, now: Int
  ) throws {
    let (state, at, failure): (SentReminder.State, Int, String?) =
      switch outcome {
      case .sent: (.sent, now, nil)
      case .done: (.done, now, nil)
      case .waiting(let until, let failure): (.waiting, until, failure)
      case .failed(let failure): (.failed, now, failure)
      }
    try write { db in
      try db.execute(
        cached: """
          UPDATE reminder_sent SET state = ?6, at = ?7
          WHERE (rule, way, day, time, turn) = (?1, ?2, ?3, ?4, ?5) AND state = 'sending'
          """, arguments: key(turn, way) + [state.rawValue, at])
      if outcome == .done { return }
      try journal.reminders.note(failure, ofWay: way, now: now, db)
    }
  }

  /// Forgets a way at which nobody is any longer.
  ///
  /// - Throws: ``JournalError``.
  package func forget(way: Int64) throws {
    try write { db in
      try db.execute(
        cached: "DELETE FROM reminder_way WHERE id = ? AND owner = ?",
        arguments: [way, journal.id])
    }
  }

  /// The way of the desktop on which this program runs, set up where there never was one.
  ///
  /// - Returns: nil where its owner removed it.
  /// - Throws: ``JournalError``.
  package func desktop(now: Int) throws -> ReminderWay? {
    let reminders = Reminders(journal: journal)
    if try reminders.isDesktopRemoved() { return nil }
    try write { db in
      try db.execute(
        cached: """
          INSERT INTO reminder_way (owner, kind, address, detail, secret, names, since)
          VALUES (?, 'desktop', '', '', '', 0, ?) ON CONFLICT DO NOTHING
          """, arguments: [journal.id, now])
    }
    guard let way = try reminders.ways(now: now).first(where: { $0.facts.kind == .desktop }) else {
      throw ReminderError.tooManyWays(limit: Reminders.wayLimit)
    }
    return way
  }

  /// What becomes of a turn.
  package enum Outcome: Sendable, Hashable {
    case sent
    /// There was nothing to tell.
    case done
    /// Until when it waits for another try, and why, in at most ``SentReminders/failureLimit`` bytes.
    case waiting(until: Int, failure: String)
    case failed(String)
  }

  private func key(_ turn: ReminderTurn, _ way: Int64) -> StatementArguments {
    [
      turn.rule.id, way, turn.day.description, turn.time.description, turn.isAgain ? 1 : 0,
    ]
  }

  func write<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try store.checkIsWritable()
    return try store.writeMakingRoom(work)
  }
}

extension SentReminder {
  /// What a query selects for ``init(_:)``, in its order.
  static let columns = columnNames.map { "reminder_sent.\($0)" }.joined(separator: ", ")
  static let columnNames = ["rule", "time", "turn", "state", "tries", "at"]

  /// Reads the values of ``columns``.
  ///
  /// - Throws: ``JournalError/database(_:)`` where one is none that this program writes.
  init(_ values: inout RowDecoder) throws {
    rule = try values.next()
    time = try values.timeOfDay()
    isAgain = try values.next(in: 0...1) == 1
    state = try values.next { State(rawValue: $0) }
    tries = try values.next(in: 0...1_000)
    at = try values.next(in: DayRule.instants)
  }
}
