package import CaptureTime
package import GRDB
package import Store

/// What an export says of something that was done with a person on a day.
package protocol ExportedDay: StoredLine {
  /// The person's uid.
  var person: String { get }
  var day: CivilDate { get }

  /// By what the same one is known, beside the person.
  var identity: RestoredTurns.Identity { get }
  /// How many of the same there are of a person.
  func count(of person: Int64, _ db: Database) throws -> Int
  func insert(for person: Int64, _ contacts: Contacts, _ db: Database) throws
}

/// What an export says of a contact, on a line of `contacts.jsonl`.
package struct ExportedContact: ExportedDay, Hashable {
  package let person: String
  package let day: CivilDate
  /// In seconds since 1970 in UTC.
  let made: Int
  let facts: ContactFacts

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case person, day, made, kind, keywords, memo
  }

  package static var fields: [String] { CodingKeys.allCases.map(\.rawValue) }

  package init(from decoder: any Decoder) throws {
    let fields = try CheckedFields(decoder, CodingKeys.self)
    person = try fields.line(.person, 1...Person.uidLimit)
    day = try fields.value(.day) { CivilDate(iso: $0) }
    made = try fields.moment(.made)
    let keywords = try fields.texts(.keywords)
    facts = ContactFacts(
      kind: try fields.value(.kind) { ContactKind(rawValue: $0) },
      keywords: (try? Keywords(keywords)) ?? .none,
      memo: try fields.valueIfAny(.memo) { $0.isEmpty ? nil : Memo(stored: $0) } ?? .empty)
    try fields.check(.keywords, facts.keywords.texts == keywords)
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(person, forKey: .person)
    try fields.encode(day.description, forKey: .day)
    try fields.encode(made, forKey: .made)
    try fields.encode(facts.kind.rawValue, forKey: .kind)
    try fields.encode(facts.keywords.texts, forKey: .keywords)
    try fields.encodeIfPresent(facts.memo.text.ifAny, forKey: .memo)
  }

  package static var source: RowSource {
    RowSource(
      order: ["contact.person", "contact.day", "contact.made", "contact.id"],
      columns: "uid, \(Contact.columns)", tables: Contact.tables, condition: "person.owner = ?1")
  }

  package init(_ values: inout RowDecoder) throws {
    person = try values.text(atMost: Person.uidLimit)
    let contact = try Contact(&values)
    (day, made, facts) = (contact.day, contact.made, contact.facts)
  }

  package var identity: RestoredTurns.Identity {
    .init(day: day, made: made, what: "\(facts.kind.rawValue) \(facts.memo.text)")
  }

  package func count(of person: Int64, _ db: Database) throws -> Int {
    let count = try db.value(
      Int.self,
      cached: """
        SELECT count(*) FROM contact
        WHERE person = ? AND day = ? AND made = ? AND kind = ? AND memo = ?
        """,
      arguments: [person, day.description, made, facts.kind.rawValue, facts.memo.text])
    return count ?? 0
  }

  package func insert(for person: Int64, _ contacts: Contacts, _ db: Database) throws {
    _ = try contacts.insert(facts, with: person, on: day, made: made, db)
  }
}

/// What an export says of a snooze, on a line of `snoozes.jsonl`.
package struct ExportedSnooze: ExportedDay, Hashable {
  package let person: String
  package let day: CivilDate
  let days: Int
  /// In seconds since 1970 in UTC.
  let made: Int

  private enum CodingKeys: String, CodingKey, CaseIterable { case person, day, days, made }

  package static var fields: [String] { CodingKeys.allCases.map(\.rawValue) }

  package init(from decoder: any Decoder) throws {
    let fields = try CheckedFields(decoder, CodingKeys.self)
    person = try fields.line(.person, 1...Person.uidLimit)
    day = try fields.value(.day) { CivilDate(iso: $0) }
    days = try fields.number(.days, in: Snooze.range)
    made = try fields.moment(.made)
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(person, forKey: .person)
    try fields.encode(day.description, forKey: .day)
    try fields.encode(days, forKey: .days)
    try fields.encode(made, forKey: .made)
  }

  package static var source: RowSource {
    RowSource(
      order: ["snooze.person", "snooze.day", "snooze.made", "snooze.id"],
      columns: "uid, \(Snooze.columns)",
      tables: "snooze CROSS JOIN person ON person.id = snooze.person",
      condition: "person.owner = ?1")
  }

  package init(_ values: inout RowDecoder) throws {
    person = try values.text(atMost: Person.uidLimit)
    let snooze = try Snooze(&values)
    (day, days, made) = (snooze.day, snooze.days, snooze.made)
  }

  package var identity: RestoredTurns.Identity { .init(day: day, made: made, what: "\(days)") }

  package func count(of person: Int64, _ db: Database) throws -> Int {
    let count = try db.value(
      Int.self,
      cached: """
        SELECT count(*) FROM snooze WHERE person = ? AND day = ? AND made = ? AND days = ?
        """, arguments: [person, day.description, made, days])
    return count ?? 0
  }

  package func insert(for person: Int64, _ contacts: Contacts, _ db: Database) throws {
    try contacts.journal.people.insertSnooze(of: person, on: day, days: days, made: made, db)
  }
}

/// How often the same came of those that an export says of a person's day: two that are the same, as two
/// contacts written down in one second, both come.
package struct RestoredTurns {
  private var person: Int64?
  private var day: CivilDate?
  private var turns: [Identity: (next: Int, here: Int)] = [:]

  package struct Identity: Hashable {
    let day: CivilDate
    let made: Int
    let what: String
  }

  /// Whether one comes: whether more of the same were asked for on the day, of which an export says all
  /// together, than were here before.
  ///
  /// - Parameters:
  ///   - identity: by what the same one is known.
  ///   - person: the person's number.
  ///   - count: says how many of the same are here; asked once, as thousands of the same may come.
  /// - Returns: whether it comes.
  /// - Throws: what `count` throws.
  mutating func isNew(
    _ identity: Identity, of person: Int64, _ count: () throws -> Int
  ) throws -> Bool {
    if person != self.person || identity.day != day {
      (self.person, day, turns) = (person, identity.day, [:])
    }
    var known: (next: Int, here: Int)
    if let before = turns[identity] { known = before } else { known = (0, try count()) }
    defer { turns[identity] = known }
    known.next += 1
    return known.here < known.next
  }
}
