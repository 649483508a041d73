import CaptureTime
import GRDB
import Store
import SystemPackage
import TestSupport

@testable import People

/// A journal of people alone, in a folder of a test's own, with the owner anna.
struct PeopleJournal {
  let folder: TemporaryFolder
  let journals: Journal
  let anna: OwnerJournal

  var path: FilePath { FilePath(folder.path("journal")) }
  var people: People { anna.people }
  var contacts: Contacts { anna.contacts }

  static let now = 1_750_000_000
  /// The day of that moment: 2025-06-15.
  static let day = CivilDate(daysSinceEpoch: now / 86_400)

  init() throws {
    folder = try TemporaryFolder()
    let name = try OwnerName("anna")
    journals = try Journal(
      making: FilePath(folder.path("journal")), areas: [.people], owner: name,
      settings: [.timeZone: "UTC"])
    anna = try journals.journal(of: name)
  }

  /// A further owner.
  func owner(_ name: String) throws -> OwnerJournal {
    let name = try OwnerName(name)
    try journals.addOwner(name, settings: [.timeZone: "UTC"])
    return try journals.journal(of: name)
  }

  /// A person whose days are counted from so many days before the day of the tests.
  @discardableResult
  func add(
    _ name: String, every cadence: Int = 14, from daysAgo: Int = 0, nickname: String? = nil,
    change: (inout PersonFacts) throws -> Void = { _ in }
  ) throws -> Person {
    var facts = PersonFacts(
      try PersonName(name), cadence: try Cadence(days: cadence),
      start: Self.day.adding(days: -daysAgo))
    facts.nickname = try nickname.map { try PersonName($0) }
    try change(&facts)
    return try people.add(facts, now: Self.now)
  }

  @discardableResult
  func contact(
    _ person: Person, daysAgo: Int = 0, _ kind: ContactKind = .met, keywords: [String] = [],
    memo: String = "", now: Int = now
  ) throws -> Contact {
    try contacts.add(
      ContactFacts(kind: kind, keywords: try Keywords(keywords), memo: try Memo(memo)),
      with: person.id, on: Self.day.adding(days: -daysAgo), today: Self.day, now: now)
  }

  @discardableResult
  func snooze(_ person: Person, _ days: Int, daysAgo: Int = 0) throws -> KnownPerson {
    try people.snooze(
      person.id, days: days, today: Self.day.adding(days: -daysAgo),
      now: Self.now - daysAgo * 86_400)
  }

  /// Changes the database without the program.
  func execute(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path.appending("journal.sqlite").string)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF; \(sql)")
    }
  }

  /// The first value of each row of a query.
  func strings(_ sql: String) throws -> [String] {
    let queue = try DatabaseQueue(path: path.appending("journal.sqlite").string)
    return try queue.read { db in try Row.fetchAll(db, sql: sql).map { "\($0[0] ?? "-")" } }
  }
}
