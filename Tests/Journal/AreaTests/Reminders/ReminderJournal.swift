import CaptureTime
import GRDB
import SystemPackage
import TestSupport
import Testing

@testable import Reminders
@testable import Store

/// A journal of reminders alone, in a folder of a test's own, with the owner anna.
struct ReminderJournal {
  let folder: TemporaryFolder
  let journals: Journal
  let anna: OwnerJournal

  var path: FilePath { FilePath(folder.path("journal")) }
  var reminders: Reminders { anna.reminders }
  var sent: SentReminders { SentReminders(of: anna) }

  static let now = 1_750_000_000
  /// The day of that moment: 2025-06-15.
  static let day = CivilDate(daysSinceEpoch: now / 86_400)

  init() throws {
    folder = try TemporaryFolder()
    let name = try OwnerName("anna")
    journals = try Journal(
      making: FilePath(folder.path("journal")), areas: [.reminders], owner: name,
      settings: [.timeZone: "UTC"])
    anna = try journals.journal(of: name)
  }

  /// A further owner.
  func owner(_ name: String) throws -> OwnerJournal {
    let name = try OwnerName(name)
    try journals.addOwner(name, settings: [.timeZone: "UTC"])
    return try journals.journal(of: name)
  }

  @discardableResult
  func rule(
    _ subject: ReminderSubject = .morning, at time: String = "09:00", again: Int? = nil,
    quiet: QuietHours? = nil
  ) throws -> ReminderRule {
    let facts = RuleFacts(subject, at: try TimeOfDay.parse(time), again: again, quiet: quiet)
    return try reminders.add(facts, now: Self.now)
  }

  @discardableResult
  func hook(_ address: String = "https://example.org/a", secret: String = "") throws -> ReminderWay
  {
    try reminders.add(
      WayFacts(.hook, to: address, detail: "json", secret: secret), now: Self.now)
  }

  /// A device that was paired and seen at a moment.
  func device(_ name: String = "phone", of owner: OwnerName? = nil, now: Int = now) throws -> Device
  {
    let devices = journals.devices
    let code = try devices.makePairing(for: owner ?? anna.owner, now: now)
    return try #require(try devices.pair(with: code, name: DeviceName(name), now: now)).0
  }

  /// Gives the journal a PIN, which locks it.
  func lock() throws {
    let digits = Array("918273".utf8)
    let pin = try PIN(digits.span)
    try journals.lock(of: anna.owner, iterations: 1_000, now: { 0 }).set(pin)
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
