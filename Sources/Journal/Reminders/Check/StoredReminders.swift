import CaptureTime
import Store

extension StoredTable {
  static let rules = StoredTable(
    "reminder_rule", ReminderRule.columnNames + ["owner"], of: ["owner": "owner"],
    limit: Reminders.ruleLimit
  ) { values in
    let rule = try ReminderRule(&values)
    do throws(ReminderError) {
      try rule.facts.check()
    } catch {
      throw JournalError.corruptValue(of: error.isOfAgain ? "again" : "time")
    }
  }

  static let ways = StoredTable(
    "reminder_way", ReminderWay.columnNames + ["owner"], of: ["owner": "owner", "device": "device"]
  ) { values in
    guard try ReminderWay(&values).facts.mayHaveAddress else {
      throw JournalError.corruptValue(of: "address")
    }
  }

  /// The tables of reminders, each after those that its rows are of.
  static let reminders = [
    rules, ways,
    StoredTable(
      "reminder_sent", SentReminder.columnNames + ["way", "day"],
      of: ["rule": "reminder_rule", "way": "reminder_way"]
    ) { values in
      _ = try SentReminder(&values)
      _ = try values.next(Int64.self)
      _ = try values.day()
    },
    StoredTable(
      "calendar_feed", Feed.columnNames + ["token_hash", "owner"], of: ["owner": "owner"],
      limit: Reminders.feedLimit
    ) { values in
      _ = try Feed(&values)
      _ = try values.bytes(32)
    },
    StoredTable(
      "push_key", [Column("id", .number(1...1)), Column("private", .hash(bytes: 32))]),
    StoredTable(
      "mail_code",
      [
        .parent("way", "reminder_way"), Column("code_hash", .hash(bytes: 32)),
        Column("ends", .moment), Column("tries", .number(0...MailCode.tryLimit)),
      ]),
    StoredTable(
      "way_use",
      [
        Column("purpose", .oneOf(WayUses.Purpose.allCases.map(\.rawValue))),
        Column("kind", .oneOf(ReminderWay.Kind.allCases.map(\.rawValue))),
        Column("target", .hash(bytes: 32)), Column("at", .moment), .owner,
      ]),
  ]
}

extension ReminderError {
  /// Whether it is said of how a rule comes again, and not of its time.
  var isOfAgain: Bool {
    switch self {
    case .nothingToDo, .again: true
    default: false
    }
  }
}
