import CaptureTime
import GRDB
import Store

/// The rows of people.
extension Person {
  /// What a query selects for ``init(_:days:)``, in its order.
  static let columns = columnNames.map { "person.\($0)" }.joined(separator: ", ")
  static let columnNames = [
    "id", "uid", "name", "nickname", "cadence", "start", "phone", "email", "remind", "note",
    "picture", "categories", "made", "archived", "deleted",
  ]

  /// Reads the values of ``columns``.
  init(_ values: inout RowDecoder, days: [(name: String, date: YearlyDate)]) throws {
    id = try values.next()
    uid = try values.text(atMost: Self.uidLimit)
    let name = try values.next { PersonName(stored: $0) }
    let nickname = try values.next(String.self)
    let cadence = try values.next(in: Cadence.range)
    var facts = PersonFacts(name, cadence: try Cadence(days: cadence), start: try values.day())
    if !nickname.isEmpty {
      guard let name = PersonName(stored: nickname) else {
        throw JournalError.corruptValue(of: "nickname")
      }
      facts.nickname = name
    }
    facts.phone = try values.next { PersonLine(stored: $0) }
    facts.email = try values.next { PersonLine(stored: $0) }
    if let time = try values.textIfAny(atMost: 5) {
      guard let time = try? TimeOfDay.parse(time) else {
        throw JournalError.corruptValue(of: "remind")
      }
      facts.reminder = time
    }
    facts.note = try values.next { try? Words($0) }
    facts.picture = try values.nextIfAny(in: Self.pictures)
    facts.categories = try values.next { PersonFacts.categories(stored: $0) }
    facts.birthday = days.first { $0.name.isEmpty }?.date
    facts.days = try days.filter { !$0.name.isEmpty }.map { day in
      guard let name = PersonName(stored: day.name) else {
        throw JournalError.corruptValue(of: "name")
      }
      return PersonDay(name, day.date)
    }
    self.facts = facts
    made = try values.next(in: DayRule.instants)
    archived = try values.nextIfAny(in: DayRule.instants)
    deleted = try values.nextIfAny(in: DayRule.instants)
  }

  /// Bytes of a ``uid``.
  static let uidLimit = 255
  /// What the number of a picture's post can be.
  static let pictures = 1...Int(Int32.max)
}

extension YearlyDate {
  /// Reads month, day and year.
  init(_ values: inout RowDecoder) throws {
    let (month, day) = (try values.next(in: 1...12), try values.next(in: 1...31))
    let year = try values.nextIfAny(in: CivilDate.years)
    guard let date = try? YearlyDate(month: month, day: day, year: year) else {
      throw JournalError.corruptValue(of: "day")
    }
    self = date
  }
}

extension PersonFacts {
  /// Nil where it is not what is stored.
  static func categories(stored lines: String) -> [PersonName]? {
    guard lines.utf8.count <= categoryBytes else { return nil }
    let names = lines.split(separator: "\n").compactMap { PersonName(stored: String($0)) }
    return names.map(\.text).joined(separator: "\n") == lines ? names : nil
  }
}

extension People {
  /// All of the owner's, in the order in which they came.
  func all(_ db: Database) throws -> [Person] { try people(where: "TRUE", [], db) }

  /// The people of the owner of whom a condition holds.
  func people(
    among people: String = "person", where condition: String, inOrder: Bool = true,
    _ arguments: StatementArguments, _ db: Database
  ) throws -> [Person] {
    var days: [Int64: [(name: String, date: YearlyDate)]] = [:]
    let found = try DecodedRows(
      db,
      cached: """
        SELECT person_day.person, person_day.name, person_day.month, person_day.day, person_day.year
        FROM \(people) CROSS JOIN person_day ON person_day.person = person.id
        WHERE person.owner = ?1 AND \(condition) ORDER BY person_day.person, person_day.name
        """, arguments: [journal.id] + arguments)
    while var row = try found.next() {
      let person: Int64 = try row.next()
      let name = try row.text(atMost: PersonName.byteLimit)
      days[person, default: []].append((name, try YearlyDate(&row)))
    }
    let rows = try DecodedRows(
      db,
      cached: """
        SELECT person.id, \(Person.columns) FROM \(people)
        WHERE person.owner = ?1 AND \(condition) \(inOrder ? "ORDER BY person.id" : "")
        """, arguments: [journal.id] + arguments)
    return try rows.map { row in
      let id: Int64 = try row.next()
      return try Person(&row, days: days[id] ?? [])
    }
  }

