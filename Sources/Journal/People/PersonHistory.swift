package import CaptureTime
import GRDB
import Store

/// A person's history, derived from contacts and snoozes.
package struct PersonHistory: Sendable, Hashable {
  package let growth: Growth
  package let contacts: Int
  package let snoozes: Int
  /// Contacts made by the due day; the first one counts from the start.
  package let kept: Int
}

/// A month of a person: past contacts and coming days.
package struct PersonMonth: Sendable, Hashable {
  /// The contacts of each day, in order of time.
  package let contacts: [CivilDate: [Contact]]
  /// The due day, if it is in the month.
  package let due: CivilDate?
  /// Anniversaries by their dates; the birthday has an empty name.
  package let days: [CivilDate: [String]]

  /// The days with something to show, in order.
  package var all: [CivilDate] {
    Set(contacts.keys).union(days.keys).union(due.map { [$0] } ?? []).sorted()
  }
}

extension People {
  /// A person's history since the start.
  ///
  /// - Throws: ``PersonError/unknownNumber(_:)``.
  /// - Complexity: O(*n*) in the person's contacts and snoozes.
  package func history(of number: Int64) throws -> PersonHistory {
    try journal.read { db in try history(of: person(number, db), db) }
  }

  /// The growth of people's plants, by number; for no more people than a page shows.
  ///
  /// - Throws: ``JournalError``.
  package func growth(of people: [Person]) throws -> [Int64: Growth] {
    try journal.read { db in
      var growth: [Int64: Growth] = [:]
      for person in people { growth[person.id] = try self.growth(of: person.id, db) }
      return growth
    }
  }

  /// Reads from the last contact back, as far as it changes anything.
  private func growth(of number: Int64, _ db: Database) throws -> Growth {
    var snoozes = try snoozes(of: number, db)[...]
    var end = GrowthEnd()
    let rows = try DecodedRows(
      db,
      cached: """
        SELECT day, made, keywords <> '', memo <> '' FROM contact WHERE person = ?
        ORDER BY day DESC, made DESC, id DESC
        """, arguments: [number])
    while !end.isKnown, var row = try rows.next() {
      let (day, made) = (try row.day(), try row.next(in: DayRule.instants))
      let later = snoozes.reversed().prefix { ($0.day, $0.made) >= (day, made) }.count
      snoozes = snoozes.dropLast(later)
      end.add(
        hasKeywords: try row.next(Int.self) != 0, hasMemo: try row.next(Int.self) != 0, on: day,
        before: later)
    }
    return end.growth()
  }

  private func history(of person: Person, _ db: Database) throws -> PersonHistory {
    var snoozes = try snoozes(of: person.id, db)[...]
    let snoozeCount = snoozes.count
    var (growth, count, kept, snoozed) = (Growth(), 0, 0, CivilDate?.none)
    var last = person.facts.start
    let rows = try DecodedRows(
      db,
      cached: """
        SELECT \(Contact.columns) FROM contact WHERE person = ? ORDER BY day, made, id
        """, arguments: [person.id])
    while var row = try rows.next() {
      let contact = try Contact(&row)
      while let snooze = snoozes.first,
        (snooze.day, snooze.made) < (contact.day, contact.made)
      {
        growth.addSnooze()
        snoozed = snooze.until
        snoozes = snoozes.dropFirst()
      }
      let usual = last.adding(days: person.facts.cadence.days)
      if contact.day <= max(usual, snoozed ?? usual) { kept += 1 }
      growth.add(contact.facts, on: contact.day)
      (last, snoozed) = (contact.day, nil)
      count += 1
    }
    for _ in snoozes { growth.addSnooze() }
    return PersonHistory(growth: growth, contacts: count, snoozes: snoozeCount, kept: kept)
  }

  /// A month of a person.
  ///
  /// - Parameters:
  ///   - number: the person's.
  ///   - first: the first day of the month.
  ///   - leap: on which day a birthday of 29 February is in a year without one.
  /// - Returns: the month.
  /// - Throws: ``PersonError/unknownNumber(_:)``.
  package func month(
    of number: Int64, from first: CivilDate, _ leap: LeapBirthday
  ) throws -> PersonMonth {
    let known = try known(person(number: number))
    let last = first.adding(months: 1).previous
    let contacts = try journal.read { db in
      try journal.contacts.rows(
        """
        WHERE person.owner = ? AND contact.person = ? AND contact.day BETWEEN ? AND ?
        ORDER BY contact.day, contact.made, contact.id
        """, [journal.id, number, first.description, last.description], db)
    }
    var days: [CivilDate: [String]] = [:]
    for (name, date) in known.person.facts.yearlyDates {
      let next = date.next(from: first, leap)
      if next <= last { days[next, default: []].append(name) }
    }
    let due = known.rhythm.due
    return PersonMonth(
      contacts: Dictionary(grouping: contacts, by: \.day),
      due: known.person.isKept && first <= due && due <= last ? due : nil, days: days)
  }
}

extension PersonFacts {
  /// The birthday, under an empty name, and the anniversaries.
  package var yearlyDates: [(name: String, date: YearlyDate)] {
    (birthday.map { [("", $0)] } ?? []) + days.map { ($0.name.text, $0.date) }
  }
}

/// A person's birthday or anniversary on one date.
package struct YearlyDay: Sendable, Hashable {
  package let person: Person
  /// Empty for the birthday.
  package let name: String
  package let date: CivilDate
  /// How many years it has been, from 0; nil if the year is unknown.
  package let years: Int?
}

extension People {
  /// The birthdays and anniversaries of active people on some days, in order.
  ///
  /// - Parameters:
  ///   - days: from the first to the last one, at most a year.
  ///   - leap: on which day one of 29 February is in a year without one.
  /// - Returns: the days.
  /// - Throws: ``JournalError``.
  /// - Throws: ``JournalError``.
  package func yearlyDays(
    in days: ClosedRange<CivilDate>, _ leap: LeapBirthday
  ) throws -> [YearlyDay] {
    let found = try journal.read { db in
      // Those of a few days are in the index; one of 29 February may be on another day.
      let numbers = days.lowerBound.daysSinceEpoch...days.upperBound.daysSinceEpoch
      let dates = numbers.prefix(366).map { CivilDate(daysSinceEpoch: $0) }
      let keys = Set(dates.map { $0.month * 100 + $0.day } + [229]).sorted().map(Int64.init)
      return try people(
        where: """
          person.archived IS NULL AND person.deleted IS NULL AND person.id IN (
            SELECT on_day.person FROM json_each(?) AS chosen
              CROSS JOIN person_day AS on_day INDEXED BY person_day_by_date
              ON on_day.month = chosen.value / 100 AND on_day.day = chosen.value % 100)
          """, [keys.json], db)
    }
    return found.flatMap { person in
      person.facts.yearlyDates.compactMap { name, date in
        let next = date.next(from: days.lowerBound, leap)
        return next <= days.upperBound
          ? YearlyDay(person: person, name: name, date: next, years: date.years(on: next)) : nil
      }
    }.sorted { ($0.date, $0.person.facts.name.folded) < ($1.date, $1.person.facts.name.folded) }
  }
}
