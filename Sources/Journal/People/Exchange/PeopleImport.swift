package import CaptureTime
import GRDB
package import Store

/// Imports the people of a file. It reads the whole file first, then adds them in small groups, so
/// that other writers do not wait for all of them.
///
/// Whom the journal has by the same identifier is not taken twice, and whom it has by the same name is
/// left, since it may be somebody else.
package struct PeopleImport {
  package struct Choice: Sendable {
    /// For people without one in the file.
    package var cadence: Cadence
    /// Whether to update people who are already in the journal.
    package var updates: Bool
    /// Whether to add people with the same name as somebody in the journal.
    package var allowsTwins: Bool
    /// Whether to write nothing.
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

  /// Reads a file of vCards, or Monica's JSON export.
  ///
  /// - Parameter piece: gives the next bytes of the file; none at the end.
  /// - Returns: what was done with each.
  /// - Throws: ``PeopleFileError`` and what `piece` throws; then nothing has changed.
  ///   ``PersonError/tooMany(limit:)`` and ``JournalError``; then those are here who had come by then, and
  ///   are passed over when the file is taken once more.
  package func run(_ piece: () throws -> [UInt8]) throws -> ImportedPeople {
    var file = PeopleFile(today: today)
    try file.read(piece)
    var work = PeopleImportWork(into: journal.people, choice, today: today, now: now, of: file)
    if choice.isDryRun {
      try journal.read { db in try work.takeAll(file.people, db) }
      return work.result
    }
    // Of a disk that others fill meanwhile it is said how far it came.
    try journal.store.checkHasRoom(for: PeopleFile.spread * file.size)
    _ = try WritePieces.all(of: file.people) { people in
      // Not with the reserve's room, which is for deleting.
      try journal.write { db in
        try work.lookForOthers(db)
        return try WritePieces.work(on: people) { try work.take($0, db) }
      }
    }
    return work.result
  }
}

/// The result of importing a file.
package struct ImportedPeople: Sendable {
  package internal(set) var outcomes: [PersonOutcome] = []
  /// The first cards that are not people.
  package internal(set) var problems: [CardProblem] = []
  package internal(set) var problemCount = 0
  /// The parts of the file left out, apart from people's.
  package internal(set) var leftOut = LeftOutList()

  /// The most problems to list one by one.
  package static let problemLimit = 20

  package func count(_ kind: PersonOutcome.Kind) -> Int { outcomes.count { $0.kind == kind } }

  mutating func add(_ problem: CardProblem) {
    problemCount += 1
    if problems.count < Self.problemLimit { problems.append(problem) }
  }
}

/// The result for one person of a file.
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
  /// The person's number in the journal; nil if a dry run did not add them.
  package let number: Int64?
  package let line: Int?
  /// How many contacts were added.
  package let contacts: Int
  package let leftOut: LeftOutList
}

/// One import, in as many transactions as it takes.
private struct PeopleImportWork {
  private struct Known {
    let number: Int64
    let isDeleted: Bool
  }

  private(set) var result: ImportedPeople
  private let people: People
  private let choice: PeopleImport.Choice
  private let today: CivilDate
  private let now: Int
  private var byUID: [String: Known] = [:]
  /// Those who are not deleted.
  private var byName: [String: Int64] = [:]
  /// What SQLite counts up with each write of another connection; nil before anything was read.
  private var version: Int?
  /// Those whom a dry run would have added or changed, as they would be; numbers below zero are of nobody.
  private var pretended:
    [Int64: (facts: PersonFacts, isArchived: Bool, contacts: Set<ReadContact>)] =
      [:]

  init(
    into people: People, _ choice: PeopleImport.Choice, today: CivilDate, now: Int,
    of file: PeopleFile
  ) {
    (self.people, self.choice) = (people, choice)
    (self.today, self.now, result) = (today, now, file.problems)
  }

  /// Takes people for a dry run.
  mutating func takeAll(_ read: [ReadPerson], _ db: Database) throws {
    try lookForOthers(db)
    for person in read { try take(person, db) }
  }

