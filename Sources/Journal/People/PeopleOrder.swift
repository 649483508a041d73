package import CaptureTime
import GRDB
package import Store

/// The order of active people; those in the same place come by name.
package enum PeopleOrder: Sendable {
  /// The most overdue for their rhythm first.
  case rhythm
  /// By the day on which they are due.
  case due

  /// How overdue somebody is on a day, by this order.
  func lateness(of rhythm: Rhythm, on today: CivilDate) -> Lateness {
    switch self {
    case .rhythm: rhythm.lateness(on: today)
    // By days alone, as if all had one rhythm.
    case .due: Lateness(overdue: -rhythm.days(from: today), cadence: 1)
    }
  }
}

/// Pages of active people. Only those on the page are read whole; of the others, only what the
/// order needs.
extension People {
  /// A page of active people.
  ///
  /// - Parameters:
  ///   - order: in which they come.
  ///   - today: the day from which days are counted.
  ///   - offset: how many before them are left out, at least 0.
  ///   - count: how many at most.
  /// - Returns: the people, and how many are kept in all.
  /// - Throws: ``JournalError``.
  package func page(
    in order: PeopleOrder = .rhythm, today: CivilDate, after offset: Int = 0, atMost count: Int
  ) throws -> (people: [KnownPerson], total: Int) {
    try journal.read { db in
      var places = try places(today, db, order)
      let start = min(offset, places.count)
      let page = start..<min(places.count, start + max(0, count))
      return (try known(&places, page, today, db, order), places.count)
    }
  }

  /// Active people in the order of ``list(_:today:)``, after one of them.
  ///
  /// - Parameters:
  ///   - today: the day from which days are counted.
  ///   - number: the one before them.
  ///   - count: how many at most.
  /// - Returns: the people; nil where the one before them is not kept.
  /// - Throws: ``JournalError``.
  package func page(
    today: CivilDate, afterPerson number: Int64, atMost count: Int
  ) throws -> [KnownPerson]? {
    try journal.read { db in
      var places = try places(today, db)
      guard let found = places.firstIndex(where: { $0.id == number }) else { return nil }
      try orderByName(&places, around: found..<found + 1, db)
      let start = (places.firstIndex { $0.id == number } ?? found) + 1
      return try known(
        &places, start..<min(places.count, start + max(0, count)), today, db)
    }
  }

  /// The people due by a day, most overdue first, relative to their rhythm.
  ///
  /// - Parameters:
  ///   - day: the day.
  ///   - today: the day from which days are counted.
  ///   - count: how many at most.
  /// - Returns: the people, and how many are due in all.
  /// - Throws: ``JournalError``.
  package func due(
    by day: CivilDate, today: CivilDate, atMost count: Int = .max
  ) throws -> (people: [KnownPerson], total: Int) {
    try journal.read { db in try due(by: day, today: today, atMost: count, db) }
  }

  /// The first people who are due on a day or before it, and how many are in all.
  func due(
    by day: CivilDate, today: CivilDate, atMost count: Int, _ db: Database
  ) throws -> (people: [KnownPerson], total: Int) {
    var places = try places(today, db) { $0.rhythm.due <= day }
    let total = places.count
    return (try known(&places, 0..<min(max(0, count), total), today, db), total)
  }

  func kept(today: CivilDate, _ db: Database) throws -> [KnownPerson] {
    var places = try places(today, db)
    return try known(&places, places.indices, today, db)
  }

  /// People who are kept and meant, in order but for those who are as overdue as each other.
  private func places(
    _ today: CivilDate, _ db: Database, _ order: PeopleOrder = .rhythm,
    where isMeant: (PersonPlace) -> Bool = { _ in true }
  ) throws -> [PersonPlace] {
    // Both tables are in the order of numbers: whoever is of another owner is passed over on the way.
    let rows = try DecodedRows(
      db,
      cached: """
        SELECT person.id, cadence, start, contact, snoozed
        FROM person LEFT JOIN person_rhythm ON person_rhythm.person = person.id
        WHERE +person.owner = ? AND archived IS NULL AND deleted IS NULL
        """, arguments: [journal.id])
    var places: [PersonPlace] = []
    while var row = try rows.next() {
      let place = try PersonPlace(&row, today, order)
      if isMeant(place) { places.append(place) }
    }
    return places.sorted { $0.isBefore($1) }
  }

