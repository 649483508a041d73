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
