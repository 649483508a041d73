import CaptureTime
import GRDB
import Store
import SystemPackage
import TestSupport
import Testing

@testable import People

@Suite("Checks and salvages of people")
struct PeopleCheckTests {
  private let test: PeopleJournal
  private let mina: Person

  init() throws {
    test = try PeopleJournal()
    mina = try test.add("Mina", from: 40) { facts in
      facts.birthday = try YearlyDate(month: 2, day: 29)
      facts.days = [PersonDay(try PersonName("Wedding"), try YearlyDate.parse("2010-06-12"))]
      facts.categories = [try PersonName("Friends")]
    }
    try test.contact(mina, daysAgo: 30, keywords: ["tea"], memo: "at the sea")
    try test.contact(mina, daysAgo: 20, memo: "by train")
    try test.snooze(mina, 3, daysAgo: 2)
  }

  private func findings(repairs: Bool = false) throws -> [JournalFinding] {
    let journals = try Journal(opening: test.path, areas: [.people])
    let check = JournalCheck(journals, owners: nil, repairs: repairs)
    var findings: [JournalFinding] = []
    try check.run(progress: { _, _ in }) { findings.append($0) }
    return findings
  }

  private func problems(repairs: Bool = false) throws -> [PeopleProblem] {
    try findings(repairs: repairs).compactMap { finding in
      if case .area(let problem as PeopleProblem) = finding.problem { problem } else { nil }
    }
  }

