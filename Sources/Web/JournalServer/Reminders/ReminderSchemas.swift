import Reminders
import Sending

extension Schema {
  static let reminder = Schema.object(
    "Reminder",
    [
      "number": .integer(from: 1),
      "subject": .choice(of: ReminderSubject.self),
      "time": .string(
        "On the clock of the owner's time zone.", matching: "^[0-9]{2}:[0-9]{2}$",
        examples: ["09:00"]),
      "on": .boolean(),
    ],
    optional: [
      "again": .integer(
        "Minutes after which it comes once more while it is not done.", in: RuleFacts.againRange),
      "quiet": .string(
        "When nothing is sent, over midnight too.",
        matching: "^[0-9]{2}:[0-9]{2}-[0-9]{2}:[0-9]{2}$", examples: ["22:00-07:00"]),
    ])

  static let reminderWay = Schema.object(
    "ReminderWay",
    [
      "number": .integer(from: 1),
      "kind": .choice(of: ReminderWay.Kind.self),
      "names": .boolean("Whether it may name people and texts while the journal is locked."),
      "confirmed": .boolean(
        "False of mail to which nothing is sent until its code is typed; else true."),
      "since": .dateTime("In UTC."),
    ],
    optional: [
      "address": .string("Of a push the host of the push service; missing for the desktop."),
      "format": .choice(of: HookFormat.self, "Of a hook."),
      "token": .boolean("Whether a hook has one, which is shown nowhere."),
      "device": .integer("The device of a push."),
      "failure": .object(
        ["since": .dateTime("In UTC."), "reason": .string()],
        about: "Missing where the last one arrived."),
      "maker": maker,
    ])

  static let feed = Schema.object(
    "Feed",
    [
      "number": .integer(from: 1),
      "name": .string(),
      "names": .boolean("Whether it names people and texts while the journal is locked."),
      "made": .dateTime("In UTC."),
    ],
    optional: [
      "read": .dateTime("In UTC, to the hour; missing where it was never read."),
      "address": .string("Only in the answer that made it: it is shown this once."),
      "maker": maker,
    ])

  private static let maker = Schema.object(
    ["device": .integer(), "name": .string("What it was called then.")],
    about: """
      The device that set it up, which may be revoked since; missing for the machine that \
      has the journal, and for what is older than this was written down.
      """)
}
