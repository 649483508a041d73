import CaptureTime
import GRDB
import Store
import SystemPackage
import TestSupport
import Testing

@testable import People

@Suite("Importing people")
struct PeopleImportTests {
  private let journal: PeopleJournal

  init() throws { journal = try PeopleJournal() }

  private func take(
    _ text: String, _ choice: PeopleImport.Choice = PeopleImport.Choice()
  ) throws -> ImportedPeople {
    try journal.take(Array(text.utf8), choice)
  }

  private var kinds: (ImportedPeople) -> [PersonOutcome.Kind] { { $0.outcomes.map(\.kind) } }

  @Test("Whom the journal has by identifier comes once, and is changed only when asked")
  func again() throws {
    let first = CardText.card("UID:a", "TEL:1", "NOTE:old", "ANNIVERSARY:--0101")
    #expect(kinds(try take(first, PeopleImport.Choice(cadence: try Cadence(days: 30)))) == [.added])
    let second = CardText.card(
      "FN:Mina Kim", "UID:a", "TEL:2", "item1.X-ABDATE:--0202",
      "item1.X-ABLABEL:Met")
    #expect(kinds(try take(second + second)) == [.here, .here])
    let update = PeopleImport.Choice(updates: true)
    #expect(kinds(try take(second + second, update)) == [.updated, .here])
    let facts = try journal.people.person(named: "Mina Kim").facts
    #expect(facts.phone.text == "2" && facts.note.text == "old")
    #expect(facts.days.map(\.name.text) == ["Anniversary", "Met"])
    #expect(facts.cadence.days == 30 && facts.start == PeopleJournal.day)
    #expect(try journal.strings("SELECT count(*) FROM person") == ["1"])
  }

