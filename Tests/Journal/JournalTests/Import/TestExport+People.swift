import CaptureTime
import JournalSupport
import Wording

@testable import Journal
@testable import People
@testable import Store

extension TestExport {
  /// Imports it whole, at 1,750,000,000, and says what came of people.
  @discardableResult
  func importedPeople(
    into journal: OwnerJournal?, isPreview: Bool = false, now: Int = PeopleRows.now
  ) async throws -> PeopleRestore.Gain {
    let mode: JournalImport.Mode =
      if let journal, !isPreview { .storing(in: journal) } else { .preview(of: journal) }
    let work = JournalImport(
      of: try ExportFolder(opening: path), mode: mode, allowsAgain: false, now: now)
    let posts = try await work.run(jobs: 2) { _ in }
    return try work.takePeople(pictures: posts)
  }

  /// What is said where its people are refused; empty where they are not.
  func refusalOfPeople(into journal: OwnerJournal) async -> String {
    do {
      try await importedPeople(into: journal)
      return ""
    } catch {
      return (error as? any Worded)?.wording.commandLine ?? "\(error)"
    }
  }
}

enum PeopleRows {
  static let now = 1_750_000_000
  static let day = CivilDate(daysSinceEpoch: now / 86_400)
  static let tables = ["person", "person_day", "contact", "snooze", "person_rhythm"]

  /// Mina with two contacts, of which one came twice, and a snooze; Bob who is archived, Eve who is deleted.
  static func add(to journal: OwnerJournal) throws {
    var facts = PersonFacts(
      try PersonName("Mina"), cadence: try Cadence(days: 7), start: day.adding(days: -40))
    facts.nickname = try PersonName("Mi")
    facts.birthday = try YearlyDate(month: 2, day: 29)
    facts.days = [PersonDay(try PersonName("Wedding"), try YearlyDate.parse("2010-06-12"))]
    (facts.phone, facts.email) = (try PersonLine("+49 30 1"), try PersonLine("mina@example.org"))
    facts.reminder = try TimeOfDay.parse("09:30")
    facts.note = try Words("likes \"tea\"\nand rain")
    facts.categories = [try PersonName("Friends"), try PersonName("Choir")]
    let mina = try journal.people.add(facts, uid: "urn:mina", now: now)
    let tea = ContactFacts(
      kind: .called, keywords: try Keywords(["tea", "비", "chrysanthemu"], atMost: .longest),
      memo: try Memo("by the sea"))
    _ = try journal.contacts.add(
      tea, with: mina.id, on: day.adding(days: -20), today: day, now: now)
    for _ in 0..<2 {
      _ = try journal.contacts.add(
        ContactFacts(), with: mina.id, on: day.adding(days: -9), today: day, now: now)
    }
    try journal.people.snooze(mina.id, days: 3, today: day, now: now)
    for (name, uid) in [("Bob", "urn:bob"), ("Eve", "urn:eve")] {
      let person = try journal.people.add(
        PersonFacts(PersonName(name), start: day), uid: uid, now: now)
      if name == "Bob" { try journal.people.setArchived(person.id, now) }
      if name == "Eve" { try journal.people.setDeleted(person.id, now) }
    }
  }

  /// A journal of these.
  static func journal() throws -> TestJournal {
    let test = try TestJournal()
    try add(to: test.journal)
    return test
  }

  /// The rows of people, without their numbers, each table as text.
  static func rows(_ test: TestJournal) throws -> [String] {
    try tables.map { table in
      let columns =
        try test.text(
          """
          SELECT group_concat('quote(' || name || ')', ' || ''/'' || ')
          FROM pragma_table_info('\(table)') WHERE name NOT IN ('id', 'owner')
          """) ?? ""
      let rows = "SELECT \(columns) AS row FROM \(table) ORDER BY row"
      return try test.text("SELECT group_concat(row, char(10)) FROM (\(rows))") ?? "-"
    }
  }
}
