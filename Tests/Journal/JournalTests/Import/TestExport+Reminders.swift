import CaptureTime
import JournalSupport
import Wording

@testable import Journal
@testable import Reminders
@testable import Store

extension TestExport {
  /// Takes its reminders, and says how many came.
  @discardableResult
  func importedReminders(
    into journal: OwnerJournal?, isPreview: Bool = false, now: Int = ReminderRows.now
  ) throws -> Int {
    let mode: JournalImport.Mode =
      if let journal, !isPreview { .storing(in: journal) } else { .preview(of: journal) }
    let work = JournalImport(
      of: try ExportFolder(opening: path), mode: mode, allowsAgain: false, now: now)
    return try work.takeReminders()
  }

  /// What is said where its reminders are refused; empty where they are not.
  func refusalOfReminders(into journal: OwnerJournal) -> String {
    do {
      try importedReminders(into: journal)
      return ""
    } catch {
      return (error as? any Worded)?.wording.commandLine ?? "\(error)"
    }
  }
}

enum ReminderRows {
  static let now = 1_750_000_000
  static let tables = [
    "reminder_rule", "reminder_way", "reminder_sent", "calendar_feed",
  ]
  static let token = "a-token-that-is-secret"

  /// Three rules, a way of each kind, one of a device, a feed, and what was sent by two of the ways.
  static func add(to test: TestJournal) throws {
    let (journal, devices) = (test.journal, test.journals.devices)
    let reminders = journal.reminders
    func time(_ text: String) throws -> TimeOfDay { try TimeOfDay.parse(text) }
    let rule = try reminders.add(RuleFacts(.people, at: time("09:00"), again: 120), now: now)
    try reminders.add(
      RuleFacts(.text, at: time("07:05"), quiet: nil, isOn: false), now: now)
    try reminders.add(
      RuleFacts(.morning, at: time("07:05"), quiet: QuietHours.parse("23:30-06:00")), now: now)
    let hook = try reminders.add(
      WayFacts(.hook, to: "https://hook.example.org/", detail: "json", secret: token), now: now)
    try reminders.add(WayFacts(.mail, to: "\(journal.owner)@example.org", names: true), now: now)
    let code = try devices.makePairing(for: journal.owner, now: now)
    let device = try devices.pair(with: code, name: DeviceName("phone"), now: now)?.0
    let push = try reminders.add(
      WayFacts(.push, to: "https://push.example.org/\(journal.id)", secret: "keys"),
      of: device?.id, now: now)
    let sent = SentReminders(of: journal)
    _ = try sent.desktop(now: now)
    _ = try reminders.addFeed(FeedName("phone"), names: true, now: now)
    let day = CivilDate(daysSinceEpoch: now / 86_400)
    for way in [hook, push] {
      _ = try sent.claim(
        ReminderTurn(rule, on: day, at: rule.facts.time, isAgain: false), way: way.id, now: now)
    }
  }

  /// A journal of these.
  static func journal() throws -> TestJournal {
    let test = try TestJournal()
    try add(to: test)
    try test.execute("INSERT INTO push_key VALUES (1, zeroblob(32))")
    return test
  }

  /// How many rows each table has.
  static func counts(_ test: TestJournal) throws -> [Int?] {
    try tables.map { try test.count("SELECT count(*) FROM \($0)") }
  }
}