  @Test("find nothing where nothing is wrong")
  func sound() throws { #expect(try findings().isEmpty) }

  @Test(
    "find another last contact or snooze than there is, and work it out again",
    arguments: [
      "UPDATE person_rhythm SET contact = '2001-01-01'", "UPDATE person_rhythm SET contact = NULL",
      "UPDATE person_rhythm SET contact = 'x'", "UPDATE person_rhythm SET snoozed = '9999-12-31'",
      "DELETE FROM person_rhythm", "DROP TABLE person_rhythm",
    ])
  func rhythm(sql: String) throws {
    let known = try test.people.known(mina)
    try test.execute(sql)
    if !sql.hasPrefix("DROP") { #expect(try problems() == [.rhythm(people: 1)]) }
    #expect(try problems(repairs: true) == [.rhythm(people: 1)])
    #expect(try findings().isEmpty)
    #expect(try test.people.known(mina) == known)
  }

  @Test(
    "find an index of contacts that is wrong, damaged or gone, and make it again",
    arguments: [
      ("INSERT INTO contact_search (contact_search) VALUES ('delete-all')", 2),
      ("UPDATE contact SET memo = 'other' WHERE id = 1", 1),
      ("DELETE FROM contact_search_data", nil), ("DROP TABLE contact_search", 2),
    ] as [(String, Int?)])
  func search(sql: String, wrong: Int?) throws {
    // One that differs from the index may be altered itself, and is named before the index is made again.
    let altered: [PeopleProblem] =
      sql.hasPrefix("UPDATE")
      ? [.altered(try PersonName("Mina"), PeopleJournal.day.adding(days: -30))] : []
    try test.execute(sql)
    if !sql.hasPrefix("DROP") {
      #expect(try problems() == [.search(contacts: wrong)] + altered)
    }
    #expect(try problems(repairs: true) == [.search(contacts: wrong)] + altered)
    #expect(try findings().isEmpty)
    let journals = try Journal(opening: test.path, areas: [.people])
    let contacts = try journals.journal(of: test.anna.owner).contacts
    #expect(try contacts.search("train", atMost: 9).count == 1)
  }

  private static let wrong: [(sql: String, table: String, lost: Int)] = [
    (
      "UPDATE person SET name = ' x'", "person",
      1
    ),
    // The page has no other row, and so is none of the table's, which is told as damaged.
    (
      "UPDATE person SET name = CAST(x'4D69FF' AS TEXT)", "person",
      0
    ),
    (
      "UPDATE person_day SET name = CAST(x'E9' AS TEXT) WHERE name <> ''", "person_day", 1
    ),
    ("UPDATE contact SET memo = CAST(x'C3' AS TEXT) WHERE id = 1", "contact", 1),
    (
      "UPDATE person SET start = '2024-02-30'", "person",
      1
    ),
    (
      "UPDATE person SET remind = '25:00'", "person",
      1
    ),
    (
      "UPDATE person SET categories = 'a' || char(10)", "person",
      1
    ),
    (
      "UPDATE person SET made = 999999999999999", "person",
      1
    ),
    ("UPDATE person_day SET month = 2, day = 30 WHERE name = ''", "person_day", 1),
    ("UPDATE person_day SET year = 2023 WHERE name = ''", "person_day", 1),
    ("UPDATE person_day SET name = ' ' WHERE name = ''", "person_day", 1),
    ("UPDATE contact SET day = '2024-02-30' WHERE id = 1", "contact", 1),
    ("UPDATE contact SET keywords = 'chrysanthemum' WHERE id = 1", "contact", 1),
    (
      "UPDATE contact SET keywords = replace('a b c d', ' ', char(10)) WHERE id = 1", "contact",
      1
    ),
    ("UPDATE contact SET memo = ' x' WHERE id = 1", "contact", 1),
    ("UPDATE contact SET made = 9223372036854775807 WHERE id = 1", "contact", 1),
    ("UPDATE snooze SET made = -9223372036854775807", "snooze", 1),
    ("UPDATE snooze SET day = '9999-12-99', until = 'x'", "snooze", 1),
  ]

  @Test("find values that no program of ours writes", arguments: wrong.indices)
  func values(index: Int) throws {
    let (sql, table, _) = Self.wrong[index]
    try test.execute("PRAGMA ignore_check_constraints = ON; \(sql)")
    #expect(try findings().tables == [table])
  }

  @Test("find rows of nobody, and let go of them")
  func orphans() throws {
    try test.execute("DELETE FROM person")
    #expect(try findings().contains { if case .danglingRow = $0.problem { true } else { false } })
    _ = try findings(repairs: true)
    for table in ["person_day", "contact", "snooze", "person_rhythm"] {
      #expect(try test.strings("SELECT count(*) FROM \(table)") == ["0"], "\(table)")
    }
    #expect(try findings().isEmpty)
  }

  @Test("find more days than a person has")
  func manyDays() throws {
    try test.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 21)
      INSERT INTO person_day SELECT 1, 'day ' || i, 1, i, NULL FROM n
      """)
    #expect(try findings().tables == ["person_day"])
  }

  @Test(
    "rows that lie end in an error, or in a list",
    arguments: [
      "UPDATE person_rhythm SET contact = '9999-12-31', snoozed = '9999-12-31'",
      "UPDATE person_rhythm SET contact = '0001-01-01', snoozed = NULL",
      "UPDATE person SET start = '9999-12-31', cadence = 90",
      "UPDATE person SET picture = 9007199254740991",
      "UPDATE contact SET memo = 'a' || char(0) || 'b', made = 9223372036854775807",
      "UPDATE snooze SET days = 7, day = '9999-12-31', until = '9999-12-31'",
      "UPDATE person SET note = CAST(x'fffe00' AS TEXT)",
    ])
  func lies(sql: String) throws {
    try test.execute("PRAGMA ignore_check_constraints = ON; \(sql)")
    let today = PeopleJournal.day
    func isToldOrNothing(_ work: () throws -> Void) -> Bool {
      do {
        try work()
        return true
      } catch is JournalError {
        return true
      } catch {
        return false
      }
    }
    #expect(isToldOrNothing { _ = try test.people.list(today: today) })
    #expect(isToldOrNothing { _ = try test.people.page(today: today, atMost: 9) })
    #expect(isToldOrNothing { _ = try test.people.due(on: today) })
    #expect(isToldOrNothing { _ = try test.people.history(of: mina.id) })
    #expect(isToldOrNothing { _ = try test.people.growth(of: [mina]) })
    #expect(isToldOrNothing { _ = try test.contacts.page(of: mina.id, atMost: 9) })
    #expect(isToldOrNothing { _ = try test.contacts.search("sea", atMost: 9) })
    #expect(
      isToldOrNothing {
        _ = try test.people.month(of: mina.id, from: today, .lastOfFebruary)
      })
    #expect(isToldOrNothing { _ = try test.people.yearlyDays(in: today...today, .firstOfMarch) })
    #expect(
      isToldOrNothing {
        var export = PeopleExport(of: test.anna)
        while try export.next() != nil {}
      })
    _ = try findings()
  }

  private func salvage(_ report: @escaping JournalSalvage.Report) throws -> Journal {
    let folder = FilePath(test.folder.path("new"))
    let salvage = try JournalSalvage(
      of: test.path, into: folder, areas: [.people],
      settings: JournalSalvage.Settings(
        chosenOwner: nil, usualOwner: test.anna.owner, keys: .none,
        pin: { _ in throw PersonError.unknownNumber(0) }, pause: { _ in },
        check: { ($0, []) }, zone: { _, _ in "UTC" }))
    _ = try salvage.run(progress: { _, _ in }, report: report)
    return try Journal(opening: folder, areas: [.people])
  }

  private func problems(of journals: Journal) throws -> Int {
    var count = 0
    let check = JournalCheck(journals, owners: nil, repairs: false)
    try check.run(progress: { _, _ in }) { _ in count += 1 }
    return count
  }

  @Test("bring everything over")
  func salvaged() throws {
    try test.people.setArchived(test.add("Bob").id, PeopleJournal.now)
    try test.people.setDeleted(test.add("Eve").id, PeopleJournal.now)
    var findings: [SalvageFinding] = []
    let journals = try salvage { findings.append($0) }
    #expect(findings.isEmpty, "\(findings)")
    #expect(try journals.owners().map(\.text) == ["anna"])
    #expect(try problems(of: journals) == 0)
    let (new, today) = (try journals.journal(of: test.anna.owner), PeopleJournal.day)
    for kind in PeopleFilter.Kind.allCases {
      let filter = PeopleFilter(kind)
      let people = try test.people.list(filter, today: today)
      #expect(try new.people.list(filter, today: today) == people && people.count == 1)
    }
    #expect(
      try new.contacts.page(of: mina.id, atMost: 9) == test.contacts.page(of: mina.id, atMost: 9))
    #expect(try new.people.history(of: mina.id) == test.people.history(of: mina.id))
    #expect(try new.contacts.search("train", atMost: 9).count == 1)
  }

  @Test(
    "are made anew with all that is theirs, where they are lost and where they cannot be read",
    arguments: ["DELETE FROM person", "UPDATE person SET start = '2024-02-30'"])
  func recovered(sql: String) throws {
    let contacts = try test.contacts.page(of: mina.id, atMost: 9)
    try test.execute("PRAGMA foreign_keys = OFF; \(sql)")
    var recovered: [String] = []
    let journals = try salvage { finding in
      if case .recovered(let count, let table) = finding { recovered.append("\(count) \(table)") }
    }
    #expect(recovered == ["1 person"])
    #expect(try problems(of: journals) == 0)
    let new = try journals.journal(of: test.anna.owner)
    let person = try new.people.person(named: "recovered 1")
    #expect(person.id == mina.id && person.facts.days.count == 1)
    #expect(try new.contacts.page(of: mina.id, atMost: 9) == contacts && contacts.count == 2)
    // An import knows her again where an index still has this.
    #expect((person.uid == mina.uid) == sql.hasPrefix("UPDATE"))
  }

  @Test("name whose contact the index of the search has other words of")
  func alteredContact() throws {
    try test.execute("UPDATE contact SET memo = memo || ' again' WHERE id = 1")
    var findings: [SalvageFinding] = []
    let journals = try salvage { findings.append($0) }
    #expect(findings.count == 1, "\(findings)")
    let day = try journals.store.database.read { db in
      try String.fetchOne(db, sql: "SELECT day FROM contact WHERE id = 1")
    }
    guard case .area(PeopleSalvageFinding.altered(let name, let found)) = findings.first else {
      Issue.record("\(findings)")
      return
    }
    #expect(name == mina.facts.name && found.description == day)
  }

  @Test("tell of each kind how many are lost, and keep the others", arguments: wrong.indices)
  func lostRows(index: Int) throws {
    let (sql, table, lost) = Self.wrong[index]
    try test.execute("PRAGMA ignore_check_constraints = ON; \(sql)")
    var findings: [SalvageFinding] = []
    let journals = try salvage { findings.append($0) }
    #expect(findings.lostRows == (lost > 0 ? [table: lost] : [:]))
    #expect(try problems(of: journals) == 0)
  }
}
