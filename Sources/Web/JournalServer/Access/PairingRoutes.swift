import HTTPTypes
import Hummingbird
import Store
import Wording

/// A link makes a browser a device: it shows a page, and only the page's button pairs, so that a
/// program that merely opens links uses none up.
struct PairingRoutes: RouteGroup {
  let journals: Journal
  let gate: Gate
  let pages: Pages
  let workers: Workers
  let now: @Sendable () -> Int

  func add(to routes: Routes) {
    routes.open(.get, "/pair/:code") { request, context in
      try pages.response("pair", ["code": try Self.code(context).text], for: request)
    }
    routes.open(.post, "/pair/:code") { request, context in
      let code = try Self.code(context)
      let address = gate.address(of: request, context)
      let agent = DeviceAgent(of: request) ?? .unknown
      let name = DeviceName(pages.words(for: request).name(of: agent))
      let paired = try await workers.run {
        try journals.devices.pair(with: code, name: name, as: agent, from: address, now: now())
      }
      guard let (_, token) = paired else {
        throw Problem("no-pairing")
      }
      var response = Response.redirect(to: "/")
      response.setCookie(gate.cookie(for: token))
      return response
    }
  }

  private static func code(_ context: ServerContext) throws -> AccessToken {
    guard let code = context.parameters.get("code").flatMap({ AccessToken($0) }) else {
      throw Problem("no-pairing.code")
    }
    return code
  }
}

extension Words {
  /// What a device is called until its owner gives it a name: "Chrome on Android".
  func name(of agent: DeviceAgent) -> String {
    switch agent.names {
    case (let browser?, let system?):
      self("deviceNamed", ["browser": browser, "system": system])
    case (let name?, nil), (nil, let name?): name
    case (nil, nil): ""
    }
  }
}
