import Hummingbird
import Journal
import Store

extension JournalServer {
  func addDevices(to routes: Routes) {
    routes.unlocked(.get, "/api/v1/devices") { [workers, journals, settings] _, _, visit in
      let devices = try await workers.run {
        try journals.devices.list(of: visit.device.owner, now: settings.now())
      }
      return try .json(DeviceList(devices: devices.map { DeviceBody($0, for: visit.device) }))
    }
    routes.unlocked(.delete, "/api/v1/devices/:id") { [workers, journals] _, context, visit in
      let id = context.parameters.get("id").flatMap { Int64($0) }
      let isGone = try await workers.run {
        try id.map { try journals.devices.revoke($0, of: visit.device.owner) } ?? false
      }
      guard isGone else { throw Problem(.notFound, "no-device-id", "There is no such device.") }
      return .empty(.noContent)
    }
  }

  private struct DeviceList: Encodable {
    let devices: [DeviceBody]
  }

  private struct DeviceBody: Encodable {
    let id: Int64
    let name: String
    /// In UTC, as the others.
    let paired: String
    let lastSeen: String
    /// When it is forgotten unless it is seen.
    let ends: String
    /// Whether it is the one that asks.
    let current: Bool

    init(_ device: Device, for asking: Device) {
      (id, name, current) = (device.id, device.name.text, device.id == asking.id)
      paired = InstantText.text(device.paired)
      lastSeen = InstantText.text(device.lastSeen)
      ends = InstantText.text(device.ends)
    }
  }
}
