import Reminders
import Sending

extension Schema {
  static let reminder = Schema.object(
    "Reminder",
    [
      "number": .integer(from: 1),
      "subject": .choice(of: ReminderSubject.self),
      "time": .string(
        "In the owner's time zone.", matching: "^[0-9]{2}:[0-9]{2}$",
        examples: ["09:00"]),
      "on": .boolean(),
    ],
    optional: [
      "again": .integer(
        "Minutes after which it is sent again if it is not done.", in: RuleFacts.againRange),
      "quiet": .string(
        "When nothing is sent; may pass midnight.",
        matching: "^[0-9]{2}:[0-9]{2}-[0-9]{2}:[0-9]{2}$", examples: ["22:00-07:00"]),
    ])

  static let reminderWay = Schema.object(
    "ReminderWay",
    [
      "number": .integer(from: 1),
      "kind": .choice(of: ReminderWay.Kind.self),
      "names": .boolean("Whether it may name people and texts while the journal is locked."),
      "confirmed": .boolean("False for a mail address until its code is typed; otherwise true."),
      "since": .dateTime("In UTC."),
    ],
    optional: [
      "address": .string("For a push, the host of the push service; missing for the desktop."),
      "format": .choice(of: HookFormat.self, "Only for a hook."),
      "token": .boolean("Whether a hook has a token, which is never shown."),
      "device": .integer("The device of a push."),
      "failure": .object(
        ["since": .dateTime("In UTC."), "reason": .string()],
        about: "Missing if the last one arrived."),
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
      "read": .dateTime("In UTC, to the hour; missing if it was never read."),
      "address": .string("Only in the answer that made it: shown only this once."),
      "maker": maker,
    ])

  private static let maker = Schema.object(
    ["device": .integer(), "name": .string("The device's name at that time.")],
    about: """
      The device that set it up, possibly revoked by now; missing for the machine with the \
      journal, and for older entries.
      """)
}
