package import CaptureTime
import GRDB
package import Store

/// Takes people of a file into a journal, all in one transaction: whole or not at all.
///
/// Whom the journal has by the same identifier is not taken twice, and whom it has by the same name is
/// left, since it may be somebody else.
package struct PeopleImport {
  package struct Choice: Sendable {
    /// For whom the file says none.
    package var cadence: Cadence
    /// Whether people who are here already are changed to what the file says.
    package var updates: Bool
    /// Whether people come whose name somebody here has.
    package var allowsTwins: Bool
    /// Whether nothing is written.
    package var isDryRun: Bool

    package init(
      cadence: Cadence = .usual, updates: Bool = false, allowsTwins: Bool = false,
      isDryRun: Bool = false
    ) {
      (self.cadence, self.updates) = (cadence, updates)
      (self.allowsTwins, self.isDryRun) = (allowsTwins, isDryRun)
    }
  }

  private let journal: OwnerJournal
  private let choice: Choice
  private let today: CivilDate
  private let now: Int

  /// - Parameters:
  ///   - journal: of the owner.
  ///   - choice: what is done with whom.
  ///   - today: the day from which those are counted who have no start.
  ///   - now: in seconds since 1970 in UTC.
  package init(into journal: OwnerJournal, _ choice: Choice, today: CivilDate, now: Int) {
    (self.journal, self.choice, self.today, self.now) = (journal, choice, today, now)
  }

  /// Reads a file of vCards, or what Monica exports as JSON.
  ///
  /// - Parameter piece: gives the next bytes of the file; none at the end.
  /// - Returns: what was done with each.
  /// - Throws: ``PeopleFileError``, ``PersonError/tooMany(limit:)``, ``JournalError`` and what `piece`
  ///   throws; then nothing has changed.
  package func run(_ piece: () throws -> [UInt8]) throws -> ImportedPeople {
    // Not with the reserve's room: the file could not be read a second time.
    try journal.write { db in
      var work = try PeopleImportWork(people: journal.people, choice, today: today, now: now, db)
      try db.inSavepoint {
        try work.read(piece)
        return choice.isDryRun ? .rollback : .commit
      }
      return work.result
    }
  }
}

/// What came of a file.
package struct ImportedPeople: Sendable {
  package internal(set) var outcomes: [PersonOutcome] = []
  /// The first of the cards that are nobody.
  package internal(set) var problems: [CardProblem] = []
  package internal(set) var problemCount = 0
  /// What is left out of the file beside people.
  package internal(set) var leftOut = LeftOutList()

  /// Problems that are told one by one.
  package static let problemLimit = 20

  package func count(_ kind: PersonOutcome.Kind) -> Int { outcomes.count { $0.kind == kind } }

  mutating func add(_ problem: CardProblem) {
    problemCount += 1
    if problems.count < Self.problemLimit { problems.append(problem) }
  }
}

/// What was done with a person of a file.
package struct PersonOutcome: Sendable, Hashable {
  package enum Kind: String, Sendable, CaseIterable {
    case added, updated
    /// Here already.
    case here
    /// Somebody here has the name.
    case twin
    /// Here, but deleted.
    case deleted
  }

  package let name: PersonName
  package let kind: Kind
  /// Here; nil for whom a dry run did not add.
  package let number: Int64?
  package let line: Int?
  /// Contacts that came.
  package let contacts: Int
  package let leftOut: LeftOutList
}

/// One import, in a transaction.
private struct PeopleImportWork {
  private struct Known {
    let number: Int64
    let isDeleted: Bool
  }

  private(set) var result = ImportedPeople()
  private let people: People
  private let choice: PeopleImport.Choice
  private let today: CivilDate
  private let now: Int
  private let db: Database
  private var byUID: [String: Known] = [:]
  /// Those who are not deleted.
  private var byName: [String: Int64] = [:]

  init(
    people: People, _ choice: PeopleImport.Choice, today: CivilDate, now: Int, _ db: Database
  ) throws {
    (self.people, self.choice, self.db) = (people, choice, db)
    (self.today, self.now) = (today, now)
    let rows = try DecodedRows(
      db,
      cached: """
        SELECT id, uid, name, deleted IS NOT NULL FROM person WHERE owner = ?
        """, arguments: [people.journal.id])
    while var row = try rows.next() {
      let number: Int64 = try row.next()
      let uid = try row.text(atMost: Person.uidLimit)
      let name = try row.next { PersonName(stored: $0) }
      let isDeleted = try row.next(Bool.self)
      byUID[uid] = Known(number: number, isDeleted: isDeleted)
      if !isDeleted { byName[name.folded] = number }
    }
  }

