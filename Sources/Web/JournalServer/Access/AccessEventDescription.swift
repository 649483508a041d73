import Journal
package import Store

/// What changed access, as programs are told of it.
package struct AccessEventDescription: Encodable, Sendable {
  let id: Int64
  let kind: String
  /// In UTC.
  let happened: String
  /// How many of one source within an hour it stands for.
  let count: Int
  /// The device that did it; missing for the machine that has the journal, as are its name and address.
  let device: Int64?
  let name: String?
  let address: String?
  /// What it was about.
  let detail: String?

  package init(_ event: AccessEvent) {
    (id, kind, count, device) = (event.id, event.kindName, event.count, event.device)
    (name, address, detail) = (event.name?.text, event.address, event.detail)
    happened = InstantText.text(event.happened)
  }
}

extension Schema {
  static let accessEvent = Schema.object(
    "AccessEvent",
    [
      "id": .integer(from: 1),
      "kind": .string(
        "Kinds may be added.",
        examples: [
          "paired", "revoked", "pin-changed", "failed-try", "exported", "feed-made", "way-removed",
          "names-allowed",
        ]),
      "happened": .dateTime(),
      "count": .integer(
        "How many of one device and address within an hour it stands for.", from: 1),
    ],
    optional: [
      "device": .integer(
        """
        The device that did it, which may be revoked since; missing for the machine that has \
        the journal.
        """),
      "name": .string("What the device was called then."),
      "address": .string("From which it came, where that is known."),
      "detail": .string(
        "What it was about, such as the name of the device that was revoked.", length: 0...200),
    ])
}