  /// The people of some places, once those who are as overdue as each other are in the order of names.
  private func known(
    _ places: inout [PersonPlace], _ page: Range<Int>, _ today: CivilDate, _ db: Database,
    _ order: PeopleOrder = .rhythm
  ) throws -> [KnownPerson] {
    guard !page.isEmpty else { return [] }
    // Of all of them the names are read with all else.
    let areAll = page == places.indices
    if !areAll { try orderByName(&places, around: page, db) }
    let chosen = places[page]
    let people = try people(chosen.map(\.id), db)
    let rhythms = Dictionary(chosen.map { ($0.id, $0.rhythm) }) { first, _ in first }
    let known = people.map { person in
      rhythms[person.id].map { KnownPerson(person: person, rhythm: $0) } ?? KnownPerson(person)
    }
    return areAll ? known.inOrder(order, on: today) : known
  }

  /// Puts those of some places, and of the places beside them, who are as overdue as each other in the order
  /// of names.
  private func orderByName(
    _ places: inout [PersonPlace], around page: Range<Int>, _ db: Database
  ) throws {
    var (first, end) = (page.lowerBound, page.upperBound)
    while first > 0, !places[first - 1].isBefore(places[first]) { first -= 1 }
    while end < places.count, !places[end - 1].isBefore(places[end]) { end += 1 }
    let folded = try names(of: places[first..<end].map(\.id), db).mapValues(\.folded)
    places[first..<end].sort { one, other in
      if one.isBefore(other) { return true }
      if other.isBefore(one) { return false }
      return (folded[one.id] ?? "", one.id) < (folded[other.id] ?? "", other.id)
    }
  }

  /// The names of people with some numbers, including deleted ones.
  ///
  /// - Throws: ``JournalError``.
  package func names(of numbers: [Int64]) throws -> [Int64: String] {
    try journal.read { db in try names(of: numbers, db).mapValues(\.text) }
  }

  /// The reminder times of active people who have one of their own.
  ///
  /// - Throws: ``JournalError``.
  package func reminderTimes() throws -> [TimeOfDay] {
    try journal.read { db in
      try DecodedRows(
        db,
        cached: """
          SELECT DISTINCT remind FROM person
          WHERE owner = ? AND remind IS NOT NULL AND archived IS NULL AND deleted IS NULL
          """, arguments: [journal.id]
      ).map { try $0.next { TimeOfDay(stored: $0) } }
    }
  }

  /// The categories of people of a kind, most used first.
  ///
  /// - Throws: ``JournalError``.
  package func categories(of kind: PeopleFilter.Kind) throws -> [PersonName] {
    let lists = try journal.read { db in
      try DecodedRows(
        db,
        cached: """
          SELECT categories FROM person WHERE owner = ? AND categories <> '' AND \(kind.condition)
          """, arguments: [journal.id]
      ).map { try $0.next { PersonFacts.categories(stored: $0) } }
    }
    var counts: [String: (name: PersonName, count: Int)] = [:]
    for category in lists.joined() { counts[category.folded, default: (category, 0)].count += 1 }
    return counts.values.sorted { ($1.count, $0.name.folded) < ($0.count, $1.name.folded) }
      .map(\.name)
  }

  private func names(of numbers: [Int64], _ db: Database) throws -> [Int64: PersonName] {
    let rows = try DecodedRows(
      db,
      cached: """
        SELECT person.id, name FROM json_each(?) AS chosen
        CROSS JOIN person ON person.id = chosen.value WHERE owner = ?
        """, arguments: [numbers.json, journal.id])
    let pairs: [(Int64, PersonName)] = try rows.map { row in
      (try row.next(), try row.next { PersonName(stored: $0) })
    }
    return Dictionary(pairs) { first, _ in first }
  }
}

extension PeopleFilter.Kind {
  /// What holds for a row of theirs.
  fileprivate var condition: String {
    switch self {
    case .kept: "archived IS NULL AND deleted IS NULL"
    case .archived: "archived IS NOT NULL AND deleted IS NULL"
    case .deleted: "deleted IS NOT NULL"
    }
  }
}

/// The values of a person that the order needs.
private struct PersonPlace {
  let id: Int64
  let rhythm: Rhythm
  private let lateness: Lateness

  /// Reads number, cadence, start, the day of the last contact and until when they were put off.
  init(_ values: inout RowDecoder, _ today: CivilDate, _ order: PeopleOrder) throws {
    id = try values.next()
    let cadence = try values.next(in: Cadence.range)
    let start = try values.day()
    let (contact, snoozed) = (try values.dayIfAny(), try values.dayIfAny())
    rhythm = Rhythm(cadence: cadence, start: start, contact: contact, snoozed: snoozed)
    lateness = order.lateness(of: rhythm, on: today)
  }

  func isBefore(_ other: PersonPlace) -> Bool { lateness.isBefore(other.lateness) }
}
