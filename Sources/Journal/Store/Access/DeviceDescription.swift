/// A device as one object of JSON, on the command line as over the network.
package struct DeviceDescription: Encodable, Sendable {
  let id: Int64
  let name: String
  /// In UTC, as the others.
  let paired: String
  let lastSeen: String
  /// The address that it last came from; missing if that is not known.
  let lastAddress: String?
  /// What it says it is; missing if it says nothing.
  let browser: String?
  let system: String?
  /// When it is forgotten unless it is seen.
  let ends: String
  /// When it is forgotten in any case.
  let latestEnd: String
  /// How it came in, `token` of one that was made for a program.
  let entry: String
  let scope: String
  let postsLocked: Bool
  /// Whether it is the device that asks; missing on the machine that has the journal.
  let current: Bool?

  /// - Parameters:
  ///   - device: the device.
  ///   - current: the one that asks; nil for none.
  package init(_ device: Device, current: Device? = nil) {
    (id, name, self.current) = (device.id, device.name.text, current.map { $0.id == device.id })
    paired = InstantText.text(device.paired)
    lastSeen = InstantText.text(device.lastSeen)
    lastAddress = device.lastAddress
    (browser, system) = (device.agent.browser, device.agent.system)
    ends = InstantText.text(device.ends)
    latestEnd = InstantText.text(device.latestEnd)
    (entry, scope) = (device.entry.rawValue, device.scope.rawValue)
    postsLocked = device.postsWhileLocked
  }
}