  /// The people of some numbers, in the order of these.
  func people(_ numbers: [Int64], _ db: Database) throws -> [Person] {
    if numbers.isEmpty { return [] }
    // Each by its number: else SQLite goes through all of the owner's, and looks for them among these.
    let found = try people(
      among: "json_each(?2) AS chosen CROSS JOIN person ON person.id = chosen.value",
      where: "TRUE", inOrder: false, [numbers.json], db)
    let byNumber = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    return numbers.compactMap { byNumber[$0] }
  }

  func person(_ number: Int64, _ db: Database) throws -> Person {
    guard let person = try people(where: "person.id = ?", [number], db).first else {
      throw PersonError.unknownNumber(number)
    }
    return person
  }

  /// A person who is not deleted.
  func live(_ number: Int64, _ db: Database) throws -> Person {
    let person = try person(number, db)
    if person.deleted != nil { throw PersonError.isDeleted(person) }
    return person
  }

  func insert(_ facts: PersonFacts, uid: String, made: Int, _ db: Database) throws -> Person {
    try checkRoom(for: 1, db)
    return try person(insertRow(facts, uid: uid, made: made, db), db)
  }

  /// Checks that so many people may come.
  ///
  /// - Throws: ``PersonError/tooMany(limit:)``.
  func checkRoom(for count: Int, _ db: Database) throws {
    let there = try db.value(
      Int.self, cached: "SELECT count(*) FROM person WHERE owner = ?", arguments: [journal.id])
    if count > 0, there ?? 0 > Self.limit - count { throw PersonError.tooMany(limit: Self.limit) }
  }

  /// The number of the person's row.
  func insertRow(_ facts: PersonFacts, uid: String, made: Int, _ db: Database) throws -> Int64 {
    try facts.check()
    try db.execute(
      cached: """
        INSERT INTO person (owner, uid, name, nickname, cadence, start, phone, email, remind, note,
          picture, categories, made)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, arguments: [journal.id, uid] + facts.values + [made])
    let id = db.lastInsertedRowID
    try insertDays(of: id, facts, db)
    return id
  }

  func update(_ number: Int64, _ facts: PersonFacts, _ db: Database) throws {
    try facts.check()
    try db.execute(
      cached: """
        UPDATE person SET (name, nickname, cadence, start, phone, email, remind, note, picture,
          categories) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?
        """, arguments: facts.values + [number])
    try db.execute(cached: "DELETE FROM person_day WHERE person = ?", arguments: [number])
    try insertDays(of: number, facts, db)
  }

  private func insertDays(of number: Int64, _ facts: PersonFacts, _ db: Database) throws {
    let days = facts.days.map { ($0.name.text, $0.date) }
    for (name, date) in (facts.birthday.map { [("", $0)] } ?? []) + days {
      try db.execute(
        cached: "INSERT INTO person_day (person, name, month, day, year) VALUES (?, ?, ?, ?, ?)",
        arguments: [number, name, date.month, date.day, date.year])
    }
  }
}

extension PersonFacts {
  /// What is stored of it in its own row, from the name to the categories.
  fileprivate var values: StatementArguments {
    [
      name.text, nickname?.text ?? "", cadence.days, start.description, phone.text, email.text,
      reminder?.description, note.text, picture, categories.map(\.text).joined(separator: "\n"),
    ]
  }
}
