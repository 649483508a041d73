package import CaptureTime
import GRDB
package import Store

/// What a salvage of people finds, as ``SalvageFinding/area(_:)``: mostly so many that cannot be read.
package enum PeopleSalvageFinding: AreaSalvageFinding, Hashable {
  case people(Int)
  /// Days of every year.
  case days(Int)
  case contacts(Int)
  case snoozes(Int)
  /// A contact with a person on a day differs from the search index.
  case altered(PersonName, CivilDate)
}

/// Brings people with their days, contacts and snoozes from a damaged journal into a new one, which works
/// out again what is made of these. Who is lost and has any of them is made anew.
package final class PeopleSalvage: AreaSalvage {
  package init() {}

  package func run(
    _ salvage: JournalSalvage, progress: JournalSalvage.Progress,
    report: @escaping JournalSalvage.Report
  ) throws -> Int {
    let altered = try salvage.alteredDocuments(of: .contacts, report)
    try salvage.carryRows(making: Self.lostParents, report) { carrier, report in
      for table in PeopleTable.all {
        let lost = try carrier.carry(table.name, table.columns, isReadable: table.isReadable)
        if lost > 0 { report(.area(table.lost(lost))) }
      }
      for contact in altered.sorted() { try tell(contact, carrier.db, report) }
      try SearchTable.contacts.fill(carrier.db)
    }
    return 0
  }

  private func tell(
    _ contact: Int64, _ db: Database, _ report: JournalSalvage.Report
  ) throws {
    let row = try db.row(
      cached: """
        SELECT name, contact.day FROM contact JOIN person ON person.id = person WHERE contact.id = ?
        """, arguments: [contact])
    guard let row else { return }
    var values = RowDecoder(row)
    let name = try values.next { PersonName(stored: $0) }
    report(.area(PeopleSalvageFinding.altered(name, try values.day())))
  }

  private static let lostParents = PeopleTable.all.prefix { $0.name == "person" }.map { table in
    LostParent(table.name, table.columns) { lost in
      [
        "uid": "daystamp:recovered:\(lost.id)", "name": lost.name, "nickname": "",
        "cadence": Cadence.usual.days,
        "start": CivilDate(daysSinceEpoch: lost.now / 86_400).description, "phone": "", "email": "",
        "note": "", "categories": "", "made": lost.now,
      ]
    } isReadable: {
      table.isReadable($0)
    }
  }
}
