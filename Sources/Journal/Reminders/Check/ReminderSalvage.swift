import GRDB
package import Store

/// What a salvage of reminders finds, as ``SalvageFinding/area(_:)``: so many that cannot be read.
package enum ReminderSalvageFinding: AreaSalvageFinding, Hashable {
  case rules(Int)
  /// Ways by hook or by mail.
  case ways(Int)
}

/// Brings rules, and ways by hook and by mail, from a damaged journal into a new one. What is of a device or
/// a machine is set up anew there, as devices are: pushes with their key, the desktop unless it was removed,
/// feeds. So is what was sent: times of before the salvage are not caught up with, so that nothing is told twice.
package final class ReminderSalvage: AreaSalvage {
  package init() {}

  package func run(
    _ salvage: JournalSalvage, progress: JournalSalvage.Progress,
    report: @escaping JournalSalvage.Report
  ) throws -> Int {
    let lost = try JournalError.wrapping {
      try salvage.rows.database.read { rows in
        try salvage.database.write { db in
          let carrier = RowCarrier(from: rows, to: db)
          let lost = (
            rules: try carry(.rules, carrier),
            ways: try carry(
              .ways, carrier,
              where: """
                kind IS NOT 'push'
                AND (kind IS NOT 'desktop' OR detail IS '\(ReminderWay.removedDesktop)')
                """)
          )
          try db.execute(
            sql: "UPDATE reminder_rule SET since = max(since, ?)", arguments: [salvage.now])
          // Devices are counted anew: another one would have the number. None has 0, and a way without a
          // maker would be the machine's, which may reach farther.
          try db.execute(sql: "UPDATE reminder_way SET maker = 0 WHERE maker IS NOT NULL")
          return lost
        }
      }
    }
    if lost.rules > 0 { report(.area(ReminderSalvageFinding.rules(lost.rules))) }
    if lost.ways > 0 { report(.area(ReminderSalvageFinding.ways(lost.ways))) }
    return 0
  }

  private func carry(
    _ table: ReminderTable, _ carrier: RowCarrier, where condition: String = "TRUE"
  ) throws -> Int {
    // The new journal has no devices.
    try carrier.carry(
      table.name, table.columns, emptying: ["device": "device"], where: condition
    ) { row in
      var values = RowDecoder(row)
      return (try? table.read(&values)) != nil
    }
  }
}
