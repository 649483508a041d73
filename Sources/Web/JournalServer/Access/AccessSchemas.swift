import Store

extension Schema {
  static let device = Schema.object(
    "Device",
    [
      "id": .integer(),
      "name": .string(),
      "paired": .dateTime(),
      "lastSeen": .dateTime(),
      "latestEnd": .dateTime("When it is forgotten in any case."),
      "entry": .choice(
        of: DeviceEntry.self, "How it came in; token of one that was made for a program."),
      "scope": .choice(of: DeviceScope.self),
      "postsLocked": .boolean("Whether it may post while the journal is locked."),
      "ends": .dateTime(),
      "current": .boolean("Whether the request came from it."),
    ],
    optional: [
      "lastAddress": .string("From which it was last seen, where that is known."),
      "browser": .string(
        "What it says that it is, where it says so: the browser or program, with its version.",
        length: 0...60),
      "system": .string(
        "What it says that it is, where it says so: the system, with its version.", length: 0...60),
    ])

  static let lock = Schema.object(
    "Lock", ["hasPIN": .boolean(), "locked": .boolean()],
    optional: [
      "triesLeft": .integer(in: 0...10),
      "waitSeconds": .count(),
      "secondsLeftUnused": .integer(),
      "secondsLeftAtMost": .integer(),
      "locksOnLeaving": .boolean(),
      "failedTries": .array(
        of: .object(
          [
            "opened": .boolean("Whether the device opened the journal since."),
            "tried": .dateTime(),
          ],
          optional: [
            "device": .string("The device's name; missing for the machine that has the journal."),
            "address": .string(),
          ]), "Wrong PINs that were tried before this device unlocked the journal."),
    ])
}
