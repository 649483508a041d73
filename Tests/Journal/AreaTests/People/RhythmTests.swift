import CaptureTime
import TestSupport
import Testing

@testable import People

@Suite("When people are due")
struct RhythmTests {
  private let journal: PeopleJournal
  private let today = PeopleJournal.day

  init() throws { journal = try PeopleJournal() }

  private func days(_ person: Person) throws -> Int {
    try journal.people.known(journal.people.person(number: person.id)).rhythm.days(from: today)
  }

  @Test("is counted from the start before the first contact, and from the last contact after it")
  func contacts() throws {
    let mina = try journal.add("Mina", every: 14, from: 20)
    #expect(try days(mina) == -6)
    try journal.contact(mina, daysAgo: 10)
    #expect(try days(mina) == 4)
    // An earlier one that is written down later is not the last.
    try journal.contact(mina, daysAgo: 15)
    #expect(try days(mina) == 4)
    let late = try journal.contact(mina, daysAgo: 1)
    #expect(try days(mina) == 13)
    try journal.contacts.delete(late.id)
    #expect(try days(mina) == 4)
    try journal.people.edit(mina.id) { $0.cadence = try Cadence(days: 5) }
    #expect(try days(mina) == -5)
  }

  @Test("is put off by a snooze, counted from the day of it, until the next contact")
  func snoozes() throws {
    let mina = try journal.add("Mina", every: 3, from: 10)
    #expect(try journal.snooze(mina, 4).rhythm.due == today.adding(days: 4))
    #expect(throws: ContactError.notDue(mina, due: today.adding(days: 4))) {
      try journal.snooze(mina, 1)
    }
    #expect(try journal.people.unsnooze(mina.id).rhythm.due == today.adding(days: -7))
    #expect(throws: ContactError.notSnoozed(mina)) { try journal.people.unsnooze(mina.id) }
    try journal.snooze(mina, 7, daysAgo: 2)
    #expect(try days(mina) == 5)
    // The contact of a later day ends it, that of an earlier day does not.
    try journal.contact(mina, daysAgo: 5)
    #expect(try days(mina) == 5)
    try journal.contact(mina, daysAgo: 1)
    #expect(try days(mina) == 2)
  }

  @Test("a contact and a snooze of one day count in the order in which they were written")
  func sameDay() throws {
    let mina = try journal.add("Mina", every: 1, from: 10)
    try journal.snooze(mina, 7)
    try journal.contact(mina, now: PeopleJournal.now + 60)
    #expect(try days(mina) == 1)
  }

  @Test("snoozes are of 1 to 7 days", arguments: [0, 8, -1, .max])
  func snoozeDays(_ days: Int) throws {
    let mina = try journal.add("Mina", every: 1, from: 10)
    #expect(throws: ContactError.snoozeDays(observed: days, expected: 1...7)) {
      try journal.snooze(mina, days)
    }
  }

  @Test("the most overdue for their rhythm come first, then by days")
  func order() throws {
    // Overdue by 2 of 2 days, 10 of 10, 10 of 20; due in 5 of 5, due in 5 of 50.
    try journal.add("Two", every: 2, from: 4)
    try journal.add("Ten", every: 10, from: 20)
    try journal.add("Twenty", every: 20, from: 30)
    try journal.add("Five", every: 5, from: 0)
    try journal.add("Fifty", every: 50, from: 45)
    #expect(
      try journal.people.list(today: today).map(\.person.name)
        == ["Ten", "Two", "Twenty", "Fifty", "Five"])
    #expect(try journal.people.due(on: today).map(\.person.name) == ["Ten", "Two", "Twenty"])
  }

  @Test("nobody archived or deleted is due")
  func archived() throws {
    let mina = try journal.add("Mina", every: 1, from: 10)
    try journal.people.setArchived(mina.id, PeopleJournal.now)
    #expect(try journal.people.due(on: today).isEmpty)
    #expect(try journal.people.list(PeopleFilter(.archived), today: today).count == 1)
    try journal.people.setArchived(mina.id, nil)
    #expect(try journal.people.due(on: today).count == 1)
    try journal.people.setDeleted(mina.id, PeopleJournal.now)
    #expect(try journal.people.due(on: today).isEmpty)
    #expect(try journal.contacts.on(today...today).isEmpty)
  }

  @Test("what is worked out ahead is what sqlite3 works out of the contacts")
  func derived() throws {
    var generator = SplitMix64(seed: 22)
    let people = try (0..<5).map { try journal.add("Person \($0)", every: $0 + 1, from: 90) }
    for step in 0..<200 {
      let person = people[Int.random(in: 0..<5, using: &generator)]
      let ago = Int.random(in: 0..<80, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        _ = try? journal.snooze(person, Int.random(in: 1...7, using: &generator), daysAgo: ago)
      case 1:
        if let contact = try journal.contacts.page(of: person.id, atMost: 1).first {
          try journal.contacts.delete(contact.id)
        }
      default: try journal.contact(person, daysAgo: ago, now: PeopleJournal.now + step)
      }
    }
    let stored = try journal.strings(
      "SELECT person || '|' || ifnull(contact, '-') FROM person_rhythm ORDER BY person")
    let counted = try journal.strings(
      """
      SELECT id || '|' || ifnull((SELECT max(day) FROM contact WHERE person = person.id), '-')
      FROM person WHERE id IN (SELECT person FROM person_rhythm) ORDER BY id
      """)
    #expect(stored == counted)
    #expect(stored.count == 5)
  }
}
