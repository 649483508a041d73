import CaptureTime
import Testing

@testable import People

@Suite("Days of every year")
struct YearlyDateTests {
  @Test(
    "are written with a year or without",
    arguments: [
      ("1990-02-14", "1990-02-14"), ("02-14", "02-14"), ("--02-14", "02-14"), ("2-9", "02-09"),
      ("02-29", "02-29"), ("2000-02-29", "2000-02-29"), ("0001-12-31", "0001-12-31"),
    ])
  func read(_ typed: String, _ text: String) throws {
    #expect(try YearlyDate.parse(typed).description == text)
  }

  @Test(
    "that no calendar has are refused",
    arguments: [
      "02-30", "1990-02-29", "1900-02-29", "13-01", "00-10", "04-31", "0000-01-01",
    ])
  func refused(_ typed: String) {
    #expect(throws: YearlyDateError.self) { try YearlyDate.parse(typed) }
  }

  @Test(
    "are no other texts",
    arguments: [
      "", "-", "--", "02", "90-02-14", "--1990-02-14", "02-14-1990", "١٢-٠١", "+2-14", "02-1４",
    ])
  func syntax(_ typed: String) {
    #expect(throws: YearlyDateError.syntax(observed: typed)) { try YearlyDate.parse(typed) }
  }

  @Test("of 29 February are on the last of February or the first of March in other years")
  func leap() throws {
    let date = try YearlyDate.parse("2000-02-29")
    #expect(date.date(in: 2024, .lastOfFebruary).description == "2024-02-29")
    #expect(date.date(in: 2025, .lastOfFebruary).description == "2025-02-28")
    #expect(date.date(in: 2025, .firstOfMarch).description == "2025-03-01")
    #expect(date.date(in: 2100, .firstOfMarch).description == "2100-03-01")
    #expect(date.years(on: date.date(in: 2025, .firstOfMarch)) == 25)
  }

  @Test("come next on their date, never before the first one")
  func next() throws {
    let day = try #require(CivilDate(year: 2025, month: 3, day: 1))
    #expect(try YearlyDate.parse("03-01").next(from: day, .lastOfFebruary) == day)
    #expect(
      try YearlyDate.parse("02-28").next(from: day, .lastOfFebruary).description == "2026-02-28")
    #expect(try YearlyDate.parse("02-29").next(from: day, .firstOfMarch) == day)
    #expect(
      try YearlyDate.parse("02-29").next(from: day.next, .firstOfMarch).description == "2026-03-01")
    // Nobody has a birthday before they were born.
    #expect(try YearlyDate.parse("2030-05-05").next(from: day, .lastOfFebruary).year == 2030)
  }

  @Test("of people come in order, also over the end of a year")
  func upcoming() throws {
    let journal = try PeopleJournal()
    for (name, date) in [("A", "01-02"), ("B", "1990-12-30"), ("C", "06-01"), ("D", "02-29")] {
      try journal.add(name) { $0.birthday = try YearlyDate.parse(date) }
    }
    let first = try #require(CivilDate(year: 2025, month: 12, day: 29))
    let found = try journal.people.yearlyDays(in: first...first.adding(days: 7), .lastOfFebruary)
    #expect(found.map(\.person.name) == ["B", "A"])
    #expect(found.map(\.years) == [35, nil])
    let march = try #require(CivilDate(year: 2025, month: 3, day: 1))
    #expect(
      try journal.people.yearlyDays(in: march...march, .firstOfMarch).map(\.person.name) == ["D"])
    #expect(try journal.people.yearlyDays(in: march...march, .lastOfFebruary).isEmpty)
  }
}
