package import CaptureTime
import GRDB
import Store

/// The findings of the check of people, in ``JournalProblem/area(_:)``.
package enum PeopleProblem: AreaProblem, Hashable {
  /// Of so many people another last contact or snooze is known than they have, by which they are due on
  /// other days.
  case rhythm(people: Int)
  /// The search does not find so many contacts by what they say, or finds them by something else; nil where
  /// its index is damaged.
  case search(contacts: Int?)
  /// A contact with a person on a day is not what the search has.
  case altered(PersonName, CivilDate)
}

/// Checks people, their anniversaries, contacts and snoozes, and what is derived from these.
///
/// That a picture's post is not there is no damage: a post may be deleted, and the person then has no picture.
final class PeopleCheck: AreaCheck {
  private let tables: TableCheck
  private var store: JournalStore { tables.store }
  private var repairs: Bool { tables.repairs }

  init(of store: JournalStore, repairs: Bool) {
    tables = TableCheck(StoredTable.people, of: store, repairs: repairs)
  }

  /// Lets go of people of owners who are gone, and of what is said of people who are.
  func mendReferences() throws {
    try tables.mendReferences()
    try JournalError.wrapping {
      try store.write { db in
        try db.execute(
          sql: "DELETE FROM \(PeopleTables.rhythm) WHERE person NOT IN (SELECT id FROM person)")
      }
    }
  }

  func checkDerived(_ report: JournalCheck.Report) {
    checkRhythm(report)
    let check = SearchTableCheck(.contacts, of: store)
    check.findings(
      repairs: repairs,
      altered: { contact, db in
        try PeopleSalvageFinding.place(of: contact, db).map {
          .area(PeopleProblem.altered($0.name, $0.day))
        }
      }, { .area(PeopleProblem.search(contacts: $0)) }
    ).forEach(report)
  }

  private func checkRhythm(_ report: JournalCheck.Report) {
    let wrong: Int
    do {
      wrong = try JournalError.wrapping { try store.database.read(wrongRhythms) }
    } catch {
      return report(JournalFinding(.unreadable(error), repair: .notTried))
    }
    guard wrong > 0 else { return }
    let problem = JournalProblem.area(PeopleProblem.rhythm(people: wrong))
    guard repairs else { return report(JournalFinding(problem, repair: .notTried)) }
    do {
      try JournalError.wrapping { try store.write(rebuildRhythms) }
      report(JournalFinding(problem, repair: .rebuilt))
    } catch {
      report(JournalFinding(problem, repair: .failed(error)))
    }
  }

  private func wrongRhythms(_ db: Database) throws -> Int {
    let count = try db.value(
      Int.self,
      cached: """
        WITH known (person, contact, snoozed) AS (\(PeopleTables.rhythms(where: "TRUE")))
        SELECT count(*) FROM known
        LEFT JOIN \(PeopleTables.rhythm) AS stored ON stored.person = known.person
        WHERE stored.contact IS NOT known.contact OR stored.snoozed IS NOT known.snoozed
        """)
    return count ?? 0
  }

  private func rebuildRhythms(_ db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM \(PeopleTables.rhythm);
        INSERT INTO \(PeopleTables.rhythm) \(PeopleTables.rhythms(where: "TRUE"));
        """)
  }

  func checkRows(
    _ check: JournalCheck, _ progress: JournalCheck.Progress, _ report: JournalCheck.Report
  ) throws {
    try tables.checkRows(check, progress, report)
    tables.read("person_day", report) { db in
      // The birthday and the other days.
      let most = try db.value(
        Int.self,
        cached: """
          SELECT coalesce(max(days), 0)
          FROM (SELECT count(*) AS days FROM person_day WHERE name <> '' GROUP BY person)
          """)
      if most ?? 0 > PersonFacts.dayLimit { throw JournalError.corruptValue(of: "person") }
    }
  }
}
