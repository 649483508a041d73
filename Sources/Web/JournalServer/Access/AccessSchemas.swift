import Store

extension Schema {
  static let device = Schema.object(
    "Device",
    [
      "id": .integer(),
      "name": .string(),
      "paired": .dateTime(),
      "lastSeen": .dateTime(),
      "latestEnd": .dateTime("When the device ends in any case."),
      "entry": .choice(
        of: DeviceEntry.self, "How the device got in; token if it was made for a program."),
      "scope": .choice(of: DeviceScope.self),
      "postsLocked": .boolean("Whether the device may post while the journal is locked."),
      "ends": .dateTime(),
      "current": .boolean("Whether this device sent the request."),
    ],
    optional: [
      "lastAddress": .string("The last known address."),
      "browser": .string(
        "The browser or program with its version, as the device itself reports it.",
        length: 0...60),
      "system": .string(
        "The operating system with its version, as the device itself reports it.", length: 0...60),
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
            "opened": .boolean("Whether the device has opened the journal since."),
            "tried": .dateTime(),
          ],
          optional: [
            "device": .string("The device's name; missing for the machine with the journal."),
            "address": .string(),
          ]), "Wrong PINs entered before this device unlocked the journal."),
    ])
}
