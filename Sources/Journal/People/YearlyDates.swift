package import CaptureTime
import GRDB
import Store

/// A day of a person's that comes every year, with no more of the person than who they are.
package struct NamedYearlyDate: Sendable, Hashable {
  /// The person's number, ``Person/uid`` and name.
  package let number: Int64
  package let uid: String
  package let person: String
  /// Empty for the birthday.
  package let name: String
  package let date: YearlyDate
}

extension People {
  /// The birthdays and other days of people who are kept, in the order in which they come in a year that
  /// begins on a day: of 29 February as if every year had it.
  ///
  /// - Parameters:
  ///   - day: the day.
  ///   - count: how many at most.
  /// - Returns: the days.
  /// - Throws: ``JournalError``.
  /// - Complexity: O(*n*) in the days that are passed, which are those of other owners too, and not in those
  ///   that come after the last one.
  package func yearlyDates(from day: CivilDate, atMost count: Int) throws -> [NamedYearlyDate] {
    try journal.read { db in
      let later = try yearlyDates(">=", day, atMost: count, db)
      return later + (try yearlyDates("<", day, atMost: count - later.count, db))
    }
  }

  /// Those whose month and day compare so with a day's.
  private func yearlyDates(
    _ comparison: String, _ day: CivilDate, atMost count: Int, _ db: Database
  ) throws -> [NamedYearlyDate] {
    guard count > 0 else { return [] }
    return try DecodedRows(
      db,
      cached: """
        SELECT person.id, person.uid, person.name, on_day.name, on_day.month, on_day.day, on_day.year
        FROM person_day AS on_day INDEXED BY person_day_by_date
          CROSS JOIN person ON person.id = on_day.person
        WHERE (on_day.month, on_day.day) \(comparison) (?, ?)
          AND person.owner = ? AND person.archived IS NULL AND person.deleted IS NULL
        ORDER BY on_day.month, on_day.day, on_day.person, on_day.name LIMIT ?
        """, arguments: [day.month, day.day, journal.id, count]
    ).map { row in
      NamedYearlyDate(
        number: try row.next(), uid: try row.text(atMost: Person.uidLimit),
        person: try row.next { PersonName(stored: $0) }.text,
        name: try row.text(atMost: PersonName.byteLimit), date: try YearlyDate(&row))
    }
  }
}
