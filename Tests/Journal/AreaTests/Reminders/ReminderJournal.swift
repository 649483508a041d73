import CaptureTime
import TestSupport
import Testing

@testable import Reminders
@testable import Store

/// A journal of reminders alone, in a folder of a test's own, with the owner anna.
struct ReminderJournal: AreaJournal {
  let folder: TemporaryFolder
  let journals: Journal
  let anna: OwnerJournal

  var reminders: Reminders { anna.reminders }
  var sent: SentReminders { SentReminders(of: anna) }

  init() throws { (folder, journals, anna) = try Self.make(.reminders) }

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
}
