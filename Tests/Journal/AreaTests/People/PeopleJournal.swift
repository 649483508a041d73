import CaptureTime
import Store
import TestSupport

@testable import People

/// A journal of people alone, in a folder of a test's own, with the owner anna.
struct PeopleJournal: AreaJournal {
  let folder: TemporaryFolder
  let journals: Journal
  let anna: OwnerJournal

  var people: People { anna.people }
  var contacts: Contacts { anna.contacts }

  init() throws { (folder, journals, anna) = try Self.make(.people) }

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
}