  /// Reads who is here, where that is not known any more.
  mutating func lookForOthers(_ db: Database) throws {
    let present = try db.value(Int.self, cached: "PRAGMA data_version")
    if let version, version == present { return }
    version = present
    (byUID, byName) = ([:], [:])
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

  /// Takes a person, unless they are here.
  mutating func take(_ read: ReadPerson, _ db: Database) throws {
    var person = read
    person.contacts.removeAll { $0.day > today }
    let ahead = read.contacts.count - person.contacts.count
    if ahead > 0 { person.leftOut.add("contact", .future, count: ahead) }
    if let known = person.uid.flatMap({ byUID[$0] }) {
      if known.isDeleted { return add(person, .deleted, known.number) }
      if choice.updates { return try update(known.number, person, db) }
      return add(person, .here, known.number)
    }
    if !choice.allowsTwins, let twin = byName[person.said.name.folded] {
      return add(person, .twin, twin)
    }
    try insert(person, db)
  }

  private mutating func insert(_ person: ReadPerson, _ db: Database) throws {
    // Each person has an identifier of their own.
    if byUID.count >= People.limit { throw PersonError.tooMany(limit: People.limit) }
    let uid = person.uid ?? People.newUID()
    let facts = person.said.facts(cadence: choice.cadence, start: today)
    let number: Int64
    if choice.isDryRun {
      try facts.check()
      number = -Int64(pretended.count) - 1
      pretended[number] = (facts, person.isArchived, Set(person.contacts))
    } else {
      number = try people.insertRow(facts, uid: uid, made: now, db)
      if person.isArchived { try archive(number, db) }
      for contact in person.contacts { try insert(contact, with: number, db) }
    }
    byName[facts.name.folded] = number
    byUID[uid] = Known(number: number, isDeleted: false)
    add(person, .added, number, contacts: person.contacts.count)
  }

  private mutating func update(_ number: Int64, _ person: ReadPerson, _ db: Database) throws {
    let old = try pretended[number] ?? stored(number, db)
    var facts = old.facts
    person.said.change(&facts)
    let contacts = person.contacts.filter { !old.contacts.contains($0) }
    let isArchived = person.isArchived && !old.isArchived
    if facts == old.facts, contacts.isEmpty, !isArchived { return add(person, .here, number) }
    if choice.isDryRun {
      try facts.check()
      pretended[number] = (facts, old.isArchived || isArchived, old.contacts.union(contacts))
    } else {
      try people.update(number, facts, db)
      if isArchived { try archive(number, db) }
      for contact in contacts { try insert(contact, with: number, db) }
    }
    add(person, .updated, number, contacts: contacts.count)
  }

  private func stored(
    _ number: Int64, _ db: Database
  ) throws -> (facts: PersonFacts, isArchived: Bool, contacts: Set<ReadContact>) {
    let person = try people.live(number, db)
    let contacts = try people.journal.contacts.rows(
      "WHERE person.owner = ? AND contact.person = ?", [people.journal.id, number], db)
    return (
      person.facts, person.archived != nil,
      Set(contacts.map { ReadContact(day: $0.day, facts: $0.facts) })
    )
  }

  private func insert(_ contact: ReadContact, with number: Int64, _ db: Database) throws {
    _ = try people.journal.contacts.insert(
      contact.facts, with: number, on: contact.day, made: now, db)
  }

  private func archive(_ number: Int64, _ db: Database) throws {
    try db.execute(
      cached: "UPDATE person SET archived = ? WHERE id = ?", arguments: [now, number])
  }

  private mutating func add(
    _ person: ReadPerson, _ kind: PersonOutcome.Kind, _ number: Int64, contacts: Int = 0
  ) {
    result.outcomes.append(
      PersonOutcome(
        name: person.said.name, kind: kind, number: number < 0 ? nil : number,
        line: person.line, contacts: contacts, leftOut: person.leftOut))
  }
}
