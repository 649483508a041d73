import Journal
package import Store

/// An event that changed access, as the interface shows it.
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
        "New kinds may be added.",
        examples: [
          "paired", "revoked", "pin-changed", "failed-try", "exported", "feed-made", "way-removed",
          "names-allowed",
        ]),
      "happened": .dateTime(),
      "count": .integer(
        "How many such events it stands for: those of one device and address within an hour.",
        from: 1),
    ],
    optional: [
      "device": .integer(
        """
        The device that did it, possibly revoked by now; missing for the machine with the journal.
        """),
      "name": .string("The device's name at that time."),
      "address": .string("The address of the request, if known."),
      "detail": .string("The subject, such as the name of the revoked device.", length: 0...200),
    ])
}
