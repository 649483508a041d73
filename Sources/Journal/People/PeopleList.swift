package import CaptureTime
import GRDB
import Store

/// A person with their rhythm and last contact.
package struct KnownPerson: Sendable, Hashable {
  package let person: Person
  package let rhythm: Rhythm

  /// Days until the due day; nil for somebody who is never due.
  package func days(from today: CivilDate) -> Int? {
    person.isKept ? rhythm.days(from: today) : nil
  }

  /// Whether the person is due on a day.
  package func isDue(on today: CivilDate) -> Bool { person.isKept && rhythm.isDue(on: today) }
}

/// Which people to list.
package struct PeopleFilter: Sendable, Hashable {
  package enum Kind: String, CaseIterable, Sendable {
    /// Neither archived nor deleted.
    case kept
    case archived
    case deleted
  }

  package var kind: Kind
  /// Words that must all occur in names, notes, addresses or categories; nil for no search.
  package var text: String?
  /// Only people in this category.
  package var category: PersonName?

  package init(_ kind: Kind = .kept, text: String? = nil, category: PersonName? = nil) {
    (self.kind, self.text, self.category) = (kind, text, category)
  }

  func holds(_ person: Person) -> Bool {
    let isMeant =
      switch kind {
      case .kept: person.isKept
      case .archived: person.archived != nil && person.deleted == nil
      case .deleted: person.deleted != nil
      }
    guard isMeant else { return false }
    if let category, !person.facts.categories.contains(where: { $0.folded == category.folded }) {
      return false
    }
    guard let text else { return true }
    let searched = SearchText.searched(person.facts.texts.joined(separator: "\n"))
    let words = SearchWords(text).texts
    return !words.isEmpty && words.allSatisfy { searched.contains($0) }
  }
}

extension PersonFacts {
  /// What is looked through.
  fileprivate var texts: [String] {
    [name.text, nickname?.text ?? "", phone.text, email.text, note.text]
      + days.map(\.name.text) + categories.map(\.text)
  }
}

extension People {
  /// The people of a filter. Active ones come most overdue first, relative to their rhythm;
  /// archived and deleted ones by name.
  ///
  /// - Parameters:
  ///   - filter: whom.
  ///   - today: the day from which days are counted.
  /// - Returns: the people.
  /// - Throws: ``JournalError``.
  /// - Complexity: O(*n* log *n*) in the owner's people, however many contacts there are.
  package func list(_ filter: PeopleFilter = PeopleFilter(), today: CivilDate) throws
    -> [KnownPerson]
  {
    try journal.read { db in
      if filter == PeopleFilter() { return try kept(today: today, db) }
      let meant = try all(db).filter(filter.holds)
      let known = try known(meant, db)
      guard filter.kind == .kept else {
        return known.sorted { $0.person.facts.name.folded < $1.person.facts.name.folded }
      }
      return known.inOrder(on: today)
    }
  }

  /// The people due on a day, most overdue first, relative to their rhythm.
  ///
  /// - Throws: ``JournalError``.
  package func due(on today: CivilDate) throws -> [KnownPerson] {
    try due(by: today, today: today).people
  }

  /// A person with their rhythm and last contact.
  ///
  /// - Throws: ``JournalError``.
  package func known(_ person: Person) throws -> KnownPerson {
    try journal.read { db in try known([person], db).first ?? KnownPerson(person) }
  }

  func known(_ people: [Person], _ db: Database) throws -> [KnownPerson] {
    let condition = people.count == 1 ? "person.id = ?2" : "?2 IS NOT NULL"
    var days: [Int64: (contact: CivilDate?, snoozed: CivilDate?)] = [:]
    let rows = try DecodedRows(
      db,
      cached: """
        SELECT person.id, contact, snoozed
        FROM person CROSS JOIN person_rhythm ON person_rhythm.person = person.id
        WHERE owner = ?1 AND \(condition)
        """, arguments: [journal.id, people.first?.id])
    while var row = try rows.next() {
      days[try row.next()] = (try row.dayIfAny(), try row.dayIfAny())
    }
    return people.map { person in
      let (contact, snoozed) = days[person.id] ?? (nil, nil)
      return KnownPerson(
        person: person, rhythm: Rhythm(person.facts, contact: contact, snoozed: snoozed))
    }
  }

  /// The names of all people who are not deleted, by number, for completion and for contacts.
  ///
  /// - Throws: ``JournalError``.
  package func names() throws -> [Int64: String] {
    try journal.read { db in
      let rows = try DecodedRows(
        db, cached: "SELECT id, name FROM person WHERE owner = ? AND deleted IS NULL",
        arguments: [journal.id])
      let pairs: [(Int64, String)] = try rows.map { row in
        (try row.next(), try row.next { PersonName(stored: $0) }.text)
      }
      return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
  }
}

extension [KnownPerson] {
  /// In an order, by default that of ``People/list(_:today:)``.
  package func inOrder(_ order: PeopleOrder = .rhythm, on today: CivilDate) -> [KnownPerson] {
    // People have much to be moved; what orders them has little.
    let places = enumerated().map { index, known in
      (
        lateness: order.lateness(of: known.rhythm, on: today), name: known.person.facts.name.folded,
        id: known.person.id, index: index
      )
    }
    return places.sorted { one, other in
      if one.lateness.isBefore(other.lateness) { return true }
      if other.lateness.isBefore(one.lateness) { return false }
      return (one.name, one.id) < (other.name, other.id)
    }.map { self[$0.index] }
  }
}

extension KnownPerson {
  /// Of whom nothing but what is said of them is known.
  init(_ person: Person) {
    self.init(person: person, rhythm: Rhythm(person.facts, contact: nil, snoozed: nil))
  }
}
