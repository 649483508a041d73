import CaptureTime
import Store
import TestSupport
import Testing

@testable import People

@Suite("Pages of people")
struct PeopleOrderTests {
  private let journal: PeopleJournal
  private let today = PeopleJournal.day

  init() throws { journal = try PeopleJournal() }

  @Test("have the people of the whole list, in its order, also of those who are as overdue")
  func pages() throws {
    var random = SeededRandom(seed: 3)
    for number in 0..<60 {
      let name = ["Émile", "anna", "Bob", "민아"][number % 4] + " \(number % 9)"
      let person = try journal.people.add(
        PersonFacts(
          PersonName(name), cadence: Cadence(days: [7, 14].randomElement(using: &random) ?? 7),
          start: today.adding(days: -Int.random(in: 0...30, using: &random))),
        allowingTwins: true, now: PeopleJournal.now)
      if number % 3 == 0 { try journal.contact(person, daysAgo: number % 11) }
      if number % 5 == 0 { try journal.people.setArchived(person.id, 1) }
      if number % 7 == 0 { try journal.people.setDeleted(person.id, 1) }
    }
    let sorted = try journal.people.known(
      journal.anna.read { try journal.people.all($0) }.filter(\.isKept)
    ).sorted { one, other in
      // The most overdue for the rhythm first, then in days.
      func key(_ known: KnownPerson) -> (Double, Int) {
        let days = known.rhythm.days(from: today)
        return (Double(days) / Double(known.person.facts.cadence.days), days)
      }
      if key(one) != key(other) { return key(one) < key(other) }
      return (one.person.facts.name.folded, one.person.id)
        < (other.person.facts.name.folded, other.person.id)
    }
    #expect(try journal.people.list(today: today) == sorted)
    for (offset, count) in [(0, 1), (0, 7), (5, 20), (40, 50), (99, 5), (3, 0)] {
      let page = try journal.people.page(today: today, after: offset, atMost: count)
      #expect(page.people == Array(sorted.dropFirst(offset).prefix(count)))
      #expect(page.total == sorted.count)
    }
    let byDay = sorted.sorted { one, other in
      (one.rhythm.due, one.person.facts.name.folded, one.person.id)
        < (other.rhythm.due, other.person.facts.name.folded, other.person.id)
    }
    #expect(sorted.inOrder(.due, on: today) == byDay)
    for (offset, count) in [(0, 7), (5, 20), (40, 50)] {
      let page = try journal.people.page(in: .due, today: today, after: offset, atMost: count)
      #expect(page.people == Array(byDay.dropFirst(offset).prefix(count)))
    }
    #expect(try journal.people.due(on: today) == sorted.filter { $0.isDue(on: today) })
    let due = sorted.filter { $0.isDue(on: today) }
    for count in [0, 3, 99] {
      let first = try journal.people.due(by: today, today: today, atMost: count)
      #expect(first.people == Array(due.prefix(count)) && first.total == due.count)
    }
    let soon = today.adding(days: 3)
    #expect(
      try journal.people.due(by: soon, today: today).people
        == sorted.filter { $0.rhythm.due <= soon })
    for count in [0, 1, 7, 99] {
      #expect(
        try journal.people.due(by: soon, today: today, atMost: count).people
          == Array(sorted.filter { $0.rhythm.due <= soon }.prefix(count)))
    }
  }

  @Test("show a growth that is worked out from the last contact back as from the first one on")
  func growth() throws {
    var random = SeededRandom(seed: 5)
    for number in 0..<80 {
      let person = try journal.add("Person \(number)", from: 60)
      for _ in 0..<Int.random(in: 0...14, using: &random) {
        let (ago, made) = (
          Int.random(in: 0...9, using: &random), Int.random(in: 0...4, using: &random)
        )
        if Bool.random(using: &random) {
          try journal.contact(
            person, daysAgo: ago, keywords: Bool.random(using: &random) ? ["a"] : [],
            memo: Bool.random(using: &random) ? "b" : "", now: made)
        } else {
          try journal.anna.write { db in
            try journal.people.insertSnooze(
              of: person.id, on: today.adding(days: -ago), days: 1, made: made, db)
          }
        }
      }
      #expect(
        try journal.people.growth(of: [person])[person.id]
          == journal.people.history(of: person.id).growth)
    }
  }
}

extension People {
  fileprivate func known(_ people: [Person]) throws -> [KnownPerson] {
    try journal.read { try known(people, $0) }
  }
}

/// The same numbers for the same seed (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
private struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
