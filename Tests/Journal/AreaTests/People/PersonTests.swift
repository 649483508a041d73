import CaptureTime
import Store
import Testing

@testable import People

@Suite("People")
struct PersonTests {
  private let journal: PeopleJournal

  init() throws { journal = try PeopleJournal() }

  @Test("come back as they were written down")
  func stored() throws {
    let mina = try journal.add("  Mina  Kim ", every: 90, from: 3, nickname: "미나") {
      $0.birthday = try YearlyDate.parse("02-29")
      $0.days = [PersonDay(try PersonName("Wedding"), try YearlyDate.parse("2011-06-04"))]
      $0.phone = try PersonLine("+82 10 1234 5678")
      $0.email = try PersonLine("mina@example.org")
      $0.reminder = try TimeOfDay(hour: 9)
      $0.note = try Words("Likes *chestnuts*.")
      $0.picture = 7
      $0.categories = [try PersonName("Family"), try PersonName("학교")]
    }
    #expect(try journal.people.person(number: mina.id) == mina)
    #expect(mina.name == "Mina  Kim")
    #expect(mina.uid.count == 36)
    let changed = try journal.people.edit(mina.id) { facts in
      facts.birthday = nil
      facts.nickname = nil
    }
    #expect(changed.facts.birthday == nil)
    #expect(changed.facts.days == mina.facts.days)
    #expect(try journal.strings("SELECT name FROM person_day") == ["Wedding"])
  }

