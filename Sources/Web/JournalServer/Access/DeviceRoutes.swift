import Hummingbird
import Journal
import Reminders
import Store
import Wording

/// An owner's devices: a list for programs, a page for each to rename or revoke it, and the page
/// with the link that pairs another.
struct DeviceRoutes: ServerRoutes {
  let server: ServerParts
  let cache: BrowserCache
  let connections: Connections

  func add(to routes: Routes) {
    routes.unlocked(
      .get, "/api/v1/devices",
      Operation(
        "getDevices", .owner, "The owner's devices, last seen first",
        answers: [.ok(.list("devices", of: .device), "The devices.")])
    ) { _, _, visit in
      let devices = try await devices(of: visit)
      return try .json(
        DeviceList(devices: devices.map { DeviceDescription($0, current: visit.device) }))
    }
    routes.unlocked(
      .delete, "/api/v1/devices/:id",
      Operation(
        "revokeDevice", .owner, "Revoke a device: it must be paired again",
        parameters: [
          .query(
            "outlets",
            .constant(
              "1",
              """
              1 to remove the feeds, hooks and mail addresses that the device set up; otherwise \
              they stay.
              """))
        ], answers: [.noContent("The device is revoked.")])
    ) { request, context, visit in
      let id = context.parameters.get("id").flatMap { Int64($0) }
      let outlets = try Query(of: request).number("outlets", in: 1...1) != nil
      guard let id, try await revoke(id, withOutlets: outlets, by: visit.guest) else {
        throw Problem("no-device-id")
      }
      let isOwn = id == visit.device.id
      return .empty(.noContent, headers: isOwn ? cache.forgetting(request, visit.device) : [:])
    }
    routes.unlocked(.get, "/settings/devices/:id") { request, context, visit in
      try await page(Self.id(context), request, visit)
    }
    routes.unlocked(.post, "/settings/devices/:id") { request, context, visit in
      let (id, form) = (try Self.id(context), try await Form(of: request))
      let name = DeviceName(form["name"] ?? "")
      let named = try await workers.run {
        try journals.devices.rename(id, to: name, of: visit.device.owner)
      }
      guard named != nil else { throw Problem("no-device-id") }
      return .redirect(to: "/settings/devices/\(id)?saved=1")
    }
    routes.unlocked(.post, "/settings/devices/:id/revoke") { request, context, visit in
      let (id, form) = (try Self.id(context), try await Form(of: request))
      let isOwn = id == visit.device.id
      // Nobody shuts themselves out by a tap on the wrong line.
      guard !isOwn || form["confirm"] == "1" else {
        return .redirect(to: "/settings/devices/\(id)#revoke")
      }
      let outlets = form["outlets"] == "1"
      guard try await revoke(id, withOutlets: outlets, by: visit.guest) else {
        throw Problem("no-device-id")
      }
      guard isOwn else {
        let group: SettingsGroup = form["token"] == nil ? .devices : .tokens
        return .redirect(to: group.saved)
      }
      return Response.redirect(to: "/").adding(cache.forgetting(request, visit.device))
    }
    routes.unlocked(.post, "/settings/pairing") { request, _, visit in
      try await pairing(request, visit)
    }
    routes.unlocked(.post, "/settings/pairing/cancel") { _, _, visit in
      _ = try await workers.run {
        try journals.devices.cancelPairings(
          of: visit.device.owner, by: visit.guest.source, now: now())
      }
      return .redirect(to: SettingsGroup.devices.saved)
    }
    // Where somebody comes back to the page, the link is gone.
    routes.unlocked(.get, "/settings/pairing") { _, _, _ in
      .redirect(to: SettingsGroup.devices.path)
    }
  }

  private static func id(_ context: ServerContext) throws -> Int64 {
    try context.parameter("id") { Int64($0) }
  }

  private func devices(of visit: Visit) async throws -> [Device] {
    try await workers.run { try journals.devices.list(of: visit.device.owner, now: now()) }
  }

  private func page(_ id: Int64, _ request: Request, _ visit: Visit) async throws -> Response {
    let words = pages.words(for: request)
    let devices = try await devices(of: visit)
    guard let device = devices.first(where: { $0.id == id }) else { throw Problem("no-device-id") }
    let (rule, outlets, waysIn) = try await visit.run { journal in
      (
        try journal.settings.current().rule,
        try journal.reminders.outlets(madeBy: id, now: now()),
        try journals.accessLog(of: visit.device.owner).waysIn(madeBy: id)
      )
    }
    let texts = DeviceTexts(devices: devices, present: visit.device, rule: rule, words: words)
    var content = texts.content(of: device)
    content["isSaved"] = try Query(of: request)["saved"] != nil
    content["isLast"] = devices.count == 1
    // Elsewhere browsers have neither a service worker nor a cipher (Secure Contexts).
    content["mayKeepOffline"] = cache.mayKeep(request)
    content["outlets"] =
      OutletTexts(outlets: outlets, words: words).content(areMeant: true).once
    content["hasWaysIn"] = !waysIn.isEmpty
    content["events"] = AccessTexts(zone: rule.zone, words: words).content(of: waysIn)
    return try await page(of: "device", content, for: request)
  }

  /// The page with a new link and its code.
  private func pairing(_ request: Request, _ visit: Visit) async throws -> Response {
    let (owner, own) = (visit.device.owner, settings.origin(of: request) ?? "")
    let (code, known) = try await workers.run {
      let code = try journals.devices.makePairing(
        for: owner, by: visit.guest.source, now: now())
      return (code.text, try settings.addresses())
    }
    let links = PairingAddresses(known: known, own: own).all.map { "\($0)/pair/\(code)" }
    return try await page(of: "pairing", PairingContent(links: links).content, for: request)
  }

  /// - Returns: whether the guest's owner had the device.
  private func revoke(
    _ id: Int64, withOutlets: Bool, by guest: Guest
  ) async throws -> Bool {
    let isRevoked = try await workers.run {
      let (owner, source, now) = (guest.device.owner, guest.source, now())
      // First, so that it sets up nothing more meanwhile.
      let isRevoked = try journals.devices.revoke(id, of: owner, by: source, now: now)
      if withOutlets {
        try journals.removeOutlets(madeBy: id, of: owner, by: source, now: now)
      }
      return isRevoked
    }
    // One that revokes itself is still to be answered.
    if isRevoked, id != guest.device.id { connections.close(of: id) }
    return isRevoked
  }
}

private struct DeviceList: Encodable {
  let devices: [DeviceDescription]
}
