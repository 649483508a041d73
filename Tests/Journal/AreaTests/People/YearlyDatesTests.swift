import CaptureTime
import Store
import Testing

@testable import People

@Suite("Days of every year by their dates")
struct YearlyDatesTests {
  private let journal: PeopleJournal

  init() throws { journal = try PeopleJournal() }

  @Test("come in the order of a year that begins on a day, and no more than are asked for")
  func order() throws {
    // The day of the tests is 15 June.
    for (name, date) in [
      ("Past", "06-14"), ("Today", "06-15"), ("Later", "1990-12-31"), ("Leap", "02-29"),
      ("First", "01-01"),
    ] {
      try journal.add(name) { $0.birthday = try YearlyDate.parse(date) }
    }
    try journal.add("Days") { facts in
      facts.days = [PersonDay(try PersonName("Wedding"), try YearlyDate.parse("2011-06-15"))]
    }
    for change in [journal.people.setArchived, journal.people.setDeleted] {
      let person = try journal.add("Gone") { $0.birthday = try YearlyDate.parse("06-16") }
      _ = try change(person.id, PeopleJournal.now)
    }
    _ = try journal.owner("ben").people.add(
      {
        var facts = PersonFacts(try PersonName("Other"), start: PeopleJournal.day)
        facts.birthday = try YearlyDate.parse("06-15")
        return facts
      }(), now: PeopleJournal.now)
    let all = ["Today", "Days", "Later", "First", "Leap", "Past"]
    for count in 0...7 {
      let found = try journal.people.yearlyDates(from: PeopleJournal.day, atMost: count)
      #expect(found.map(\.person) == Array(all.prefix(count)))
    }
    let found = try journal.people.yearlyDates(from: PeopleJournal.day, atMost: 3)
    #expect(found.map(\.name) == ["", "Wedding", ""])
    #expect(found.map(\.date.description) == ["06-15", "2011-06-15", "1990-12-31"])
    #expect(try found.map(\.uid) == found.map { try journal.people.person(number: $0.number).uid })
  }
}
