package import CaptureTime
import GRDB
import Store

/// One time that a person was snoozed.
package struct Snooze: Sendable, Hashable {
  package let id: Int64
  package let person: Int64
  package let day: CivilDate
  /// 1 to 7.
  package let days: Int
  /// In seconds since 1970 in UTC.
  package let made: Int

  package static let range = 1...7

  package var until: CivilDate { day.adding(days: days) }
}

extension People {
  /// Snoozes a person who is due, counted from today.
  ///
  /// - Parameters:
  ///   - number: the person's.
  ///   - days: 1 to 7.
  ///   - today: the day of the moment.
  ///   - now: in seconds since 1970 in UTC.
  /// - Returns: the person as they are then.
  /// - Throws: ``ContactError/snoozeDays(observed:expected:)``, ``ContactError/notDue(_:due:)``,
  ///   ``PersonError``; then nothing has changed.
  @discardableResult
  package func snooze(
    _ number: Int64, days: Int, today: CivilDate, now: Int
  ) throws -> KnownPerson {
    guard Snooze.range.contains(days) else {
      throw ContactError.snoozeDays(observed: days, expected: Snooze.range)
    }
    return try journal.writeMakingRoom { db in
      let known = try live(known: number, db)
      guard known.isDue(on: today) else {
        throw ContactError.notDue(known.person, due: known.rhythm.due)
      }
      try insertSnooze(of: number, on: today, days: days, made: now, db)
      return try live(known: number, db)
    }
  }

  /// Undoes the last snooze since the last contact.
  ///
  /// - Returns: the person as they are then.
  /// - Throws: ``ContactError/notSnoozed(_:)``, ``PersonError``; then nothing has changed.
  @discardableResult
  package func unsnooze(_ number: Int64) throws -> KnownPerson {
    try journal.writeMakingRoom { db in
      let known = try live(known: number, db)
      guard known.rhythm.snoozed != nil else { throw ContactError.notSnoozed(known.person) }
      try db.execute(
        cached: """
          DELETE FROM snooze WHERE id = (
            SELECT id FROM snooze WHERE person = ? ORDER BY day DESC, made DESC LIMIT 1)
          """, arguments: [number])
      return try live(known: number, db)
    }
  }

  func insertSnooze(
    of number: Int64, on day: CivilDate, days: Int, made: Int, _ db: Database
  ) throws {
    try db.execute(
      cached: "INSERT INTO snooze (person, day, days, until, made) VALUES (?, ?, ?, ?, ?)",
      arguments: [
        number, day.description, days, day.adding(days: days).description, made,
      ])
  }

  private func live(known number: Int64, _ db: Database) throws -> KnownPerson {
    let person = try live(number, db)
    return try known([person], db).first ?? KnownPerson(person)
  }

  func snoozes(of number: Int64, _ db: Database) throws -> [Snooze] {
    try DecodedRows(
      db,
      cached: """
        SELECT \(Snooze.columns)
        FROM snooze CROSS JOIN person ON person.id = snooze.person
        WHERE snooze.person = ? AND person.owner = ? ORDER BY snooze.day, snooze.made
        """, arguments: [number, journal.id]
    ).map { try Snooze(&$0) }
  }
}

extension Snooze {
  /// What a query selects for ``init(_:)``, in its order.
  static let columns = "snooze.id, snooze.person, snooze.day, snooze.days, snooze.made"

  /// Reads the values of ``columns``.
  init(_ values: inout RowDecoder) throws {
    (id, person) = (try values.next(), try values.next())
    day = try values.day()
    days = try values.next(in: Self.range)
    made = try values.next(in: DayRule.instants)
  }
}