  @Test("Whom the journal has by name is left, also from the same file, unless it is asked for")
  func twins() throws {
    let mina = try journal.add("Mina")
    let result = try take(
      CardText.card("FN:MINA") + CardText.card("FN:Jun") + CardText.card("FN:jun"))
    #expect(kinds(result) == [.twin, .added, .twin])
    #expect(result.outcomes[0].number == mina.id)
    #expect(result.outcomes[2].number == result.outcomes[1].number)
    #expect(
      kinds(try take(CardText.card("FN:Mina"), PeopleImport.Choice(allowsTwins: true))) == [.added])
    // Who is archived is somebody too, and other owners' people are nobody here.
    try journal.people.setArchived(mina.id, PeopleJournal.now)
    #expect(kinds(try take(CardText.card("FN:Mina"))) == [.twin])
    let other = try journal.owner("ben")
    var pieces = [Array(CardText.card("FN:Mina", "UID:x").utf8)]
    let work = PeopleImport(
      into: other, PeopleImport.Choice(), today: PeopleJournal.day, now: PeopleJournal.now)
    #expect(kinds(try work.run { pieces.popLast() ?? [] }) == [.added])
  }

  @Test("A birthday that is still to come is left out, and told; one of today is none of these")
  func birthdayAhead() throws {
    let (today, tomorrow) = (PeopleJournal.day, PeopleJournal.day.next)
    let result = try take(
      CardText.card("UID:a", "BDAY:\(tomorrow)") + CardText.card("FN:Jun", "BDAY:\(today)"))
    #expect(kinds(result) == [.added, .added])
    #expect(
      result.outcomes[0].leftOut.entries.map { "\($0.what) \($0.line ?? 0): \($0.reason)" }
        == ["BDAY 5: future"])
    #expect(result.outcomes[1].leftOut.isEmpty)
    #expect(try journal.people.person(named: "Mina").facts.birthday == nil)
    #expect(try journal.people.person(named: "Jun").facts.birthday?.description == "\(today)")
    // What the journal knows stays.
    _ = try journal.people.edit(1) { $0.birthday = try YearlyDate.parse("02-14") }
    _ = try take(
      CardText.card("UID:a", "BDAY:\(tomorrow)"), PeopleImport.Choice(updates: true))
    #expect(try journal.people.person(named: "Mina").facts.birthday?.description == "02-14")
  }

  @Test("Who is deleted here stays deleted")
  func deleted() throws {
    let number = try #require(try take(CardText.card("UID:a")).outcomes[0].number)
    try journal.people.setDeleted(number, PeopleJournal.now)
    let result = try take(CardText.card("UID:a"), PeopleImport.Choice(updates: true))
    #expect(kinds(result) == [.deleted] && result.outcomes[0].number == number)
    #expect(try journal.people.person(number: number).deleted != nil)
  }

  @Test("A dry run says the same and writes nothing")
  func dryRun() throws {
    let text = CardText.card("UID:a") + CardText.card("FN:Jun") + CardText.card("FN:Jun")
    let result = try take(text, PeopleImport.Choice(isDryRun: true))
    #expect(kinds(result) == [.added, .added, .twin])
    #expect(result.outcomes[0].number == nil)
    #expect(try journal.strings("SELECT count(*) FROM person") == ["0"])
    #expect(kinds(try take(text)) == [.added, .added, .twin])
  }

  @Test("A file that fails half way brings nobody")
  func whole() throws {
    struct Gone: Error {}
    var pieces = [Array(CardText.card("FN:A").utf8), Array(CardText.card("FN:B").utf8)]
    let work = PeopleImport(
      into: journal.anna, PeopleImport.Choice(), today: PeopleJournal.day, now: PeopleJournal.now)
    #expect(throws: Gone.self) {
      _ = try work.run {
        guard let piece = pieces.popLast() else { throw Gone() }
        return piece
      }
    }
    #expect(try journal.strings("SELECT count(*) FROM person") == ["0"])
  }

  @Test("Nobody who writes waits for the file to be read, or for a dry run")
  func others() throws {
    var pieces = [Array(CardText.card("FN:B").utf8), Array(CardText.card("FN:A").utf8)]
    let work = PeopleImport(
      into: journal.anna, PeopleImport.Choice(), today: PeopleJournal.day, now: PeopleJournal.now)
    let result = try work.run {
      try journal.execute("UPDATE owner SET name = name")
      return pieces.popLast() ?? []
    }
    #expect(kinds(result) == [.added, .added])
    let dryRun = PeopleImport.Choice(updates: true, isDryRun: true)
    let other = try DatabaseQueue(path: journal.path.appending("journal.sqlite").string)
    try other.inDatabase { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      #expect(kinds(try take(CardText.card("FN:C"), dryRun)) == [.added])
      try db.execute(sql: "ROLLBACK")
    }
  }

  @Test("A dry run with updates says what would become of one who is in the file twice")
  func pretended() throws {
    let text =
      CardText.card("UID:a") + CardText.card("UID:a") + CardText.card("UID:a", "NICKNAME:Bee")
      + CardText.card("UID:a", "NICKNAME:Bee")
    for isDryRun in [true, false] {
      let choice = PeopleImport.Choice(updates: true, isDryRun: isDryRun)
      #expect(kinds(try take(text, choice)) == [.added, .here, .updated, .here])
    }
  }

  @Test("Somebody whom another process adds meanwhile is known")
  func meanwhile() throws {
    let notes = (0..<2_000).map { CardText.card("FN:P\($0)", "UID:\($0)") }.joined()
    // Read to its end before anybody is taken: two files at once are one after the other.
    let other = PeopleImport(
      into: journal.anna, PeopleImport.Choice(), today: PeopleJournal.day, now: PeopleJournal.now)
    var pieces = [Array(notes.utf8)]
    let first = try other.run {
      if pieces.isEmpty { _ = try take(CardText.card("FN:P7", "UID:7")) }
      return pieces.popLast() ?? []
    }
    #expect(first.count(.added) == 1_999 && first.count(.here) == 1)
  }

  @Test("Of a thousand bad cards the first are told and the rest counted")
  func problems() throws {
    let bad = String(repeating: "BEGIN:VCARD\nEND:VCARD\n", count: 1_000)
    let result = try take(bad + CardText.card())
    #expect(result.problemCount == 1_000 && result.problems.count == ImportedPeople.problemLimit)
    #expect(result.problems.first == CardProblem(line: 1, .noName))
    #expect(kinds(result) == [.added])
  }

  @Test("A file without cards is an error", arguments: ["", "\n\n", "hello", "[]", "\u{FEFF}"])
  func none(text: String) {
    #expect(throws: PeopleFileError.noCards) { try take(text) }
  }
}
