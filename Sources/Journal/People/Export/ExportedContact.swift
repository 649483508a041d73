package import CaptureTime
import Files
package import GRDB
package import Store

/// A line of an export about something that happened with a person on a day.
package protocol ExportedDay: ShapedLine, StoredLine {
  /// The person's uid.
  var person: String { get }
  var day: CivilDate { get }

  /// By what the same one is known, beside the person.
  var identity: RestoredTurns.Identity { get }
  /// How many of the same there are of a person.
  func count(of person: Int64, _ db: Database) throws -> Int
  func insert(for person: Int64, _ contacts: Contacts, _ db: Database) throws
}

/// A contact in an export: a line of `contacts.jsonl`.
package struct ExportedContact: ExportedDay, Hashable {
  package let person: String
  package let day: CivilDate
  /// In seconds since 1970 in UTC.
  let made: Int
  let facts: ContactFacts
  /// The uid of the post that made it, in hexadecimal.
  let post: String?

  package static let shape = LineShape(
    Self.init, LineMember("person", \.person, column: "uid", .uid),
    LineMember("day", \.day, column: "contact.day", .date),
    LineMember("made", \.made, column: "contact.made", .moment),
    LineMember(\.facts, ContactFacts.shape),
    LineMember("post", \.post, column: "contact.post", .hashIfAny(bytes: Contact.postSize)))
  package static let source = RowSource(
    Contact.tables,
    order: ["contact.person", "contact.day", "contact.made", "contact.id"],
    where: "person.owner = ?1")

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
    let uid = post.flatMap { [UInt8](hexadecimal: $0) }
    _ = try contacts.insert(facts, with: person, on: day, made: made, post: uid, db)
  }
}

extension ContactFacts {
  fileprivate static let shape = LineShape(
    { ContactFacts(kind: $0, keywords: $1, memo: $2) },
    LineMember("kind", \.kind, .read({ ContactKind(rawValue: $0) }, text: \.rawValue)),
    LineMember("keywords", \.keywords, .keywords), LineMember("memo", \.memo, .memo))
}

extension ValueKind<String> {
  /// The identifier of a person, the same in every journal.
  fileprivate static var uid: Self { line(1...Person.uidLimit) }
}

extension ValueKind<Keywords> {
  fileprivate static var keywords: Self {
    Self {
      try $0.next { Keywords(stored: $0) }
    } exported: {
      let texts = try $0.texts($1)
      let keywords = (try? Keywords(texts, atMost: .longest)) ?? .none
      try $0.check($1, keywords.texts == texts)
      return keywords
    } encode: {
      try $1.encode($0.texts, forKey: $2)
    }
  }
}

extension ValueKind<Memo> {
  /// Missing in a line where it is empty.
  fileprivate static var memo: Self {
    Self {
      try $0.next { Memo(stored: $0) }
    } exported: {
      try $0.valueIfAny($1) { $0.isEmpty ? nil : Memo(stored: $0) } ?? .empty
    } encode: {
      try $1.encodeIfPresent($0.text.ifAny, forKey: $2)
    }
  }
}

/// A snooze in an export: a line of `snoozes.jsonl`.
package struct ExportedSnooze: ExportedDay, Hashable {
  package let person: String
  package let day: CivilDate
  let days: Int
  /// In seconds since 1970 in UTC.
  let made: Int

  package static let shape = LineShape(
    Self.init, LineMember("person", \.person, column: "uid", .uid),
    LineMember("day", \.day, column: "snooze.day", .date),
    LineMember("days", \.days, .number(Snooze.range)),
    LineMember("made", \.made, column: "snooze.made", .moment))
  package static let source = RowSource(
    "snooze CROSS JOIN person ON person.id = snooze.person",
    order: ["snooze.person", "snooze.day", "snooze.made", "snooze.id"],
    where: "person.owner = ?1")

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

/// Counts equal lines of a person's day in an export, so that two equal ones, such as contacts
/// logged in the same second, are both restored.
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