  mutating func read(_ piece: () throws -> [UInt8]) throws {
    var first = try piece()
    // Enough to tell JSON from cards, which both may have blanks before them.
    while first.firstIndex(where: { !Self.blanks.contains($0) }) == nil, first.count < 1 << 16 {
      let more = try piece()
      if more.isEmpty { break }
      first += more
    }
    var isFirst = true
    func next() throws -> [UInt8] {
      defer { isFirst = false }
      return isFirst ? first : try piece()
    }
    if first.first(where: { !Self.blanks.contains($0) }) == UInt8(ascii: "{") {
      try readMonica(next)
    } else {
      try readCards(next)
    }
    if result.outcomes.isEmpty, result.problems.allSatisfy({ $0.reason == .outside }) {
      throw PeopleFileError.noCards
    }
  }

  /// White space, and the bytes of a byte order mark.
  private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]

  private mutating func readCards(_ piece: () throws -> [UInt8]) throws {
    var reader = VCardReader()
    var items: [CardItem] = []
    while true {
      let bytes = try piece()
      if bytes.isEmpty { try reader.end(&items) } else { try reader.read(bytes[...], &items) }
      for item in items {
        switch item {
        case .problem(let problem): result.add(problem)
        case .card(let card):
          let person: ReadPerson
          do throws(CardProblem) {
            person = try PersonCard.person(of: card, today: today)
          } catch {
            result.add(error)
            continue
          }
          try take(person)
        }
      }
      items.removeAll(keepingCapacity: true)
      if bytes.isEmpty { return }
    }
  }

  private mutating func readMonica(_ piece: () throws -> [UInt8]) throws {
    var file = MonicaFile()
    while case let bytes = try piece(), !bytes.isEmpty { try file.read(bytes) }
    var reader = try MonicaReader(file.bytes, today: today)
    for contact in reader.contacts {
      let person: ReadPerson?
      do throws(CardProblem) {
        person = try reader.person(contact)
      } catch {
        result.add(error)
        continue
      }
      if let person { try take(person) }
    }
    result.leftOut = reader.leftOut
  }

  /// Takes a person, unless they are here.
  private mutating func take(_ read: ReadPerson) throws {
    guard result.outcomes.count < People.limit else {
      throw PeopleFileError.tooManyCards(limit: People.limit)
    }
    var person = read
    person.contacts.removeAll { $0.day > today }
    let ahead = read.contacts.count - person.contacts.count
    if ahead > 0 { person.leftOut.add("contact", .future, count: ahead) }
    if let known = person.uid.flatMap({ byUID[$0] }) {
      if known.isDeleted { return add(person, .deleted, known.number) }
      if choice.updates { return try update(known.number, person) }
      return add(person, .here, known.number)
    }
    if !choice.allowsTwins, let twin = byName[person.said.name.folded] {
      return add(person, .twin, twin)
    }
    try insert(person)
  }

  private mutating func insert(_ person: ReadPerson) throws {
    // Each person has an identifier of their own.
    if byUID.count >= People.limit { throw PersonError.tooMany(limit: People.limit) }
    let uid = person.uid ?? People.newUID()
    let facts = person.said.facts(cadence: choice.cadence, start: today)
    let number = try people.insertRow(facts, uid: uid, made: now, db)
    if person.isArchived { try archive(number) }
    byName[facts.name.folded] = number
    byUID[uid] = Known(number: number, isDeleted: false)
    for contact in person.contacts { try insert(contact, with: number) }
    add(person, .added, choice.isDryRun ? nil : number, contacts: person.contacts.count)
  }

  private mutating func update(_ number: Int64, _ person: ReadPerson) throws {
    let old = try people.live(number, db)
    var facts = old.facts
    person.said.change(&facts)
    let here = try people.journal.contacts.rows(
      "WHERE person.owner = ? AND contact.person = ?", [people.journal.id, number], db)
    let known = Set(here.map { ReadContact(day: $0.day, facts: $0.facts) })
    let contacts = person.contacts.filter { !known.contains($0) }
    let isArchived = person.isArchived && old.archived == nil
    if facts == old.facts, contacts.isEmpty, !isArchived { return add(person, .here, number) }
    try people.update(number, facts, db)
    if isArchived { try archive(number) }
    for contact in contacts { try insert(contact, with: number) }
    add(person, .updated, number, contacts: contacts.count)
  }

  private func insert(_ contact: ReadContact, with number: Int64) throws {
    _ = try people.journal.contacts.insert(
      contact.facts, with: number, on: contact.day, made: now, db)
  }

  private func archive(_ number: Int64) throws {
    try db.execute(
      cached: "UPDATE person SET archived = ? WHERE id = ?", arguments: [now, number])
  }

  private mutating func add(
    _ person: ReadPerson, _ kind: PersonOutcome.Kind, _ number: Int64?, contacts: Int = 0
  ) {
    result.outcomes.append(
      PersonOutcome(
        name: person.said.name, kind: kind, number: number, line: person.line, contacts: contacts,
        leftOut: person.leftOut))
  }
}