  @Test("have names of at most 40 characters as a reader counts them")
  func names() throws {
    #expect(try PersonName(String(repeating: "👩‍👩‍👧", count: 16)).text.count == 16)
    #expect(try PersonName(String(repeating: "각", count: 40)).text.count == 40)
    #expect(throws: NameError.tooLong(observed: 41, limit: 40)) {
      try PersonName(String(repeating: "a", count: 41))
    }
    #expect(throws: NameError.empty) { try PersonName(" \u{200B} ") }
    #expect(throws: NameError.notAllowed("\u{1B}", offset: 1)) { try PersonName("A\u{1B}[2J") }
  }

  @Test("keep up within 1 to 90 days", arguments: [0, 91, -14, .max])
  func cadence(_ days: Int) {
    #expect(throws: PersonError.cadence(observed: days, expected: 1...90)) {
      try Cadence(days: days)
    }
  }

  @Test("are found by name and nickname in any case, and by the beginning of a word")
  func found() throws {
    let mina = try journal.add("Mina Kim", nickname: "Minnie")
    let other = try journal.add("Ölga Kim")
    for name in ["mina kim", "MINNIE", "Mina", "minn"] {
      #expect(try journal.people.person(named: name) == mina, "\(name)")
    }
    #expect(throws: PersonError.ambiguous("kim", people: [mina, other])) {
      try journal.people.person(named: "kim")
    }
    #expect(throws: PersonError.unknown("Mona", near: ["Mina Kim"])) {
      try journal.people.person(named: "Mona")
    }
    #expect(throws: PersonError.unknown("", near: [])) { try journal.people.person(named: "") }
  }

  @Test("are found and written down beside one whose row cannot be read")
  func foundByNameAlone() throws {
    let mina = try journal.add("Mina")
    try journal.add("Jun")
    try journal.execute("UPDATE person SET start = '2025-02-30' WHERE name = 'Jun'")
    #expect(try journal.people.person(named: "mina") == mina)
    #expect(try journal.add("Sora").name == "Sora")
    #expect(throws: JournalError.self) { try journal.people.person(named: "Jun") }
  }

  @Test(
    "have as many categories as are wanted, and as there is room for where letters have many bytes")
  func categories() throws {
    func names(_ count: Int, _ text: (Int) -> String) throws -> [PersonName] {
      try (0..<count).map { try PersonName(text($0)) }
    }
    let short = try names(21) { "c\($0)" }
    #expect(PersonFacts.room(for: []) == 0)
    #expect(PersonFacts.room(for: Array(short.prefix(20))) == 20)
    #expect(PersonFacts.room(for: short) == 20)
    // 400 bytes each, and one between two of them: 8000 are those of 19.
    let family = "👨\u{200D}👩\u{200D}👧\u{200D}👦"
    let long = try names(20) { number in
      let start = String(repeating: family, count: 15) + "\(number)"
      return start + String(repeating: "x", count: 400 - start.utf8.count % 400)
    }
    #expect(long.allSatisfy { $0.text.utf8.count == 400 && $0.text.count <= 40 })
    #expect(PersonFacts.room(for: long) == 19)
    #expect(throws: PersonError.tooManyCategories(observed: 20, limit: 19)) {
      try journal.add("Mina") { $0.categories = long }
    }
    let mina = try journal.add("Mina") { $0.categories = Array(long.prefix(19)) }
    #expect(try journal.people.person(number: mina.id).facts.categories.count == 19)
    #expect(throws: PersonError.tooManyCategories(observed: 21, limit: 20)) {
      try journal.people.edit(mina.id) { $0.categories = short }
    }
  }

  @Test("are not written down twice unless that is meant")
  func twice() throws {
    let mina = try journal.add("Mina")
    #expect(throws: PersonError.exists(mina)) { try journal.add("MINA") }
    var facts = PersonFacts(try PersonName("mina"), start: PeopleJournal.day)
    facts.cadence = .usual
    _ = try journal.people.add(facts, allowingTwins: true, now: PeopleJournal.now)
    try journal.people.setArchived(mina.id, PeopleJournal.now)
    // Who is archived is meant only where nobody else is.
    #expect(try journal.people.person(named: "Mina").name == "mina")
  }

  @Test("are an owner's alone")
  func owners() throws {
    let mina = try journal.add("Mina")
    let contact = try journal.contact(mina)
    let ben = try journal.owner("ben")
    #expect(throws: PersonError.unknownNumber(mina.id)) { try ben.people.person(number: mina.id) }
    #expect(throws: PersonError.unknownNumber(mina.id)) { try ben.people.edit(mina.id) { _ in } }
    #expect(throws: PersonError.unknownNumber(mina.id)) {
      try ben.people.snooze(mina.id, days: 1, today: PeopleJournal.day, now: PeopleJournal.now)
    }
    #expect(throws: ContactError.unknown(contact.id)) { try ben.contacts.delete(contact.id) }
    #expect(throws: PersonError.unknownNumber(mina.id)) {
      try ben.contacts.add(
        ContactFacts(), with: mina.id, on: PeopleJournal.day, today: PeopleJournal.day,
        now: PeopleJournal.now)
    }
    #expect(try ben.contacts.page(of: mina.id, atMost: 9).isEmpty)
    #expect(try ben.people.list(today: PeopleJournal.day).isEmpty)
  }

  @Test("who are deleted come back with their contacts, or are removed for good")
  func deleted() throws {
    let mina = try journal.add("Mina")
    try journal.contact(mina, memo: "chestnuts")
    #expect(throws: PersonError.notDeleted(mina)) { try journal.people.remove(mina.id) }
    try journal.people.setDeleted(mina.id, PeopleJournal.now)
    #expect(throws: PersonError.unknown("Mina", near: [])) {
      try journal.people.person(named: "Mina")
    }
    let gone = try journal.people.deleted(named: "Mina")
    #expect(throws: PersonError.isDeleted(gone)) { try journal.contact(mina) }
    #expect(try journal.people.setDeleted(mina.id, nil) == mina)
    #expect(try journal.contacts.search("chestnuts", atMost: 9).count == 1)
    try journal.people.setDeleted(mina.id, PeopleJournal.now)
    try journal.people.remove(mina.id)
    #expect(try journal.strings("SELECT count(*) FROM contact") == ["0"])
    #expect(try journal.strings("SELECT count(*) FROM person_rhythm") == ["0"])
    #expect(try journal.contacts.search("chestnuts", atMost: 9).isEmpty)
  }

  @Test(
    "rows that no program of ours writes are told, and end nothing",
    arguments: [
      "UPDATE person SET start = '2025-02-30'", "UPDATE person SET name = 'a' || char(10) || 'b'",
      "UPDATE person SET remind = '99:99'", "UPDATE person SET made = 9223372036854775807",
      "UPDATE person_day SET (month, day) = (2, 30)",
      "UPDATE person_rhythm SET contact = '0000-00-00'",
      "UPDATE person SET categories = char(10)", "UPDATE person SET uid = ''",
    ])
  func foreign(_ change: String) throws {
    let mina = try journal.add("Mina") { $0.birthday = try YearlyDate.parse("02-29") }
    try journal.contact(mina)
    try journal.execute("PRAGMA ignore_check_constraints = ON; \(change)")
    if change.contains("uid") {
      #expect(try journal.people.list(today: PeopleJournal.day).count == 1)
    } else {
      #expect(throws: JournalError.self) { try journal.people.list(today: PeopleJournal.day) }
    }
  }
}
