import GRDB
import Store

/// Copies rules, and hook and mail ways, from a damaged journal into a new one. What belongs to a
/// device or a machine is set up again there: pushes with their key, the desktop unless it was
/// removed, and feeds. So is the record of sent reminders: reminders from before the salvage are
/// not sent later, so that nothing is sent twice.
final class ReminderSalvage: AreaSalvage {
  func run(
    _ salvage: JournalSalvage, progress: JournalSalvage.Progress,
    report: @escaping JournalSalvage.Report
  ) throws -> Int {
    try salvage.carryRows(making: [], report) { carrier, report in
      try carrier.carry([.rules], report)
      try carrier.db.execute(
        sql: "UPDATE reminder_rule SET since = max(since, ?)", arguments: [salvage.now])
      // The new journal has no devices.
      let lost = try carrier.carry(
        .ways, emptying: ["device": "device"],
        where: """
          kind IS NOT 'push'
          AND (kind IS NOT 'desktop' OR detail IS '\(ReminderWay.removedDesktop)')
          """)
      if lost > 0 { report(.lostRows(lost, table: StoredTable.ways.name)) }
      // Devices are counted anew: another one would have the number. None has 0, and a way without a
      // maker would be the machine's, which may reach farther.
      try carrier.db.execute(sql: "UPDATE reminder_way SET maker = 0 WHERE maker IS NOT NULL")
    }
    return 0
  }
}
