import Journal
import Store

/// A device as one object of JSON.
struct DeviceJSON: Encodable {
  let number: Int64
  let name: String
  /// In UTC, as the others.
  let paired: String
  let lastSeen: String
  /// When it is forgotten unless it is seen.
  let ends: String

  init(_ device: Device) {
    (number, name) = (device.id, device.name.text)
    paired = InstantText.text(device.paired)
    lastSeen = InstantText.text(device.lastSeen)
    ends = InstantText.text(device.ends)
  }
}
