import GRDB
package import Store

/// What a salvage of people finds, as ``SalvageFinding/area(_:)``: so many that cannot be read, those of
/// people who are lost too.
package enum PeopleSalvageFinding: AreaSalvageFinding, Hashable {
  case people(Int)
  /// Days of every year.
  case days(Int)
  case contacts(Int)
  case snoozes(Int)
}

/// Brings people with their days, contacts and snoozes from a damaged journal into a new one, which works
/// out again what is made of these.
package final class PeopleSalvage: AreaSalvage {
  package init() {}

  package func run(
    _ salvage: JournalSalvage, progress: JournalSalvage.Progress,
    report: @escaping JournalSalvage.Report
  ) throws -> Int {
    try JournalError.wrapping {
      try salvage.rows.database.read { rows in
        try salvage.database.write { db in
          let carrier = RowCarrier(from: rows, to: db)
          for table in PeopleTable.all {
            let lost = try carrier.carry(table.name, table.columns) { row in
              var values = RowDecoder(row)
              return (try? table.read(&values)) != nil
            }
            if lost > 0 { report(.area(table.lost(lost))) }
          }
          try SearchTable.contacts.fill(db)
        }
      }
    }
    return 0
  }
}
