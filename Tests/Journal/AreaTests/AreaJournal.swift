import CaptureTime
import GRDB
import Store
import SystemPackage
import TestSupport

/// A journal of one area alone, in a folder of a test's own, with the owner anna.
protocol AreaJournal {
  var folder: TemporaryFolder { get }
  var journals: Journal { get }
  var anna: OwnerJournal { get }
}

extension AreaJournal {
  static var now: Int { 1_750_000_000 }
  /// The day of that moment: 2025-06-15.
  static var day: CivilDate { CivilDate(daysSinceEpoch: now / 86_400) }

  static func make(_ area: Area) throws -> (TemporaryFolder, Journal, OwnerJournal) {
    let (folder, name) = (try TemporaryFolder(), try OwnerName("anna"))
    let journals = try Journal(
      making: FilePath(folder.path("journal")), areas: [area], owner: name,
      settings: [.timeZone: "UTC"])
    return (folder, journals, try journals.journal(of: name))
  }

  var path: FilePath { FilePath(folder.path("journal")) }

  /// A further owner.
  func owner(_ name: String) throws -> OwnerJournal {
    let name = try OwnerName(name)
    try journals.addOwner(name, settings: [.timeZone: "UTC"])
    return try journals.journal(of: name)
  }

  /// Changes the database without the program.
  func execute(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path.appending("journal.sqlite").string)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF; \(sql)")
    }
  }

  /// The first value of each row of a query.
  func strings(_ sql: String) throws -> [String] {
    let queue = try DatabaseQueue(path: path.appending("journal.sqlite").string)
    return try queue.read { db in try Row.fetchAll(db, sql: sql).map { "\($0[0] ?? "-")" } }
  }
}
