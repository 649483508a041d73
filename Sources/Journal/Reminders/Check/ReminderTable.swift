import CaptureTime
import GRDB
import Store

/// A table of reminders: what its columns hold, by which its rows are checked, mended and salvaged.
struct ReminderTable: Sendable {
  let name: String
  /// The names of its columns, in the order in which ``read`` takes them.
  let columns: [String]
  /// The columns that name rows of other tables, each with its table.
  let parents: [(column: String, table: String)]
  /// How many rows an owner has at most; nil for any number.
  var limit: Int?
  /// Reads the values of a row; throws ``JournalError/database(_:)`` where one is none that this program
  /// writes.
  let read: @Sendable (inout RowDecoder) throws -> Void

  /// All of them, each after those that its rows are of.
  static let all = [rules, ways, sent, feeds, keys, codes, uses]

  static let rules = ReminderTable(
    name: "reminder_rule", columns: ReminderRule.columnNames + ["owner"],
    parents: [("owner", "owner")], limit: Reminders.ruleLimit,
    read: { values in
      let rule = try ReminderRule(&values)
      do throws(ReminderError) {
        try rule.facts.check()
      } catch {
        throw JournalError.corruptValue(of: error.isOfAgain ? "again" : "time")
      }
    })

  static let ways = ReminderTable(
    name: "reminder_way", columns: ReminderWay.columnNames + ["owner"],
    parents: [("owner", "owner"), ("device", "device")],
    read: { values in
      guard try ReminderWay(&values).facts.mayHaveAddress else {
        throw JournalError.corruptValue(of: "address")
      }
    })

  private static let sent = ReminderTable(
    name: "reminder_sent", columns: SentReminder.columnNames + ["way", "day"],
    parents: [("rule", "reminder_rule"), ("way", "reminder_way")],
    read: { values in
      _ = try SentReminder(&values)
      _ = try values.next(Int64.self)
      _ = try values.day()
    })

  private static let feeds = ReminderTable(
    name: "calendar_feed", columns: Feed.columnNames + ["token_hash", "owner"],
    parents: [("owner", "owner")], limit: Reminders.feedLimit,
    read: { values in
      _ = try Feed(&values)
      guard try values.bytes().count == 32 else {
        throw JournalError.corruptValue(of: "token_hash")
      }
    })

  private static let keys = ReminderTable(
    name: "push_key", columns: ["id", "private"], parents: [],
    read: { values in
      _ = try values.next(in: 1...1)
      guard try values.bytes().count == 32 else { throw JournalError.corruptValue(of: "private") }
    })

  private static let codes = ReminderTable(
    name: "mail_code", columns: ["way", "code_hash", "ends", "tries"],
    parents: [("way", "reminder_way")],
    read: { values in
      _ = try values.next(Int64.self)
      guard try values.bytes().count == 32 else { throw JournalError.corruptValue(of: "code_hash") }
      _ = try values.next(in: DayRule.instants)
      _ = try values.next(in: 0...MailCode.tryLimit)
    })

  private static let uses = ReminderTable(
    name: "way_use", columns: ["purpose", "kind", "target", "at", "owner"],
    parents: [("owner", "owner")],
    read: { values in
      _ = try values.next { WayUses.Purpose(rawValue: $0) }
      _ = try values.next { ReminderWay.Kind(rawValue: $0) }
      guard try values.bytes().count == 32 else { throw JournalError.corruptValue(of: "target") }
      _ = try values.next(in: DayRule.instants)
    })

  /// The statements that remove rows of what is not there.
  var mending: [String] {
    // Null is in no set, but NOT IN of an empty one holds of it too.
    parents.map { column, table in
      """
      DELETE FROM \(name) WHERE \(column) IS NOT NULL AND \(column) NOT IN (SELECT id FROM \(table));
      """
    }
  }
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
