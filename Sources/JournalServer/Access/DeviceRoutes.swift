import Hummingbird
import Journal
import Store
import Wording

/// An owner's devices: listed for programs, revoked there and on the page of the settings.
struct DeviceRoutes: RouteGroup {
  let journals: Journal
  let workers: Workers
  let cache: BrowserCache
  let now: @Sendable () -> Int

  func add(to routes: Routes) {
    routes.unlocked(.get, "/api/v1/devices") { _, _, visit in
      let devices = try await workers.run {
        try journals.devices.list(of: visit.device.owner, now: now())
      }
      return try .json(DeviceList(devices: devices.map { DeviceBody($0, current: visit.device) }))
    }
    routes.unlocked(.delete, "/api/v1/devices/:id") { request, context, visit in
      let id = context.parameters.get("id").flatMap { Int64($0) }
      guard let id, try await revoke(id, of: visit.device.owner) else {
        throw Problem("no-device-id")
      }
      let isOwn = id == visit.device.id
      return .empty(.noContent, headers: isOwn ? cache.forgetting(request, visit.device) : [:])
    }
    routes.unlocked(.post, "/settings/devices/:id/revoke") { request, context, visit in
      let id = try context.parameter("id") { Int64($0) }
      guard try await revoke(id, of: visit.device.owner) else {
        throw Problem("no-device-id")
      }
      guard id == visit.device.id else { return .redirect(to: "/settings?saved=1") }
      return Response.redirect(to: "/").adding(cache.forgetting(request, visit.device))
    }
  }

  /// - Returns: whether the owner had the device.
  private func revoke(_ id: Int64, of owner: OwnerName) async throws -> Bool {
    try await workers.run { try journals.devices.revoke(id, of: owner) }
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
  /// From which it was last seen; missing where that is not known.
  let lastAddress: String?
  /// When it is forgotten unless it is seen.
  let ends: String
  /// When it is forgotten in any case.
  let latestEnd: String
  /// Whether the request came from it.
  let current: Bool

  init(_ device: Device, current: Device) {
    (id, name, self.current) = (device.id, device.name.text, device.id == current.id)
    paired = InstantText.text(device.paired)
    lastSeen = InstantText.text(device.lastSeen)
    lastAddress = device.lastAddress
    ends = InstantText.text(device.ends)
    latestEnd = InstantText.text(device.latestEnd)
  }
}
