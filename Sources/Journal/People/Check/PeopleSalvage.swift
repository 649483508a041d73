package import CaptureTime
import GRDB
import Store

/// The findings of a salvage of people, in ``SalvageFinding/area(_:)``.
package enum PeopleSalvageFinding: AreaSalvageFinding, Hashable {
  /// A contact with a person on a day differs from the search index.
  case altered(PersonName, CivilDate)

  /// Whom a contact was with, and when; nil where its row is gone.
  static func place(of contact: Int64, _ db: Database) throws -> (name: PersonName, day: CivilDate)?
  {
    let row = try db.row(
      cached: """
        SELECT name, contact.day FROM contact JOIN person ON person.id = person WHERE contact.id = ?
        """, arguments: [contact])
    return try row.map { row in
      var values = RowDecoder(row)
      let name = try values.next { PersonName(stored: $0) }
      return (name, try values.day())
    }
  }
}

/// Copies people with their anniversaries, contacts and snoozes from a damaged journal into a new
/// one, which derives the rest again. A lost person who has any of them is made again.
final class PeopleSalvage: AreaSalvage {
  func run(
    _ salvage: JournalSalvage, progress: JournalSalvage.Progress,
    report: @escaping JournalSalvage.Report
  ) throws -> Int {
    let altered = try salvage.alteredDocuments(of: .contacts, report)
    try salvage.carryRows(making: [Self.lostPerson], report) { carrier, report in
      try carrier.carry(StoredTable.people, report)
      for contact in altered.sorted() {
        let place = try PeopleSalvageFinding.place(of: contact, carrier.db)
        if let place { report(.area(PeopleSalvageFinding.altered(place.name, place.day))) }
      }
      try SearchTable.contacts.fill(carrier.db)
    }
    return 0
  }

  private static let lostPerson = LostParent(.person) { lost in
    [
      "uid": "daystamp:recovered:\(lost.id)", "name": lost.name, "nickname": "",
      "cadence": Cadence.usual.days,
      "start": CivilDate(daysSinceEpoch: lost.now / 86_400).description, "phone": "", "email": "",
      "note": "", "categories": "", "made": lost.now,
    ]
  }
}
